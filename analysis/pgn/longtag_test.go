package pgn

import (
	"strings"
	"testing"
)

// A name of several megabytes, which packs into a few bytes, would be compared with all others
// for minutes. It is cut, and a note says so.
func TestLongTagIsCut(t *testing.T) {
	text := `[Event "E"]` + "\n" + `[White "` + strings.Repeat("Щ", 1_000_000) + `"]` + "\n" + `[Black "` + strings.Repeat("B", longestValue) + `"]` + "\n\n1. e4 e5 *\n"
	r := NewReader(strings.NewReader(text), "long.pgn", Options{})
	g, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if len(g.White.Name) != longestValue || len(g.Black.Name) != longestValue || strings.Trim(g.White.Name, "Щ") != "" {
		t.Errorf("names of %d and %d bytes", len(g.White.Name), len(g.Black.Name))
	}
	if len(g.Notes) != 1 || !strings.Contains(g.Notes[0].Text, "the White tag has 2000000 bytes") {
		t.Errorf("%+v", g.Notes)
	}
}
