package wire

import (
	"fairplay/reports"
	"fairplay/reports/store"
)

// GameRecord is a game with its tags and moves.
type GameRecord struct {
	Game  store.StoredGame `json:"game"`
	Tags  []GameTag        `json:"tags"`  // as written, in order
	Moves []string         `json:"moves"` // in standard algebraic notation, English letters
}

// GameTag is a tag of a game.
type GameTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// FileReport is what is wrong or odd in a file.
type FileReport struct {
	File   string               `json:"file"`
	Errors []reports.InputError `json:"errors"` // what could not be read
	Notes  []reports.InputNote  `json:"notes"`  // what was passed over, and where games may be missing
}
