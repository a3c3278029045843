package work

import (
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports/intake"
)

// everyGame returns every game that can be read from the files below a folder
// of testdata.
func everyGame(t testing.TB, folder string) []*analysis.Game {
	t.Helper()
	var games []*analysis.Game
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, ".pgn") {
			return err
		}
		in, err := pipeline.Read(t.Context(), texts(path))
		games = append(games, in.Games...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func texts(path string) func(func(pipeline.Text, error) bool) {
	return func(yield func(pipeline.Text, error) bool) {
		for part, err := range intake.Open(path, strings.NewReader(""), intake.Limits{}) {
			if !yield(pipeline.Text{Name: part.Name, Skipped: part.Skipped, Reader: part.Reader}, err) {
				return
			}
		}
	}
}

func roundTrip(t interface{ Fatal(...any) }, g *analysis.Game) *analysis.Game {
	body, err := encodeGame(g)
	if err != nil {
		t.Fatal(err)
	}
	back, err := decodeGame(body, g.Source)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// What is stored of a game is all of it, for every game of testdata.
func TestStoredGamesComeBackWhole(t *testing.T) {
	t.Parallel()
	games := everyGame(t, "../../testdata/pgn")
	if len(games) < 1000 {
		t.Fatalf("only %d games", len(games))
	}
	cuts := 0
	for _, g := range games {
		if g.Cut != nil {
			cuts++
		}
		if back := roundTrip(t, g); !reflect.DeepEqual(g, back) {
			t.Fatalf("%s:\n%s", g.Source, cmp.Diff(g, back))
		}
	}
	if cuts == 0 {
		t.Error("no game of testdata is cut short, so that nothing is proved of them")
	}
}

// A game that is remarked on has one body wherever it stands, its remarks name
// the lines of its file, and those that were stored as text alone are read.
func TestNotesMoveWithTheirGame(t *testing.T) {
	t.Parallel()
	const game = "[Event \"A\"]\n[White \"M\xfcller\"]\n\n1. e4 e5\n3. Nf3 *\n"
	bodies := map[string]bool{}
	for _, before := range []string{"", "\n\n\n", "[Event \"B\"]\n\n1. d4 *\n\n"} {
		in, err := pipeline.Read(t.Context(), func(yield func(pipeline.Text, error) bool) {
			yield(pipeline.Text{Name: "a.pgn", Reader: strings.NewReader(before + game)}, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		g := in.Games[len(in.Games)-1]
		body, err := encodeGame(g)
		if err != nil {
			t.Fatal(err)
		}
		bodies[string(body)] = true
		first := strings.Count(before, "\n") + 1
		if back := roundTrip(t, g); len(back.Notes) != 2 || back.Notes[0].Line != first+1 || back.Notes[1].Line != first+4 {
			t.Errorf("notes %v of a game on line %d", back.Notes, first)
		}
	}
	if len(bodies) != 1 {
		t.Errorf("%d bodies of one game", len(bodies))
	}
	old, err := decodeGame([]byte(`{"id": "x", "notes": ["no result follows the moves"]}`), analysis.Source{Line: 7})
	if err != nil || len(old.Notes) != 1 || old.Notes[0] != (analysis.Oddity{Line: 7, Text: "no result follows the moves"}) {
		t.Errorf("%v, %v", old, err)
	}
}

// The body of a game is the same in whatever file and on whatever line it
// stands, and what differs in anything else differs in its body.
func TestBodyIsOfTheGameAlone(t *testing.T) {
	t.Parallel()
	games := everyGame(t, "../../testdata/pgn/hard")
	rapid.Check(t, func(t *rapid.T) {
		g := *rapid.SampledFrom(games).Draw(t, "game")
		body, err := encodeGame(&g)
		if err != nil {
			t.Fatal(err)
		}
		at := analysis.Source{
			File: rapid.String().Draw(t, "file"), Game: rapid.IntRange(1, 1e6).Draw(t, "number"), Line: rapid.IntRange(1, 1e7).Draw(t, "line"),
		}
		moved, err := decodeGame(body, at)
		if err != nil {
			t.Fatal(err)
		}
		again, err := encodeGame(moved)
		if err != nil {
			t.Fatal(err)
		}
		if string(again) != string(body) {
			t.Fatalf("another body at %s", at)
		}
		if moved.Cut != nil && (moved.Cut.Source != at || moved.Cut.Line-at.Line != g.Cut.Line-g.Source.Line) {
			t.Fatalf("the cut is at %+v", moved.Cut)
		}
		g.White.Rating++
		if other, err := encodeGame(&g); err != nil || string(other) == string(body) {
			t.Fatal("another rating has the same body")
		}
	})
}

func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "{", `{"id": 3}`, `{"unheard_of": true}`} {
		if _, err := decodeGame([]byte(body), analysis.Source{}); fault.KindOf(err) != fault.Corrupt {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// BenchmarkGameBody measures what storing and reading a game costs.
func BenchmarkGameBody(b *testing.B) {
	games := everyGame(b, "../../testdata/pgn")
	bytes := 0
	for i := 0; b.Loop(); i++ {
		body, err := encodeGame(games[i%len(games)])
		if err != nil {
			b.Fatal(err)
		}
		bytes += len(body)
		if _, err := decodeGame(body, analysis.Source{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/game")
}
