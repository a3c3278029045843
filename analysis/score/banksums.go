package score

import (
	"sync/atomic"

	"fairplay/analysis/exact"
)

// BankSums are what the moves of one player in one game add to the quantities of the bank, whatever
// bias and scale the calibration gives them. Vectors are those of Joint.
type BankSums struct {
	Moves, Losses int             // moves, and those of them whose loss is known
	Excess, Slope []float64       // actual less mean; dE/dR per Elo point
	Cov           exact.Symmetric // of the moves
	Shift         [][]float64     // by assistant

	kept atomic.Pointer[keptSide] // that was asked for last: every further game of an event asks for it again
}

// keptSide is the result of BankSums.side under these spreads.
type keptSide struct {
	bankSide
	ok      bool
	spreads bankSpreads
}

// NewBankSums returns the sums of no moves, of so many quantities and for so many assistants.
func NewBankSums(quantities, assistants int) *BankSums {
	all := make([]float64, (2+assistants)*quantities) // in one piece: a large event has many
	vector := func() (v []float64) {
		v, all = all[:quantities:quantities], all[quantities:]
		return v
	}
	s := &BankSums{Excess: vector(), Slope: vector(), Cov: exact.NewSymmetric(quantities), Shift: make([][]float64, assistants)}
	for h := range s.Shift {
		s.Shift[h] = vector()
	}
	return s
}

// sumBank sums up moves; nil if none has a Joint.
func sumBank(moves []Scored) (s *BankSums) {
	for i := range moves {
		if j := moves[i].Joint; j != nil {
			if s == nil {
				s = NewBankSums(len(j.Mean), len(j.Shift))
			}
			s.add(&moves[i], 1)
		}
	}
	return s
}

// without returns the sums without a move that was added.
func (s *BankSums) without(m *Scored) *BankSums {
	if s == nil || m.Joint == nil {
		return s
	}
	rest := NewBankSums(len(s.Excess), len(s.Shift))
	rest.Moves, rest.Losses = s.Moves, s.Losses
	copy(rest.Excess, s.Excess)
	copy(rest.Slope, s.Slope)
	for a := range s.Cov {
		copy(rest.Cov[a], s.Cov[a])
	}
	for h := range s.Shift {
		copy(rest.Shift[h], s.Shift[h])
	}
	rest.add(m, -1)
	return rest
}

// add adds a move, or with the sign -1 takes it away.
func (s *BankSums) add(m *Scored, sign int) {
	j, by := m.Joint, float64(sign)
	s.kept.Store(nil)
	s.Moves += sign
	if m.HasLoss {
		s.Losses += sign
	}
	for a := range s.Excess {
		s.Excess[a] += float64(by * (j.Actual[a] - j.Mean[a]))
		s.Slope[a] += float64(by * j.Slope[a])
		for b := range a + 1 {
			s.Cov[a][b] += float64(by * j.Cov[a][b])
		}
		for h := range s.Shift {
			s.Shift[h][a] += float64(by * j.Shift[h][a])
		}
	}
}
