package fit

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/score"
)

// movePlace is one counted move of a performance: the index of its game and of the move.
type movePlace struct{ game, move int }

// help is a kind of assistance: which moves of a performance are replaced.
type help struct {
	name  string
	share float64 // of the moves that qualify
	pool  *pool   // of another engine; nil for the one that evaluates
	// engine names the engine whose moves in the same positions take the place of the player's, in the
	// benchmark; "" is the one that evaluates.
	engine string
	// company is the number of other players of the event who are helped in the same way.
	company int
	qualify func(s *side, move int) bool
	// hardest takes the moves at which the engine's choice was least expected, as a share of all
	// moves. Otherwise moves are drawn at random.
	hardest bool
	// each takes this many moves of each game, the hardest ones; 0 means no such limit.
	each int
	// games takes only players with so many games or more, and of those the first games; 0 means all.
	games int
}

// gapPawns is how much worse the second-best move must be for the best one to stand out, in pawns.
const gapPawns = 0.5

// ways lists the kinds of help in the power study (MODEL 7). Names are those in calibration files.
func ways() (all []help) {
	every := func(*side, int) bool { return true }
	for _, f := range []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1} {
		all = append(all, help{name: "best", share: f, qualify: every})
	}
	return append(all,
		help{name: "hardest", share: 0.1, qualify: every, hardest: true},
		help{name: "gap", share: 1, qualify: func(s *side, move int) bool {
			p := s.Moves[move].Position
			return len(p.Moves) > 1 && p.Values[0]-p.Values[1] >= gapPawns
		}},
		help{name: "one_a_game", each: 1, qualify: every},
		help{name: "two_a_game", each: 2, qualify: every},
		help{name: "company", share: 0.3, qualify: every, company: 2},
		help{name: "nine_games", share: 0.2, qualify: every, games: 9},
		help{name: "nine_games", share: 0.3, qualify: every, games: 9},
	)
}

// of returns the performances to which the kind of help applies.
func (h help) of(whole []performance) (some []performance) {
	if h.games == 0 {
		return whole
	}
	for _, p := range whole {
		if len(p.sides) >= h.games {
			p.sides, p.opponents = p.sides[:h.games], p.opponents[:h.games]
			some = append(some, p)
		}
	}
	return some
}

// choose returns the moves of some sides that are to be replaced.
func (h help) choose(sides []*side, random *rand.Rand) (chosen []movePlace) {
	var all []movePlace
	for g, s := range sides {
		for m := range s.Moves {
			if h.qualify(s, m) {
				all = append(all, movePlace{g, m})
			}
		}
	}
	hard := func(a, b movePlace) int {
		return cmp.Compare(sides[a.game].game.Moves[a.move].MM.Mean, sides[b.game].game.Moves[b.move].MM.Mean)
	}
	switch {
	case h.each > 0:
		slices.SortStableFunc(all, hard)
		taken := map[int]int{}
		for _, p := range all {
			if taken[p.game] < h.each {
				taken[p.game]++
				chosen = append(chosen, p)
			}
		}
		return chosen
	case h.hardest:
		slices.SortStableFunc(all, hard)
	default:
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	return all[:int(math.Round(h.share*float64(len(all))))]
}

// bests returns, for every counted move of a side, what the engine's choice would have added in its
// place.
func bests(models *score.Models, s *side) []score.Scored {
	all := make([]score.Scored, len(s.Moves))
	for i := range s.Moves {
		m := &s.Moves[i]
		outlook := models.Outlook(m.Position)
		all[i] = scoredBy(&outlook, bestMove(m), m.Position.Best, s.Rating)
	}
	return all
}

// bestMove returns the figures of the engine's choice in place of a move.
func bestMove(m *Move) score.Figures {
	return score.Figures{
		Ply: m.Figures.Ply, Match: true, Equal: true, TopThree: true,
		Delta: m.Position.Delta[m.Position.Best], HasLoss: true,
	}
}
