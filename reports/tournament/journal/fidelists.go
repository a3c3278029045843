package journal

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/intake"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/fide"
	"fairplay/reports/tournament/roster"
)

// ImportFideList stores a received FIDE rating list for looking up players
// (store.DB.ImportFideList), and looks up again the players of all open events to which it applies.
// month is stated, "2026-03", if the list does not say it; reason says why the list replaces
// another one, "" if it must not.
func (s *Service) ImportFideList(ctx context.Context, who *door.Caller, file work.Received, month, reason string) (store.FideList, error) {
	source := roster.ListSource{Name: file.Name, Month: month, Open: func() (roster.ListFile, error) { return intake.OpenSized(file.Path) }}
	list, err := s.Store.ImportFideList(ctx, store.ListImport{ListSource: source, SHA256: file.SHA256, At: s.Now().UTC(), Reason: reason})
	if err != nil {
		return list, err
	}
	if err := s.RateAll(ctx, list.Month, who.Token.ID); err != nil {
		return list, err
	}
	return list, who.Audit(ctx, list.Words())
}

// RateAll looks up again the players of all open events to which the lists of a month, "2026-03",
// apply.
func (s *Service) RateAll(ctx context.Context, month, by string) error {
	events, err := s.Store.Events(ctx, store.EventsQuery{})
	for _, e := range events {
		if err == nil && e.NotClosed() == nil && slices.Contains(months(e), month) {
			err = s.RateAnew(ctx, e, by)
		}
	}
	return err
}

// months returns the months whose lists apply to games of an event.
func months(e store.Event) (all []string) {
	facts := e.Stated()
	if facts.Start.IsZero() {
		return nil
	}
	when := roster.When{Start: facts.Start, End: facts.End}
	for _, m := range append(when.Later(), when.Month()) {
		all = append(all, m.String())
	}
	return all
}

// RateAnew looks up the players of an event in FIDE's lists again, because a list or the first day
// of the event has come since. Unchanged results are not written.
func (s *Service) RateAnew(ctx context.Context, e store.Event, by string) error {
	return s.writeRated(ctx, e, by, func([]tournament.JournalEntry) ([]tournament.EntryBody, error) { return nil, nil })
}

// attempts is how many times a write is tried if somebody else writes to the journal between
// reading it and writing.
const attempts = 5

// writeRated writes what compose says about the players of an event, together with what FIDE's
// lists say about them, all or nothing.
func (s *Service) writeRated(ctx context.Context, e store.Event, by string, compose func([]tournament.JournalEntry) ([]tournament.EntryBody, error)) error {
	changed := fault.New(fault.Conflict, "roster_changed", "the roster has been changed meanwhile: read it again")
	for range attempts {
		journal, err := s.Store.Journal(ctx, e.ID)
		if err != nil {
			return err
		}
		says, err := compose(journal)
		if err != nil {
			return err
		}
		if says, err = s.rated(ctx, e, journal, says); err != nil || len(says) == 0 {
			return err
		}
		_, err = s.Write(ctx, e.ID, by, tournament.PlayersEntered, func(_ store.Event, now []tournament.JournalEntry) ([]tournament.EntryBody, error) {
			if len(now) != len(journal) {
				return nil, changed
			}
			return says, nil
		})
		if err != changed {
			return err
		}
	}
	return changed
}

// rated adds to statements about players what FIDE's lists say about them, as far as that is new.
func (s *Service) rated(ctx context.Context, e store.Event, journal []tournament.JournalEntry, says []tournament.EntryBody) ([]tournament.EntryBody, error) {
	for _, body := range says {
		entry, err := tournament.NewEntry(body, "", s.Now())
		if err != nil {
			return nil, err
		}
		journal = append(slices.Clip(journal), entry)
	}
	stated, err := tournament.StatedPlayers(journal)
	if err != nil {
		return nil, err
	}
	known, err := tournament.Players(journal)
	if err != nil {
		return nil, err
	}
	found := tournament.FoundRatings{}
	if found.List, err = s.lookUp(ctx, e, stated); err != nil {
		return nil, err
	}
	for i, p := range stated {
		known[i].CalledAs, p.CalledAs = nil, nil
		if !reflect.DeepEqual(p, known[i]) {
			found.Players = append(found.Players, p)
		}
	}
	if len(found.Players) == 0 {
		return says, nil
	}
	return append(says, found), nil
}

// lookUp gives players, as people have stated them, the ratings in force, and returns the lists
// that it used.
func (s *Service) lookUp(ctx context.Context, e store.Event, players []roster.Entry) (lists string, err error) {
	for i := range players {
		players[i].Caveats, players[i].Later = []roster.EntryCaveat{}, nil
	}
	facts, class := e.Stated(), cmp.Or(e.TimeClass, analysis.StandardTime)
	if facts.Start.IsZero() {
		roster.Given(players, facts.Start)
		return "", nil
	}
	when := roster.When{Start: facts.Start, End: facts.End}
	later := slices.Clone(players)
	if lists, err = s.compare(ctx, players, class, when.Month()); err != nil {
		return "", err
	}
	if lists == "" {
		roster.Given(players, facts.Start)
	}
	for _, month := range when.Later() {
		list, err := s.compare(ctx, later, class, month)
		if err != nil {
			return "", err
		}
		if list == "" {
			continue
		}
		for i, p := range later {
			if p.InForce.List != "" {
				players[i].Later = append(players[i].Later, roster.MonthRating{Month: month.String(), InForce: p.InForce})
			}
		}
		lists = strings.TrimPrefix(lists+", "+list, ", ")
	}
	return lists, nil
}

// compare compares entries with the lists of a month, for a time class, and returns the lists'
// names; "" if there is no list of that month.
func (s *Service) compare(ctx context.Context, entries []roster.Entry, class analysis.TimeClass, month fide.Month) (string, error) {
	lists, err := s.Store.FideLists(ctx)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.FideID
	}
	var names []string
	found := map[string]fide.Listed{}
	for _, l := range lists {
		if l.Month != month.String() || l.Class != class && l.Class != store.AllClasses && l.Class != analysis.StandardTime {
			continue
		}
		some, err := s.Store.ListedPlayers(ctx, l.SHA256, ids)
		if err != nil {
			return "", err
		}
		for id, player := range some {
			found[id] = both(player, found[id])
		}
		names = append(names, l.Month+" "+string(l.Class))
	}
	if len(names) > 0 {
		roster.Compare(entries, found, class, month)
	}
	return strings.Join(names, ", "), nil
}

// both combines what two lists of one month say about a player.
func both(a, b fide.Listed) fide.Listed {
	if b.FideID == "" {
		return a
	}
	for _, pair := range [...][2]*fide.Rated{{&a.Standard, &b.Standard}, {&a.Rapid, &b.Rapid}, {&a.Blitz, &b.Blitz}} {
		if pair[0].Rating == 0 {
			*pair[0] = *pair[1]
		}
	}
	return a
}
