package api

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/store"
)

// ListFiles answers what was found in the files of an event beside games.
func (s *Server) ListFiles(c echo.Context, event wire.EventID) error {
	inputs, err := s.store.EventInput(c.Request().Context(), event)
	if err != nil {
		return err
	}
	items := make([]wire.FileReport, len(inputs))
	for i, input := range inputs {
		if items[i], err = wireFile(input); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, wire.FileReportList{Items: items})
}

// wireFile reads what the store keeps as it was written.
func wireFile(in store.FileInput) (wire.FileReport, error) {
	out := wire.FileReport{File: in.File, Errors: []wire.InputError{}, Notes: []wire.InputNote{}}
	for _, part := range []struct {
		text json.RawMessage
		into any
	}{{in.Errors, &out.Errors}, {in.Notes, &out.Notes}} {
		if err := json.Unmarshal(part.text, part.into); err != nil {
			return out, fault.Wrap(err, fault.Corrupt, "file_input", "what was said of a file of this event cannot be read")
		}
	}
	return out, nil
}
