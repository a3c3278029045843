package main

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"fairplay/queue/periodic"
)

// remindEvery is the time between two looks for reminders.
const remindEvery = 5 * time.Minute

// caseCalendar does what has to be done in cases when its time comes.
type caseCalendar struct {
	reminders   *periodic.Reminders
	checkpoints *periodic.Checkpoints
	retention   *periodic.Eraser
}

func (s *service) caseCalendar() (caseCalendar, error) {
	words, err := s.Words()
	if err != nil {
		return caseCalendar{}, err
	}
	senders, err := s.Senders(s.log, s.now)
	if err != nil {
		return caseCalendar{}, err
	}
	witnesses, err := s.Witnesses(s.now)
	docket := &periodic.Docket{Store: s.db, Retention: s.Keep}
	return caseCalendar{
		reminders:   &periodic.Reminders{Agenda: docket, Memory: s.db, Senders: senders, Words: words, Now: s.now, Log: s.log},
		checkpoints: &periodic.Checkpoints{Log: s.db, Senders: witnesses, Words: words, Now: s.now, Says: s.log},
		retention:   &periodic.Eraser{Retained: docket, Now: s.now, Log: s.log},
	}, err
}

// keep reminds and erases until ctx ends.
func (s *service) keep(ctx context.Context, c caseCalendar) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.repeat(ctx, "reminders", remindEvery, c.reminders.Send) })
	group.Go(func() error { return s.repeat(ctx, "checkpoints", remindEvery, c.checkpoints.Send) })
	group.Go(func() error { return s.repeat(ctx, "retention of cases", 24*time.Hour, c.retention.Erase) })
	return group.Wait()
}
