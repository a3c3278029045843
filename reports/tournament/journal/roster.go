package journal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// EventRoster is the list of participants of an event.
type EventRoster struct {
	Version int64          `json:"version"` // how many entries of the journal are about it; it tells nothing of others
	File    string         `json:"file"`    // that the list came from; "" if it came from none
	List    string         `json:"list"`    // rating lists that players were last looked up in, "" for none
	Players []roster.Entry `json:"items"`   // by number; never nil
}

// Roster returns the participants of the event, as people have stated them.
func (s *Service) Roster(ctx context.Context, who *door.Caller) (EventRoster, error) {
	journal, err := s.Store.Journal(ctx, who.Event.ID)
	if err != nil {
		return EventRoster{}, err
	}
	return rosterOf(journal)
}

func rosterOf(journal []tournament.JournalEntry) (r EventRoster, err error) {
	lists, err := tournament.EntriesOf[tournament.PlayersList](journal)
	if err != nil {
		return r, err
	}
	for _, l := range lists {
		if l.Says.Whole {
			r.File, r.List = l.Says.File, l.Says.List
		}
	}
	found, known, err := tournament.Current[tournament.FoundRatings](journal)
	if err != nil {
		return r, err
	}
	if known {
		r.List = found.Says.List
	}
	answers, err := tournament.EntriesOf[tournament.NameAnswer](journal)
	if err != nil {
		return r, err
	}
	r.Version = int64(len(lists) + len(answers))
	r.Players, err = tournament.Players(journal)
	if r.Players == nil {
		r.Players = []roster.Entry{}
	}
	return r, err
}

// ImportRoster replaces the list of participants of an event: from a tournament file or a table of
// players or, without a file, from the games' tags. The rating in force comes from the rating list
// of the month in which the event starts, if that list is stored here. A file with any error is
// Invalid, with the first place, and nothing of it is taken; one without players is Unprocessable.
// A tournament file is kept as received and from then on decides completeness. If the caller may
// state facts, those that the event lacks are taken from it.
func (s *Service) ImportRoster(ctx context.Context, who *door.Caller, file *work.Received) (EventRoster, error) {
	e, err := s.Store.Event(ctx, who.Event.ID)
	if err != nil {
		return EventRoster{}, err
	}
	if file == nil {
		release, err := s.Room(ctx, who) // it reads the games
		if err != nil {
			return EventRoster{}, err
		}
		defer release()
	}
	if err := e.NotClosed(); err != nil {
		return EventRoster{}, err
	}
	list, bodies, err := s.newPlayers(ctx, e, file)
	if err != nil {
		return EventRoster{}, err
	}
	if len(list.Players) == 0 {
		return EventRoster{}, fault.New(fault.Unprocessable, "no_players", "there is no player in it")
	}
	given := numbered(list.Players)
	said := tournament.PlayersList{File: list.File, Whole: true, Players: given}
	if err := said.Validate(); err != nil {
		return EventRoster{}, err
	}
	if t := list.Tournament; t != nil {
		if err = e.Complete(t); err == nil && who.May(access.DirectEvents) {
			e, err = s.Store.ChangeEvent(ctx, e.ID, 0, func(e *store.Event) error { return e.Complete(t) })
		}
		if err != nil {
			return EventRoster{}, err
		}
	}
	if file != nil {
		said.SHA256 = file.SHA256
	}
	roster.Given(given, e.Stated().Start)
	if err := s.writeRated(ctx, e, who.Token.ID, func([]tournament.JournalEntry) ([]tournament.EntryBody, error) {
		return append([]tournament.EntryBody{said}, bodies...), nil
	}); err != nil {
		return EventRoster{}, err
	}
	r, err := s.Roster(ctx, who)
	if err != nil {
		return r, err
	}
	return r, who.Audit(ctx, fmt.Sprintf("%d players, version %d", len(r.Players), r.Version))
}

// newPlayers reads the players of a file, or of the event's games without one, and returns them
// with the further entries for the journal.
func (s *Service) newPlayers(ctx context.Context, e store.Event, file *work.Received) (*reports.EntryList, []tournament.EntryBody, error) {
	if file == nil {
		games, err := s.Games.Games(ctx, e.ID)
		if err != nil {
			return nil, nil, err
		}
		return reports.EntriesOf("", games), nil, nil
	}
	f, err := os.Open(file.Path)
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Unavailable, "spool", "%s cannot be read any more: send it again", file.Name)
	}
	defer f.Close()
	list, err := reports.ReadEntries(file.Name, f)
	if err != nil {
		return nil, nil, err
	}
	if n := len(list.Faults); n > 0 {
		w := list.Faults[0]
		return nil, nil, fault.New(fault.Invalid, "roster", "places of %s that are wrong: %d, the first in line %d, column %d: %s; nothing was taken over", file.Name, n, w.Line, w.Column, w.Reason)
	}
	if list.Tournament == nil {
		return list, nil, nil
	}
	if err := s.Games.Keep(ctx, *file); err != nil {
		return nil, nil, err
	}
	return list, []tournament.EntryBody{tournament.TournamentFile{File: file.Name, SHA256: file.SHA256, Bytes: file.Size}}, nil
}

// numbered gives every player a number: players without one get the free numbers, in their order.
func numbered(players []roster.Entry) []roster.Entry {
	taken := map[int]bool{}
	for _, p := range players {
		taken[p.Number] = true
	}
	next := 1
	for i := range players {
		if players[i].Number > 0 {
			continue
		}
		for taken[next] {
			next++
		}
		players[i].Number, taken[next] = next, true
	}
	return players
}

// PlayerChange states one player of the list. What is empty or 0 does not change.
type PlayerChange struct {
	Number     int    `json:"-"`                 // of the player in the list
	Version    int64  `json:"version,omitempty"` // of the list on which the change rests; without it any
	Name       string `json:"name"`
	FideID     string `json:"fide_id,omitempty"`
	Title      string `json:"title,omitempty"`
	Federation string `json:"federation,omitempty"`
	Sex        string `json:"sex,omitempty"`
	Born       int    `json:"born,omitempty"`
	Rating     int    `json:"rating,omitempty"`
	Estimated  bool   `json:"estimated,omitempty"` // the rating is an arbiter's estimate
}

// of returns a player after the change.
func (c PlayerChange) of(p roster.Entry) roster.Entry {
	p = roster.Entry{
		Number: c.Number, Name: cmp.Or(c.Name, p.Name), FideID: cmp.Or(c.FideID, p.FideID), Title: cmp.Or(c.Title, p.Title),
		Federation: cmp.Or(c.Federation, p.Federation), Sex: cmp.Or(c.Sex, p.Sex), Born: cmp.Or(c.Born, p.Born),
		Rating: cmp.Or(c.Rating, p.Rating), Estimated: p.Estimated, Caveats: []roster.EntryCaveat{},
	}
	if c.Rating > 0 {
		p.Estimated = c.Estimated
	}
	return p
}

// ChangePlayer changes one player of an event, or adds him. His rating in force is looked up again;
// a rating stated here that no list has is an estimate. If the roster has changed since the version
// on which the change rests, the error is Conflict; an impossible player is Invalid.
func (s *Service) ChangePlayer(ctx context.Context, who *door.Caller, c PlayerChange) (EventRoster, error) {
	e, err := s.Store.Event(ctx, who.Event.ID)
	if err != nil {
		return EventRoster{}, err
	}
	err = s.writeRated(ctx, e, who.Token.ID, func(journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		now, err := rosterOf(journal)
		if err != nil {
			return nil, err
		}
		if c.Version != 0 && c.Version != now.Version {
			return nil, fault.New(fault.Conflict, "roster_changed", "the roster has been changed meanwhile: read it again")
		}
		stated, err := tournament.StatedPlayers(journal)
		if err != nil {
			return nil, err
		}
		player, err := s.changed(ctx, e, c, stated)
		if err != nil {
			return nil, err
		}
		others := slices.DeleteFunc(stated, func(p roster.Entry) bool { return p.Number == c.Number })
		if err := (tournament.PlayersList{Players: append(others, player)}).Validate(); err != nil {
			return nil, err
		}
		return []tournament.EntryBody{tournament.PlayersList{Players: []roster.Entry{player}}}, nil
	})
	if err != nil {
		return EventRoster{}, err
	}
	r, err := s.Roster(ctx, who)
	if err != nil {
		return r, err
	}
	return r, who.Audit(ctx, fmt.Sprintf("number %d, version %d", c.Number, r.Version))
}

// changed returns the player after a change, based on the stated players. A stated rating that no
// list has is an estimate.
func (s *Service) changed(ctx context.Context, e store.Event, c PlayerChange, stated []roster.Entry) (roster.Entry, error) {
	var known roster.Entry
	if i := slices.IndexFunc(stated, func(p roster.Entry) bool { return p.Number == c.Number }); i >= 0 {
		known = stated[i]
	}
	player := []roster.Entry{c.of(known)}
	if c.Rating > 0 {
		lookedUp := slices.Clone(player)
		if _, err := s.lookUp(ctx, e, lookedUp); err != nil {
			return player[0], err
		}
		player[0].Estimated = player[0].Estimated || lookedUp[0].InForce.Basis == roster.ByEntry
	}
	roster.Given(player, e.Stated().Start)
	return player[0], nil
}

// NameQuestions holds the names in an event's games that its roster does not know, and the answers
// that apply.
type NameQuestions struct {
	// Known reports whether a tournament file or a roster says who takes part; without one nobody can
	// say whom names mean, and there are no questions.
	Known     bool                    `json:"known"`
	Questions []tournament.Question   `json:"questions"` // never nil
	Answers   []tournament.NameAnswer `json:"answers"`   // never nil
	// Found lists the players of the list who are in the games, by number. Never nil.
	Found []tournament.FoundPlayer `json:"found"`
}

// Questions returns the names in the event's games that match nobody. The program never guesses.
func (s *Service) Questions(ctx context.Context, who *door.Caller) (NameQuestions, error) {
	return read(ctx, s, who, true, func(known *reports.Dossier) (NameQuestions, error) {
		open := NameQuestions{Answers: known.Record.Answers}
		open.Questions, open.Found, open.Known = known.Questions()
		return open, nil
	})
}

// Answer states whom a name, or FIDE id, in the games means. A number that nobody has is Invalid.
func (s *Service) Answer(ctx context.Context, who *door.Caller, answer tournament.NameAnswer) (NameQuestions, error) {
	number := answer.Number
	_, err := s.Write(ctx, who.Event.ID, who.Token.ID, tournament.NameAnswered, func(_ store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		players, err := tournament.Players(journal)
		if err == nil && number != 0 && !slices.ContainsFunc(players, func(e roster.Entry) bool { return e.Number == number }) {
			err = fault.New(fault.Invalid, "answer", "the roster has no player with the number %d", number)
		}
		return []tournament.EntryBody{answer}, err
	})
	if err != nil {
		return NameQuestions{}, err
	}
	if err := who.Audit(ctx, fmt.Sprintf("number %d", number)); err != nil {
		return NameQuestions{}, err
	}
	return s.Questions(ctx, who)
}
