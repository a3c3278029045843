package api

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/tournament"
)

// MakePackage makes the package of an event. If games are missing, only the chief arbiter may make
// it.
func (s *Server) MakePackage(c echo.Context, id wire.EventID, params wire.MakePackageParams) error {
	lang, err := langOf(params.Lang)
	if err != nil {
		return err
	}
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	made, err := s.journals.MakePackage(c.Request().Context(), callerOf(c), reason, lang)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, wirePackage(made))
}

// LastPackage returns the package of the event that was made last.
func (s *Server) LastPackage(ctx context.Context, who *door.Caller) (wire.EventPackage, error) {
	made, err := s.records.LastPackage(ctx, who.Event.ID)
	return wirePackage(made), err
}

func wirePackage(made tournament.Written[tournament.PackageWritten]) wire.EventPackage {
	return wire.EventPackage{
		SHA256: made.Says.SHA256, Bytes: made.Says.Bytes, Games: made.Says.Games, Reason: made.Says.Reason, Lacks: made.Says.Lacks,
		Made: made.At.UTC(),
	}
}

// ReadPackage answers the package made last or, as JSON, its description.
func (s *Server) ReadPackage(c echo.Context, id wire.EventID, params wire.ReadPackageParams) error {
	if kind, _ := accepted(c, "application/zip", "application/json"); kind == "application/json" {
		made, err := s.records.LastPackage(c.Request().Context(), id)
		if err != nil {
			return err
		}
		c.Response().Header().Set("ETag", strconv.Quote(made.Says.SHA256+".json"))
		return c.JSON(http.StatusOK, wirePackage(made))
	}
	made, body, err := s.records.Package(c.Request().Context(), id)
	if err != nil {
		return err
	}
	h, tag := c.Response().Header(), strconv.Quote(made.SHA256)
	h.Set("ETag", tag)
	if known(params.IfNoneMatch, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	if err := s.audit(c, "package "+made.SHA256); err != nil {
		return err
	}
	h.Set("Content-Disposition", `attachment; filename="`+made.SHA256+`.zip"`)
	return c.Blob(http.StatusOK, "application/zip", body)
}
