package corpus

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports/store"
)

// The sample holds four games, of which three are recorded.
const (
	sampleGames     = "../../testdata/corpus/sample/games.pgn"
	sampleRecording = "../../testdata/corpus/sample/recording.jsonl.gz"
)

// recording returns the lines of the sample, each with its line feed.
func recording(t testing.TB) []string {
	t.Helper()
	f, err := os.Open(sampleRecording)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	return lines[:len(lines)-1]
}

func said(r io.Reader) func(func(pipeline.Text, error) bool) {
	return func(yield func(pipeline.Text, error) bool) { yield(pipeline.Text{Name: "recording", Reader: r}, nil) }
}

func textsOf(files ...string) iter.Seq2[pipeline.Text, error] {
	return func(yield func(pipeline.Text, error) bool) {
		for _, file := range files {
			b, err := os.ReadFile(file)
			if !yield(pipeline.Text{Name: file, Reader: bytes.NewReader(b)}, err) {
				return
			}
		}
	}
}

func importText(t testing.TB, cache pipeline.EvaluationCache, text string) Imported {
	t.Helper()
	reading := Import{Recipe: analysis.Quick(), Cache: cache}
	done, err := reading.Run(t.Context(), said(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func openCache(t testing.TB) *store.Cache {
	t.Helper()
	cache, err := store.OpenCache(t.Context(), filepath.Join(t.TempDir(), "cache.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cache.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := cache.RegisterRecipe(t.Context(), analysis.Quick()); err != nil {
		t.Fatal(err)
	}
	return cache
}

// choose returns the corpus of a cache: its games and its evaluations.
func choose(t testing.TB, cache *store.Cache) (choice *Choice, games, evaluations string) {
	t.Helper()
	recipe := analysis.Quick().Fingerprint()
	choice, err := Choose(t.Context(), textsOf(sampleGames), cache, recipe, analysis.StandardPolicy())
	if err != nil {
		t.Fatal(err)
	}
	var pgn, export bytes.Buffer
	if err := choice.WriteGames(&pgn); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.ExportOf(t.Context(), &export, recipe, choice.Positions); err != nil {
		t.Fatal(err)
	}
	return choice, pgn.String(), export.String()
}

func TestCorpusThereAndBack(t *testing.T) {
	lines := recording(t)
	first := openCache(t)
	done := importText(t, first, strings.Join(lines, ""))
	if done.Games != 3 || done.Positions != 84 || done.Wide != 63 || len(done.Errors)+len(done.Notes) > 0 {
		t.Errorf("imported %+v", done)
	}
	choice, games, evaluations := choose(t, first)
	if want := (Chosen{Read: 4, Games: 3, Missing: 1}); choice.Counts != want {
		t.Errorf("chosen %+v, want %+v", choice.Counts, want)
	}

	slices.Reverse(lines)
	second := openCache(t)
	importText(t, second, strings.Join(lines, ""))
	if _, g, e := choose(t, second); g != games || e != evaluations {
		t.Error("the same games in another order give another corpus")
	}

	third := openCache(t)
	if _, err := third.Import(t.Context(), strings.NewReader(evaluations)); err != nil {
		t.Fatal(err)
	}
	if _, g, e := choose(t, third); g != games || e != evaluations {
		t.Error("the corpus of an imported corpus is another one")
	}
	archive, err := store.ReadArchive(strings.NewReader(evaluations))
	if err != nil {
		t.Fatal(err)
	}
	fromCache, fromArchive := load(t, sampleGames, first), load(t, sampleGames, archive)
	if diff := cmp.Diff(fromCache, fromArchive, cmp.AllowUnexported(analysis.Score{})); diff != "" {
		t.Errorf("cache and archive give other records: %s", diff)
	}
}

// A game that stands in two collections under two numbers counts once, under the
// lower one, in whatever order they are read.
func TestAGameInTwoCollectionsIsChosenOnce(t *testing.T) {
	cache := openCache(t)
	importText(t, cache, strings.Join(recording(t), ""))
	_, games, _ := choose(t, cache)
	text, err := os.ReadFile(sampleGames)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "again.pgn")
	if err := os.WriteFile(again, bytes.ReplaceAll(text, []byte(`[CorpusId "`), []byte(`[CorpusId "1`)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, files := range [][]string{{sampleGames, again}, {again, sampleGames}} {
		choice, err := Choose(t.Context(), textsOf(files...), cache, analysis.Quick().Fingerprint(), analysis.StandardPolicy())
		if err != nil {
			t.Fatal(err)
		}
		var written bytes.Buffer
		if err := choice.WriteGames(&written); err != nil {
			t.Fatal(err)
		}
		if want := (Chosen{Read: 8, Games: 3, Doubled: 3, Missing: 2}); choice.Counts != want || written.String() != games {
			t.Errorf("chosen %+v, want %+v; the same games: %v", choice.Counts, want, written.String() == games)
		}
	}
}

func load(t testing.TB, file string, from Evaluations) (all []LoadedGame) {
	t.Helper()
	corpus := Loader{Games: textsOf(file), Evaluations: from, Recipe: analysis.Quick().Fingerprint(),
		Policy: analysis.StandardPolicy(), Book: book.Standard(), Partial: true}
	done, err := corpus.Load(t.Context(), func(g LoadedGame) error { all = append(all, g); return nil })
	if err != nil || done.Games != len(all) || done.Missing != 1 {
		t.Fatalf("loaded %+v, %v", done, err)
	}
	return all
}

func TestLoadedRecords(t *testing.T) {
	cache := openCache(t)
	importText(t, cache, strings.Join(recording(t), ""))
	var ids []string
	for _, g := range load(t, sampleGames, cache) {
		ids = append(ids, g.ID+" "+g.Part)
		if len(g.Records) != len(g.Plies) {
			t.Errorf("game %s has %d records for %d plies", g.ID, len(g.Records), len(g.Plies))
		}
		for i, r := range g.Records {
			if r.Excluded == analysis.NotEvaluated {
				t.Errorf("game %s, ply %d: not evaluated", g.ID, i)
			}
			if last := i == len(g.Records)-1; r.Excluded == analysis.Counted && r.HasAfter == last {
				t.Errorf("game %s, ply %d: whether the value afterwards is known: %v", g.ID, i, r.HasAfter)
			}
		}
	}
	if want := []string{"00116 test", "00004 fit", "00311 fit"}; !slices.Equal(ids, want) {
		t.Errorf("games %v, want %v", ids, want)
	}
}

func TestLoadRefuses(t *testing.T) {
	cache := openCache(t)
	importText(t, cache, strings.Join(recording(t), ""))
	text, err := os.ReadFile(sampleGames)
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("enough")
	for name, c := range map[string]struct {
		old, new string
		want     string
	}{
		"not evaluated": {"", "", "(game 3): there is no evaluation under the recipe"},
		"no id":         {`[CorpusId "00116"]`, "", "it has no tag CorpusId"},
		"no part":       {`[CorpusPart "test"]`, "", "neither fit nor test"},
		"no rating":     {`[BlackElo "2673"]`, "", "a rating is missing"},
		"broken":        {"2. c4", "2. c9", "its record stops making sense"},
		"each":          {"", "", "enough"},
	} {
		games := said(strings.NewReader(strings.Replace(string(text), c.old, c.new, 1)))
		if c.old == "" {
			games = textsOf(sampleGames)
		}
		corpus := Loader{Games: games, Evaluations: cache, Recipe: analysis.Quick().Fingerprint(), Policy: analysis.StandardPolicy()}
		_, err := corpus.Load(t.Context(), func(LoadedGame) error {
			if name == "each" {
				return stop
			}
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestCorpusIDsAreUnique(t *testing.T) {
	cache := openCache(t)
	importText(t, cache, strings.Join(recording(t), ""))
	_, err := Choose(t.Context(), textsOf(sampleGames, sampleGames), cache,
		analysis.Quick().Fingerprint(), analysis.StandardPolicy())
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "have the same CorpusId") {
		t.Error(err)
	}
}
