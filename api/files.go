package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/store"
)

// ListFiles answers the errors and notes about the files of an event.
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
	return c.JSON(http.StatusOK, wire.List[wire.FileReport]{Items: items})
}

func wireFile(in store.FileInput) (wire.FileReport, error) {
	remarks, err := reports.ReadFileRemarks(in.File, in.Errors, in.Notes)
	return wire.FileReport{
		File:   in.File,
		Errors: translated(remarks.Faults, func(f reports.FileFault) reports.InputError { return f.InputError }),
		Notes:  append([]reports.InputNote{}, remarks.Notes...),
	}, err
}
