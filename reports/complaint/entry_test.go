package complaint

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/analysis/fault"
)

// Every kind has one body, no two kinds have the same name, and an empty body is refused unless it may be empty.
func TestEveryKindHasOneBody(t *testing.T) {
	seen := map[EntryKind]bool{}
	for _, kind := range EntryKinds() {
		if seen[kind] {
			t.Errorf("two bodies are of kind %s", kind)
		}
		seen[kind] = true
		_, err := ReadBody(kind, []byte(`{}`))
		mayBeEmpty := slices.Contains([]EntryKind{EntryDisregarded, EntryFinal, EntryClaim}, kind)
		if (err == nil) != mayBeEmpty || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("an empty %s: %v", kind, err)
		}
		if _, err := ReadBody(kind, []byte(`{"no_such_field": 1}`)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s takes an unknown field: %v", kind, err)
		}
	}
	if _, err := ReadBody("disqualified", []byte(`{}`)); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an unknown kind: %v", err)
	}
}

// Bodies are written as they are read, and no list in them is null where it has elements.
func TestBodiesSurviveJSON(t *testing.T) {
	claim := EngineClaim{Engine: "Stockfish", Version: "16", HashMB: 512, Lines: 3, Games: []GameClaim{{
		Game: "round 3", Side: "white", Ranges: []MoveRange{{12, 30}}, Matches: 2, Moves: []int{12, 13},
	}}}
	e, err := NewEntry(claim, "t1", time.Unix(1, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	back, err := BodyOf(e)
	if err != nil || !reflect.DeepEqual(back, &claim) {
		t.Errorf("%+v, %v", back, err)
	}
	e.Body = json.RawMessage(`{"engine": 7}`)
	if _, err := BodyOf(e); fault.KindOf(err) != fault.Corrupt {
		t.Errorf("a body that cannot be read: %v", err)
	}
	e.Body = nil
	if _, err := BodyOf(e); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an erased body: %v", err)
	}
}

func TestEngineClaim(t *testing.T) {
	whole := func() EngineClaim {
		return EngineClaim{
			Engine: "Stockfish", Version: "16", Settings: "depth 20", HashMB: 512, Lines: 3, Interface: "Arena", Platform: "Linux",
			Procedure: "all moves of the range, three lines each", Games: []GameClaim{{
				Game: "round 3", Side: "white", Ranges: []MoveRange{{12, 20}, {25, 30}}, Reason: "from the novelty on", Matches: 3, Moves: []int{12, 20, 25},
			}},
		}
	}
	if c := whole(); c.Validate() != nil || c.Missing() != nil || c.Games[0].Checked() != 15 {
		t.Errorf("a whole claim: %v, lacks %v, %d moves", c.Validate(), c.Missing(), c.Games[0].Checked())
	}
	tests := []struct {
		name   string
		change func(*EngineClaim)
		says   string
		lacks  string
	}{
		{"no hash", func(c *EngineClaim) { c.HashMB = 0 }, "", "hash_mb"},
		{"no games", func(c *EngineClaim) { c.Games = nil }, "", "games"},
		{"ten in a row without the moves", func(c *EngineClaim) { c.Games[0].Matches, c.Games[0].Moves = 10, nil }, "", "moves"},
		{"more matches than moves", func(c *EngineClaim) { c.Games[0].Matches, c.Games[0].Moves = 16, nil }, "16 matches are claimed among 15 moves", ""},
		{"a move outside", func(c *EngineClaim) { c.Games[0].Moves[1] = 22 }, "move 22 is in none of the ranges", ""},
		{"a range backwards", func(c *EngineClaim) { c.Games[0].Ranges[0] = MoveRange{20, 12} }, "moves 20 to 12 are no range", ""},
		{"ranges that overlap", func(c *EngineClaim) { c.Games[0].Ranges[1].First = 20 }, "moves 20 to 30 are not after", ""},
		{"two moves for three matches", func(c *EngineClaim) { c.Games[0].Moves = c.Games[0].Moves[:2] }, "3 matches are claimed, and 2 moves are named", ""},
	}
	for _, tt := range tests {
		c := whole()
		tt.change(&c)
		if err := c.Validate(); tt.says == "" && err != nil || tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.lacks != "" && !slices.Contains(c.Missing(), tt.lacks) {
			t.Errorf("%s: lacks %v", tt.name, c.Missing())
		}
	}
}
