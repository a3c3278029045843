package journal

import (
	"context"
	"slices"

	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
)

// Undone lists what is not finished in the event, and for what that is unknown, as far as the caller
// may see it. What of it is confidential is read under the audit. It is never nil.
func (s *Service) Undone(ctx context.Context, who *door.Caller) ([]tournament.Undone, error) {
	release, err := s.Room(ctx, who) // it reads the games
	if err != nil {
		return nil, err
	}
	undone, err := s.Records.Undone(ctx, who.Event.ID)
	release()
	if err != nil {
		return nil, err
	}
	tests := who.May(access.SeeStatistics)
	log := who.May(access.SeeWatch) // those who see the watch list see the whole log
	confidential := false
	undone = slices.DeleteFunc(undone, func(u tournament.Undone) bool {
		test, absence := u.Kind == tournament.TestUnderWay, u.Kind == tournament.AbsenceOpen
		hidden := test && !tests || absence && !log
		confidential = confidential || (test || absence) && !hidden
		return hidden
	})
	if confidential {
		err = who.Audit(ctx, "")
	}
	return append([]tournament.Undone{}, undone...), err
}

// Close closes the event: it takes nothing more. If something is undone or unknown and no reason is
// given, the error is Conflict, event_unfinished. An event that is already closed stays as it is.
func (s *Service) Close(ctx context.Context, who *door.Caller, reason string) error {
	release, err := s.Room(ctx, who) // it reads the games
	if err != nil {
		return err
	}
	defer release()
	if err := s.Records.Close(ctx, who.Event.ID, who.Token.ID, reason); err != nil {
		return err
	}
	return who.Audit(ctx, "")
}

// Resume resumes the work of the event, and opens a closed one again. For that the error is Invalid
// without a reason.
func (s *Service) Resume(ctx context.Context, who *door.Caller, reason string) error {
	if who.Event.NotClosed() != nil {
		if err := s.Records.Reopen(ctx, who.Event.ID, who.Token.ID, reason); err != nil {
			return err
		}
	}
	if err := s.Control.Resume(ctx, who.Event.ID); err != nil {
		return err
	}
	return who.Audit(ctx, "")
}
