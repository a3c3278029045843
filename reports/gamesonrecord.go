package reports

import "fairplay/reports/tournament"

// GamesOnRecord says what became of the games that were handed in for an event. Counts.Read games were found in its files as
// they are now; Counts.Analysed of them count, which are Evaluated and Waiting together; Counts.Bad could not be read, and the
// rest is left out for the reasons in Counts.Excluded. A finished screening has the same Counts.
type GamesOnRecord struct {
	Counts    tournament.GameCounts `json:"counts"`
	Files     int                   `json:"files_waiting"` // handed in and not yet read: their games are in no count
	Evaluated int                   `json:"evaluated"`     // of the games that count
	Waiting   int                   `json:"waiting"`       // of the games that count: not yet evaluated
	LeftOut   []GameLeftOut         `json:"left_out"`      // every game that does not count, in the order of play; never nil
	Errors    []InputError          `json:"errors"`        // what could not be read, by file and line; never nil
}

// Sort puts the errors in the order of the screening's.
func (g *GamesOnRecord) Sort() { sortErrors(&g.Errors) }

// Waits is the reason of a game that is not evaluated yet.
const Waits = "it is still being evaluated"

// GameLeftOut is a game that does not count, and why.
type GameLeftOut struct {
	Game     string `json:"game"` // its content identity, hex
	White    string `json:"white"`
	Black    string `json:"black"`
	Round    string `json:"round"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Excluded string `json:"excluded"`         // analysis.Exclusion
	Reason   string `json:"reason,omitempty"` // in English, where an engine gave the game up or has not come to it yet
	Event    string `json:"event,omitempty"`  // its name as the game has it, if there may be several
	Date     string `json:"date,omitempty"`   // as the game has it, likewise
}
