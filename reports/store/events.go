package store

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// EventState is the state of an event.
type EventState string

// The states of an event.
const (
	EventOpen   EventState = "open"
	EventPaused EventState = "paused" // keeps its tasks, but none is worked on
	EventClosed EventState = "closed" // takes no more games
)

// Event is one tournament.
type Event struct {
	ID            string             `json:"id"` // 16 random bytes, hex
	Name          string             `json:"name"`
	Site          string             `json:"site"`
	Federation    string             `json:"federation"`
	Start         string             `json:"start"`
	End           string             `json:"end"`
	TimeClass     analysis.TimeClass `json:"time_class"`     // of games that do not say theirs
	RuleSet       string             `json:"rule_set"`       // the regulations by which the event is played
	PlannedRounds int                `json:"planned_rounds"` // 0 where it is not known; tests then have no boundary round by round
	Players       int                `json:"players"`        // how many take part; 0 where it is not known, and tests then name no measure, but what each number would permit
	Facts         tournament.Facts   `json:"facts"`          // what else is stated of the event
	Live          bool               `json:"live"`           // a round is being played: its work goes first
	State         EventState         `json:"state"`
	Games         int64              `json:"games_version"` // rises with every change of the games, and of the errors and notes about their files
	Version       int64              `json:"version"`       // rises with every change of the event, from 1; its `ETag`
	Created       time.Time          `json:"created"`
}

// On returns what an action on the event is about.
func (e Event) On() access.On {
	return access.On{Event: e.ID, Federation: e.Federation, Closed: e.State == EventClosed}
}

// Limits on the fields of an event.
const (
	mostRounds  = 1000
	mostPlayers = 100_000
)

// NewEvent returns an event of standard games under the rules of FIDE: the values that apply if
// nobody states others.
func NewEvent() Event {
	return Event{TimeClass: analysis.StandardTime, RuleSet: string(regulations.FIDE)}
}

// Validate returns an Invalid error that says what is wrong with the fields of an event.
func (e Event) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "event", format, args...) }
	switch {
	case !analysis.IsName(e.Name):
		return wrong("an event has a name of 1 to %d printable characters", analysis.LongestName)
	case !analysis.IsText(e.Site, analysis.LongestName):
		return wrong("site has at most %d characters, all printable", analysis.LongestName)
	case e.Federation != "" && !analysis.IsFederation(e.Federation):
		return wrong("a federation is three capital letters, as FIDE writes it")
	case !isDate(e.Start) || !isDate(e.End):
		return wrong("start and end are dates as YYYY-MM-DD")
	case e.Start != "" && e.End != "" && e.End < e.Start:
		return wrong("the event ends (%s) before it starts (%s)", e.End, e.Start)
	case e.PlannedRounds < 0 || e.PlannedRounds > mostRounds:
		return wrong("planned_rounds is a number from 0 to %d", mostRounds)
	case e.Players < 0 || e.Players > mostPlayers:
		return wrong("players is a number from 0 to %d", mostPlayers)
	case !slices.Contains(analysis.TimeClasses(), e.TimeClass):
		return wrong("time_class is standard, rapid or blitz")
	}
	if _, err := regulations.ParseRuleSet(e.RuleSet); err != nil {
		return err
	}
	return e.Facts.Validate()
}

// Stated returns everything that is stated about the event, in the form that rules need.
func (e Event) Stated() tournament.Facts {
	f := e.Facts
	f.Federation, f.Rounds = e.Federation, e.PlannedRounds
	f.Start, _ = time.Parse(time.DateOnly, e.Start) // no day stays the zero time
	f.End, _ = time.Parse(time.DateOnly, e.End)
	return f
}

// Complete takes what the event does not state from a tournament file: days, rounds, pairing
// system, time control and chief arbiter. It does not take the federation, which decides who sees
// the event. Impossible values in the file are an Invalid error.
func (e *Event) Complete(t *trf.Tournament) error {
	f := e.Stated().From(t)
	day := func(d time.Time) string {
		if d.IsZero() {
			return ""
		}
		return d.Format(time.DateOnly)
	}
	e.Start, e.End, e.PlannedRounds = day(f.Start), day(f.End), f.Rounds
	e.Facts.System = f.System
	e.Facts.ChiefArbiter = cmp.Or(e.Facts.ChiefArbiter, t.ChiefArbiter)
	e.Facts.TimeControl = cmp.Or(e.Facts.TimeControl, t.Times)
	return e.Validate()
}

// isDate reports whether a text is a date or empty.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return s == "" || err == nil
}

// NotClosed returns a Conflict error, event_closed, if the event is closed.
func (e Event) NotClosed() error {
	if e.State == EventClosed {
		return fault.New(fault.Conflict, "event_closed", "the event is closed and takes no games, facts, players, schedule or notes; open it again first, with a reason")
	}
	return nil
}

// EventsQuery selects events, in ascending order of ID.
type EventsQuery struct {
	After string // only IDs after this one
	Limit int    // most events; 0 for all

	// An event is selected if its ID is among IDs or its federation among Federations; if both
	// are nil, all events are.
	IDs         []string
	Federations []string

	Federation string // furthermore, only those of this federation; empty for all
}

const eventColumns = `id, name, site, federation, starts, ends, time_class, rule_set, planned_rounds, players,
	state, live, games, version, created`

// eventSelected are the columns of an event as it is read.
const eventSelected = eventColumns + `, coalesce((SELECT body FROM event_facts WHERE event = events.id), '{}')`

const factColumns = `event, body`

func eventRow(e Event) []any {
	return []any{e.ID, e.Name, e.Site, e.Federation, e.Start, e.End, e.TimeClass, e.RuleSet, e.PlannedRounds, e.Players,
		e.State, e.Live, e.Games, e.Version, e.Created}
}

func scanEvent(row scanner, e *Event) error {
	var facts string
	if err := row.Scan(&e.ID, &e.Name, &e.Site, &e.Federation, &e.Start, &e.End, &e.TimeClass, &e.RuleSet, &e.PlannedRounds, &e.Players,
		&e.State, &e.Live, &e.Games, &e.Version, moment{&e.Created}, &facts); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(facts), &e.Facts); err != nil {
		return fault.Wrap(err, fault.Corrupt, "event_facts", "the facts of event %s cannot be read", e.ID)
	}
	return nil
}

func noEvent(id string) error {
	return fault.New(fault.NotFound, "event_unknown", "there is no event %q", id)
}

// CreateEvent stores a new event, at version 1 and without games. An ID that exists already is
// a fault.Conflict error.
func (db *DB) CreateEvent(ctx context.Context, e Event) error {
	e.Version, e.Games = 1, 0
	if e.State == "" {
		e.State = EventOpen
	}
	return db.transaction(ctx, func(tx session) error {
		mark, err := tx.newMark(ctx, "events", e.marked())
		if err != nil {
			return err
		}
		added, err := tx.insertSealed(ctx, sealed("events"), `mark`, [][]any{append(eventRow(e), mark)})
		if err == nil && added == 0 {
			err = fault.New(fault.Conflict, "event_exists", "there is an event %q already", e.ID)
		}
		if err != nil {
			return err
		}
		return writeFacts(ctx, tx, e)
	})
}

// marked is what the mark of an event is made of: what decides who sees it.
func (e Event) marked() []any { return []any{e.ID, e.Federation, string(e.State), e.Version} }

// Event returns one event; fault.NotFound if there is none.
func (db *DB) Event(ctx context.Context, id string) (e Event, err error) {
	err = db.look(func(s session) error {
		e, err = s.event(ctx, id, ``)
		return err
	})
	return e, err
}

// event reads an event; lock is `{lock}` to keep it locked until the transaction ends.
func (s session) event(ctx context.Context, id, lock string) (Event, error) {
	m, err := one(ctx, s, noEvent(id), marking(scanEvent), `SELECT `+eventSelected+`, mark FROM events WHERE id = ?`+lock, id)
	if err != nil {
		return Event{}, err
	}
	return m.row, s.genuine("event", id, m.mark, "events", m.row.marked())
}

// Events returns the events that q selects, without those that no server wrote so.
func (db *DB) Events(ctx context.Context, q EventsQuery) ([]Event, error) {
	everyone := q.IDs == nil && q.Federations == nil
	var found []Event
	err := db.look(func(s session) error {
		rows, err := all(ctx, s, marking(scanEvent), `SELECT `+eventSelected+`, mark FROM events
			WHERE id > ? AND (1 = ? OR id IN {list} OR federation IN {list}) AND ('' = ? OR federation = ?)
			ORDER BY id LIMIT ?`,
			q.After, everyone, list(q.IDs), list(q.Federations), q.Federation, q.Federation, limit(q.Limit))
		found = nil
		for _, m := range rows {
			if s.genuine("event", m.row.ID, m.mark, "events", m.row.marked()) == nil {
				found = append(found, m.row)
			}
		}
		return err
	})
	return found, err
}

// ChangeEvent lets change alter an event, and raises its version. Alterations of ID, Created,
// Games and Version are ignored. change must be quick, and may be called more than once; if it
// returns an error, nothing is changed and the error is returned. If the stored version is not
// the given one, the error is fault.Conflict with the code event_changed; version 0 matches
// any.
func (db *DB) ChangeEvent(ctx context.Context, id string, version int64, change func(*Event) error) (changed Event, err error) {
	err = db.transaction(ctx, func(tx session) error {
		before, err := lockEvent(ctx, tx, id)
		if err != nil {
			return err
		}
		if version != 0 && version != before.Version {
			return fault.New(fault.Conflict, "event_changed", "the event has been changed meanwhile: read it again")
		}
		changed = before
		if err := change(&changed); err != nil {
			return err
		}
		changed.ID, changed.Created, changed.Games, changed.Version = id, before.Created, before.Games, before.Version+1
		if err := writeEvent(ctx, tx, changed); err != nil {
			return err
		}
		return writeFacts(ctx, tx, changed)
	})
	return changed, err
}

// lockEvent reads an event and locks it until the transaction ends.
func lockEvent(ctx context.Context, tx session, id string) (Event, error) {
	return tx.event(ctx, id, `{lock}`)
}

func writeEvent(ctx context.Context, tx session, e Event) error {
	mark, err := tx.newMark(ctx, "events", e.marked())
	if err != nil {
		return err
	}
	row := eventRow(e)
	_, err = tx.exec(ctx, `UPDATE events SET name = ?, site = ?, federation = ?, starts = ?, ends = ?, time_class = ?, rule_set = ?,
		planned_rounds = ?, players = ?, state = ?, live = ?, games = ?, version = ?, created = ?, mark = ? WHERE id = ?`,
		append(row[1:len(row):len(row)], mark, e.ID)...)
	if err != nil {
		return err
	}
	return tx.seal(sealed("events"), row)
}

// writeFacts keeps the facts of an event.
func writeFacts(ctx context.Context, tx session, e Event) error {
	body, err := json.Marshal(e.Facts)
	if err != nil {
		return err
	}
	return tx.change(ctx, sealed("event_facts"), `INSERT INTO event_facts (`+factColumns+`) VALUES (?, ?)
		ON CONFLICT (event) DO UPDATE SET body = excluded.body WHERE event_facts.body <> excluded.body`, e.ID, string(body))
}
