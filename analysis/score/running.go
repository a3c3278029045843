package score

// Running adds up a performance game by game. Every z is computed from one, either from a
// Performance or directly by callers who keep sums of games and no moves. Both add the same sums in
// the same order. The zero value is empty.
type Running struct {
	moves int
	sums  allSums
	games []runningGame
	kept  *linear // of these games; nil until asked for
}

// runningGame is what the bank needs of a game: of the player and of his opponent, nil where there is
// nothing.
type runningGame struct {
	own, other              *BankSums
	player, opponent, event string
}

// Add adds the next game of a player, in an event.
func (r *Running) Add(g *GameSums, player, event string) {
	r.moves += g.Moves()
	for _, q := range Quantities() {
		r.sums.At(q).game(*g.At(q), player, event)
	}
	r.kept = nil
	r.games = append(r.games, runningGame{own: g.Bank, player: player, event: event})
}

// Against adds what an opponent played in the game added last. Only the bank looks at it.
func (r *Running) Against(g *GameSums, opponent string) {
	r.kept = nil
	last := &r.games[len(r.games)-1]
	last.other, last.opponent = g.Bank, opponent
}

// Moves returns how many moves were added.
func (r *Running) Moves() int { return r.moves }

// Sum returns the sum over all moves for one quantity.
func (r *Running) Sum(q Quantity) Sum { return r.sums.At(q).Sum }

// running adds up the games of a performance.
func (p *Performance) running() *Running {
	r := &Running{}
	for i := range p.Games {
		r.Add(new(SumGame(p.Games[i].Moves)), p.Games[i].Player, p.Games[i].Event)
		if i < len(p.Opponents) {
			r.Against(&GameSums{Bank: sumBank(p.Opponents[i].Moves)}, p.Opponents[i].Player)
		}
	}
	return r
}

// Assess computes every test of the games added so far, for a player of that rating and uncertainty
// in that field, without an e-value. apart is the field without the games of the player (Field.Apart).
// If the rating is refused, only the counts and what was played are filled in.
func (r *Running) Assess(p *Parameters, rating, ratingSD float64, field, apart Offset) Assessment {
	a := Assessment{Moves: r.moves, Footing: p.Footing(r.moves, rating)}
	var at Each[standing]
	a.Tests, at = r.sums.tests(p, ratingSD, field)
	if a.Footing.Refused {
		for _, q := range Quantities() {
			t := a.Tests.At(q)
			*t = TestResult{N: t.N, Actual: t.Actual}
		}
		return a
	}
	a.Combined.Z, a.Combined.OK = p.Triple.z(combinedParts(&at), field, p.Effects)
	a.ROI.Z, a.ROI.OK = p.ROI.z(roiParts(&at), field, p.Effects)
	if p.Bank == nil {
		return a
	}
	a.Former, a.Combined = a.Combined, Index{}
	if a.Bank = r.banked(p, ratingSD, apart); a.Bank != nil {
		a.Combined = Index{a.Bank.Z, true}
	}
	a.FormerROI, a.ROI = a.ROI, a.Combined
	return a
}

// Alone returns the Z of the index of the quick test (Assessment.ROI) for a player of that rating and
// uncertainty as if nothing were known of the events. ok is false if there is none.
func (r *Running) Alone(p *Parameters, rating, ratingSD float64) (z float64, ok bool) {
	if p.Bank == nil {
		roi := r.Assess(p, rating, ratingSD, Offset{}, Offset{}).ROI
		return roi.Z, roi.OK
	}
	b := r.banked(p, ratingSD, Offset{})
	if b == nil {
		return 0, false
	}
	return b.Z, true
}

// allSums are the sums of every quantity.
type allSums struct{ Each[sums] }

func (a *allSums) tests(p *Parameters, ratingSD float64, field Offset) (tests Each[TestResult], at Each[standing]) {
	for _, q := range Quantities() {
		*tests.At(q), *at.At(q) = a.At(q).test(q, *p.Spread.At(q), p.Effects, ratingSD, field)
	}
	return tests, at
}
