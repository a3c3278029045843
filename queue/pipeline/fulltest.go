package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// PlayerTest tests one player's games, on full evaluations or on quick ones.
type PlayerTest struct {
	Terms
	reports.TestRequest

	// Quick holds the terms on which the games of the event show how its field plays; nil for no
	// field. Field says which games: FieldCached, FieldAll, FieldNone, or content identities
	// separated by commas; "" is FieldCached.
	Quick *Terms
	Field string

	// Count scores the games of the field and sums them up, as that of EventScreening does; nil scores
	// every game anew. It takes games that are all evaluated.
	Count func(ctx context.Context, s *EventScreening, games []*analysis.Game, roster *roster.Roster, fit *Fit) (*reports.Count, []PositionError, error)

	// Second holds the terms of the second test of the same games; nil for none. Its own options
	// name its engine.
	Second *Terms
}

// Run evaluates the player's games and compiles the report. Without a calibration the report has
// only counts and averages and says why. An error of kind Unprocessable says why there can be no
// answer at all: no rating, or no game that counts.
func (p *PlayerTest) Run(ctx context.Context, in Input) (*reports.FullTest, error) {
	chosen, person, rating, err := p.Choose(in)
	if err != nil {
		return nil, err
	}
	fit, uncalibrated := p.Fits.Find(p.Recipe, p.Policy, chosen.Class)
	first, beside := p.meters(chosen.Games)
	tested, failed, err := first.tested(ctx, chosen, person, fit, rating)
	if err != nil {
		return nil, err
	}
	others, effects, field, err := p.others(ctx, chosen)
	if err != nil {
		return nil, err
	}
	second, err := beside.second(ctx, p.Recipe, chosen, person, rating)
	if err != nil {
		return nil, err
	}
	asked := p.TestRequest
	absences := asked.Fill(person)
	options := append(p.options(&asked, person), reports.StatedOption{Name: "field", Value: field})
	if p.Second != nil {
		options = append(options, p.Second.Provenance.Options...)
	}
	asked.Rating, asked.RatingSD, asked.Planned = rating, p.ratingSD(person), planned(&asked, in)
	return reports.CompileFullTest(reports.FullTestInput{
		TestRequest: asked, Given: p.Rating != 0, Absences: absences, LeftOut: p.leftOut(chosen, person), Others: others, FieldEffects: effects, Second: second,
		Person: person, Games: tested, Found: len(chosen.Roster.Persons()), Parameters: fit.parameters(), Helpers: fit.helpers(), Honest: fit.honest(), Roster: chosen.Roster,
		Event: tournament.Describe(chosen.Games, chosen.Rules), Edition: chosen.Rules.Edition, Counts: chosen.Counts,
		Errors: slices.Concat(in.Errors, positionErrors(failed)), Notes: in.Notes, Provenance: p.provenance(in, fit, uncalibrated, options...),
	})
}

// leftOut returns the games of the person that have no figures, in the order of play. One that is there once
// more is no such game.
func (p *PlayerTest) leftOut(chosen *tournament.Selection, person *roster.Person) (all []reports.GameLeftOut) {
	for _, s := range chosen.All {
		why, g := chosen.Excluded(s), s.Game
		if why == analysis.Counted || why == analysis.DuplicateOfGame || chosen.Roster.Color(g, person) == nil {
			continue
		}
		out := reports.GameLeftOut{Game: g.ID, White: g.White.Name, Black: g.Black.Name, Round: g.Round, File: g.Source.File, Line: g.Source.Line,
			Excluded: string(why), Event: roster.EventName(g), Date: analysis.DateOf(g)}
		if why == analysis.NotEvaluated {
			out.Reason = p.Left[g.ID]
		}
		all = append(all, out)
	}
	return all
}

// options returns what was asked of the test. It names the player so that nobody else can be meant.
// The record of the event is in the report itself.
func (p *PlayerTest) options(asked *reports.TestRequest, person *roster.Person) []reports.StatedOption {
	stated := func(x float64) string {
		if x == 0 {
			return ""
		}
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	options := []reports.StatedOption{
		{Name: "recipe", Value: p.Recipe.Name}, {Name: "player", Value: cmp.Or(person.FideID, person.Name)},
		{Name: "rules", Value: string(cmp.Or(p.RuleSet, regulations.FIDE))}, {Name: "time-class", Value: string(p.Assume)}, {Name: "round", Value: p.Rounds.String()},
		{Name: "rating", Value: stated(p.Rating)}, {Name: "rating-sd", Value: stated(p.ratingSD(person))},
		{Name: "planned-rounds", Value: stated(float64(asked.Planned))},
		{Name: "subset", Value: p.Subset}, {Name: "games", Value: strings.Join(p.GameIDs, ",")},
	}
	if asked.Record != nil {
		options = append(options, reports.StatedOption{Name: "event", Value: "REPORT.json"})
	}
	if !asked.At.IsZero() {
		options = append(options, reports.StatedOption{Name: "at", Value: asked.At.UTC().Format(time.RFC3339)})
	}
	return options
}

// ratingSD returns the uncertainty of the rating in Elo points: as asked, else that of the rating
// in force; 0 for the usual one.
func (p *PlayerTest) ratingSD(person *roster.Person) float64 {
	if p.RatingSD == 0 && p.Rating == 0 {
		return person.RatingSD()
	}
	return p.RatingSD
}

// planned returns the number of rounds of the event: as stated or, once it is over, its last round;
// 0 if unknown.
func planned(asked *reports.TestRequest, in Input) int {
	if played := analysis.MainRounds(in.Games); asked.Planned == 0 && asked.Finished && len(played) > 0 {
		return played[len(played)-1]
	}
	return asked.Planned
}

// Choose finds the player and the games of the test. The rating is the one given for all games; 0 if each
// is judged at its own.
func (p *PlayerTest) Choose(in Input) (*tournament.Selection, *roster.Person, float64, error) {
	if p.Subset != "" {
		if _, err := score.ParseSubset(p.Subset); err != nil { // check before hours of work, not after
			return nil, nil, 0, err
		}
	}
	chosen := p.Survey(in)
	person, err := theOne(chosen.Roster, p.Player)
	if err != nil {
		return nil, nil, 0, err
	}
	chosen.Choose(func(g *analysis.Game) bool {
		return p.Rounds.Has(g.Round) && (len(p.GameIDs) == 0 || slices.Contains(p.GameIDs, g.ID)) && chosen.Roster.Color(g, person) != nil
	})
	if len(chosen.Games) == 0 {
		return nil, nil, 0, p.noGames(chosen, person)
	}
	if p.Rating == 0 && person.Rating == 0 {
		return nil, nil, 0, fault.New(fault.Unprocessable, "no_rating",
			"no game gives a rating for %s; state it and how uncertain it is, as rating and rating_sd (on the command line: --rating and --rating-sd)", person.Name)
	}
	return chosen, person, p.Rating, nil
}

// noGames says why none of the person's games counts.
func (p *PlayerTest) noGames(chosen *tournament.Selection, person *roster.Person) error {
	why := map[analysis.Exclusion]int{}
	for _, g := range chosen.All {
		if chosen.Roster.Color(g.Game, person) != nil {
			why[cmp.Or(g.Excluded, analysis.NotSelected)]++
		}
	}
	var reasons []string
	for _, e := range analysis.Exclusions() {
		if why[e] > 0 {
			reasons = append(reasons, fmt.Sprintf("%d %s", why[e], leftOut(e)))
		}
	}
	return fault.New(fault.Unprocessable, "no_games", "nothing to test: the games of %s are left out (%s)", person.Name, strings.Join(reasons, "; "))
}

// leftOut says in English why a game is left out.
func leftOut(e analysis.Exclusion) string {
	return map[analysis.Exclusion]string{
		analysis.DuplicateOfGame: "the same game again", analysis.NonStandard: "not standard chess", analysis.Unplayed: "not played",
		analysis.TooShort: "with too few moves", analysis.WrongTimeClass: "of a time class without a calibration",
		analysis.NotEvaluated: "not evaluated",
		analysis.OtherRuleSet: "under the rule set other, for which there is no baseline (see --rules)", analysis.NotSelected: "outside the rounds or games asked for",
	}[e]
}

// tested evaluates and scores the games, each side at its own rating in the game, but the player at the
// one that was given, if it is not 0.
func (t *Terms) tested(ctx context.Context, chosen *tournament.Selection, person *roster.Person, fit *Fit, own float64) ([]reports.TestedGame, []PositionError, error) {
	tested := make([]reports.TestedGame, len(chosen.Games))
	failed, err := t.Evaluator.Run(ctx, chosen.Games, func(i int, records []analysis.MoveRecord) (err error) {
		g := reports.TestedGame{Game: chosen.Games[i], Color: *chosen.Roster.Color(chosen.Games[i], person), Event: chosen.Roster.EventIn(chosen.Games[i])}
		g.Ratings = ratings(chosen.Roster, g.Game)
		g.Ratings[g.Color] = cmp.Or(own, g.Ratings[g.Color])
		g.Moves, err = fit.moves(records, g.Ratings, g.Color)
		tested[i] = g
		return err
	})
	return tested, failed, err
}

// theOne returns the only player that a description fits.
func theOne(among *roster.Roster, who string) (*roster.Person, error) {
	only := reports.Filter{Player: who}
	var found []*roster.Person
	for _, p := range among.Persons() {
		if p.FideID == who || strings.EqualFold(p.Name, who) {
			return p, nil
		}
		if only.Names(p.Name, p.FideID) {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return nil, fault.New(fault.NotFound, "no_player", "no player of these games is called %q", who)
	case 1:
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, p := range found {
		names[i] = fmt.Sprintf("%s (%s)", p.Name, cmp.Or(p.FideID, "no FIDE id"))
	}
	return nil, fault.New(fault.Invalid, "several_players", "%q fits several players: %s; give the FIDE id or the whole name", who, strings.Join(names, ", "))
}
