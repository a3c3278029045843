package claim

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
)

const whole = `player: "1503014"
engine: {name: Stockfish, version: "16.1"}
settings:
  hash: 1024
  lines: 1
  depth: 24
  others:
    - {name: Contempt, value: "0"}
interface: ChessBase 17
platform: Windows 11, eight cores
procedure: each move for itself, from the opening to the end
games:
  - round: "7"
    opponent: Nielsen
    color: black
    ranges:
      - {first: 14, last: 23, reason: from the novelty to a decisive advantage, matches: 10, in_a_row: true}
      - {first: 30, last: 35, reason: the endgame, matches: 2, moves: [31, 33]}
`

func TestRead(t *testing.T) {
	c, err := Read("claim.yaml", strings.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	if lacks := c.Lacks(); len(lacks) > 0 || lacks == nil {
		t.Errorf("a whole claim lacks %v", lacks)
	}
	r := c.Games[0].Ranges
	if claimed, ok := r[0].Claims(14); !claimed || !ok {
		t.Error("ten matches in ten moves name each of them")
	}
	if claimed, ok := r[1].Claims(31); !claimed || !ok {
		t.Error("move 31 is named")
	}
	if claimed, ok := r[1].Claims(32); claimed || !ok {
		t.Error("move 32 is not named, so that it is not said to match")
	}
	if _, ok := (&MoveRange{First: 1, Last: 3, Matches: new(2)}).Claims(2); ok {
		t.Error("two of three matches are of no single move")
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read("claim.json", strings.NewReader(string(text)))
	if err != nil || !reflect.DeepEqual(c, again) {
		t.Errorf("as JSON it is read as %+v, %v", again, err)
	}
}

// Each thing that the rule asks for is missed when it is not there, and nothing else is.
func TestLacks(t *testing.T) {
	for _, one := range []struct {
		was, is string
		lack    Lack
		article string
	}{
		{"name: Stockfish, ", "", NoEngine, "R-VI-2a"},
		{`, version: "16.1"`, "", NoVersion, "R-VI-2a"},
		{"  hash: 1024\n", "", NoHash, "R-VI-2a"},
		{"  lines: 1\n", "", NoLines, "R-VI-2a"},
		{"procedure: each move for itself, from the opening to the end\n", "", NoProcedure, "R-VI-2a"},
		{"  depth: 24\n", "", NoLimit, "R-VI-2b"},
		{"interface: ChessBase 17\n", "", NoInterface, "R-VI-2a"},
		{"platform: Windows 11, eight cores\n", "", NoPlatform, "R-VI-2a"},
		{whole[strings.Index(whole, "games:"):], "games: []\n", NoGames, "R-VI-2c"},
		{"reason: the endgame, ", "", NoReason, "R-VI-2c"},
		{", matches: 2, moves: [31, 33]", "", NoMatches, "R-VI-2c"},
		{"matches: 2, moves: [31, 33]", "matches: 2, in_a_row: true", NoMoves, "R-VI-2c"},
	} {
		text := strings.Replace(whole, one.was, one.is, 1)
		c, err := Read("claim.yaml", strings.NewReader(text))
		if err != nil {
			t.Errorf("without %q: %v", one.was, err)
			continue
		}
		if got := c.Lacks(); !slices.Equal(got, []Lack{one.lack}) || one.lack.Article() != one.article {
			t.Errorf("without %q it lacks %v by %s, want %s by %s", one.was, got, one.lack.Article(), one.lack, one.article)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, one := range []struct{ was, is, want string }{
		{"hash: 1024", "hash: much", "claim.yaml:4: settings.hash: here stands a string, and a whole number is needed"},
		{"hash: 1024", "memory: 1024", `claim.yaml:4: unknown field "memory"`},
		{"hash: 1024", "hash: -1", "claim.yaml:3: settings.hash cannot be -1"},
		{"lines: 1", "hash: 1", `claim.yaml:5: "hash" stands here twice`},
		{"first: 14, last: 23", "first: 23, last: 14", "claim.yaml:17: first and last are numbers of moves from 1 to 999, and last is not before first; here they are 23 and 14"},
		{"matches: 10", "matches: 11", "claim.yaml:17: the moves 14 to 23 are 10; 11 of them cannot match"},
		{"moves: [31, 33]", "moves: [31, 36]", "claim.yaml:18: move 36 is named, which lies outside the moves 30 to 35"},
		{"moves: [31, 33]", "moves: [31, 31]", "claim.yaml:18: move 31 is named twice"},
		{"moves: [31, 33]", "moves: [31]", "claim.yaml:18: 2 matches are claimed in the moves 30 to 35, and 1 are named"},
		{"first: 30", "first: 20", "the moves 14 to 23 and 20 to 35 overlap; state each move once"},
		{"color: black", "color: red", `claim.yaml:13: color is white or black, not "red"`},
		{"    opponent: Nielsen\n", "    id: xyz\n", "id is the identity of a game"},
		{whole, "", "claim.yaml:1: it is empty"},
		{whole, "- a\n", "claim.yaml:1: it is no list of facts"},
		{"interface: ChessBase 17", "interface: \"a\\u0007\"", "claim.yaml:9: interface has at most 500 characters, all printable"},
	} {
		_, err := Read("claim.yaml", strings.NewReader(strings.Replace(whole, one.was, one.is, 1)))
		if err == nil || !strings.Contains(err.Error(), one.want) || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v, want %q", one.is, err, one.want)
		}
	}
}

// Whatever is read is valid, and is read again from its own JSON.
func FuzzRead(f *testing.F) {
	f.Add(whole)
	f.Add(`{"games":[{"round":"1","ranges":[{"first":1,"last":2,"moves":[1]}]}]}`)
	f.Add("games: [{round: 1e9}]")
	f.Add("a: &a [*a]")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read("claim.yaml", strings.NewReader(text))
		if err != nil {
			if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.TooLarge {
				t.Fatalf("%v is %v", err, kind)
			}
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read("claim.json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if second, _ := json.Marshal(again); string(second) != string(body) {
			t.Fatalf("%s becomes %s", body, second)
		}
	})
}
