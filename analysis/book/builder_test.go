package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

func games(t testing.TB) []*analysis.Game {
	t.Helper()
	text, err := os.ReadFile("../../testdata/book/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

func parse(t testing.TB, text string) (all []*analysis.Game) {
	t.Helper()
	for g, err := range pgn.Games(strings.NewReader(text), "games.pgn", pgn.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

func build(t testing.TB, o Options, games ...*analysis.Game) ([]byte, Built) {
	t.Helper()
	var out bytes.Buffer
	built, err := Build(&out, sequence(games, nil), o)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), built
}

// sequence yields games and, if not nil, an error after them.
func sequence(games []*analysis.Game, last error) iter.Seq2[*analysis.Game, error] {
	return func(yield func(*analysis.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
		if last != nil {
			yield(nil, last)
		}
	}
}

type keyMove struct {
	key  uint64
	move uint16
}

func entriesOf(t testing.TB, book []byte) map[keyMove]int {
	t.Helper()
	entries := map[keyMove]int{}
	for raw := range slices.Chunk(book, entryLen) {
		k := keyMove{binary.BigEndian.Uint64(raw), binary.BigEndian.Uint16(raw[8:])}
		if _, twice := entries[k]; twice {
			t.Errorf("the entry %016x %04x stands there twice", k.key, k.move)
		}
		entries[k] = int(binary.BigEndian.Uint16(raw[10:]))
	}
	return entries
}

// The book that another program makes from the same games has the same keys and moves. But it
// leaves out moves with which nobody won or drew, and counts the moves of positions that repeat
// within a game more than once.
func TestAgainstPolyglot(t *testing.T) {
	reference, err := os.ReadFile("../../testdata/book/polyglot.bin")
	if err != nil {
		t.Fatal(err)
	}
	all := games(t)
	ours, built := build(t, Options{}, all...)
	if built.Games != 24 || built.Moves*entryLen != len(ours) {
		t.Errorf("%+v", built)
	}
	theirs, mine := entriesOf(t, reference), entriesOf(t, ours)
	lost := map[analysis.Color]analysis.Result{analysis.White: analysis.BlackWins, analysis.Black: analysis.WhiteWins}
	expected := 0
	met := map[keyMove]bool{}
	for _, g := range all {
		for i, ply := range g.Plies {
			key, err := Key(ply.Key)
			if err != nil {
				t.Fatal(err)
			}
			k := keyMove{key, polyglotMove(ply.Move, squaresOf(ply.Key))}
			if ply.Repeats == 0 && mine[k] == 0 {
				t.Errorf("%s %d is missing in ours", g.Source, i)
			}
			if g.Board == lost[g.Turn(i)] || met[k] {
				continue
			}
			met[k] = true
			expected++
			if theirs[k] == 0 {
				t.Errorf("%s %d has another key or move in polyglot's book", g.Source, i)
			}
		}
	}
	if len(theirs) != expected {
		t.Errorf("polyglot has %d moves, expected are %d", len(theirs), expected)
	}
}

func TestBookIsReadAsItWasWritten(t *testing.T) {
	all := games(t)
	written, built := build(t, Options{}, all...)
	b, err := Read(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	if b.Len() != built.Moves || len(b.SHA256()) != 64 {
		t.Errorf("Len %d, SHA256 %s", b.Len(), b.SHA256())
	}
	for _, g := range all {
		for _, ply := range g.Plies {
			played := func(e BookMove) bool { return e.Move == ply.Move && e.Weight > 0 }
			if !b.Contains(ply.Key) || ply.Repeats == 0 && !slices.ContainsFunc(b.Moves(ply.Key), played) {
				t.Fatalf("%s is not in the book at %s", ply.Move, ply.Key)
			}
		}
		if b.Contains(g.End.Key) {
			t.Errorf("the last position of %s is in the book", g.Source)
		}
	}
}

const fourGames = `
[Event "a"] [White "A"] [Black "B"] [WhiteElo "2400"] [BlackElo "2300"] [Part "x"] [Result "*"]
1. e4 e5 2. Nf3 Nc6 *

[Event "b"] [White "A"] [Black "B"] [WhiteElo "2400"] [BlackElo "2299"] [Part "x"] [Result "*"]
1. e4 e5 2. Nf3 Nf6 *

[Event "c"] [White "C"] [Black "D"] [WhiteElo "2400"] [BlackElo "2300"] [Part "x"] [Result "*"]
1. e4 c5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 *

[Event "d"] [White "E"] [Black "F"] [WhiteElo "2500"] [BlackElo "2500"] [Part "y"] [Result "*"]
1. e4 c5 2. Nf3 d6 *
`

func TestWhatEntersABook(t *testing.T) {
	all := parse(t, fourGames)
	all = append(all, all[0]) // handed in twice
	start := all[0].Plies[0].Key
	sicilian := all[2].Plies[2].Key
	afterKnight := all[2].Plies[3].Key
	e4 := analysis.NewMove(12, 28, 0)
	knight := analysis.NewMove(6, 21, 0)
	for _, c := range []struct {
		name     string
		options  Options
		position string
		games    int
		want     []BookMove
	}{
		{"all, each once", Options{}, start, 4, []BookMove{{e4, 4}}},
		{"by rating of both", Options{MinRating: 2300}, start, 3, []BookMove{{e4, 3}}},
		{"by tag", Options{Tags: []analysis.Tag{{Name: "Part", Value: "x"}}}, start, 3, []BookMove{{e4, 3}}},
		{"from turn 2", Options{FirstTurn: 2}, start, 4, nil},
		{"turn 2 itself", Options{FirstTurn: 2}, sicilian, 4, []BookMove{{knight, 2}}},
		{"too few games", Options{MinGames: 3}, sicilian, 4, nil},
		// The third game repeats this position; d7d6 and b8c6 count once each.
		{"repetition", Options{}, afterKnight, 4, []BookMove{{analysis.NewMove(57, 42, 0), 1}, {analysis.NewMove(51, 43, 0), 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			written, built := build(t, c.options, all...)
			if built.Games != c.games || built.Passed != len(all)-c.games {
				t.Errorf("%+v", built)
			}
			b, err := Read(bytes.NewReader(written))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, b.Moves(c.position)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSetUpPositionsAndVariantsAreLeftOut(t *testing.T) {
	_, built := build(t, Options{}, parse(t, `
[Event "set up"] [SetUp "1"] [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] [Result "*"]
1. e4 *

[Event "variant"] [Variant "Atomic"] [Result "*"]
1. e4 *
`)...)
	if built.Games != 0 || built.Passed != 2 || built.Moves != 0 {
		t.Errorf("%+v", built)
	}
}

func TestErrorsOfTheInput(t *testing.T) {
	all := games(t)
	var out bytes.Buffer
	built, err := Build(&out, sequence(all, &analysis.GameError{Reason: "no moves"}), Options{})
	if err != nil || built.Errors != 1 || built.Games != len(all) {
		t.Errorf("%+v, %v", built, err)
	}
	out.Reset()
	ends := errors.New("the file cannot be read")
	if _, err := Build(&out, sequence(all, ends), Options{}); !errors.Is(err, ends) || out.Len() > 0 {
		t.Errorf("error %v, %d bytes", err, out.Len())
	}
}

// Neither the order of games nor the moment of merging changes a byte.
func TestSameGamesSameBytes(t *testing.T) {
	all := games(t)
	want, _ := build(t, Options{}, all...)
	rapid.Check(t, func(r *rapid.T) {
		b := NewBuilder(Options{})
		for _, g := range rapid.Permutation(all).Draw(r, "games") {
			if _, err := b.Add(g); err != nil {
				r.Fatal(err)
			}
			if rapid.Bool().Draw(r, "merge") {
				b.merge()
			}
		}
		var got bytes.Buffer
		if _, _, err := b.Write(&got); err != nil || !bytes.Equal(want, got.Bytes()) {
			r.Fatal("other bytes", err)
		}
	})
}

func TestWeightsBeyondSixteenBits(t *testing.T) {
	b := NewBuilder(Options{})
	b.counted = []occurrence{{key: 1, move: 1, games: 1}, {key: 1, move: 2, games: 65535}, {key: 2, move: 1, games: 131070}}
	var out bytes.Buffer
	if _, _, err := b.Write(&out); err != nil {
		t.Fatal(err)
	}
	want := map[keyMove]int{{1, 1}: 1, {1, 2}: 32767, {2, 1}: 65535}
	if diff := cmp.Diff(want, entriesOf(t, out.Bytes()), cmp.AllowUnexported(keyMove{})); diff != "" {
		t.Error(diff)
	}
}

func TestNotABook(t *testing.T) {
	two := appendEntry(appendEntry(nil, occurrence{key: 2, games: 1}, 1), occurrence{key: 1, games: 1}, 1)
	for name, b := range map[string][]byte{"cut off": two[:17], "out of order": two} {
		if _, err := Read(bytes.NewReader(b)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, want an invalid fault", name, err)
		}
	}
}

func TestNoBook(t *testing.T) {
	var none *Book
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	if none.Contains(start) || none.Moves(start) != nil || none.Len() != 0 || none.SHA256() != "" {
		t.Error("the nil book holds something")
	}
	if b := Standard(); b.Contains("") || b.Moves("not a FEN") != nil {
		t.Error("a string that is no position is in the book")
	}
}

// What a book says may be nonsense; it must be ignored without harm.
func TestOddEntries(t *testing.T) {
	position := "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	key, err := Key(position)
	if err != nil {
		t.Fatal(err)
	}
	move := func(from, to, promotion int) uint16 { return uint16(promotion<<12 | from<<6 | to) }
	var raw []byte
	for i, m := range []uint16{
		move(0, 0, 0),  // no move
		move(4, 7, 7),  // no such promotion
		move(4, 7, 0),  // e1h1, castling
		move(4, 0, 0),  // e1a1, castling
		move(4, 63, 0), // the king takes a rook that is not his
		move(60, 63, 0),
	} {
		raw = appendEntry(raw, occurrence{key: key, move: m, games: uint32(10 - i)}, 10)
	}
	b, err := Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := []BookMove{{analysis.NewMove(4, 6, 0), 8}, {analysis.NewMove(4, 2, 0), 7},
		{analysis.NewMove(4, 63, 0), 6}, {analysis.NewMove(60, 62, 0), 5}}
	if diff := cmp.Diff(want, b.Moves(position)); diff != "" {
		t.Error(diff)
	}
}
