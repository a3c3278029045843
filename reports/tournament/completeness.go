package tournament

import (
	"slices"

	"fairplay/reports/regulations"
)

// GamesDuty is a duty to send games, with the state of those games. There are two different ones:
// the submission for screening (Protection Measures, section 3; online Annex I), and the report on
// titles or ratings (B01 1.9.1; B02 9.4 and 8.4 of rapid and blitz). Both go to FIDE through its
// own tools; a dated tick records that they were sent.
type GamesDuty struct {
	Duty    string             `json:"duty"` // games_screening or games_report
	Demand  regulations.Demand `json:"demand"`
	State   DutyState          `json:"state"`          // of the sending
	Sent    string             `json:"sent,omitempty"` // YYYY-MM-DD, as ticked
	Games   string             `json:"games"`          // all, norm_makers, or "" if nothing is asked for
	Missing []Fact             `json:"missing"`        // facts that may make the demand stronger; never nil
	// Complete reports whether the games are there and can be sent; "unknown" if nobody can say which
	// there should be, as for rounds still to be played.
	Complete string                  `json:"complete"`
	Expected int                     `json:"expected"`       // games; 0 if unknown
	Found    int                     `json:"found"`          // of these
	Lacking  []LackingGame           `json:"lacking"`        // by round; never nil
	Rule     *regulations.RuleSource `json:"rule,omitempty"` // left out where nothing is asked for
}

// LackingGame is a game that should be there.
type LackingGame struct {
	Round       int    `json:"round"`
	White       string `json:"white"`
	Black       string `json:"black"`
	WhiteNumber int    `json:"white_number"`
	BlackNumber int    `json:"black_number"`
}

// NormMakers holds the starting numbers of players who made a title norm, and of those for whom
// that is undecided because facts are missing.
type NormMakers struct {
	Made      []int `json:"made"`      // never nil
	Undecided []int `json:"undecided"` // never nil
}

// The duties to send games.
const (
	GamesScreening = "games_screening"
	GamesReport    = "games_report"
)

// GamesDuties returns the state of both duties to send games, under each article that asks for
// them. c is nil if nothing says which games there should be, m if nobody can say who made a norm.
// A player for whom that is undecided counts as one who did.
func GamesDuties(dues []Due, c *Coverage, m *NormMakers) []GamesDuty {
	all := []GamesDuty{}
	for _, duty := range []string{GamesScreening, GamesReport} {
		before := len(all)
		for _, d := range dues {
			if d.Duty == duty {
				all = append(all, gamesDuty(d, c, m))
			}
		}
		if len(all) == before {
			all = append(all, GamesDuty{Duty: duty, Demand: regulations.NoDemand, State: DutyNotYet, Missing: []Fact{}, Complete: string(Yes), Lacking: []LackingGame{}})
		}
	}
	return all
}

func gamesDuty(d Due, c *Coverage, m *NormMakers) GamesDuty {
	g := GamesDuty{
		Duty: d.Duty, Demand: d.Demand, State: d.State, Games: d.Games, Missing: d.Missing, Complete: "unknown", Lacking: []LackingGame{}, Rule: &d.Rule,
	}
	if d.State == DutyDone {
		g.Sent = d.Date
	}
	if c == nil || d.Games == OfNormMakers && m == nil {
		return g
	}
	for _, e := range c.games {
		if d.Games == OfNormMakers && !m.plays(e) {
			continue
		}
		if g.Expected++; e.found {
			g.Found++
			continue
		}
		g.Lacking = append(g.Lacking, LackingGame{
			Round: e.Round, White: e.White.Name, Black: e.Black.Name, WhiteNumber: e.White.Number, BlackNumber: e.Black.Number,
		})
	}
	g.Complete = string(answer(len(g.Lacking) == 0))
	return g
}

// OfNormMakers stands for the games of players who made a norm.
const OfNormMakers = "norm_makers"

// plays reports whether a game involves somebody who made a norm, or may have made one.
func (n *NormMakers) plays(e expectedGame) bool {
	made := func(number int) bool { return slices.Contains(n.Made, number) || slices.Contains(n.Undecided, number) }
	return made(e.White.Number) || made(e.Black.Number)
}
