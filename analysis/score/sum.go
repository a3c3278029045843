package score

// Sum is the sum over the counted moves of one player for one quantity, in its unit. The zero value
// is empty.
type Sum struct {
	N        int     // moves for which the quantity is known
	Actual   float64 // what was played
	Squares  float64 // its squares
	Expected float64 // what was expected at the rating alone
	Variance float64 // of what was expected, as if moves were independent
	Slope    float64 // dE/dR, per Elo point
	Third    float64 // third central moments, of LR only
}

func (s *Sum) add(m *Scored, q Quantity) {
	x, ok := m.Actual(q)
	if !ok {
		return
	}
	want := m.At(q)
	s.N++
	s.Actual += x
	s.Squares += float64(x * x)
	s.Expected += want.Mean
	s.Variance += want.Var
	s.Slope += want.Slope
	if q == LR {
		s.Third += m.Third
	}
}

func (s *Sum) merge(other Sum) {
	s.N += other.N
	s.Actual += other.Actual
	s.Squares += other.Squares
	s.Expected += other.Expected
	s.Variance += other.Variance
	s.Slope += other.Slope
	s.Third += other.Third
}

// Share returns how often something happened of which Actual counts the moves; 0 of 0 without moves.
func (s Sum) Share() Frequency { return Frequency{Hits: int(s.Actual), N: s.N} }

// Mean returns the mean of what was played, with its spread.
func (s Sum) Mean() Mean {
	if s.N == 0 {
		return Mean{}
	}
	mean := s.Actual / float64(s.N)
	return Mean{N: s.N, mean: mean, squares: max(s.Squares-float64(mean*s.Actual), 0)}
}

// GameSums are what the counted moves of one player in one game add to the figures of a performance:
// all of a game that a test of many games needs.
type GameSums struct {
	Each[Sum]
	Gradient, Information float64   // of the rating, see Strength
	Bank                  *BankSums // nil if no move has a Joint
}

// Moves returns how many moves were summed.
func (g *GameSums) Moves() int { return g.MM.N }

// SumGame sums up one player's moves in a game.
func SumGame(moves []Scored) GameSums {
	var g GameSums
	for _, q := range Quantities() {
		g.At(q).of(moves, q)
	}
	g.Gradient, g.Information = Strength(moves)
	g.Bank = sumBank(moves)
	return g
}

func (s *Sum) of(moves []Scored, q Quantity) {
	for i := range moves {
		s.add(&moves[i], q)
	}
}
