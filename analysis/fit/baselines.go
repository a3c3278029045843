package fit

import (
	"cmp"
	"math"
	"slices"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// Result is what a tool says of one performance of the benchmark.
type Result struct {
	Statistic float64 // higher is less like an unhelped player
	// P is the probability of at least this without help, within [0, 1], and Odds how many times as
	// likely the moves are with help as without, >= 0. NaN if the tool does not say.
	P, Odds float64
}

// exam is a performance of the benchmark with everything that a baseline may look at.
type exam struct {
	performance
	sides  []*side
	made   [][]int // by side and move, the index in Position.Moves of the move to be judged
	played play
}

// Baselines lists the statistics that the benchmark compares. Their definitions are in
// docs/benchmark.md.
func Baselines() []string {
	return []string{"match", "error", "t1", "t2", "t3", "cohort", "former", "z", "z-alone", "odds"}
}

// results returns what each baseline says.
func (b *bench) results(x *exam) map[string]Result {
	match, loss := b.plain.excess(x.rating, x.played.games)
	inField := b.sample.assess(&x.performance, b.params, &x.played)
	alone := x.performance
	alone.field, alone.apart = score.Offset{}, score.Offset{}
	own := b.sample.assess(&alone, b.params, &play{games: x.played.games})
	only := func(v float64) Result { return Result{v, math.NaN(), math.NaN()} }
	normal := func(z, odds float64) Result { return Result{z, exact.NormalTail(z), odds} }
	t := topMoves(x)
	return map[string]Result{
		"match": only(match), "error": only(loss), "t1": only(t[0]), "t2": only(t[1]), "t3": only(t[2]),
		"cohort":  only(b.cohort.percentile(x)),
		"former":  normal(inField.Former.Z, math.NaN()),
		"z":       normal(inField.Combined.Z, math.NaN()),
		"z-alone": normal(own.Combined.Z, own.Evidence.Odds()),
		"odds":    {inField.Evidence.Log, math.NaN(), inField.Evidence.Odds()},
	}
}

// The filters of PGN-Spy as it comes (Analysis.cpp, CAnalysisSettings), in pawns and turns.
const (
	spyFirstTurn = 11
	spyUndecided = 2.00 // best move worth no more than that for either side
	spyForced    = 0.50 // the next move is worse than this one by more
	spyUnclear   = 1.00 // the next move is worse than the best by more
)

// topMoves returns T1, T2 and T3 as PGN-Spy computes them for undecided positions: the share of moves
// among the first n of a search for several moves, of the positions in which move n+1 is neither worse
// than move n by more than spyForced nor than the best by more than spyUnclear; a position that does not
// count for n does not count for n+1 (CStats::AddPosition). 0 if no position counts.
//
// Values are those of the wide pass, which searches less than PGN-Spy asks for. The first move is
// therefore that of the deep pass; the others follow in the order of the wide one.
func topMoves(x *exam) (t [3]float64) {
	var hits, n [3]float64
	for g, s := range x.sides {
		for k := range s.Moves {
			p := s.Moves[k].Position
			v, rank := p.Values, x.made[g][k]
			switch {
			case rank == p.Best:
				rank = 0
			case rank < p.Best:
				rank++
			}
			if s.Moves[k].Turn < spyFirstTurn || math.Abs(v[0]) > spyUndecided {
				continue
			}
			for i := range t {
				// Values are whole centipawns; a thousandth of a pawn covers their rounding.
				if len(v) <= i+1 || v[i] > v[i+1]+spyForced+1e-3 || v[0] > v[i+1]+spyUnclear+1e-3 {
					break
				}
				n[i]++
				hits[i] += indicator(rank <= i)
			}
		}
	}
	for i := range t {
		if n[i] > 0 {
			t[i] = hits[i] / n[i]
		}
	}
	return t
}

// cohortWidth is how far the ratings of a cohort lie from the player's, in Elo points.
const cohortWidth = 100.0

// cohort holds the share of matching moves of single games, in the order of the ratings.
type cohort []struct{ rating, match float64 }

// newCohort collects the sides with enough moves.
func newCohort(sides []Side) (c cohort) {
	for i := range sides {
		s := &sides[i]
		if len(s.Moves) < leastSide {
			continue
		}
		matched := 0.0
		for k := range s.Moves {
			matched += indicator(s.Moves[k].Figures.Match)
		}
		c = append(c, struct{ rating, match float64 }{s.Rating, matched / float64(len(s.Moves))})
	}
	slices.SortStableFunc(c, func(a, b struct{ rating, match float64 }) int { return cmp.Compare(a.rating, b.rating) })
	return c
}

// percentile returns the mean, over the games of a performance, of the share of games by players rated
// within cohortWidth that match less, those that match as much counted half. Games without such players,
// or with few moves, are passed over; 0.5 if none is left.
func (c cohort) percentile(x *exam) float64 {
	var mean score.Mean
	for g, s := range x.sides {
		games := x.played.games[g].Moves
		if len(games) < leastSide {
			continue
		}
		matched, below, n := 0.0, 0.0, 0.0
		for k := range games {
			matched += indicator(games[k].Match)
		}
		matched /= float64(len(games))
		for i := range c {
			if math.Abs(c[i].rating-s.Rating) <= cohortWidth {
				n++
				below += indicator(c[i].match < matched) + float64(indicator(c[i].match == matched)/2)
			}
		}
		if n > 0 {
			mean.Add(below / n)
		}
	}
	if v, ok := mean.Actual(); ok {
		return v
	}
	return 0.5
}
