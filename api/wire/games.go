package wire

import (
	"time"

	"fairplay/reports"
	"fairplay/reports/store"
)

// Batch is what was handed in at once.
type Batch struct {
	ID      string            `json:"id"`
	Event   string            `json:"event"`
	State   store.BatchState  `json:"state"`  // `waiting` until the games are read
	Reason  string            `json:"reason"` // why it failed, or why there are no games in it; otherwise empty
	Files   []File            `json:"files"`
	Counts  store.BatchCounts `json:"counts"`
	Created time.Time         `json:"created"`
}

// File is one file of a batch.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the file as it was received
	Size   int64  `json:"size"`   // bytes
}

// Outcome is what became of one game of a batch.
type Outcome struct {
	N      int               `json:"n"` // number of the outcome in the batch
	File   string            `json:"file"`
	Game   int               `json:"game"`    // number of the game in its file, from 1; 0 where the whole file is meant
	Line   int               `json:"line"`    // line in the file, from 1
	Kind   store.OutcomeKind `json:"kind"`    // `cut`: read up to a move that makes no sense; `reason` says which
	GameID string            `json:"game_id"` // of the game; empty where there is none
	Reason string            `json:"reason"`  // what is wrong, and what is odd about the game and its line, as `pgn check` tells it; otherwise empty
	Token  string            `json:"token"`   // the place that is wrong as it stands in the file
}

// Game is a game in a list.
type Game struct {
	ID          string `json:"id"`     // names the game by its players, date, round and moves
	SHA256      string `json:"sha256"` // of this version of the game with all its tags
	White       string `json:"white"`
	Black       string `json:"black"`
	WhiteFideID string `json:"white_fide_id"` // empty where none is given
	BlackFideID string `json:"black_fide_id"`
	Round       string `json:"round"`
	Date        string `json:"date"`   // as PGN has it
	Result      string `json:"result"` // as the file has it
	Plies       int    `json:"plies"`  // half-moves
	File        string `json:"file"`   // where it was read
	Number      int    `json:"number"` // number of the game in that file
	Line        int    `json:"line"`
}

// GameRecord is a game with its tags and moves.
type GameRecord struct {
	Game  Game     `json:"game"`
	Tags  []Tag    `json:"tags"`  // as written, in order
	Moves []string `json:"moves"` // in standard algebraic notation, English letters
}

// FileReport is what is wrong or odd in a file.
type FileReport struct {
	File   string               `json:"file"`
	Errors []reports.InputError `json:"errors"` // what could not be read
	Notes  []reports.InputNote  `json:"notes"`  // what was passed over, and where games may be missing
}

// Tag is a tag of a game.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
