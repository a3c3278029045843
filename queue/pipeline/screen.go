package pipeline

import (
	"context"
	"fmt"
	"slices"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Screening makes the quick-test report of an event.
type Screening struct {
	Evaluation
	Rules      regulations.Catalogue // the edition in force when the event began is used
	RuleSet    regulations.RuleSet
	Assume     analysis.TimeClass // of games that do not say theirs
	Only       Filter
	Provenance reports.Provenance // what the caller knows: program, engine
}

// Run evaluates the games that count and compiles the report. The same games,
// recipe and policy give the same report, whatever the order of the games, the
// number of workers, or the state of the cache.
func (s *Screening) Run(ctx context.Context, in Input) (*reports.Screening, error) {
	roster := tournament.Identify(in.Games)
	rules := tournament.Options{
		Policy: s.Policy, Edition: s.Rules.Edition(tournament.Start(in.Games)), RuleSet: s.RuleSet, Assume: s.Assume,
	}
	counts := reports.GameCounts{Read: len(in.Games) + in.Bad, Bad: in.Bad, Excluded: map[string]int{}}
	all := tournament.Select(in.Games, rules)
	class := commonClass(all)
	var games []*analysis.Game
	for _, selected := range all {
		excluded := selected.Excluded
		if selected.Game.Played {
			counts.Played++
		}
		if excluded == analysis.Counted && selected.TimeClass != class {
			excluded = analysis.WrongTimeClass
		}
		if excluded == analysis.Counted && !s.Only.game(selected.Game, roster) {
			excluded = analysis.NotSelected
		}
		if excluded != analysis.Counted {
			counts.Excluded[string(excluded)]++
			continue
		}
		if selected.Game.Cut != nil {
			counts.Cut++
		}
		games = append(games, selected.Game)
	}
	counts.Analysed = len(games)

	sheets := make([]reports.Sheet, len(games))
	failed, err := s.Evaluation.Run(ctx, games, func(i int, records []analysis.MoveRecord) {
		sheets[i] = reports.NewSheet(games[i], records, reports.Uncalibrated)
	})
	if err != nil {
		return nil, err
	}
	report := reports.CompileScreening(reports.ScreeningInput{
		Sheets: sheets, Roster: roster, Event: tournament.Describe(games, rules), Edition: rules.Edition,
		Games: counts, Errors: slices.Concat(in.Errors, positionErrors(failed)), Provenance: s.provenance(),
	})
	report.Keep(s.Only.row)
	return report, nil
}

// commonClass returns the time class of most games that count, the slower one
// of two that are equally frequent. One table holds one class: players choose
// otherwise when they have less time.
func commonClass(all []tournament.Selected) analysis.TimeClass {
	games := map[analysis.TimeClass]int{}
	for _, s := range all {
		if s.Excluded == analysis.Counted {
			games[s.TimeClass]++
		}
	}
	common := analysis.StandardTime
	for _, class := range []analysis.TimeClass{analysis.Rapid, analysis.Blitz} {
		if games[class] > games[common] {
			common = class
		}
	}
	return common
}

func (s *Screening) provenance() reports.Provenance {
	p := s.Provenance
	p.Recipe, p.RecipeFingerprint = s.Recipe, s.Recipe.Fingerprint()
	p.Policy, p.PolicyFingerprint = s.Policy, s.Policy.Fingerprint()
	p.AssumedTimeClass = string(s.Assume)
	return p
}

func positionErrors(failed []PositionError) []reports.InputError {
	errors := make([]reports.InputError, len(failed))
	for i, f := range failed {
		errors[i] = reports.InputError{
			File: f.Source.File, Game: f.Source.Game, Line: f.Source.Line, Ply: f.Ply,
			Reason: fmt.Sprintf("no engine could evaluate this position: %v", f.Err),
		}
	}
	return errors
}
