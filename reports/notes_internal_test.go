package reports

import (
	"fmt"
	"testing"
)

// A report names few oddities of a file, and every file that is passed over.
func TestOddMentionsAreBounded(t *testing.T) {
	var notes []InputNote
	for i := range 50 {
		notes = append(notes,
			InputNote{File: "a.pgn", Game: i, Line: 50 - i, Note: "no result follows the moves"},
			InputNote{File: fmt.Sprintf("%02d.png", i), Kind: Skipped, Note: "an image (PNG)"})
	}
	notes = append(notes, InputNote{File: "b.pgn", Line: 3, Note: "no result follows the moves"})
	got := sortedNotes(notes)
	last := got[len(got)-1]
	if len(got) != 50+maxOddities+1+1 || last.File != "a.pgn" || last.Note != "30 more oddities; pgn check names them all" {
		t.Errorf("%d notes, the last is %+v", len(got), last)
	}
}
