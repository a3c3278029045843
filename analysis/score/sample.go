package score

// MinMoves is the number of counted moves that a judgement needs (MODEL 5). With fewer, z is shown
// with the reason and nothing follows from it.
const MinMoves = 120

// MinRating is the Elo rating below which there are no expectations at all: the moves of such
// players are too different from those that models were fitted to.
const MinRating = 1400

// UsualRatingSD is the uncertainty, in Elo points, of a rating that rests on many games where no
// calibration says more (Effects.Rating does): the default of MODEL 5.
const UsualRatingSD = 50.0

// Footing says how reliable the z of a performance is.
type Footing struct {
	Refused      bool // the rating is below MinRating: no z at all
	Insufficient bool // fewer than MinMoves counted moves: z, but no judgement
	Extrapolated bool // the rating is outside the calibrated range: z, with a caveat
}

// Judged reports whether z may be compared with thresholds.
func (f Footing) Judged() bool { return !f.Refused && !f.Insufficient }

// Footing returns how reliable z is for n counted moves of a player of that rating. A rating that
// is not a number is refused.
func (p *Parameters) Footing(n int, rating float64) Footing {
	if !(rating >= MinRating) {
		return Footing{Refused: true, Insufficient: n < MinMoves}
	}
	return Footing{
		Insufficient: n < MinMoves,
		Extrapolated: rating < p.Ratings.Low || rating > p.Ratings.High,
	}
}

// Index is a combined z, if there is one.
type Index struct {
	Z  float64
	OK bool
}

// Assessment is everything that the tests say of a performance.
type Assessment struct {
	Footing Footing
	Moves   int // counted moves
	Tests   Each[TestResult]
	// Combined is the overall Z: that of the bank or, if none is calibrated, of MM, EV and ASD. ROI(Z)
	// of ROI is the index of a screening: of the same Z or, without a bank, of MM, ASD and T3. Former
	// and FormerROI are what they would be without the bank; nothing if there is none.
	Combined, ROI     Index
	Former, FormerROI Index
	Bank              *BankResult // nil if there is none
	Evidence          EValue
}

// Assess computes every test of a performance. If the rating is refused, only the counts and what
// was played are filled in.
func (p *Parameters) Assess(perf *Performance) Assessment {
	a := perf.running().Assess(p, perf.Rating, perf.RatingSD, perf.Field, perf.Apart)
	if !a.Footing.Refused {
		a.Evidence = p.Effects.Evidence(perf)
	}
	return a
}
