package regulations

import (
	"slices"
	"time"
)

// TestMaking is what is on record of how a test was made. These are facts that the service noted
// itself; nobody states them.
type TestMaking struct {
	Player  string    `json:"player"`   // FIDE ID, or the name where there is none
	Games   string    `json:"games"`    // SHA-256 over the identities of the games that were analysed
	By      string    `json:"by"`       // ID of the token under which it was ordered
	At      time.Time `json:"at"`       // when it was ordered
	GamesBy []string  `json:"games_by"` // IDs of the tokens that handed in the games of its event; never nil
	Recipe  string    `json:"recipe"`   // fingerprint
	// Anew is the share of its positions, from 0 to 1, of which no evaluation under its recipe was known
	// when it was ordered.
	Anew   float64 `json:"anew"`
	Judged bool    `json:"judged"` // its z may be compared with thresholds
	Z      float64 `json:"z"`      // combined; 0 if there is none
}

// SecondTestKind says what a test is beside an earlier one of the same player.
type SecondTestKind string

// The kinds. Only an independent one is the second test that the notes on statistics ask for (R-II-2:
// [AM] ch. 3, Regan's notes, II).
const (
	IndependentTest SecondTestKind = "independent" // another person, his own copy of the games, after the event, no evaluation taken over
	RepeatedTest    SecondTestKind = "repetition"  // the same recipe, every evaluation made anew: it shows that the figures come out again
	FurtherTest     SecondTestKind = "further"     // any other
)

// Dependence is why a test is not independent of an earlier one.
type Dependence string

// What makes a test depend on an earlier one.
const (
	OtherSubject    Dependence = "other_subject"    // another player, or other games: it is no second test of the same
	SamePerson      Dependence = "same_person"      // the same person ordered both, or nobody knows who did
	OthersGames     Dependence = "others_games"     // its games were not handed in by whoever ordered it, and by him alone
	BeforeTheEnd    Dependence = "before_the_end"   // it was ordered before the event was over, or nobody knows when that was
	TakenEvaluation Dependence = "taken_evaluation" // evaluations were known before it was ordered
)

// SecondTest says what the later of two tests of one player is beside the earlier one, and what it
// depends on; nil for an independent one. ended is the instant at which the event was over, zero where
// nobody knows it.
func SecondTest(first, second TestMaking, ended time.Time) (SecondTestKind, []Dependence) {
	if second.At.Before(first.At) {
		first, second = second, first
	}
	var depends []Dependence
	for _, d := range []struct {
		holds bool
		is    Dependence
	}{
		{first.Player == "" || first.Player != second.Player || first.Games == "" || first.Games != second.Games, OtherSubject},
		{first.By == "" || second.By == "" || first.By == second.By, SamePerson},
		{!slices.Equal(second.GamesBy, []string{second.By}) || slices.Contains(first.GamesBy, second.By), OthersGames},
		{ended.IsZero() || !second.At.After(ended), BeforeTheEnd},
		{!(second.Anew >= 1), TakenEvaluation},
	} {
		if d.holds {
			depends = append(depends, d.is)
		}
	}
	switch {
	case depends == nil:
		return IndependentTest, nil
	case !slices.Contains(depends, OtherSubject) && second.Recipe == first.Recipe && second.Recipe != "" && second.Anew >= 1:
		return RepeatedTest, depends
	}
	return FurtherTest, depends
}

// Confirmed reports whether two of these tests of one player are independent of each other, so that the
// second one is that of R-II-2, and both reach what a public process takes at least (R-V).
func (e Edition) Confirmed(tests []TestMaking, ended time.Time) bool {
	r, _ := inForce(e.catalogue.statistics, e.start)
	for i, one := range tests {
		for _, other := range tests[:i] {
			kind, _ := SecondTest(one, other, ended)
			if kind == IndependentTest && one.Judged && other.Judged && min(one.Z, other.Z) > r.Public[0].Z {
				return true
			}
		}
	}
	return false
}
