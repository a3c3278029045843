package pipeline

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/analysis/record"
	"fairplay/reports"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
	"fairplay/uci"
)

// ClaimTest tests an engine claim again: on its moves, and on all games of the player that count,
// since its ranges were chosen among those. PlayerTest holds the terms and names the player.
type ClaimTest struct {
	PlayerTest
	Claim reports.EngineClaim
}

// Choose finds the player, his games and his rating as for a test, and the games of the claim among
// them. The error is Invalid if a game of the claim cannot be identified.
func (c *ClaimTest) Choose(in Input) (*tournament.Selection, *roster.Person, float64, []reports.ClaimedInput, error) {
	if len(c.Claim.Games) == 0 {
		return nil, nil, 0, nil, fault.New(fault.Invalid, "claim", "the claim names no games, so that there is nothing to run again")
	}
	chosen, person, rating, err := c.PlayerTest.Choose(in)
	if err != nil {
		return nil, nil, 0, nil, err
	}
	var claimed []reports.ClaimedInput
	for i := range c.Claim.Games {
		g, err := claimedGame(chosen, person, &c.Claim, i)
		if err != nil {
			return nil, nil, 0, nil, err
		}
		claimed = append(claimed, g)
	}
	return chosen, person, rating, claimed, nil
}

// claimedGame finds the game of a claim among those of the player.
func claimedGame(chosen *tournament.Selection, person *roster.Person, claim *reports.EngineClaim, i int) (reports.ClaimedInput, error) {
	named := &claim.Games[i]
	opponent := reports.Filter{Player: named.Opponent}
	var found []reports.ClaimedInput
	for _, g := range chosen.All {
		color := chosen.Roster.Color(g.Game, person)
		if color == nil || g.Excluded == analysis.DuplicateOfGame {
			continue
		}
		other := chosen.Roster.Of(g.Game, color.Other())
		round := named.Round == "" || g.Game.Round == named.Round || strings.HasPrefix(g.Game.Round, named.Round+".")
		if round && opponent.Names(other.Name, other.FideID) && strings.HasPrefix(g.Game.ID, named.ID) && (named.Color == "" || named.Color == color.String()) {
			_, excluded := chosen.Find(g.Game.ID)
			found = append(found, reports.ClaimedInput{Game: g.Game, Color: *color, Excluded: excluded})
		}
	}
	what := strings.Join(slices.DeleteFunc([]string{prefixed("round ", named.Round), prefixed("against ", named.Opponent), prefixed("with ", named.Color), prefixed("id ", named.ID)},
		func(s string) bool { return s == "" }), ", ")
	switch len(found) {
	case 0:
		return reports.ClaimedInput{}, fault.New(fault.Invalid, "claimed_game", "game %d of the claim (%s) is not among the games of %s", i+1, what, person.Name)
	case 1:
		return found[0], nil
	}
	return reports.ClaimedInput{}, fault.New(fault.Invalid, "claimed_game", "game %d of the claim (%s) may be any of %d games of %s; name round, opponent or id", i+1, what, len(found), person.Name)
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

// Run evaluates the player's games and the moves of the claim, and compiles the report. The errors
// are those of a test, and Invalid if a game of the claim cannot be identified.
func (c *ClaimTest) Run(ctx context.Context, in Input) (*reports.ClaimReport, error) {
	chosen, person, rating, claimed, err := c.Choose(in)
	if err != nil {
		return nil, err
	}
	fit, uncalibrated := c.Fits.Find(c.Recipe, c.Policy, chosen.Class)
	tested, failed, err := c.tested(ctx, chosen, person, fit, rating)
	if err != nil {
		return nil, err
	}
	for i := range claimed {
		if err := c.look(ctx, &claimed[i], &c.Claim.Games[i], tested); err != nil {
			return nil, err
		}
	}
	others, effects, field, err := c.others(ctx, chosen)
	if err != nil {
		return nil, err
	}
	asked := c.TestRequest
	asked.Fill(person)
	options := slices.DeleteFunc(append([]reports.StatedOption{{Name: "claim", Value: "REPORT.json"}}, c.options(&asked, person)...), func(o reports.StatedOption) bool {
		return slices.Contains([]string{"planned-rounds", "subset", "games", "at"}, o.Name) // of tests alone
	})
	options = append(options, reports.StatedOption{Name: "field", Value: field})
	asked.Rating, asked.RatingSD = rating, c.ratingSD(person)
	return reports.CompileClaim(reports.ClaimInput{
		FullTestInput: reports.FullTestInput{
			TestRequest: asked, Given: c.Rating != 0, Others: others, FieldEffects: effects,
			Person: person, Games: tested, Found: len(chosen.Roster.Persons()), Parameters: fit.parameters(), Roster: chosen.Roster,
			Event: tournament.Describe(chosen.Games, chosen.Rules), Edition: chosen.Rules.Edition, Counts: chosen.Counts,
			Errors: slices.Concat(in.Errors, positionErrors(failed)), Notes: in.Notes, Provenance: c.provenance(in, fit, uncalibrated, options...),
		},
		Claim: c.Claim, Claimed: claimed,
	}), nil
}

// look finds the engine's choices at the claimed moves of a game, including moves that do not count
// and that tests leave out.
func (c *ClaimTest) look(ctx context.Context, g *reports.ClaimedInput, named interface{ Holds(turn int) bool }, tested []reports.TestedGame) (err error) {
	if c.Whole != nil {
		if g.Game, err = c.Whole(ctx, g.Game); err != nil {
			return err
		}
	}
	if k := slices.IndexFunc(tested, func(t reports.TestedGame) bool { return t.Game.ID == g.Game.ID }); k >= 0 {
		g.Moves = tested[k].Moves
	} else if g.Moves, err = c.uncounted(g); err != nil {
		return err
	}
	g.Choices = map[int]analysis.Line{}
	var mu sync.Mutex // guards Choices
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(c.Workers, 1))
	for k := range g.Moves {
		r := &g.Moves[k].Record
		if r.Color != g.Color || !named.Holds(r.Turn) {
			continue
		}
		group.Go(func() error {
			choice, ok, err := c.choice(ctx, g.Game.Plies[r.Ply].Key)
			if ok {
				mu.Lock()
				defer mu.Unlock()
				g.Choices[r.Ply] = choice
			}
			return err
		})
	}
	return group.Wait()
}

// choice returns the engine's choice in a position: the result of the deep pass, or the only legal
// move. ok is false if no engine could evaluate it.
func (c *ClaimTest) choice(ctx context.Context, key string) (choice analysis.Line, ok bool, err error) {
	at, err := pgn.NewPosition(key)
	if err != nil {
		return choice, false, err
	}
	if len(at.Legal) == 1 {
		return analysis.Line{Move: at.Legal[0]}, true, nil
	}
	recipe := c.Recipe.Fingerprint()
	known, err := c.Cache.GetMany(ctx, recipe, []string{key})
	if err != nil {
		return choice, false, err
	}
	e := known[key]
	if best, ok := e.Best(); ok {
		return best.Line, true, nil
	}
	found, err := c.Engines.Evaluate(ctx, uci.Request{Position: at, Recipe: c.Recipe, Passes: []string{analysis.Deep}})
	switch {
	case ctx.Err() != nil:
		return choice, false, ctx.Err()
	case err != nil && isPositionFault(err):
		return choice, false, nil
	case err != nil:
		return choice, false, err
	}
	e.Deep, e.BestMove = found.Deep, found.BestMove
	best, ok := e.Best()
	return best.Line, ok, c.Cache.Put(ctx, recipe, key, e, at.Legal)
}

// uncounted returns the moves of a game that does not count.
func (c *ClaimTest) uncounted(g *reports.ClaimedInput) ([]reports.ScoredMove, error) {
	plan, err := record.New(g.Game, c.Policy, c.Book)
	if err != nil {
		return nil, err
	}
	records := record.Build(plan, c.Policy, func(string) *analysis.Evaluation { return nil })
	moves := make([]reports.ScoredMove, len(records))
	for i := range records {
		moves[i].Record = records[i]
		moves[i].Record.Excluded = g.Excluded
	}
	return moves, nil
}
