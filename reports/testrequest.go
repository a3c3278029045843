package reports

import (
	"cmp"
	"encoding/json"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// TestRequest asks for the test of one player. Everything else that the test rests on besides the
// games does not come from the caller: Fill takes it from the record of the event.
type TestRequest struct {
	Kind       string   `json:"recipe"`                // QuickKind or FullKind
	Player     string   `json:"player"`                // part of the name, whatever its case, or a FIDE id; one player only
	Rating     float64  `json:"rating,omitempty"`      // Elo; 0: as the games have it
	RatingSD   float64  `json:"rating_sd,omitempty"`   // Elo; 0: the usual uncertainty
	Subset     string   `json:"subset,omitempty"`      // moves to be compared with the rest, as score.ParseSubset reads them; "" for those after absences, if any
	SingledOut bool     `json:"singled_out,omitempty"` // before the event, by its watch list
	Rounds     Rounds   `json:"rounds,omitempty"`
	GameIDs    []string `json:"games,omitempty"` // content identities; none: all that count
	EventPlan
	WithSecond bool `json:"second,omitempty"` // beside it a second test, by the second engine

	Record *tournament.EventRecord `json:"record,omitempty"` // of the event; nil if nothing is on record
	At     time.Time               `json:"at,omitzero"`      // at which the request is judged by the schedule
}

// Fill fills in what follows from the record of the event for one person: whether he was singled
// out before it, whether it is over, how many take part and how it is played. If the caller names
// no subset, it takes the moves after absences that were noted blindly, and returns those notes.
// Afterwards the record holds only what concerns the person.
func (t *TestRequest) Fill(person *roster.Person) (absences []tournament.ListedNote) {
	if t.Record == nil {
		return nil
	}
	if t.Record = t.Record.About(person); t.Record == nil {
		return nil
	}
	t.SingledOut = t.Record.SingledOut()
	t.EventPlan = EventPlan{
		Planned: cmp.Or(t.Planned, t.Record.PlannedRounds), Players: t.Record.Players,
		Finished: t.Record.Finished(t.At), Mode: t.Record.Facts.Mode,
	}
	if t.Subset == "" {
		t.Subset, absences = t.Record.AfterAbsences()
	}
	return absences
}

// EventPlan is what a test depends on and no game says; it follows from the record of the event. A
// zero value means not stated.
type EventPlan struct {
	Planned  int  `json:"planned_rounds,omitempty"`
	Players  int  `json:"players,omitempty"`
	Finished bool `json:"finished,omitempty"` // no further rounds follow

	Mode regulations.Mode `json:"mode,omitempty"` // over the board where nobody states it
}

// Limits of a test request. api/openapi.yaml states those of texts and lists.
const (
	highestRating   = 4000 // Elo
	vaguestRating   = 1000 // Elo
	longestPlayer   = 100  // characters
	longestSubset   = 10_000
	mostGamesTested = 1000
)

// Validate returns an Invalid error for a request that makes no sense whatever the games are.
func (t *TestRequest) Validate() error {
	switch {
	case t.Player == "":
		return fault.New(fault.Invalid, "player", "say who is tested: part of the name, or the FIDE id")
	case !analysis.IsText(t.Player, longestPlayer):
		return fault.New(fault.Invalid, "player", "player has at most %d characters, all printable", longestPlayer)
	case !(t.Rating >= 0 && t.Rating <= highestRating):
		return fault.New(fault.Invalid, "rating", "%v is no rating", t.Rating)
	case !(t.RatingSD >= 0 && t.RatingSD <= vaguestRating):
		return fault.New(fault.Invalid, "rating_sd", "%v is no uncertainty of a rating", t.RatingSD)
	case t.Planned < 0 || t.Players < 0:
		return fault.New(fault.Invalid, "event_size", "an event has no negative number of rounds or players")
	case len(t.GameIDs) > mostGamesTested:
		return fault.New(fault.Invalid, "games", "a test is of at most %d games", mostGamesTested)
	case len(t.Subset) > longestSubset:
		return fault.New(fault.Invalid, "subset", "subset has at most %d characters", longestSubset)
	case t.Subset == "":
		return nil
	}
	_, err := score.ParseSubset(t.Subset)
	return err
}

// TestOrder is a request as it is stored until its report is made.
type TestOrder struct {
	TestRequest
	Needs []string `json:"needs"` // IDs of the tasks that the test waits for
	// Anew is the share of its positions, from 0 to 1, that had no stored evaluation when it was
	// ordered.
	Anew float64 `json:"anew,omitempty"`
	// Field names the games that were evaluated under the quick recipe when the test was ordered
	// (pipeline.PlayerTest.Field): the report depends on no later ones.
	Field string `json:"field"`
}

// ReadTestOrder reads a stored order. The error is of kind Corrupt.
func ReadTestOrder(body []byte) (o TestOrder, err error) {
	if err := json.Unmarshal(body, &o); err != nil {
		return o, fault.Wrap(err, fault.Corrupt, "test_request", "what this test was to be cannot be read")
	}
	return o, nil
}
