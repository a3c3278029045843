package api

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// watchItem is an entry of the watch list with its effect.
type watchItem struct {
	Entry    tournament.ListedWatch   `json:"entry"`
	Standing tournament.WatchStanding `json:"standing"`
}

func watchItems(list []tournament.ListedWatch) []watchItem {
	return translated(list, func(w tournament.ListedWatch) watchItem { return watchItem{w, w.Standing()} })
}

// ListWatch answers the watch list of an event, each entry with its effect given the present games.
func (s *Server) ListWatch(c echo.Context, event wire.EventID) error {
	release, err := s.take(c) // it reads the games
	if err != nil {
		return err
	}
	defer release()
	record, err := s.records.Record(c.Request().Context(), *callerOf(c).Event)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wire.List[watchItem]{Items: watchItems(record.Watch)})
}

// AddWatch puts a player on the watch list, and notes the start of the event as it is known now.
func (s *Server) AddWatch(c echo.Context, event wire.EventID) error {
	var asked wire.NewWatch
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	batches, err := s.store.Batches(c.Request().Context(), event, 0, 1)
	if err != nil {
		return err
	}
	w := tournament.WatchEntry{Player: asked.Player, Reason: asked.Reason}
	for _, kind := range asked.Evidence {
		w.Evidence = append(w.Evidence, tournament.EvidenceKind(kind))
	}
	return s.write(c, http.StatusCreated, tournament.Watched, func(e store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
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
	}, answerWatch)
}

// WithdrawWatch removes an entry from the watch list.
func (s *Server) WithdrawWatch(c echo.Context, _ wire.EventID, seq wire.JournalSeq) error {
	var asked wire.WatchWithdrawal
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	w := tournament.WatchWithdrawal{Entry: seq, Reason: asked.Reason}
	return s.write(c, http.StatusOK, tournament.WatchWithdrawn, func(_ store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
		list, err := tournament.WatchList(journal)
		if err != nil {
			return nil, err
		}
		return w, w.Goes(list)
	}, func(journal []tournament.JournalEntry, _ int64) (any, error) { return answerWatch(journal, seq) })
}

// answerWatch returns an entry of the watch list in its present state.
func answerWatch(journal []tournament.JournalEntry, seq int64) (any, error) {
	list, err := tournament.WatchList(journal)
	i := slices.IndexFunc(list, func(w tournament.ListedWatch) bool { return w.Seq == seq })
	if err != nil || i < 0 {
		return nil, err
	}
	return watchItems(list[i : i+1])[0], nil
}

// ListLog answers the arbiters' log: the whole log to those who may see the watch list, to others
// their own notes.
func (s *Server) ListLog(c echo.Context, event wire.EventID) error {
	journal, err := s.store.Journal(c.Request().Context(), event)
	if err != nil {
		return err
	}
	log, err := s.logFor(c, journal)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wire.List[tournament.ListedNote]{Items: append([]tournament.ListedNote{}, log...)})
}

// logFor returns the notes that the caller may see, with the numbers by which he knows them.
func (s *Server) logFor(c echo.Context, journal []tournament.JournalEntry) ([]tournament.ListedNote, error) {
	log, err := tournament.ArbitersLog(journal)
	if err != nil || may(c, access.SeeWatch) {
		return log, err
	}
	return tournament.OwnNotes(log, callerOf(c).Token.ID), nil
}

// AddNote writes into the arbiters' log.
func (s *Server) AddNote(c echo.Context, _ wire.EventID) error {
	var note wire.NewNote
	if err := s.readJSON(c, &note); err != nil {
		return err
	}
	n := tournament.LogNote{Player: note.Player, Round: note.Round, What: tournament.NoteKind(note.What)}
	put(&n.Left, note.Left)
	put(&n.Back, note.Back)
	put(&n.Requested, note.Requested)
	put(&n.Code, note.Code)
	put(&n.Text, note.Text)
	put(&n.Tapped, note.Tapped)
	n.Tapped = n.Tapped.UTC()
	if note.Sent != nil && note.Tapped == nil {
		return fault.New(fault.Invalid, "log", "the clock of a device is told with the time of the tap")
	} else if note.Sent != nil {
		n.Ahead = int64(note.Sent.Sub(s.now()).Round(time.Second) / time.Second)
	}
	asked := value(note.Corrects) // by the caller's numbers
	n.Corrects = asked
	var before tournament.ListedNote // the same note, if the device has sent it before
	return s.write(c, http.StatusCreated, tournament.Logged, func(e store.Event, journal []tournament.JournalEntry) (tournament.EntryBody, error) {
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
		seen, err := s.logFor(c, journal)
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
		if before, again = n.Again(callerOf(c).Token.ID, log); again {
			return nil, nil
		}
		return n, n.Goes(log)
	}, func(journal []tournament.JournalEntry, seq int64) (any, error) {
		digest := before.Digest
		if seq > 0 {
			digest = journal[seq-1].Digest
		}
		seen, err := s.logFor(c, journal)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(seen, func(b tournament.ListedNote) bool { return b.Digest == digest })
		return seen[i], nil
	})
}

// write appends what compose makes of an event and its journal (nothing if that is nil), audits it
// without names, and answers with what answer finds in the journal afterwards; seq is 0 if nothing
// was added.
func (s *Server) write(c echo.Context, status int, kind tournament.JournalKind, compose func(store.Event, []tournament.JournalEntry) (tournament.EntryBody, error),
	answer func(journal []tournament.JournalEntry, seq int64) (any, error)) error {
	ctx, who := c.Request().Context(), callerOf(c)
	added, err := s.journals.Write(ctx, who.Event.ID, who.Token.ID, kind, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		body, err := compose(e, journal)
		if body == nil {
			return nil, err
		}
		return []tournament.EntryBody{body}, err
	})
	if err != nil {
		return err
	}
	var seq int64
	if len(added) > 0 {
		seq = added[0].Seq
	}
	if err := s.audit(c, "entry "+strconv.FormatInt(seq, 10)); err != nil {
		return err
	}
	journal, err := s.store.Journal(ctx, who.Event.ID)
	if err != nil {
		return err
	}
	shown, err := answer(journal, seq)
	if err != nil {
		return err
	}
	return c.JSON(status, shown)
}

// onList returns a player as the list of participants names him.
func onList(p tournament.NamedPlayer, journal []tournament.JournalEntry) (tournament.NamedPlayer, error) {
	list, err := tournament.Players(journal)
	if err != nil {
		return p, err
	}
	return p.On(list)
}

// ReadActions answers what the regulations permit for each player.
func (s *Server) ReadActions(c echo.Context, _ wire.EventID) error {
	release, err := s.take(c) // it reads the reports of all tests
	if err != nil {
		return err
	}
	defer release()
	permitted, err := s.tests.Permitted(c.Request().Context(), *callerOf(c).Event)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, permitted)
}
