package analysis

// Line is a move and its value from the mover's side.
type Line struct {
	Move  Move  `json:"move"`
	Value Score `json:"value"`
}

// DepthLine is the engine's first choice at one depth.
type DepthLine struct {
	Depth int `json:"depth"`
	Line
}

// DepthTable is the value of every move at one depth, best first, in the
// engine's own order.
type DepthTable struct {
	Depth int    `json:"depth"`
	Lines []Line `json:"lines"`
}

// Evaluation is what an engine says of one position under one recipe. It is a
// pure function of the two. A pass that was not asked for is empty.
type Evaluation struct {
	// Deep is the history of the deep pass: the last exact first line of each
	// depth, ascending. The last one is the result.
	Deep []DepthLine `json:"deep,omitempty"`
	// BestMove is the engine's bestmove of the deep pass. See Settled.
	BestMove Move `json:"best_move,omitempty"`
	// Wide is the history of the wide pass: for every depth that was completed
	// for all moves, all moves with their values, ascending in depth. The last
	// one is the result.
	Wide []DepthTable `json:"wide,omitempty"`
	// Further is what another engine would play, where the recipe asks one.
	Further Move `json:"further,omitempty"`
}

// BothPasses reports whether there is something of the deep and of the wide pass.
func (e *Evaluation) BothPasses() bool { return len(e.Deep) > 0 && len(e.Wide) > 0 }

// Best returns the engine's choice and its value: the end of the deep pass.
// ok is false if there was no deep pass.
func (e *Evaluation) Best() (best DepthLine, ok bool) {
	if e == nil || len(e.Deep) == 0 {
		return DepthLine{}, false
	}
	return e.Deep[len(e.Deep)-1], true
}

// Settled reports whether the engine's bestmove is the move of its last exact
// line, as MODEL 1 demands of an evaluation. In about one position of forty the
// node limit strikes while the engine is changing its mind: its bestmove then
// has a bound for a value and no exact line of its own. Such a position does
// not count, though its value still serves for the loss of the move before.
func (e *Evaluation) Settled() bool {
	best, ok := e.Best()
	return ok && best.Move == e.BestMove
}

// Values returns the values of all moves: the end of the wide pass, best
// first. Nil where there was no wide pass.
func (e *Evaluation) Values() []Line {
	if e == nil || len(e.Wide) == 0 {
		return nil
	}
	return e.Wide[len(e.Wide)-1].Lines
}
