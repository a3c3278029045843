package choice

import (
	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// tieWidth is the scaled difference up to which two values count as equal. It only has to
// exceed rounding errors, because values are whole centipawns.
const tieWidth = 1e-12

// topMoves is how many moves of the wide pass count as the top.
const topMoves = 3

// Position is one counted position as models of choice see it. Slices are indexed by the moves
// that the last complete depth of the wide pass lists, in the engine's order. It lists at most
// as many as the recipe's MultiPV; where more moves are legal, the worst are missing.
type Position struct {
	Moves   []analysis.Move
	Values  []float64 // pawns, from the mover's side, within +-10
	Delta   []float64 // scaled difference to the best value, >= 0 [RH11]
	Best    int       // the deep best
	Played  int       // the move made, -1 if it is not listed
	Further int       // what the recipe's further engine would play, -1 if none was asked or the move is not listed
	Depth   int       // of the last complete depth of the wide pass
	Turn    int       // the player's, from 1

	Pawns    float64 // value of the deep pass, within +-10
	MaxValue float64 // the best of Values
	// Breadth is how many moves are nearly as good as the best: ln(sum of exp(-5 delta_i))/1.5 - 1,
	// within [-1, 1]. One move gives -1, four or five give 0, twenty give 1.
	Breadth float64
	// Gap is the least delta of the moves that are not the deep best, within [0, 1].
	Gap float64

	x []float64 // features, row by row: len(Moves) * featureCount
}

// NewPosition computes the features of a counted move record. The error, of kind Unprocessable,
// says that a pass is missing or that the record does not fit together: the deep best is not
// among the moves listed, or the position key does not fit the moves.
func NewPosition(r *analysis.MoveRecord) (*Position, error) {
	best, ok := r.Evaluation.Best()
	lines := r.Evaluation.Values()
	if !ok || len(lines) == 0 {
		return nil, unusable(r, "it lacks the deep or the wide pass")
	}
	p := newPosition(r, lines)
	p.Best = p.index(best.Move)
	if p.Best < 0 {
		return nil, unusable(r, "the deep pass chose a move that the wide pass does not list")
	}
	p.Pawns = best.Value.Pawns()
	p.SeeFurther(r.Evaluation.Further)
	p.seeValues()
	p.seeWideHistory(r.Evaluation.Wide)
	p.seeDeepHistory(r.Evaluation.Deep)
	if err := p.seeChess(r); err != nil {
		return nil, unusable(r, err.Error())
	}
	return p, nil
}

func unusable(r *analysis.MoveRecord, reason string) error {
	return fault.New(fault.Unprocessable, "evaluation_unusable",
		"game %s, ply %d: the evaluation cannot be used: %s", r.GameID, r.Ply, reason)
}

// newPosition fills in the moves and their values. The slices of numbers share
// one piece of memory.
func newPosition(r *analysis.MoveRecord, lines []analysis.Line) *Position {
	n := len(lines)
	numbers := make([]float64, n*(2+int(featureCount)))
	p := &Position{
		Moves:  make([]analysis.Move, n),
		Values: numbers[:n:n],
		Delta:  numbers[n : 2*n : 2*n],
		Depth:  r.Evaluation.Wide[len(r.Evaluation.Wide)-1].Depth,
		Turn:   r.Turn,
		x:      numbers[2*n:],
	}
	for i, l := range lines {
		p.Moves[i], p.Values[i] = l.Move, l.Value.Pawns()
	}
	p.Played = p.index(r.Played)
	return p
}

// SeeFurther notes what a further engine would play; the zero Move means that none was asked.
func (p *Position) SeeFurther(m analysis.Move) {
	for i := range p.Moves {
		p.row(i)[Further] = 0
	}
	p.Further = -1
	if m != 0 {
		p.Further = p.index(m)
	}
	if p.Further >= 0 {
		p.row(p.Further)[Further] = 1
	}
}

// index returns the index of a move, -1 if it is not listed.
func (p *Position) index(m analysis.Move) int {
	for i, listed := range p.Moves {
		if listed == m {
			return i
		}
	}
	return -1
}

// Made returns the index of the move made. A move that is not listed counts as the worst of
// those listed.
func (p *Position) Made() int {
	if p.Played < 0 {
		return len(p.Moves) - 1
	}
	return p.Played
}

// Tied reports whether move i counts as equal to the best: it is the deep best, or
// has the best value of the wide pass (EV).
func (p *Position) Tied(i int) bool { return i == p.Best || p.Delta[i] <= tieWidth }

// TopThree reports whether move i is the deep best or among the first three of the
// wide pass (T3).
func (p *Position) TopThree(i int) bool { return i == p.Best || i < topMoves }

// Feature returns one feature of move i.
func (p *Position) Feature(i int, f Feature) float64 { return p.row(i)[f] }

// row returns the features of move i.
func (p *Position) row(i int) []float64 {
	return p.x[i*int(featureCount) : (i+1)*int(featureCount) : (i+1)*int(featureCount)]
}
