package wire

import (
	"fairplay/reports"
	"fairplay/reports/store"
)

// Progress is how far the work on an event has come.
type Progress struct {
	State              store.EventState `json:"state"`
	Games              int              `json:"games"` // games that are to be evaluated
	GamesDone          int              `json:"games_done"`
	Positions          int              `json:"positions"` // positions of these games
	PositionsDone      int              `json:"positions_done"`
	PositionsPerSecond float64          `json:"positions_per_second"` // of late; 0 while nothing is being done
	SecondsLeft        *int             `json:"seconds_left"`         // an estimate; null where there is none
	Open               int              `json:"open"`                 // tasks that are waiting or under way
	Dead               int              `json:"dead"`                 // tasks that were given up
	Cancelled          int              `json:"cancelled"`
	Idle               bool             `json:"idle"`           // nothing is waiting or under way. Where `done` is false all the same, work was given up: see `errors`
	Done               bool             `json:"done"`           // nothing is left to do: nothing is waiting or under way, and nothing was given up
	GamesGivenUp       int              `json:"games_given_up"` // of `games`, those that are not evaluated because their evaluation was given up
	Errors             []TaskError      `json:"errors"`         // why tasks are dead, each reason of a kind once; tests of players show theirs themselves
}

// TaskError is a reason for which tasks were given up.
type TaskError struct {
	Task   string `json:"task"` // the first of the tasks
	Kind   string `json:"kind"`
	Code   string `json:"code"` // a stable word for the reason; `/tasks/retry` takes it
	Reason string `json:"reason"`
	Tasks  int    `json:"tasks"` // how many tasks of this kind were given up for this reason
}

// ListedTask is one piece of work, and why it failed the last time, unless that names a player.
type ListedTask struct {
	store.Task
	ReasonKind string `json:"reason_kind"` // the kind of the last error; empty where there was none
	ReasonCode string `json:"reason_code"`
	Reason     string `json:"reason"`
}

// RetryOrder names what is to be tried again.
type RetryOrder struct {
	Code string  `json:"code"`           // `code` of one of the `errors`
	Kind *string `json:"kind,omitempty"` // only tasks of this `kind`; without it those of every kind
}

// NewTest asks for a test of a player.
type NewTest struct {
	Kind     string   `json:"kind,omitempty"`
	Player   string   `json:"player"`              // FIDE id or name; it must fit one player only
	Rating   float64  `json:"rating,omitempty"`    // the rating to compare with; without it the last one that the games give
	RatingSD float64  `json:"rating_sd,omitempty"` // how sure the rating is (standard deviation in Elo points)
	Rounds   string   `json:"rounds,omitempty"`    // only these rounds: `3`, `1-4` or `1-3,7`
	Subset   string   `json:"subset,omitempty"`    // moves to be compared with the rest of the same games, for instance `R3:17-25` (round 3, turns 17 to 25); without it those after absences in the arbiters' log, if any
	Games    []string `json:"games,omitempty"`     // only these games, by id
	Second   bool     `json:"second,omitempty"`    // the same games under a second engine beside the first; `/v1/recipes` lists the recipe `second` where the service has one. Otherwise the request is refused with 422 and `no_second_engine`
}

// ListedTest is a test of a player, and how far it is.
type ListedTest struct {
	store.Test
	State   store.TaskState       `json:"state"` // `done`: the report is there. `dead`: it could not be made, see the reason
	Request NewTest               `json:"request"`
	Reason  string                `json:"reason"`            // why there is no report; otherwise empty
	Changed []reports.ChangedFact `json:"changed,omitempty"` // facts that have changed since it was ordered; asking for it again takes those of now. Absent where there are none, without a report, and in lists
}

// ShownScreening is a screening, and what it lacks if it is not of the latest state.
type ShownScreening struct {
	reports.Screening
	Lacking *reports.Lacking `json:"lacking,omitempty"`
}
