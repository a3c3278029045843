package reports

import (
	"fmt"
	"math/rand/v2"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/analysis/score"
	"fairplay/reports/tournament"
)

// subset compares the named moves with the rest of the same games and returns
// what was named.
func (in *FullTestInput) subset(own *score.Performance, t *FullTest) (score.Subset, error) {
	if in.Subset == "" {
		return nil, nil
	}
	subset, err := score.ParseSubset(in.Subset)
	if err != nil {
		return nil, err
	}
	for i := range subset { // a player has one game in a round, on whatever board
		subset[i].Round = mainRound(subset[i].Round)
	}
	inside, rest := own.Split(subset)
	s := &SubsetTest{Named: in.Subset, Unmatched: []string{}, Inside: inside.Moves(), Outside: rest.Moves(), Notes: in.Absences}
	if len(s.Notes) > 0 {
		s.MovesAfter = tournament.MovesAfter
	}
	for _, span := range subset.Unmatched(own) {
		s.Unmatched = append(s.Unmatched, span.String())
	}
	for _, q := range []score.Quantity{score.MM, score.ASD} {
		// The seed is fixed, so that the same games always give the same p.
		c := score.Permute(own, subset, q, rand.New(rand.NewPCG(1, 1)), permutations)
		s.Outside = c.Outside // of the games that hold a named move
		contrast := SubsetContrast{
			Test: q.String(), InsideExcess: c.InsideExcess, OutsideExcess: c.OutsideExcess,
			P: c.P, Arrangements: c.Arrangements, Exact: c.Exact, Exists: c.OK,
		}
		if !c.OK {
			contrast.P, contrast.Missing = 1, NothingToDraw
		}
		s.Contrasts = append(s.Contrasts, contrast)
	}
	named := func(g *TestedGame, m *ScoredMove) bool {
		return subset.Holds(mainRound(g.Game.Round), m.Record.Turn)
	}
	s.InsideIPR = in.estimate(&inside, func(g *TestedGame, m *ScoredMove) bool { return m.Record.Color == g.Color && named(g, m) })
	s.RestIPR = in.estimate(&rest, func(g *TestedGame, m *ScoredMove) bool { return m.Record.Color == g.Color && !named(g, m) })
	t.Subset = s
	return subset, nil
}

func (in *FullTestInput) gameRows() []GameRow {
	rows := make([]GameRow, len(in.Games))
	for i := range in.Games {
		rows[i] = in.gameRow(&in.Games[i])
	}
	return rows
}

// averages sums what was played and what was expected in one quantity.
type averages struct {
	actual, expected float64
	n                int
	unrated          bool // some move has no expectation
}

func (a *averages) add(m *ScoredMove, q score.Quantity) {
	if x, ok := m.Scored.Actual(q); ok {
		a.actual += x
		a.expected += m.Scored.At(q).Mean
		a.n++
		a.unrated = a.unrated || !m.expected()
	}
}

func (a averages) compared() (c Compared) {
	if a.n > 0 {
		c.Actual = pointer(a.actual / float64(a.n))
	}
	if a.n > 0 && !a.unrated {
		c.Expected = pointer(a.expected / float64(a.n))
	}
	return c
}

func (in *FullTestInput) gameRow(g *TestedGame) GameRow {
	opponent := g.Game.Player(g.Color.Other())
	row := GameRow{
		Event: g.Event, Own: g.Ratings[g.Color], Round: g.Game.Round, Color: g.Color.String(), Opponent: opponent.Name,
		Rating: int(g.Ratings[g.Color.Other()]), Result: g.Game.Awarded,
	}
	var mm, ev, asd, ae, opponentMM averages
	for k := range g.Moves {
		m := &g.Moves[k]
		own := m.Record.Color == g.Color
		switch {
		case own && !m.counted():
			row.Excluded++
		case own:
			row.Moves++
			mm.add(m, score.MM)
			ev.add(m, score.EV)
			asd.add(m, score.ASD)
			ae.add(m, score.AE)
		case m.counted():
			opponentMM.add(m, score.MM)
		}
	}
	row.MM, row.EV, row.ASD, row.AE, row.OpponentMM = mm.compared(), ev.compared(), asd.compared(), ae.compared(), opponentMM.compared()
	for _, c := range []*Compared{&row.MM, &row.EV, &row.ASD, &row.AE, &row.OpponentMM} {
		rating := g.Ratings[g.Color]
		if c == &row.OpponentMM {
			rating = g.Ratings[g.Color.Other()]
		}
		c.Missing = in.withoutGame(c, rating, (c == &row.AE || c == &row.ASD) && row.Moves > 0)
	}
	return row
}

// withoutGame says why a figure of a game is missing for a player of that rating; "" if both are
// there.
func (in *FullTestInput) withoutGame(c *Compared, rating float64, loss bool) Reason {
	switch {
	case c.Actual == nil && loss:
		return NoLoss
	case c.Actual == nil:
		return NoMoves
	case c.Expected != nil:
		return ""
	}
	return in.Provenance.Unexpected(rating)
}

// moveRows lists the player's moves. Moves that do not count have the reason.
func (in *FullTestInput) moveRows(subset score.Subset) []MoveRow {
	rows := []MoveRow{}
	for i := range in.Games {
		g := &in.Games[i]
		unexpected := in.Provenance.Unexpected(g.Ratings[g.Color])
		for k := range g.Moves {
			m := &g.Moves[k]
			if m.Record.Color != g.Color {
				continue
			}
			row := RowOf(g.Game, m, unexpected)
			row.Event, row.Subset = g.Event, subset.Holds(mainRound(g.Game.Round), m.Record.Turn)
			rows = append(rows, row)
		}
	}
	return rows
}

// RowOf says what one move adds to the figures of its player, or why it does not count. unexpected
// is the reason if nothing is expected of him.
func RowOf(g *analysis.Game, m *ScoredMove, unexpected Reason) MoveRow {
	r := &m.Record
	row := MoveRow{
		Round: g.Round, Turn: r.Turn, Color: r.Color.String(), Played: r.SAN, PlayedUCI: r.Played.String(), Excluded: string(r.Excluded),
	}
	if !m.counted() {
		return row
	}
	best, _ := r.Evaluation.Best()
	row.Best, row.Value = best.Move.String(), fmt.Sprint(best.Value)
	if m.expected() {
		row.PBest, row.PPlayed = pointer(m.Scored.MM.Mean), pointer(m.Scored.P)
		if m.PPlayed > 0 {
			row.RatedBest, row.RatedPlayed = pointer(m.PBest), pointer(m.PPlayed)
		}
	} else {
		row.ExpectedMissing = unexpected
	}
	row.BestSAN = pgn.SAN(r.Position, best.Move)
	row.Match, row.Equal, row.Delta = m.Scored.Match, m.Scored.Equal, m.Scored.Delta
	if m.Scored.HasLoss {
		row.Loss = pointer(m.Scored.Loss)
	} else {
		row.LossMissing = NoLoss
	}
	return row
}
