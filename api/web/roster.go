package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
	"fairplay/reports/tournament/roster"
)

// rosterContent compares the participants by the list, FIDE's list and the games.
type rosterContent struct {
	Roster    journal.EventRoster
	Rows      []rosterRow
	Absent    int // players of the list whom no game has
	Games     bool
	Questions int
	Lists     []store.FideList // FIDE's, the latest first
	Month     string           // of the list that the event needs, "" where its first day is unknown
	Next      int              // number of a further player
	MayKeep   bool
	MayChange bool
}

// rosterRow is a player.
type rosterRow struct {
	roster.Entry
	Found tournament.FoundPlayer // the zero value where no game has him
	Odd   bool                   // the games have another rating than the one in force
}

func showRoster(v *visit) (any, error) {
	c := rosterContent{Next: 1, MayKeep: v.writes("importRoster"), MayChange: v.writes("putRosterPlayer")}
	var err error
	if c.Roster, err = ask(v, "readRoster", v.journals.Roster); err != nil {
		return nil, err
	}
	names, err := ask(v, "listQuestions", v.journals.Questions)
	if err != nil {
		return nil, err
	}
	found := map[int]tournament.FoundPlayer{}
	for _, f := range names.Found {
		found[f.Number] = f
	}
	c.Games, c.Questions = len(names.Found)+len(names.Questions) > 0, len(names.Questions)
	for _, p := range c.Roster.Players {
		row := rosterRow{Entry: p, Found: found[p.Number]}
		row.Odd = row.Found.Rating > 0 && p.InForce.Rating > 0 && row.Found.Rating != p.InForce.Rating
		if c.Games && row.Found.Games == 0 {
			c.Absent++
		}
		c.Rows = append(c.Rows, row)
		c.Next = max(c.Next, p.Number+1)
	}
	if len(v.event.Start) >= len("2006-01") {
		c.Month = v.event.Start[:len("2006-01")]
	}
	if v.may("listFideLists") {
		c.Lists, err = ask(v, "listFideLists", v.api.FideLists)
	}
	return c, err
}

// HasMonth reports whether FIDE's list of the month in which the event starts is here.
func (r rosterContent) HasMonth() bool {
	for _, l := range r.Lists {
		if l.Month == r.Month {
			return true
		}
	}
	return false
}

// takeRoster takes over the players of a file.
func takeRoster(v *visit) (string, error) {
	file, err := v.firstFile()
	if err != nil {
		return "", err
	}
	return v.at("/roster?done=saved"), v.importRoster(file)
}

// importRoster takes over the players of a file.
func (v *visit) importRoster(f sentFile) error {
	return v.arrived(v.do("importRoster", func(ctx context.Context, who *door.Caller) (err error) {
		file, err := v.api.Receive(ctx, who, cmp.Or(f.name, "upload.trf"), f.body)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Discard()) }()
		_, err = v.journals.ImportRoster(ctx, who, &file)
		return err
	}))
}

// takeRosterOfGames takes over the players whom the games have.
func takeRosterOfGames(v *visit) (string, error) {
	return v.at("/roster?done=saved"), v.do("importRoster", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.ImportRoster(ctx, who, nil)
		return err
	})
}

// entryContent is the form for one player of the list.
type entryContent struct {
	Number  int
	Player  roster.Entry // as he is stored; the zero value for a new one
	Version int64        // of the list
	Changed bool         // somebody else has changed the list since the form was opened
	Known   bool
}

func showEntry(v *visit) (any, error) {
	number, err := strconv.Atoi(v.c.Param("number"))
	if err != nil {
		return nil, access.Hidden()
	}
	roster, err := ask(v, "readRoster", v.journals.Roster)
	if err != nil {
		return nil, err
	}
	c := entryContent{Number: number, Version: roster.Version}
	if rests := v.c.Request().PostForm.Get("version"); rests != "" {
		c.Changed = rests != fmt.Sprint(roster.Version)
	}
	for _, p := range roster.Players {
		if p.Number == number {
			c.Player, c.Known = p, true
		}
	}
	return c, nil
}

// changeEntry states one player.
func changeEntry(v *visit) (string, error) {
	number, err := strconv.Atoi(v.c.Param("number"))
	if err != nil {
		return "", access.Hidden()
	}
	change := journal.PlayerChange{
		Number: number, Name: v.value("name"), FideID: v.value("fide_id"), Federation: v.value("federation"), Title: v.value("title"), Sex: v.value("sex"),
		Estimated: v.value("estimated") != "", Version: v.number("version"),
	}
	for name, into := range map[string]*int{"rating": &change.Rating, "born": &change.Born} {
		if text := v.value(name); text != "" {
			if *into, err = strconv.Atoi(text); err != nil {
				return "", v.refusal("web.facts.number", "Fact", v.Slug("web.entry_field", name))
			}
		}
	}
	return v.at("/roster?done=saved"), v.do("putRosterPlayer", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.ChangePlayer(ctx, who, change)
		return err
	})
}

// questionsContent are the names that nobody knows, and the answers that hold.
type questionsContent struct {
	Names     journal.NameQuestions
	Players   map[int]string // of the list, by number
	MayAnswer bool
}

func showQuestions(v *visit) (any, error) {
	c := questionsContent{Players: map[int]string{}, MayAnswer: v.writes("answerQuestion")}
	var err error
	if c.Names, err = ask(v, "listQuestions", v.journals.Questions); err != nil {
		return nil, err
	}
	roster, err := ask(v, "readRoster", v.journals.Roster)
	for _, p := range roster.Players {
		c.Players[p.Number] = p.Name
	}
	return c, err
}

// answerName says who a name is. Number 0 is nobody on the list.
func answerName(v *visit) (string, error) {
	number, err := strconv.Atoi(v.value("number"))
	if err != nil {
		return "", v.refusal("web.questions.no_number")
	}
	answer := tournament.NameAnswer{Called: roster.Called{Name: v.c.FormValue("name"), FideID: v.value("fide_id")}, Number: number}
	return v.at("/questions?done=saved"), v.do("answerQuestion", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.Answer(ctx, who, answer)
		return err
	})
}
