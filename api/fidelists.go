package api

import (
	"context"
	"errors"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/store"
)

// ListFideLists answers the rating lists that were imported.
func (s *Server) ListFideLists(c echo.Context) error {
	lists, err := s.FideLists(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[store.FideList]{Items: lists}, err)
}

// FideLists returns FIDE's rating lists that are stored here, the latest first.
func (s *Server) FideLists(ctx context.Context, _ *door.Caller) ([]store.FideList, error) {
	lists, err := s.store.FideLists(ctx)
	return append([]store.FideList{}, lists...), err
}

// ImportFideList imports a rating list.
func (s *Server) ImportFideList(c echo.Context, params wire.ImportFideListParams) (err error) {
	file, err := s.receiveOne(c, params.Name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Discard()) }()
	list, err := s.journals.ImportFideList(c.Request().Context(), callerOf(c), file, value(params.Month), value(params.Reason))
	return answered(c, list, err)
}
