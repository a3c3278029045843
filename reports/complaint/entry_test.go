package complaint

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint/claim"
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
	matches := 2
	said := ClaimMade{claim.Claim{Engine: claim.NamedEngine{Name: "Stockfish", Version: "16"}, Settings: claim.EngineSettings{Hash: 512, Lines: 3}, Games: []claim.Game{{
		Round: "3", Color: "white", Ranges: []claim.MoveRange{{First: 12, Last: 30, Matches: &matches, Moves: []int{12, 13}}},
	}}}}
	e, err := NewEntry(said, "t1", time.Unix(1, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	back, err := BodyOf(e)
	if err != nil || !reflect.DeepEqual(back, &said) {
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
