package journal

import (
	"context"
	"slices"

	"fairplay/analysis/fault"
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

// MakePackage makes the package of the event, in a language. Only the chief arbiter says why it is made although games are
// missing.
func (s *Service) MakePackage(ctx context.Context, who *door.Caller, reason, lang string) (made tournament.Written[tournament.PackageWritten], err error) {
	if reason != "" && !who.May(access.DirectEvents) {
		return made, fault.New(fault.Forbidden, "override", "only the chief arbiter of the event says why a package is made although games lack")
	}
	release, err := s.Room(ctx, who)
	if err != nil {
		return made, err
	}
	defer release()
	if made, err = s.Records.MakePackage(ctx, who.Event.ID, who.Token, reason, lang); err != nil {
		return made, err
	}
	return made, who.Audit(ctx, "package "+made.Says.SHA256)
}
