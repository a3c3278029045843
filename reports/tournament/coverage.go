package tournament

import (
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// Coverage says which games of a tournament file are among the games that were handed in, and how
// the two differ. It keeps three things apart: how the record of moves ends (on the board), what
// its Result tag says, and what the tournament file says, which also knows whether the game was
// played.
type Coverage struct {
	Basis      CoverageBasis   `json:"basis"`
	Expected   int             `json:"expected"` // games that the tournament file says were played, or that the tables ask for
	Found      int             `json:"found"`    // of these, games that were handed in with their moves
	Rounds     []RoundCoverage `json:"rounds"`   // that the file reaches, from round 1 on; never nil
	Deviations []Deviation     `json:"deviations"`
	Questions  []Question      `json:"questions"` // names that the file does not know; never nil

	Clean Clean `json:"-"` // what of it belongs into a package

	games    []expectedGame
	unsaid   []trf.Pairing // those without a result in the file and without a record
	compared *comparing
}

// CoverageBasis is the source with which games are compared.
type CoverageBasis string

// The bases.
const (
	ByFile   CoverageBasis = "tournament_file"
	ByRoster CoverageBasis = "roster_numbers" // Berger tables, with the numbers of the roster
	ByGames  CoverageBasis = "game_numbers"   // Berger tables, with the only numbers that the games allow
)

// RoundCoverage counts what was found of one round.
type RoundCoverage struct {
	Round    int    `json:"round"`
	Date     string `json:"date"`
	Expected int    `json:"expected"`
	Found    int    `json:"found"`
	Missing  int    `json:"missing"`  // Expected less Found
	Forfeits int    `json:"forfeits"` // pairings of the file that were not played
	Byes     int    `json:"byes"`     // participants with a bye
	Absent   int    `json:"absent"`   // participants of whom the file says nothing, or that they were not there
	Others   int    `json:"others"`   // further deviations
	Gaps     []int  `json:"gaps"`     // numbers of boards that no record has, between 1 and the last; empty where records give none
}

// Deviation is one difference between the games and the tournament file.
type Deviation struct {
	Kind  DeviationKind `json:"kind"`
	Round int           `json:"round"` // of the tournament file, else of the record; 0 if neither says
	Board int           `json:"board,omitempty"`
	White string        `json:"white"` // as the tournament file has the names; as the record has it where that does not know them
	Black string        `json:"black"`
	// Listed and Recorded are what the tournament file and the record say, if they differ.
	Listed   string `json:"listed,omitempty"`
	Recorded string `json:"recorded,omitempty"`
	// File and the next fields say where the record is; empty for missing games.
	File string `json:"file,omitempty"`
	Game int    `json:"game,omitempty"`
	Line int    `json:"line,omitempty"`
	// Record says how the record ends; nil for games that are missing.
	Record *RecordedEnd `json:"record,omitempty"`
}

// RecordedEnd keeps apart the different things a record says about the end of its game.
type RecordedEnd struct {
	Awarded string `json:"awarded"` // by the Result tag, "*" where it has none
	Board   string `json:"board"`   // by the end of the moves, "*" where nothing stands there
	Played  bool   `json:"played"`  // both sides have moved
}

// DeviationKind is one of the constants below.
type DeviationKind string

// The kinds of deviation.
const (
	MissingGame    DeviationKind = "missing"          // played according to the file, and not handed in
	NoMoves        DeviationKind = "no_moves"         // handed in without moves of both sides, though it was played
	DoubledGame    DeviationKind = "doubled"          // a further record of a game
	ExtraGame      DeviationKind = "extra"            // the file does not pair the two
	LaterRound     DeviationKind = "later_round"      // of a round that the file does not reach
	UnknownName    DeviationKind = "unknown_name"     // the file does not know a player; see Questions
	OtherColors    DeviationKind = "colors"           // the colours are reversed
	OtherRound     DeviationKind = "round"            // the record names another round
	OtherResult    DeviationKind = "result"           // the Result tag awards something else
	OtherBoard     DeviationKind = "board_result"     // the moves end with another result than the file has
	PlayedAnyway   DeviationKind = "played_anyway"    // there are moves, though the file says that nobody played
	LongerThanSaid DeviationKind = "longer_than_said" // both sides moved, though the file says that they did not
	OtherName      DeviationKind = "name"             // a player, known by his FIDE id, is named otherwise; told once for each spelling

	// Only in a Clean file.
	BrokenOff  DeviationKind = "broken_off" // the record cannot be read to its end
	OtherChess DeviationKind = "variant"    // the record is of another kind of chess
)

// Cover compares games with a tournament file. It identifies people as Identify does, over the
// players of both; it never guesses. A record belongs to the pairing of its players in its round
// or, if they were not paired in that round, to a game of theirs that has no record yet. If a
// pairing has several records, the longest counts (of equally long ones the one that says most),
// and the others are duplicates. The result does not depend on the order of the games. answers
// assign names to participants.
func Cover(t *trf.Tournament, games []*analysis.Game, answers ...NameAnswer) *Coverage {
	called, nobody := names{}, map[roster.Called]bool{}
	for _, a := range answers {
		i := slices.IndexFunc(t.Participants, func(p *trf.Participant) bool { return p.Number == a.Number })
		if i < 0 {
			nobody[a.Called] = true
			continue
		}
		called[t.Participants[i]] = append(called[t.Participants[i]], a.Called)
	}
	cover := newComparing(t, called, games).cover()
	cover.Questions = slices.DeleteFunc(cover.Questions, func(q Question) bool {
		return nobody[roster.Called{Name: q.Name, FideID: q.FideID}]
	})
	return cover
}

func (c *comparing) cover() *Coverage {
	c.assign()
	for _, r := range c.records {
		c.examine(r)
	}
	for _, p := range c.pairings {
		if c.expects(p) && p.record == nil {
			c.deviate(MissingGame, p.Round, nil, p.White.Name, p.Black.Name, result(p.WhiteMark, p.BlackMark), "")
		}
	}
	slices.SortStableFunc(c.deviations, compareDeviations)
	cover := &Coverage{Basis: c.basis, Rounds: c.rounds(), Deviations: c.deviations, Questions: c.questions(), Clean: c.clean(), compared: c}
	for i := range cover.Rounds {
		c.count(&cover.Rounds[i])
		cover.Expected += cover.Rounds[i].Expected
		cover.Found += cover.Rounds[i].Found
	}
	for _, p := range c.pairings {
		if c.expects(p) {
			cover.games = append(cover.games, expectedGame{p.Pairing, p.record != nil && p.recorded})
		}
		if c.basis == ByFile && p.record == nil && p.WhiteMark == trf.Blank && p.BlackMark == trf.Blank {
			cover.unsaid = append(cover.unsaid, p.Pairing)
		}
	}
	return cover
}

// expectedGame is a game that should be there.
type expectedGame struct {
	trf.Pairing
	found bool
}

// expects reports whether there should be a record with moves for a pairing.
func (c *comparing) expects(p *paired) bool {
	if c.basis == ByFile {
		return p.Played()
	}
	return !p.forfeited && p.Round <= c.through
}

// rounds returns the rounds that the file contains.
func (c *comparing) rounds() []RoundCoverage {
	all := []RoundCoverage{}
	last := c.file.LastRound()
	if c.basis != ByFile {
		last = c.through
		for _, p := range c.pairings {
			if p.record != nil {
				last = max(last, p.Round)
			}
		}
	}
	for round := 1; round <= last; round++ {
		all = append(all, RoundCoverage{Round: round, Date: c.file.Date(round).String(), Gaps: []int{}})
	}
	return all
}

// count counts the games of one round.
func (c *comparing) count(r *RoundCoverage) {
	numbered, boards := true, map[int]bool{}
	for _, p := range c.pairings {
		switch {
		case p.Round != r.Round:
			continue
		case c.expects(p):
			r.Expected++
		case p.forfeited || p.WhiteMark.Forfeit() || p.BlackMark.Forfeit():
			r.Forfeits++
		}
		if p.record == nil {
			continue
		}
		if c.expects(p) && p.recorded {
			r.Found++
		}
		boards[p.record.board] = true
		numbered = numbered && p.record.board > 0
	}
	r.Missing = r.Expected - r.Found
	r.Byes, r.Absent = c.file.Idle(r.Round)
	for _, d := range c.deviations {
		if d.Round == r.Round && d.Kind != MissingGame && d.Kind != NoMoves {
			r.Others++
		}
	}
	if numbered && r.Missing > 0 {
		r.Gaps = gaps(boards)
	}
}

// gaps returns the board numbers that are missing below the highest. It returns none if so many are
// missing that boards are not numbered consecutively.
func gaps(boards map[int]bool) []int {
	missing, highest := []int{}, 0
	for b := range boards {
		highest = max(highest, b)
	}
	if highest > 2*len(boards)+100 {
		return missing // not numbered consecutively
	}
	for b := 1; b < highest; b++ {
		if !boards[b] {
			missing = append(missing, b)
		}
	}
	return missing
}
