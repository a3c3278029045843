package analysis

import (
	"encoding/json"
	"fmt"
	"time"
)

// Color is White or Black.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// Player is a player as a game names him.
type Player struct {
	Name       string // as written, white space folded
	FideID     string // decimal digits, empty if unknown
	Title      string // GM, IM, ..., empty if none is given
	Rating     int    // Elo; 0 if none is given
	Federation string // three letters, empty if unknown
	Team       string // empty if none is given
}

// Result is the outcome of a game as written.
type Result string

// The results that PGN knows.
const (
	WhiteWins Result = "1-0"
	BlackWins Result = "0-1"
	Drawn     Result = "1/2-1/2"
	Unknown   Result = "*"
)

// Variant tells which game was played.
type Variant string

// Only Standard games are analysed. A standard game may start from a set-up
// position: Game.Start tells.
const (
	Standard Variant = "standard"
	Chess960 Variant = "chess960"
	// Otherwise a Variant is the name that the file gives, in lower case.
)

// Source is where a game or error stands in the input.
type Source struct {
	File string // name of the file, "-" for standard input
	Game int    // number of the game in the file, from 1
	Line int    // line of its first tag or move, from 1
}

// String returns "file:line (game n)".
func (s Source) String() string { return fmt.Sprintf("%s:%d (game %d)", s.File, s.Line, s.Game) }

// Tag is one PGN tag pair.
type Tag struct{ Name, Value string }

// Ply is one half-move of a game and the position it was made in.
type Ply struct {
	Key     string // position key before the move (see Position.Key)
	Move    Move
	SAN     string        // the move in standard algebraic notation, English letters
	Repeats int           // how often the position stood before in this game; clocks do not matter, rights to castle and to capture en passant do
	Clock   time.Duration // time left after the move, -1 if not recorded
}

// Game is one game of the input, whole or up to the ply where its record stops
// making sense (Cut).
type Game struct {
	ID     string // content identity, hex SHA-256: players, date, round and moves, never comments or spacing
	Source Source
	Tags   []Tag // as written, in order

	Event, Site, Date, Round string
	White, Black             Player
	TimeControl              TimeControl
	Variant                  Variant

	// Three facts are kept apart (REGULATIONS 13): what the record of moves
	// ends with, what the Result tag awards, and whether the game was played.
	Board   Result // termination marker after the moves; Unknown where there is none
	Awarded string // Result tag as written, which may be "+/-", "0-0" or "1/2-0"
	Played  bool   // both sides made at least one move

	// Unfinished tells that the file ends with this game before it is complete:
	// without a termination marker where the Result tag names a result, or
	// within the tags. What was handed in may be cut off, and games after this
	// one may be missing.
	Unfinished bool

	SetUp       bool   // the game starts from a position of its own (FEN tag)
	Start       string // position key before the first ply
	Plies       []Ply
	End         Position   // the position after the last ply
	RepeatsFrom int        // first ply whose position has stood before, -1 if none does
	Unread      []string   // the moves of a Variant as written, since they are not replayed; nil for chess
	Cut         *GameError // why the record stops being read, nil if it is whole
	Notes       []Oddity   // oddities that do no harm: contradicting results, null moves, guessed encodings
}

// Tag returns the value of the first tag of that name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Player returns who played that colour.
func (g *Game) Player(c Color) Player {
	if c == Black {
		return g.Black
	}
	return g.White
}

// Turn returns the side to move at ply i.
func (g *Game) Turn(i int) Color {
	start := Position{Key: g.Start}.Turn()
	if i%2 == 0 {
		return start
	}
	return start.Other()
}

// Oddity is something odd in a record that does no harm by itself.
type Oddity struct {
	Line int    `json:"line"` // in its file, from 1
	Text string `json:"text"` // in words, for people
}

// String tells line and words.
func (o Oddity) String() string { return fmt.Sprintf("line %d: %s", o.Line, o.Text) }

// UnmarshalJSON reads a note, or a text alone, which is how notes of games were
// stored at first; its line is then 0.
func (o *Oddity) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		o.Line = 0
		return json.Unmarshal(b, &o.Text)
	}
	type plain Oddity
	return json.Unmarshal(b, (*plain)(o))
}

// GameError says what is wrong with one game, or with one place in it.
type GameError struct {
	Source Source
	Line   int    // line of the offending token, from 1
	Ply    int    // ply at which reading stopped, from 0; -1 outside the moves
	Reason string // in words, for people
	Token  string // the offending token as written, empty if there is none
}

// Error tells file, line, reason and token.
func (g *GameError) Error() string {
	s := fmt.Sprintf("%s:%d: game %d: %s", g.Source.File, g.Line, g.Source.Game, g.Reason)
	if g.Token != "" {
		s += fmt.Sprintf(" (%q)", g.Token)
	}
	return s
}
