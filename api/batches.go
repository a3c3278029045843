package api

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/store"
)

// ListBatches answers the batches of an event.
func (s *Server) ListBatches(c echo.Context, _ wire.EventID, params wire.ListBatchesParams) error {
	list, err := s.Batches(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// Batches returns the batches of the event, in the order in which they came.
func (s *Server) Batches(ctx context.Context, who *door.Caller, params wire.ListBatchesParams) (list wire.List[store.Batch], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	batches, err := s.store.Batches(ctx, who.Event.ID, p.from, p.limit+1)
	if err != nil {
		return list, err
	}
	return listed(batches, p.limit, func(b store.Batch) string { return strconv.FormatInt(b.Seq, 10) }), nil
}

// ReadBatch answers one batch.
func (s *Server) ReadBatch(c echo.Context, _ wire.EventID, id wire.BatchID) error {
	batch, err := s.batch(c.Request().Context(), callerOf(c), id)
	return answered(c, batch, err)
}

// ListOutcomes answers the outcome of each game of a batch.
func (s *Server) ListOutcomes(c echo.Context, _ wire.EventID, id wire.BatchID, params wire.ListOutcomesParams) error {
	list, err := s.Outcomes(c.Request().Context(), callerOf(c), id, params)
	return answered(c, list, err)
}

// Outcomes returns the outcome of each game of a batch of the event.
func (s *Server) Outcomes(ctx context.Context, who *door.Caller, id string, params wire.ListOutcomesParams) (list wire.List[store.GameOutcome], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	batch, err := s.batch(ctx, who, id)
	if err != nil {
		return list, err
	}
	outcomes, err := s.store.Outcomes(ctx, batch.ID, int(p.from), p.limit+1)
	if err != nil {
		return list, err
	}
	return listed(outcomes, p.limit, func(o store.GameOutcome) string { return strconv.Itoa(o.N) }), nil
}

// batch returns a batch of the event. A batch of another event is not found.
func (s *Server) batch(ctx context.Context, who *door.Caller, id string) (store.Batch, error) {
	batch, err := s.store.Batch(ctx, id)
	return batch, within(who.Event.ID, batch.Event, err)
}
