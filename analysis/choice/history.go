package choice

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/exact"
)

// earlyDepths is how many depths count as early, in the ranks (mlr) and in the deep pass
// (eshare); shallowDepth is the last depth that counts as shallow (shal).
const (
	earlyDepths  = 6
	shallowDepth = 5
)

// rankWidth is where the rank of the deep best at early depths starts to make it
// hard to find.
const rankWidth = 1

// depthTable holds the scaled differences S_{i,d} of one complete depth: f(v*_d) -
// f(v_{i,d}), indexed as the moves of the position. A move that the depth does
// not list has the largest difference of that depth.
type depthTable struct {
	depth int
	s     []float64
}

// seeWideHistory fills in how the moves looked at each complete depth d of the wide pass.
// rank_{i,d} is the number of moves with a strictly smaller S_{.,d}. A depth that was not
// completed counts as equal to the one before it, or to the first where none is before.
//
//	mlr      mean over d = 1..6 of ln(1 + rank_{i,d})
//	lr1 lr2  ln(1 + rank_{i,1}), ln(1 + rank_{i,2})
//	top1     1 where rank_{i,1} = 0
//	shal     mean of sqrt(S_{i,d}) over the complete depths d <= 5, or at the
//	         first depth where none is
//	swmin    sqrt of the smallest S_{i,d}
//	swlast   delta_i - S_{i,1}: positive where the move looked better at first
//	B_swmin  swmin of the deep best, 0 for others
//	Bq_mlr   max(0, mlr - 1) of the deep best, 0 for others: it looked bad early
func (p *Position) seeWideHistory(wide []analysis.DepthTable) {
	tables := p.tables(wide)
	p.seeRanks(tables)
	for i := range p.Moves {
		x := p.row(i)
		least, sum, shallow := math.Inf(1), 0.0, 0
		for _, t := range tables {
			least = min(least, t.s[i])
			if t.depth <= shallowDepth || shallow == 0 {
				sum += math.Sqrt(t.s[i])
				shallow++
			}
		}
		x[Shallow] = sum / float64(shallow)
		x[LeastDelta] = math.Sqrt(least)
		x[Rise] = p.Delta[i] - tables[0].s[i]
	}
	best := p.row(p.Best)
	best[BestLeastDelta] = best[LeastDelta]
	best[BestEarlyRank] = max(0, best[EarlyRank]-rankWidth)
}

// tables computes S for every depth.
func (p *Position) tables(wide []analysis.DepthTable) []depthTable {
	n := len(p.Moves)
	tables := make([]depthTable, len(wide))
	all := make([]float64, n*len(wide))
	for d, t := range wide {
		s := all[d*n : (d+1)*n : (d+1)*n]
		p.place(t.Lines, s)
		difference(s)
		tables[d] = depthTable{t.Depth, s}
	}
	return tables
}

// place writes f(v) of every listed move to its index, NaN for the others. Lines of
// neighbouring depths stand in nearly the same order, so the search for each move starts where
// the last one stood.
func (p *Position) place(lines []analysis.Line, s []float64) {
	for i := range s {
		s[i] = math.NaN()
	}
	n, at := len(p.Moves), 0
	for _, l := range lines {
		for range n {
			if p.Moves[at] == l.Move {
				s[at] = Scale(l.Value.Pawns())
				break
			}
			if at++; at == n {
				at = 0
			}
		}
	}
}

// difference turns f(v_i) into S_i in place.
func difference(s []float64) {
	best, worst := math.Inf(-1), math.Inf(1)
	for _, v := range s {
		if !math.IsNaN(v) {
			best, worst = max(best, v), min(worst, v)
		}
	}
	for i, v := range s {
		switch {
		case !math.IsNaN(v):
			s[i] = best - v
		case best >= worst:
			s[i] = best - worst
		default: // the depth lists none of the moves
			s[i] = 0
		}
	}
}

// seeRanks fills in mlr, lr1, lr2 and top1.
func (p *Position) seeRanks(tables []depthTable) {
	for d := 1; d <= earlyDepths; d++ {
		s := tableAt(tables, d).s
		for i := range p.Moves {
			x := p.row(i)
			rank := exact.Log1p(float64(below(s, s[i])))
			x[EarlyRank] += rank / earlyDepths
			switch d {
			case 1:
				x[RankOne], x[FirstAtOne] = rank, indicator(rank == 0)
			case 2:
				x[RankTwo] = rank
			}
		}
	}
}

// tableAt returns the table of depth d, else of the last complete depth before it, else of the
// first complete depth.
func tableAt(tables []depthTable, d int) depthTable {
	found := tables[0]
	for _, t := range tables {
		if t.depth <= d {
			found = t
		}
	}
	return found
}

// below counts the values that are strictly lower than v.
func below(values []float64, v float64) int {
	n := 0
	for _, u := range values {
		if u < v {
			n++
		}
	}
	return n
}

// seeDeepHistory fills in at which depths t = 1..T of the deep pass each move
// was first. T counts the depths that have an exact line.
//
//	share     share of the T depths
//	eshare    number of depths among the first six, divided by 6
//	lastbest  t/T of the last such depth, 0 where the move never was first
func (p *Position) seeDeepHistory(deep []analysis.DepthLine) {
	depths := float64(len(deep))
	for t, line := range deep {
		i := p.index(line.Move)
		if i < 0 {
			continue
		}
		x := p.row(i)
		x[Share] += 1 / depths
		x[LastBest] = float64(t+1) / depths
		if t < earlyDepths {
			x[EarlyShare] += 1.0 / earlyDepths
		}
	}
}
