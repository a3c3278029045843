package api

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue"
	"fairplay/queue/pipeline"
)

const streamType = "text/event-stream"

// ReadProgress answers how far the work on an event has come, once or as a
// stream.
func (s *Server) ReadProgress(c echo.Context, event wire.EventID, params wire.ReadProgressParams) error {
	form, err := accepted(c, "application/json", streamType)
	if err != nil {
		return err
	}
	progress, err := s.progress(c.Request().Context(), event)
	if err != nil {
		return err
	}
	if form == streamType {
		return s.stream(c, event, progress, params.LastEventID)
	}
	return c.JSON(http.StatusOK, progress)
}

// progress asks how far an event is.
func (s *Server) progress(ctx context.Context, event string) (wire.Progress, error) {
	p, err := s.work.Progress(ctx, event)
	if err != nil {
		return wire.Progress{}, err
	}
	out := wire.Progress{
		State: wire.EventState(p.Event.State), Games: p.Games, GamesDone: p.GamesDone,
		Positions: p.Positions, PositionsDone: p.PositionsDone, PositionsPerSecond: math.Round(10*p.Rate) / 10,
		Done: p.Done, Errors: taskErrors(p),
	}
	if p.Done {
		out.PositionsPerSecond = 0 // of what was; the last state is the same for whoever asks later
	} else if p.Left > 0 {
		left := int(p.Left / time.Second)
		out.SecondsLeft = &left
	}
	for _, k := range p.Kinds {
		out.Open += k.Open
		out.Dead += k.Dead
		out.Cancelled += k.Cancelled
	}
	return out, nil
}

// mostErrors is how many errors a progress lists.
const mostErrors = 20

// taskErrors says why tasks were given up. Tests are left out: an organiser may
// read this, and is not to learn that there is one. What the others say names
// games and files at most.
func taskErrors(p pipeline.EventProgress) []wire.TaskError {
	out := []wire.TaskError{}
	for _, t := range p.Dead {
		kind := queue.Kind(t.Kind)
		if kind == pipeline.Test || kind == pipeline.EvaluateFull || len(out) == mostErrors {
			continue
		}
		shown := wireTask(t)
		out = append(out, wire.TaskError{Task: t.ID, Kind: t.Kind, Code: t.ReasonCode, Reason: shown.Reason})
	}
	return out
}
