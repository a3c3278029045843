package api

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/store"
)

// ListBatches answers the batches of an event.
func (s *Server) ListBatches(c echo.Context, event wire.EventID, params wire.ListBatchesParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	batches, err := s.store.Batches(c.Request().Context(), event, p.from, p.limit+1)
	if err != nil {
		return err
	}
	batches, next := cut(batches, p.limit, func(b store.Batch) string { return strconv.FormatInt(b.Seq, 10) })
	return c.JSON(http.StatusOK, wire.List[wire.Batch]{Items: translated(batches, wireBatch), Next: next})
}

// ReadBatch answers one batch.
func (s *Server) ReadBatch(c echo.Context, event wire.EventID, id wire.BatchID) error {
	batch, err := s.batch(c, event, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wireBatch(batch))
}

// ListOutcomes answers the outcome of each game of a batch.
func (s *Server) ListOutcomes(c echo.Context, event wire.EventID, id wire.BatchID, params wire.ListOutcomesParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	batch, err := s.batch(c, event, id)
	if err != nil {
		return err
	}
	outcomes, err := s.store.Outcomes(c.Request().Context(), batch.ID, int(p.from), p.limit+1)
	if err != nil {
		return err
	}
	outcomes, next := cut(outcomes, p.limit, func(o store.GameOutcome) string { return strconv.Itoa(o.N) })
	return c.JSON(http.StatusOK, wire.List[wire.Outcome]{Items: translated(outcomes, wireOutcome), Next: next})
}

// batch returns a batch of an event. A batch of another event is not found.
func (s *Server) batch(c echo.Context, event, id string) (store.Batch, error) {
	batch, err := s.store.Batch(c.Request().Context(), id)
	return batch, within(event, batch.Event, err)
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
