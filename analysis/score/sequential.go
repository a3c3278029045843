package score

// Look is what stood after one round.
type Look struct {
	Round      string
	Moves      int // counted moves so far
	Assessment Assessment
}

// Looks assesses a performance after each round: its first games, then more of
// them. Games must stand in the order in which they were played; neighbours of
// the same Round are one look. The last look is the assessment of all.
//
// Whoever looks after each round and waits for a high value finds one more
// often than a single look would: compare with Boundary, not with a line meant
// for one look.
func (p *Parameters) Looks(perf *Performance) []Look {
	var looks []Look
	for i := range perf.Games {
		if i+1 < len(perf.Games) && perf.Games[i+1].Round == perf.Games[i].Round {
			continue
		}
		part := *perf
		part.Games = perf.Games[:i+1]
		a := p.Assess(&part)
		looks = append(looks, Look{Round: perf.Games[i].Round, Moves: a.Moves, Assessment: a})
	}
	return looks
}

// Fractions returns the share of information at each look, in counted moves,
// for Boundary: moves so far over the moves to be expected in all. planned is
// how many rounds the event has; while fewer were looked at, the rounds to come
// count with the average of those seen. Looks before the first counted move are
// at a share too small to matter. The answer is nil where no move counts.
func Fractions(looks []Look, planned int) []float64 {
	if len(looks) == 0 || looks[len(looks)-1].Moves == 0 {
		return nil
	}
	seen := float64(looks[len(looks)-1].Moves)
	rounds := float64(len(looks))
	whole := seen * max(float64(planned), rounds) / rounds
	fractions := make([]float64, len(looks))
	for i, l := range looks {
		fractions[i] = max(float64(l.Moves)/whole, leastLook)
	}
	return fractions
}
