package api

import (
	"context"
	"net/http"
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
func (s *Server) Batches(ctx context.Context, who *door.Caller, params wire.ListBatchesParams) (list wire.List[wire.Batch], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	batches, err := s.store.Batches(ctx, who.Event.ID, p.from, p.limit+1)
	if err != nil {
		return list, err
	}
	batches, list.Next = cut(batches, p.limit, func(b store.Batch) string { return strconv.FormatInt(b.Seq, 10) })
	list.Items = translated(batches, wireBatch)
	return list, nil
}

// ReadBatch answers one batch.
func (s *Server) ReadBatch(c echo.Context, _ wire.EventID, id wire.BatchID) error {
	batch, err := s.batch(c.Request().Context(), callerOf(c), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wireBatch(batch))
}

// ListOutcomes answers the outcome of each game of a batch.
func (s *Server) ListOutcomes(c echo.Context, _ wire.EventID, id wire.BatchID, params wire.ListOutcomesParams) error {
	list, err := s.Outcomes(c.Request().Context(), callerOf(c), id, params)
	return answered(c, list, err)
}

// Outcomes returns the outcome of each game of a batch of the event.
func (s *Server) Outcomes(ctx context.Context, who *door.Caller, id string, params wire.ListOutcomesParams) (list wire.List[wire.Outcome], err error) {
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
	outcomes, list.Next = cut(outcomes, p.limit, func(o store.GameOutcome) string { return strconv.Itoa(o.N) })
	list.Items = translated(outcomes, wireOutcome)
	return list, nil
}

// batch returns a batch of the event. A batch of another event is not found.
func (s *Server) batch(ctx context.Context, who *door.Caller, id string) (store.Batch, error) {
	batch, err := s.store.Batch(ctx, id)
	return batch, within(who.Event.ID, batch.Event, err)
}

func wireBatch(b store.Batch) wire.Batch {
	return wire.Batch{
		ID: b.ID, Event: b.Event, State: store.BatchState(b.State), Reason: b.Reason, Created: b.Created.UTC(),
		Files: translated(b.Files, func(f store.Upload) wire.File {
			return wire.File{Name: f.Name, SHA256: f.SHA256, Size: f.Size}
		}),
		Counts: store.BatchCounts{Read: b.Counts.Read, New: b.Counts.New, Known: b.Counts.Known, Corrected: b.Counts.Corrected, Bad: b.Counts.Bad},
	}
}

func wireOutcome(o store.GameOutcome) wire.Outcome {
	return wire.Outcome{
		N: o.N, File: o.File, Game: o.Game, Line: o.Line, Kind: store.OutcomeKind(o.Kind),
		GameID: o.GameID, Reason: o.Reason, Token: o.Token,
	}
}
