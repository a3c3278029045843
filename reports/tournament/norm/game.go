package norm

import "fairplay/reports/tournament"

// Game is a game of a player that rules consider.
type Game struct {
	Round    int // from 1
	Opponent *Player
	Rating   int // of the opponent, for a game of that day; 0 for none
	Outcome  RoundOutcome
}

// Codes that are used in place of a federation.
const (
	UnderFIDE  = "FID" // plays under FIDE's flag: accepted, but from no other federation (1.4.2 a)
	NoneOfFIDE = "NON" // of no federation of FIDE: does not count (1.4.2 a)
)

// games returns the games of a player that count (1.4.2), in the order of rounds. unclear tells
// whether the result of another game is unclear, so that it may count too.
func (f *field) games(p *Player) (all []Game, unclear bool) {
	for i, r := range p.Rounds {
		if r.Outcome == Unclear {
			unclear = true
		}
		if !r.Outcome.played() {
			continue
		}
		opponent := f.players[r.Opponent]
		if opponent == nil || opponent == p || !f.agree(p, i) {
			unclear = true
			continue
		}
		if opponent.Federation == NoneOfFIDE || f.roundRobin() && f.pointless(opponent) {
			continue
		}
		all = append(all, Game{Round: i + 1, Opponent: opponent, Rating: f.ratedOn(opponent, i+1), Outcome: r.Outcome})
	}
	return all, unclear
}

// agree reports whether the opponent's entry for that round names the player and the opposite result.
func (f *field) agree(p *Player, round int) bool {
	r := p.Rounds[round]
	o := f.players[r.Opponent]
	if len(o.Rounds) <= round || o.Rounds[round].Opponent != p.Number {
		return false
	}
	other := o.Rounds[round].Outcome
	return other.played() && r.Outcome.halfPoints()+other.halfPoints() <= 2
}

// pointless reports whether an unrated player scored nothing against rated opponents: in round
// robins, games against him do not count (1.4.2 b).
func (f *field) pointless(p *Player) bool {
	if p.Rating > 0 {
		return false
	}
	for _, r := range p.Rounds {
		if o := f.players[r.Opponent]; o != nil && o.Rating > 0 && r.Outcome.played() && r.Outcome.halfPoints() > 0 {
			return false
		}
	}
	return true
}

// forfeited returns the last-round game against an opponent who did not come, as a loss: a norm
// stands if the player needed the game and could have lost it (1.4.2 c).
func (f *field) forfeited(p *Player) (Game, bool) {
	if !f.finished || len(p.Rounds) < f.rounds || f.rounds == 0 {
		return Game{}, false
	}
	last := p.Rounds[f.rounds-1]
	opponent := f.players[last.Opponent]
	ok := last.Outcome == ForfeitWin && opponent != nil && opponent != p && opponent.Federation != NoneOfFIDE
	rating := 0
	if ok {
		rating = f.ratedOn(opponent, f.rounds)
	}
	return Game{Round: f.rounds, Opponent: opponent, Rating: rating, Outcome: Loss}, ok
}

// blameless reports whether the only round without a game was due to a pairing bye or to an opponent
// who did not come (1.4.1 c).
func (f *field) blameless(p *Player) bool {
	missed := 0
	for _, r := range p.Rounds {
		if r.Outcome.played() {
			continue
		}
		if r.Outcome == PairingBye || r.Outcome == ForfeitWin {
			missed++
		} else {
			return false
		}
	}
	return missed == 1 && len(p.Rounds) == f.rounds
}

// least returns the number of games that a norm needs (1.4.1 a, b).
func (f *field) least(games, team, cup int) int {
	switch {
	case f.Championship == tournament.WorldTeam && f.rounds >= 7 && f.rounds <= 9:
		return team
	case f.Championship == tournament.WorldCup:
		return cup
	}
	return games
}
