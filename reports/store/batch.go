package store

import (
	"encoding/json"
	"time"
)

// BatchState says how far a batch is.
type BatchState string

// The states of a batch.
const (
	BatchWaiting BatchState = "waiting"
	BatchDone    BatchState = "done"
	BatchFailed  BatchState = "failed" // Reason says why; it may be tried again
)

// Batch is one delivery of files to an event.
type Batch struct {
	ID      string // from the event and the files
	Event   string
	Files   []Upload
	State   BatchState
	Reason  string // why it failed or brought no game, in words
	Counts  BatchCounts
	Seq     int64 // number of the batch within its event, from 1
	Created time.Time
	Token   string // ID of the token that delivered it
}

// BatchCounts says what became of the games of a batch. Read is the sum of the
// others.
type BatchCounts struct {
	Read      int `json:"read"`
	New       int `json:"new"`
	Known     int `json:"known"`     // the event had them already, the same in every byte
	Corrected int `json:"corrected"` // the event had them with other particulars
	Bad       int `json:"bad"`       // could not be read as a game
}

// Remembered is a request that bears an Idempotency-Key.
type Remembered struct {
	Token, Key string
	Digest     string // SHA-256 of what was asked for, hex
	Batch      string // ID of the batch that it makes
	Created    time.Time
}

// OutcomeKind says what became of one game of a batch.
type OutcomeKind string

// The outcomes of a game.
const (
	OutcomeNew       OutcomeKind = "new"
	OutcomeKnown     OutcomeKind = "known"
	OutcomeCorrected OutcomeKind = "corrected"
	OutcomeBad       OutcomeKind = "bad"
	OutcomeCut       OutcomeKind = "cut" // kept up to the ply where its record stops making sense
)

// Outcome is what became of one game of a batch.
type Outcome struct {
	N      int    // number within the batch, from 1
	File   string // name of the file, or of the part of an archive
	Game   int    // number of the game in the file, from 1
	Line   int    // line in the file, from 1
	Kind   OutcomeKind
	GameID string // empty for a bad game
	Reason string // of a bad or cut game, in words
	Token  string // the text that could not be read
}

// BatchResult is what reading a batch has brought.
type BatchResult struct {
	ID     string
	Reason string // why there are no games, in words; empty where there are

	// Outcomes in the order of the files, N counted by the store. Of those
	// that name a game, FinishBatch sets Kind to what it finds: only "cut" stays
	// as it is.
	Outcomes []Outcome

	// Games holds a game for every outcome that names one, in the same order.
	// A game whose Body is nil must have been put by PutGames.
	Games []StoredGame

	Inputs []FileInput
	At     time.Time
}

// FileInput is what is said about one file beside its games.
type FileInput struct {
	File   string
	Errors json.RawMessage // a JSON list, of whatever form the caller gives it
	Notes  json.RawMessage // likewise
}
