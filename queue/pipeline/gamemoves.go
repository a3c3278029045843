package pipeline

import (
	"context"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/record"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// GameMoves says, move by move, what the cache holds on a game of a selection and what the
// calibration says of it. It evaluates nothing: a position that is not in the cache has no value.
// excluded is why the game does not count, if it does not; its moves then have no figures. as is
// the test whose rating and field the expectations use; nil for the players' own ratings.
func (t *Terms) GameMoves(ctx context.Context, chosen *tournament.Selection, outline *analysis.Game, excluded analysis.Exclusion, as *reports.MadeTest) (*reports.GameMoves, error) {
	g, err := t.Whole(ctx, outline)
	if err != nil {
		return nil, err
	}
	fit, uncalibrated := t.Fits.Find(t.Recipe, t.Policy, chosen.Class)
	if uncalibrated != nil && fault.KindOf(uncalibrated) != fault.Unprocessable {
		return nil, uncalibrated
	}
	in := reports.GameMovesInput{Game: g, Excluded: excluded, As: as, Parameters: fit.parameters(), Basis: t.basis(fit, uncalibrated)}
	at := ratings(chosen.Roster, outline)
	for c := range in.Persons {
		in.Persons[c] = chosen.Roster.Of(outline, analysis.Color(c))
	}
	if as != nil {
		if c, ok := as.ColorIn(g); ok && as.Player.RatingSource == reports.GivenRating {
			at[c] = as.Player.Rating
		}
	}
	in.Ratings, in.Event = at, chosen.Roster.EventIn(outline)
	records, values, err := t.known(ctx, g, excluded)
	if err != nil {
		return nil, err
	}
	in.Values = values
	if in.Moves, err = fit.moves(records, at); err != nil {
		return nil, err
	}
	return reports.CompileGameMoves(in), nil
}

// known returns the records of a game from the cache, and the values of its positions.
func (t *Terms) known(ctx context.Context, g *analysis.Game, excluded analysis.Exclusion) ([]analysis.MoveRecord, []reports.PlyValues, error) {
	plan, err := record.New(g, t.Policy, t.Book)
	if err != nil {
		return nil, nil, err
	}
	values := make([]reports.PlyValues, len(g.Plies))
	if excluded != analysis.Counted {
		records := record.Build(plan, t.Policy, func(string) *analysis.Evaluation { return nil })
		for i := range records {
			records[i].Excluded = excluded
		}
		return records, values, nil
	}
	keys := make([]string, len(plan.Positions))
	for i, need := range plan.Positions {
		keys[i] = need.Key
	}
	evals, err := t.Cache.GetMany(ctx, t.Recipe.Fingerprint(), keys)
	if err != nil {
		return nil, nil, err
	}
	lookup := func(key string) *analysis.Evaluation {
		if e, ok := evals[key]; ok {
			return &e
		}
		return nil
	}
	for i, ply := range g.Plies {
		if best, ok := lookup(ply.Key).Best(); ok {
			values[i].Best = &best
		}
		if after, ok := record.After(g, i, lookup); ok {
			values[i].After = &after
		}
	}
	return record.Build(plan, t.Policy, lookup), values, nil
}
