package journal

import (
	"context"
	"reflect"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// Rounds says when rounds are played and which of their games are there.
func (s *Service) Rounds(ctx context.Context, who *door.Caller) (*reports.EventRounds, error) {
	return read(ctx, s, who, true, (*reports.Dossier).Rounds)
}

// Round is one round game by game.
func (s *Service) Round(ctx context.Context, who *door.Caller, round int) (tournament.RoundBoards, error) {
	return read(ctx, s, who, true, func(d *reports.Dossier) (tournament.RoundBoards, error) { return d.Boards(round) })
}

// Completeness says, for both duties to send games, which games are there.
func (s *Service) Completeness(ctx context.Context, who *door.Caller) (*reports.EventGames, error) {
	return read(ctx, s, who, true, (*reports.Dossier).Completeness)
}

// Duties returns the duties of the event as they stand.
func (s *Service) Duties(ctx context.Context, who *door.Caller) (*reports.EventDuties, error) {
	return read(ctx, s, who, false, (*reports.Dossier).Duties)
}

// Norms says who has made a title norm.
func (s *Service) Norms(ctx context.Context, who *door.Caller) (*reports.Norms, error) {
	return read(ctx, s, who, false, func(d *reports.Dossier) (*reports.Norms, error) { return d.Norms() })
}

// read returns a part of the dossier of the event.
func read[T any](ctx context.Context, s *Service, who *door.Caller, whole bool, part func(*reports.Dossier) (T, error)) (found T, err error) {
	d, release, err := s.Dossier(ctx, who, whole)
	if err != nil {
		return found, err
	}
	defer release()
	return part(d)
}

// Dossier returns what is known of the event, with its games if whole is set. They take room, which
// release gives back.
func (s *Service) Dossier(ctx context.Context, who *door.Caller, whole bool) (_ *reports.Dossier, release func(), err error) {
	if !whole {
		d, err := s.Dossiers.Dossier(ctx, *who.Event)
		return d, func() {}, err
	}
	if release, err = s.Room(ctx, who); err != nil {
		return nil, nil, err
	}
	d, err := s.Dossiers.WholeDossier(ctx, *who.Event)
	if err != nil {
		release()
	}
	return d, release, err
}

// Plan states when rounds are played; earlier statements stay in the journal. Repeating the same
// schedule changes nothing. If version is not 0 and somebody has stated another schedule since that
// version, the error is Conflict, event_changed.
func (s *Service) Plan(ctx context.Context, who *door.Caller, asked tournament.Schedule, version int64) error {
	_, err := s.Write(ctx, who.Event.ID, who.Token.ID, tournament.ScheduleStated, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		if n := len(asked.Rounds); e.PlannedRounds > 0 && n > e.PlannedRounds {
			return nil, fault.New(fault.Invalid, "schedule", "the event has %d rounds as stated, not %d", e.PlannedRounds, n)
		}
		if err := asked.Fits(e.Stated()); err != nil {
			return nil, err
		}
		before, err := tournament.EntriesOf[tournament.Schedule](journal)
		if n := len(before); err != nil || n > 0 && reflect.DeepEqual(inUTC(before[n-1].Says), inUTC(asked)) {
			return nil, err
		}
		if version != 0 && version != int64(len(before))+1 {
			return nil, fault.New(fault.Conflict, "event_changed", "somebody has stated another schedule since; read it again")
		}
		return []tournament.EntryBody{asked}, nil
	})
	if err != nil {
		return err
	}
	return who.Audit(ctx, "")
}

// inUTC returns a schedule with its instants in UTC, so that two can be compared.
func inUTC(s tournament.Schedule) (rounds []tournament.RoundTimes) {
	for _, r := range s.Rounds {
		r.Start, r.End = r.Start.UTC(), r.End.UTC()
		rounds = append(rounds, r)
	}
	return rounds
}

// Tick notes that a duty is done, waived, or open again.
func (s *Service) Tick(ctx context.Context, who *door.Caller, asked tournament.DutyTick) error {
	read, err := s.Dossiers.Dossier(ctx, *who.Event)
	if err != nil {
		return err
	}
	_, err = s.Write(ctx, who.Event.ID, who.Token.ID, tournament.DutyTicked, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		record, err := work.RecordOf(e, journal)
		if err != nil {
			return nil, err
		}
		d := &reports.Dossier{Record: record, File: read.File, Now: read.Now}
		return []tournament.EntryBody{asked}, d.Ticks(asked)
	})
	if err != nil {
		return err
	}
	return who.Audit(ctx, asked.Duty+" "+string(asked.State))
}
