package norm

import (
	"slices"

	"fairplay/reports/tournament"
)

// search looks for a norm among fewer games. Won games may be ignored (1.4.1 f) and, if pairings
// were not fixed before the event, the last games too (1.4.1 e). It leaves out as few as possible.
// ok is false if no choice is better than whole.
func (j *judging) search(whole Norm) (found Norm, ok bool) {
	least := j.field.least(j.rules.Games, j.rules.TeamGames, j.rules.CupGames)
	fixed := j.field.fixed()
	for out := 1; len(j.games)-out >= least; out++ {
		for last := range out + 1 {
			if last > 0 && fixed == tournament.Yes {
				break
			}
			kept := j.games[:len(j.games)-last]
			for chosen := range without(kept, out-last) {
				if j.tried++; j.tried > mostTried {
					return j.unsearched(whole)
				}
				n := j.weighRest(chosen, least, last > 0 && fixed == tournament.Unanswered)
				if n.State == Made {
					return n, true
				}
				if n.State == Undecided && !ok && whole.State == Missed {
					found, ok = n, true
				}
			}
		}
	}
	return found, ok
}

// weighRest is weigh for a choice that leaves other games out.
func (j *judging) weighRest(kept []Game, least int, doubtful bool) Norm {
	m := newMix(j.field, j.title, j.rules, j.ed, j.player, kept)
	if m.hopeless() {
		return Norm{State: Missed}
	}
	checks := append(append(j.before(len(kept), least), m.points()...), m.composition(len(kept))...)
	if j.rules.WholeMix && j.field.roundRobin() {
		all := newMix(j.field, j.title, j.rules, j.ed, j.player, j.games)
		for _, c := range all.composition(len(j.games)) {
			if c.Met != tournament.Yes {
				checks = append(checks, Check{Requirement: MixOfAllGames, Met: c.Met, Have: c.Have, Need: c.Need, Missing: c.Missing, Source: j.source(MixOfAllGames)})
			}
		}
	}
	if doubtful {
		checks = append(checks, Check{Requirement: IgnoringGames, Missing: []tournament.Fact{FactPairings}, Source: j.source(IgnoringGames)})
	}
	n := j.norm(m, checks)
	for _, g := range j.games {
		if !slices.ContainsFunc(kept, func(k Game) bool { return k.Round == g.Round }) {
			n.Ignored = append(n.Ignored, g.Round)
		}
	}
	return n
}

// unsearched says that there are too many ways to leave games out.
func (j *judging) unsearched(whole Norm) (Norm, bool) {
	whole.State = Undecided
	whole.Checks = append(slices.Clone(whole.Checks), Check{Requirement: IgnoringGames, Missing: []tournament.Fact{FactTable}, Source: j.source(IgnoringGames)})
	return whole, true
}

// without yields the games with every choice of that many won games left out, in the order of
// rounds.
func without(games []Game, out int) func(yield func([]Game) bool) {
	return func(yield func([]Game) bool) {
		var choose func(from, left int, kept []Game) bool
		choose = func(from, left int, kept []Game) bool {
			if left == 0 {
				return yield(append(slices.Clone(kept), games[from:]...))
			}
			if len(games)-from < left {
				return true
			}
			g := games[from]
			if g.Outcome == Win && !choose(from+1, left-1, kept) {
				return false
			}
			return choose(from+1, left, append(slices.Clip(kept), g))
		}
		choose(0, out, nil)
	}
}
