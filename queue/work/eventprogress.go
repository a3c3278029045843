package work

import (
	"context"
	"slices"
	"sync"
	"time"

	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// EventStatus says how far the work on an event has come.
type EventStatus struct {
	store.EventProgress
	Event store.Event
	Rate  float64       // recent positions per second, all workers together; 0 if unknown
	Left  time.Duration // until everything is evaluated at that rate; 0 if not known to a third, or nothing is left
	Idle  bool          // nothing is open
	Done  bool          // nothing is open, and nothing was given up

	GivenUp      []store.GivenUp // why tasks were given up, without those of tests
	GamesGivenUp int             // of Games, those that were given up
}

// Progress says how far the work on an event has come, as if there were no tasks of the hidden
// kinds. The rate comes from earlier calls for the same kinds within the last minute, so the first
// call has none.
func (c Control) Progress(ctx context.Context, event string, hidden ...store.TaskKind) (EventStatus, error) {
	e, err := c.Store.Event(ctx, event)
	if err != nil {
		return EventStatus{}, err
	}
	now, err := c.Store.Progress(ctx, event)
	if err != nil {
		return EventStatus{}, err
	}
	watched := event
	for _, kind := range hidden {
		now.Leave(kind)
		watched += " without " + string(kind)
	}
	progress := EventStatus{EventProgress: now, Event: e, Idle: true}
	dead := 0
	for kind, counts := range now.Kinds {
		progress.Idle = progress.Idle && counts.Open == 0
		dead += counts.Dead
		if kind == EvaluateQuick {
			progress.GamesGivenUp = counts.Dead
		}
	}
	progress.Done = progress.Idle && dead == 0
	if dead > 0 {
		progress.GivenUp, err = c.Store.TasksGivenUp(ctx, event)
		progress.GivenUp = slices.DeleteFunc(progress.GivenUp, func(g store.GivenUp) bool { return slices.Contains(TestKinds(), g.Kind) })
	}
	progress.Rate = c.pace.rate(watched, now.PositionsDone, c.Now())
	if left, known := c.pace.of(watched).Left(now.Positions - now.PositionsDone); known && left > 0 {
		progress.Left = left.Round(time.Second)
	}
	return progress, err
}

// pace remembers for a minute how far the work on events was, by event and hidden kinds.
type pace struct {
	mu     sync.Mutex
	events map[string][]milestone
}

// milestone is how far the work on an event was at a time.
type milestone struct {
	at   time.Time
	done int
}

const (
	paceOver = time.Minute // over which a rate is taken
	paceStep = time.Second // between two milestones that are remembered
)

// rate returns the positions per second since the oldest remembered milestone.
func (p *pace) rate(event string, done int, at time.Time) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forget(at)
	milestones := p.events[event]
	if n := len(milestones); n == 0 || at.Sub(milestones[n-1].at) >= paceStep {
		p.events[event] = append(milestones, milestone{at, done})
	}
	first := p.events[event][0]
	if seconds := at.Sub(first.at).Seconds(); seconds > 0 && done > first.done {
		return float64(done-first.done) / seconds
	}
	return 0
}

// of returns what the remembered milestones say of the pace.
func (p *pace) of(event string) *pipeline.Pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	pace := &pipeline.Pace{}
	var last milestone
	for i, next := range p.events[event] {
		if i > 0 && next.done > last.done {
			pace.Took(next.done-last.done, next.at.Sub(last.at))
		}
		if i == 0 || next.done > last.done {
			last = next
		}
	}
	return pace
}

// forget drops what is older than a minute.
func (p *pace) forget(at time.Time) {
	if p.events == nil {
		p.events = map[string][]milestone{}
	}
	for event, milestones := range p.events {
		i := 0
		for i < len(milestones) && at.Sub(milestones[i].at) > paceOver {
			i++
		}
		if p.events[event] = milestones[i:]; i == len(milestones) {
			delete(p.events, event)
		}
	}
}
