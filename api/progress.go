package api

import (
	"context"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

const streamType = "text/event-stream"

// ReadProgress answers how far the work on an event has come, once or as a
// stream.
func (s *Server) ReadProgress(c echo.Context, event wire.EventID, params wire.ReadProgressParams) error {
	form, err := accepted(c, "application/json", streamType)
	if err != nil {
		return err
	}
	of := watched{event: event, tests: seesTests(callerOf(c))}
	progress, err := s.progress(c.Request().Context(), of)
	if err != nil {
		return err
	}
	if form == streamType {
		return s.stream(c, of, progress, params.LastEventID)
	}
	return c.JSON(http.StatusOK, progress)
}

// answerProgress answers how far the work on an event has come, as the caller may see it.
func (s *Server) answerProgress(c echo.Context) error {
	progress, err := s.Progress(c.Request().Context(), callerOf(c))
	return answered(c, progress, err)
}

// Progress returns how far the work on the event has come, as the caller may see it.
func (s *Server) Progress(ctx context.Context, who *door.Caller) (wire.Progress, error) {
	return s.progress(ctx, watched{who.Event.ID, seesTests(who)})
}

// watched is an event together with what the caller may see of its progress: with the work on
// tests, or as if there were none.
type watched struct {
	event string
	tests bool
}

// seesTests reports whether a caller may know that players of the event are tested.
// Others, such as an organiser, must not learn it from the number of tasks either.
func seesTests(who *door.Caller) bool { return who.May(access.SeeStatistics) }

// ofTest reports whether a task is of a kind that only tests have.
func ofTest(kind store.TaskKind) bool { return slices.Contains(work.TestKinds(), kind) }

// progress returns how far the work on an event has come.
func (s *Server) progress(ctx context.Context, of watched) (wire.Progress, error) {
	var hidden []store.TaskKind
	if !of.tests {
		hidden = work.TestKinds()
	}
	p, err := s.control.Progress(ctx, of.event, hidden...)
	if err != nil {
		return wire.Progress{}, err
	}
	out := wire.Progress{
		State: store.EventState(p.Event.State), Games: p.Games, GamesDone: p.GamesDone,
		Positions: p.Positions, PositionsDone: p.PositionsDone, PositionsPerSecond: math.Round(10*p.Rate) / 10,
		Idle: p.Idle, Done: p.Done, GamesGivenUp: p.GamesGivenUp, Errors: taskErrors(p),
	}
	if p.Idle {
		out.PositionsPerSecond = 0 // the last state must be the same for everybody who asks later
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

// taskErrors says why tasks were given up. The reasons name at most games and files.
func taskErrors(p work.EventStatus) []wire.TaskError {
	return translated(p.GivenUp, func(g store.GivenUp) wire.TaskError {
		e := wire.TaskError{Task: g.First, Kind: string(g.Kind), Code: g.Code, Reason: g.Text, Tasks: g.Tasks}
		if namesPlayers(g.Kind) {
			e.Reason = ""
		}
		return e
	})
}
