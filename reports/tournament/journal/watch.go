package journal

import (
	"context"
	"slices"
	"strconv"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// WatchListItem is an entry of the watch list with its effect.
type WatchListItem struct {
	Entry    tournament.ListedWatch   `json:"entry"`
	Standing tournament.WatchStanding `json:"standing"`
}

// itemsOf returns entries of the watch list with their effect; never nil.
func itemsOf(list []tournament.ListedWatch) []WatchListItem {
	items := make([]WatchListItem, len(list))
	for i, w := range list {
		items[i] = WatchListItem{w, w.Standing()}
	}
	return items
}

// WatchList returns the watch list of the event, each entry with its effect given the present games.
func (s *Service) WatchList(ctx context.Context, who *door.Caller) ([]WatchListItem, error) {
	release, err := s.Room(ctx, who) // it reads the games
	if err != nil {
		return nil, err
	}
	defer release()
	record, err := s.Records.Record(ctx, *who.Event)
	if err != nil {
		return nil, err
	}
	return itemsOf(record.Watch), nil
}

// Watch puts a player on the watch list, and notes the start of the event as it is known now.
func (s *Service) Watch(ctx context.Context, who *door.Caller, w tournament.WatchEntry) (WatchListItem, error) {
	batches, err := s.Store.Batches(ctx, who.Event.ID, 0, 1)
	if err != nil {
		return WatchListItem{}, err
	}
	journal, seq, err := s.enter(ctx, who, tournament.Watched, func(e store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
		if err := w.Validate(); err != nil {
			return nil, err
		}
		stated, err := tournament.StatedStarts(journal)
		if err != nil {
			return nil, err
		}
		w.Begin = new(tournament.BeginningOf(stated, e.Start, e.Facts.TimeZone, len(batches) > 0))
		w.Player, err = onList(w.Player, journal)
		return w, err
	})
	if err != nil {
		return WatchListItem{}, err
	}
	return itemOf(journal, seq)
}

// Unwatch removes an entry from the watch list.
func (s *Service) Unwatch(ctx context.Context, who *door.Caller, w tournament.WatchWithdrawal) (WatchListItem, error) {
	journal, _, err := s.enter(ctx, who, tournament.WatchWithdrawn, func(_ store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
		list, err := tournament.WatchList(journal)
		if err != nil {
			return nil, err
		}
		return w, w.Goes(list)
	})
	if err != nil {
		return WatchListItem{}, err
	}
	return itemOf(journal, w.Entry)
}

// itemOf returns an entry of the watch list in its present state.
func itemOf(journal []tournament.JournalEntry, seq int64) (WatchListItem, error) {
	list, err := tournament.WatchList(journal)
	i := slices.IndexFunc(list, func(w tournament.ListedWatch) bool { return w.Seq == seq })
	if err != nil || i < 0 {
		return WatchListItem{}, err
	}
	return itemsOf(list[i : i+1])[0], nil
}

// Log returns the arbiters' log: the whole log to those who may see the watch list, to others their
// own notes. It is never nil.
func (s *Service) Log(ctx context.Context, who *door.Caller) ([]tournament.ListedNote, error) {
	journal, err := s.Store.Journal(ctx, who.Event.ID)
	if err != nil {
		return nil, err
	}
	log, err := logFor(who, journal)
	return append([]tournament.ListedNote{}, log...), err
}

// logFor returns the notes that the caller may see, with the numbers by which he knows them.
func logFor(who *door.Caller, journal []tournament.JournalEntry) ([]tournament.ListedNote, error) {
	log, err := tournament.ArbitersLog(journal)
	if err != nil || who.May(access.SeeWatch) {
		return log, err
	}
	return tournament.OwnNotes(log, who.Token.ID), nil
}

// Note writes into the arbiters' log, and returns the note as it stands there. A note that its device
// has sent before is not written again. n.Corrects is one of the numbers by which the caller knows
// notes; sent is what the clock of the device shows now, the zero time if it does not say.
func (s *Service) Note(ctx context.Context, who *door.Caller, n tournament.LogNote, sent time.Time) (tournament.ListedNote, error) {
	n.Tapped, n.Ahead = n.Tapped.UTC(), 0
	if !sent.IsZero() && n.Tapped.IsZero() {
		return tournament.ListedNote{}, fault.New(fault.Invalid, "log", "the clock of a device is told with the time of the tap")
	} else if !sent.IsZero() {
		n.Ahead = int64(sent.Sub(s.Now()).Round(time.Second) / time.Second)
	}
	asked := n.Corrects              // by the caller's numbers
	var before tournament.ListedNote // the same note, if the device has sent it before
	journal, seq, err := s.enter(ctx, who, tournament.Logged, func(e store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
		if err := n.Validate(); err != nil {
			return nil, err
		}
		var err error
		if n.Player, err = onList(n.Player, journal); err != nil {
			return nil, err
		}
		log, err := tournament.ArbitersLog(journal)
		if err != nil {
			return nil, err
		}
		seen, err := logFor(who, journal)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(seen, func(b tournament.ListedNote) bool { return b.Seq == asked }); asked > 0 && i < 0 {
			return nil, fault.New(fault.Invalid, "log", "there is no note %d in the log that could be corrected", asked)
		} else if asked > 0 {
			of := slices.IndexFunc(log, func(b tournament.ListedNote) bool { return b.Digest == seen[i].Digest })
			n.Corrects = log[of].Seq
		}
		var again bool
		if before, again = n.Again(who.Token.ID, log); again {
			return nil, nil
		}
		return n, n.Goes(log)
	})
	if err != nil {
		return tournament.ListedNote{}, err
	}
	digest := before.Digest
	if seq > 0 {
		digest = journal[seq-1].Digest
	}
	seen, err := logFor(who, journal)
	if err != nil {
		return tournament.ListedNote{}, err
	}
	i := slices.IndexFunc(seen, func(b tournament.ListedNote) bool { return b.Digest == digest })
	return seen[i], nil
}

// enter writes what compose makes of the event and its journal (nothing if that is nil), and audits it
// without names. It returns the journal afterwards, and the number of the entry, 0 if nothing was
// added.
func (s *Service) enter(ctx context.Context, who *door.Caller, kind tournament.JournalKind, compose func(store.Event, []tournament.JournalEntry) (tournament.EntryBody, error)) (journal []tournament.JournalEntry, seq int64, err error) {
	added, err := s.Write(ctx, who.Event.ID, who.Token.ID, kind, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		body, err := compose(e, journal)
		if body == nil {
			return nil, err
		}
		return []tournament.EntryBody{body}, err
	})
	if err != nil {
		return nil, 0, err
	}
	if len(added) > 0 {
		seq = added[0].Seq
	}
	if err := who.Audit(ctx, "entry "+strconv.FormatInt(seq, 10)); err != nil {
		return nil, 0, err
	}
	journal, err = s.Store.Journal(ctx, who.Event.ID)
	return journal, seq, err
}

// onList returns a player as the list of participants names him.
func onList(p tournament.NamedPlayer, journal []tournament.JournalEntry) (tournament.NamedPlayer, error) {
	list, err := tournament.Players(journal)
	if err != nil {
		return p, err
	}
	return p.On(list)
}
