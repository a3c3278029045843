package norm

import (
	"slices"
	"time"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Crosstable is an event with all of its players.
type Crosstable struct {
	tournament.Facts
	Dates   []time.Time // of the rounds, in their order; empty if unknown
	Players []Player
}

// Player is a participant.
type Player struct {
	Number     int // starting number, from 1
	Name       string
	FideID     string
	Sex        Sex
	Title      string // "GM"; "" for none
	Federation string // three letters; "" if unknown
	Rating     int    // in force when the event starts (1.4.6 a); 0 for none
	Born       string // as written
	Rounds     []Round
	// Later holds the ratings for games of later months, in events of more than 30 days (1.1.4).
	Later []roster.MonthRating
}

// Rate sets the players' ratings of later months from the list of participants.
func (c *Crosstable) Rate(list []roster.Entry) {
	for i := range c.Players {
		p := &c.Players[i]
		for _, entry := range list {
			if entry.Number == p.Number && (entry.FideID == "" || p.FideID == "" || roster.FideID(entry.FideID) == roster.FideID(p.FideID)) {
				p.Later = entry.Later
			}
		}
	}
}

// ratedOn returns the rating of a player that applies in a round, 0 for none.
func (f *field) ratedOn(p *Player, round int) int {
	if len(p.Later) == 0 || round > len(f.Dates) || f.Dates[round-1].IsZero() {
		return p.Rating
	}
	entry := roster.Entry{InForce: roster.Rating{Rating: p.Rating}, Later: p.Later}
	return entry.On(f.Dates[round-1].Format("2006.01.02")).Rating
}

// Sex decides who may win women's titles; "" is unknown.
type Sex string

// The sexes, as tournament files write them.
const (
	Woman Sex = "w"
	Man   Sex = "m"
)

// Round is one round of a player.
type Round struct {
	Opponent int // starting number, 0 for none
	Outcome  RoundOutcome
}

// RoundOutcome is how a round ended for a player, as tournament files write it.
type RoundOutcome string

// The outcomes. The first three belong to games over the board.
const (
	Win         RoundOutcome = "1"
	Draw        RoundOutcome = "="
	Loss        RoundOutcome = "0"
	ForfeitWin  RoundOutcome = "+"
	ForfeitLoss RoundOutcome = "-"
	PairingBye  RoundOutcome = "U" // there was no opponent for him
	FullBye     RoundOutcome = "F"
	HalfBye     RoundOutcome = "H"
	Absent      RoundOutcome = "Z"
	Unclear     RoundOutcome = "?" // the result is unknown, or whether a game was played
	ToCome      RoundOutcome = ""  // the round has not been played
)

// played reports whether a game was played over the board.
func (r RoundOutcome) played() bool { return r == Win || r == Draw || r == Loss }

// present reports whether the player took part in the round, or would have: a pairing bye or an
// absent opponent is not his doing.
func (r RoundOutcome) present() bool {
	return r.played() || r == ForfeitWin || r == PairingBye || r == Unclear
}

// halfPoints returns the half points of a game over the board.
func (r RoundOutcome) halfPoints() int {
	switch r {
	case Win:
		return 2
	case Draw:
		return 1
	}
	return 0
}

// Further facts that norms need.
const (
	FactFederation tournament.Fact = "federation"      // of the player or of opponents
	FactHost       tournament.Fact = "host_federation" // of the event
	FactSex        tournament.Fact = "sex"
	FactRating     tournament.Fact = "rating"
	FactTitle      tournament.Fact = "title" // of players
	FactResult     tournament.Fact = "result"
	FactRounds     tournament.Fact = "rounds"        // still to be played
	FactSchedule   tournament.Fact = "schedule"      // how many rounds there are
	FactEdition    tournament.Fact = "edition"       // of the rules, where the event has no day or is older than all known here
	FactPairings   tournament.Fact = "predetermined" // whether pairings are fixed before the event
	FactApproval   tournament.Fact = "approval"      // of the pairing system, by the Qualification Commission
	FactTable      tournament.Fact = "table"         // for so many games
)

// field is an event with the conclusions that hold for all of its players.
type field struct {
	*Crosstable
	players  map[int]*Player
	rounds   int  // scheduled or, if nobody states that, the most that any player has
	finished bool // every round has been played, as far as their number is known
	open     bool // the number of rounds is unknown
	rated    bool // some player has a rating, so players without one are unrated
	titled   bool // some player has a title

	large      tournament.YesNo  // whether it is a Swiss that 1.4.3 (d) exempts
	largeWants []tournament.Fact // those that would answer it
}

func newField(e *Crosstable) *field {
	f := &field{Crosstable: e, players: map[int]*Player{}, rounds: e.Rounds, open: e.Rounds == 0}
	played := 0
	for i := range e.Players {
		p := &e.Players[i]
		f.players[p.Number] = p
		f.rated = f.rated || p.Rating > 0
		f.titled = f.titled || p.Title != ""
		for n, r := range p.Rounds {
			if r.Outcome != ToCome {
				played = max(played, n+1)
			}
		}
	}
	f.rounds = max(f.rounds, played)
	f.finished = played == f.rounds
	return f
}

// fixed reports whether pairings were fixed before the event, so that a norm must rest on all
// scheduled rounds (1.4.1 e).
func (f *field) fixed() tournament.YesNo {
	if f.Predetermined != tournament.Unanswered {
		return f.Predetermined
	}
	switch f.System {
	case tournament.RoundRobin, tournament.DoubleRoundRobin, tournament.Scheveningen, tournament.Schiller, tournament.Match:
		return tournament.Yes
	case tournament.Swiss, tournament.KnockOut:
		return tournament.No
	}
	return tournament.Unanswered
}

func (f *field) double() bool { return f.System == tournament.DoubleRoundRobin }

func (f *field) roundRobin() bool {
	return f.System == tournament.RoundRobin || f.System == tournament.DoubleRoundRobin
}

// numbers returns the starting numbers in ascending order.
func (f *field) numbers() []int {
	all := make([]int, 0, len(f.players))
	for n := range f.players {
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}
