package web

import (
	"cmp"
	"context"
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// mostLooked is at how many players the overview says to look.
const mostLooked = 5

// eventContent is the overview of an event.
type eventContent struct {
	headed
	Name     string
	Step     string
	Progress wire.Progress
	Look     []lookRow
	Chart    template.HTML
	Latest   roundNow
	Games    *reports.GamesOnRecord // nil for those who may not see games
	LeftOut  int                    // games that were read and do not count
	Reasons  []leftOut              // how many for each reason, the most frequent first
	Rounds   *reports.EventRounds   // nil for those who may not see them
	Next     *reports.PlannedRound
	Duties   []dutyRow // that are open, or late
	Absences []absence
	Hall     bool // the person puts up notices in the hall
	MayRetry bool

	Start     *reports.ProposedStart // that the person may save
	Proposed  []proposal             // further facts that he may save
	MayHandIn bool
	MayState  bool // the facts
	MayRemove bool
}

// headed is a page whose heading is what was found. Under the cover, and for those who see no figures, it is the title.
type headed struct {
	Headline, Lead string
	Caveats        []string // the first is what everybody must read
	Stage          string   // of the event now; "" for those who may not see what is permitted
	Sheet          *wire.ShownScreening
}

// Headed reports that the page writes its own heading.
func (headed) Headed() bool { return true }

// lookRow is a player at whom to look.
type lookRow struct {
	screeningRow
	Chance string // in a sentence
	Change *float64
	Since  int           // the round until which the change is counted; 0 for none
	Now    *permittedNow // nil for those who may not see it
	Test   string        // id of the test on which that rests, "" for the screening
}

// roundNow is the last round of which a game is here. Its Round is 0 if nobody can say what should be.
type roundNow struct {
	tournament.RoundCoverage
	NotCounted []leftOut
	Counted    int
	Missed     []tournament.Deviation // games that are missing
}

// leftOut says how many games do not count for a reason.
type leftOut struct {
	Reason string
	N      int
}

// proposal is a fact that nobody has stated, and what files tell of it.
type proposal struct{ Fact, Value string }

// absence is one that no test of the player has been compared with.
type absence struct {
	Key, Name string
	Round     int
}

// Subject is the name of the event.
func (e eventContent) Subject() string { return e.Name }

// Quiet reports whether there is nothing to say of today.
func (e eventContent) Quiet() bool {
	asked := e.Rounds != nil && e.Rounds.Coverage != nil && len(e.Rounds.Coverage.Questions) > 0
	return e.Sheet == nil && len(e.Absences)+len(e.Duties) == 0 && !e.Hall && !asked
}

func showEvent(v *visit) (any, error) {
	content := eventContent{Name: v.event.Name, Hall: v.open("addNote", "readNotice"), MayHandIn: v.writes("uploadGames"), MayState: v.writes("changeEvent"),
		MayRetry: v.writes("retryTasks"), MayRemove: v.writes("removeEvent")}
	var err error
	if content.Progress, err = ask(v, "readProgress", v.api.Progress); err != nil {
		return nil, err
	}
	content.Step = v.nextStep(*v.event, content.Progress)
	for _, part := range []func(*visit) error{content.games, content.rounds, content.today, content.figures} {
		if err := part(v); err != nil {
			return nil, err
		}
	}
	if content.Headline == "" {
		content.Headline, content.Lead = content.gamesHere(v), content.Step
	}
	return content, nil
}

// gamesHere is the heading without figures.
func (e *eventContent) gamesHere(v *visit) string {
	switch {
	case e.Progress.Games == 0 && e.Progress.Idle:
		return v.Say("web.event.begin")
	case e.Rounds != nil && e.Rounds.Coverage != nil:
		return v.Say("completeness.found", "Found", v.Integer(e.Rounds.Coverage.Found), "Expected", v.Integer(e.Rounds.Coverage.Expected))
	}
	return v.Count("web.event.evaluated_games", e.Progress.GamesDone, "Of", v.Integer(e.Progress.Games))
}

// games fills in which games are here and count.
func (e *eventContent) games(v *visit) (err error) {
	if !v.may("countGames") {
		return nil
	}
	if e.Games, err = ask(v, "countGames", v.api.GamesOnRecord); err != nil {
		return err
	}
	for _, n := range e.Games.Counts.Excluded {
		e.LeftOut += n
	}
	e.Reasons = v.reasons(e.Games.Counts.Excluded)
	return nil
}

// reasons names why games are left out, the most frequent reason first.
func (v *visit) reasons(excluded map[string]int) (all []leftOut) {
	for slug, n := range excluded {
		all = append(all, leftOut{v.Slug("exclusion", slug), n})
	}
	slices.SortFunc(all, func(a, b leftOut) int { return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Reason, b.Reason)) })
	return all
}

// rounds fills in the rounds, and what is here of the last one that has begun.
func (e *eventContent) rounds(v *visit) (err error) {
	if !v.may("readRounds") {
		return nil
	}
	if e.Rounds, err = ask(v, "readRounds", v.journals.Rounds); err != nil {
		return err
	}
	if e.MayState {
		e.Start = e.Rounds.ProposedStart
		if err := e.propose(v); err != nil {
			return err
		}
	}
	for i, r := range e.Rounds.Schedule {
		if r.End != nil && r.End.After(v.now()) && e.Next == nil {
			e.Next = &e.Rounds.Schedule[i]
		}
	}
	if e.Rounds.Coverage == nil {
		return nil
	}
	for _, r := range e.Rounds.Coverage.Rounds {
		if r.Found > 0 {
			e.Latest.RoundCoverage = r
		}
	}
	for _, d := range e.Rounds.Coverage.Deviations {
		if d.Kind == tournament.MissingGame && d.Round == e.Latest.Round {
			e.Latest.Missed = append(e.Latest.Missed, d)
		}
	}
	excluded := map[string]int{}
	if e.Latest.Counted = e.Latest.Found; e.Games != nil {
		for _, g := range e.Games.LeftOut {
			if round, _, ok := analysis.ParseRound(g.Round); ok && round == e.Latest.Round {
				excluded[g.Excluded]++
				e.Latest.Counted--
			}
		}
	}
	e.Latest.NotCounted = v.reasons(excluded)
	return nil
}

// propose fills in what files tell of facts that nobody has stated: players by their list, the time zone by the place.
func (e *eventContent) propose(v *visit) error {
	if v.event.Players == 0 && v.may("readRoster") {
		list, err := ask(v, "readRoster", v.journals.Roster)
		if err != nil {
			return err
		}
		if n := len(list.Players); n > 0 {
			e.Proposed = append(e.Proposed, proposal{"players", strconv.Itoa(n)})
		}
	}
	if zone := zoneAt(v.event.Site); zone != "" && v.event.Facts.TimeZone == "" {
		e.Proposed = append(e.Proposed, proposal{"time_zone", zone})
	}
	return nil
}

// zoneAt returns the time zone that is named after a town in the name of a place, "" if none is.
func zoneAt(place string) string {
	words := strings.FieldsFunc(place, func(r rune) bool { return !unicode.IsLetter(r) })
	for i, word := range words {
		towns := []string{word}
		if i+1 < len(words) {
			towns = append(towns, word+"_"+words[i+1])
		}
		for _, town := range towns {
			for _, area := range []string{"Europe", "Asia", "America", "Africa", "Australia", "Atlantic", "Pacific", "Indian"} {
				if _, err := time.LoadLocation(area + "/" + town); err == nil && len(town) > 2 {
					return area + "/" + town
				}
			}
		}
	}
	return ""
}

// today fills in what is to be done.
func (e *eventContent) today(v *visit) error {
	if v.may("readDuties") {
		duties, err := ask(v, "readDuties", v.journals.Duties)
		if err != nil {
			return err
		}
		for _, d := range duties.Duties {
			if (d.State == tournament.DutyOpen || d.State == tournament.DutyLate) && d.Demand == regulations.Mandatory {
				e.Duties = append(e.Duties, dutyRow{Due: d, Until: v.deadline(d.By, v.zone())})
			}
		}
	}
	var err error
	e.Absences, err = v.absences()
	return err
}

// figures fills in who stands out, at whom to look and what is permitted, for those who may see it. Nothing is read before a
// game is evaluated.
func (e *eventContent) figures(v *visit) error {
	if !v.open("readScreening") || e.Progress.GamesDone == 0 {
		return nil
	}
	sheet, err := v.sheet(wire.ReadScreeningParams{})
	if err != nil || sheet == nil {
		return err
	}
	e.MayRemove = false // somebody has read figures now
	permitted, err := v.permitted()
	if err != nil {
		return err
	}
	if err := e.found(v, sheet, permitted); err != nil {
		return err
	}
	if e.Chart, err = v.Index(&sheet.Screening, v.dossier); err != nil {
		return err
	}
	tests, err := v.tests()
	if err != nil {
		return err
	}
	for _, r := range sheet.Notable(mostLooked, func(r *reports.PlayerRow) bool {
		now := permitted.of(playerKey(r.FideID, r.Name))
		return now != nil && (now.SingledOut || len(now.Evidence) > 0 || now.Basis == string(regulations.FullTest))
	}) {
		row := lookRow{screeningRow: screeningRow{PlayerRow: *r, Key: playerKey(r.FideID, r.Name)}, Chance: v.Chance(r, sheet.Standing.Judged)}
		if row.Now = permitted.of(row.Key); row.Now != nil {
			row.Actions = measures(row.Now.Now.Actions)
			for _, t := range tests {
				if row.Now.Report != "" && t.Report == row.Now.Report {
					row.Test = t.ID
				}
			}
		}
		e.Look = append(e.Look, row)
	}
	return e.changes(v, sheet)
}

// found fills in the heading of a page with figures.
func (h *headed) found(v *visit, sheet *wire.ShownScreening, permitted *permitted) error {
	approved, err := v.approved()
	if err != nil {
		return err
	}
	h.Sheet, h.Stage = sheet, permitted.stage()
	h.Headline, h.Lead = v.Finding(&sheet.Screening)
	h.Caveats = []string{v.Say("web.screening.caveat"), v.Say("report.hints_only"), cmp.Or(approved[sheet.Provenance.RecipeFingerprint], v.Say("web.screening.approved"))}
	for _, c := range sheet.Caveats {
		h.Caveats = append(h.Caveats, v.Caveat(c))
	}
	return nil
}

// dossier is the address of the page of a player.
func (v *visit) dossier(r *reports.PlayerRow) string {
	return v.at("/players/" + playerKey(r.FideID, r.Name))
}

// changes fills in what the last round has changed.
func (e *eventContent) changes(v *visit, sheet *wire.ShownScreening) error {
	rounds := sheet.Event.Rounds
	if len(e.Look) == 0 || len(rounds) < 2 {
		return nil
	}
	last, _, _ := analysis.ParseRound(rounds[len(rounds)-1])
	if last < 2 {
		return nil
	}
	before, err := v.sheet(wire.ReadScreeningParams{Rounds: new("1-" + strconv.Itoa(last-1))})
	if refused(err, fault.NotFound) && !hidden(err) { // nobody played before
		return nil
	}
	if err != nil || before == nil {
		return err
	}
	for i := range e.Look {
		row := &e.Look[i]
		for _, r := range before.Players {
			if r.Name == row.Name && r.FideID == row.FideID && r.ROI != nil && row.ROI != nil {
				row.Change, row.Since = new(row.ROI.ROI-r.ROI.ROI), last-1
			}
		}
	}
	return nil
}

// tests returns the tests of the event, nil for those who may not see them.
func (v *visit) tests() ([]wire.ListedTest, error) {
	if !v.may("listTests") {
		return nil, nil
	}
	list, err := ask(v, "listTests", func(ctx context.Context, who *door.Caller) (wire.List[wire.ListedTest], error) {
		return v.api.PlayerTests(ctx, who, wire.ListTestsParams{Limit: new(most)})
	})
	return list.Items, err
}

// absences returns who came back to the board after an absence of which no test has been made since.
func (v *visit) absences() (all []absence, err error) {
	if !v.open("listLog", "listTests", "readRoster") {
		return nil, nil
	}
	notes, err := ask(v, "listLog", v.journals.Log)
	if err != nil || !slices.ContainsFunc(notes, func(n tournament.ListedNote) bool { return n.Back > 0 }) {
		return nil, err
	}
	tests, err := v.tests()
	if err != nil {
		return nil, err
	}
	players, err := v.entrants()
	if err != nil {
		return nil, err
	}
	for _, n := range notes {
		if n.What != tournament.NotedAbsence || n.Back == 0 || slices.ContainsFunc(notes, func(later tournament.ListedNote) bool { return later.Corrects == n.Seq && n.Seq != 0 }) {
			continue
		}
		who, _ := among(players, n.Player)
		compared := func(t wire.ListedTest) bool {
			return t.Created.After(n.At) && (t.Request.Player == who.FideID && who.FideID != "" || t.Request.Player == who.Name)
		}
		if one := (absence{playerKey(who.FideID, who.Name), cmp.Or(who.Name, who.FideID), n.Round}); !slices.ContainsFunc(tests, compared) && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all, nil
}

// retryGroup tries again what was given up for one reason.
func retryGroup(v *visit) (string, error) {
	order := wire.RetryOrder{Code: v.value("code"), Kind: v.optional("kind")}
	return v.at(""), v.do("retryTasks", func(ctx context.Context, who *door.Caller) error {
		_, err := v.api.RetryAll(ctx, who, order)
		return err
	})
}

// saveProposed states the facts that the overview proposes, as the form of the facts does.
func saveProposed(v *visit) (string, error) {
	stated := wire.EventChange{Start: v.optional("start")}
	if n := v.whole("players"); n > 0 {
		stated.Players = &n
	}
	if zone := v.optional("time_zone"); zone != nil {
		facts, err := json.Marshal(map[string]string{"time_zone": *zone})
		if err != nil {
			return "", err
		}
		stated.Facts = new(json.RawMessage(facts))
	}
	return v.at("?done=saved"), v.amend(stated)
}

// removeEvent removes the event, after the box that confirms this is ticked.
func removeEvent(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.remove.unsure")
	}
	return "/events?done=removed", v.do("removeEvent", func(ctx context.Context, who *door.Caller) error {
		return v.api.DropEvent(ctx, who, v.value("reason"))
	})
}
