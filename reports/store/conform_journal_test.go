package store

import (
	"errors"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// note writes that one player takes part in an event.
func note(t testing.TB, db *DB, event, player string) tournament.JournalEntry {
	t.Helper()
	entries, err := db.AppendJournal(t.Context(), event, func(_ Event, before []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		players := []roster.Entry{{Number: len(before) + 1, Name: player, Caveats: []roster.EntryCaveat{}}}
		entry, err := tournament.NewEntry(tournament.PlayersList{Players: players}, "token", start)
		return []tournament.JournalEntry{entry}, err
	})
	ok(t, err)
	return entries[0]
}

func checkJournal(t *testing.T, db *DB) {
	e := newEvent("a")
	ok(t, db.CreateEvent(t.Context(), e))
	ok(t, db.CreateEvent(t.Context(), newEvent("b")))
	same(t, "an empty journal", must[[]tournament.JournalEntry](t)(db.Journal(t.Context(), "a")), []tournament.JournalEntry(nil))

	first, second := note(t, db, "a", "Кличко; \"V\""), note(t, db, "a", "Ivanov")
	other := note(t, db, "b", "Ivanov")
	same(t, "a journal", must[[]tournament.JournalEntry](t)(db.Journal(t.Context(), "a")), []tournament.JournalEntry{first, second})
	if first.Seq != 1 || second.Seq != 2 || other.Seq != 1 || first.Digest == other.Digest || len(first.Digest) != 64 || !first.At.Equal(start) {
		t.Errorf("%+v, %+v, %+v", first, second, other)
	}
	players, err := tournament.Players([]tournament.JournalEntry{first, second})
	if err != nil || len(players) != 2 || players[0].Name != "Кличко; \"V\"" {
		t.Errorf("%+v, %v", players, err)
	}
	if games := must[Event](t)(db.Event(t.Context(), "a")).Games; games != 2 {
		t.Errorf("the games are of generation %d", games)
	}

	refused := errors.New("no")
	_, err = db.AppendJournal(t.Context(), "a", func(Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		return nil, refused
	})
	if !errors.Is(err, refused) || len(must[[]tournament.JournalEntry](t)(db.Journal(t.Context(), "a"))) != 2 {
		t.Errorf("an entry that was refused: %v", err)
	}
	for _, step := range []struct {
		says  tournament.EntryBody
		state EventState
	}{{tournament.Closing{Undone: []tournament.Undone{}}, EventClosed}, {tournament.Reopening{Reason: "a round was forgotten"}, EventOpen}} {
		before := must[Event](t)(db.Event(t.Context(), "a"))
		_, err := db.AppendJournal(t.Context(), "a", func(Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
			entry, err := tournament.NewEntry(step.says, "token", start)
			return []tournament.JournalEntry{entry}, err
		})
		ok(t, err)
		if e := must[Event](t)(db.Event(t.Context(), "a")); e.State != step.state || e.Version != before.Version+1 || e.Games != before.Games {
			t.Errorf("after %s: %+v", step.says.Kind(), e)
		}
	}
	_, err = db.AppendJournal(t.Context(), "nowhere", nil)
	expectFault(t, err, fault.NotFound, "event_unknown")
	ok(t, sound(db.Check(t.Context(), nil)))
}

// sound returns an error if a check found damages.
func sound(c Checked, err error) error {
	if err == nil && len(c.Damages) > 0 {
		err = errors.New(c.Damages[0].Reason)
	}
	return err
}
