package pipeline

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/fault"
	"fairplay/reports/store"
	"fairplay/uci"
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

func said(r io.Reader) func(func(Text, error) bool) {
	return func(yield func(Text, error) bool) { yield(Text{"recording", r}, nil) }
}

func importText(t testing.TB, cache Cache, text string) CorpusImported {
	t.Helper()
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: cache}
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
func choose(t testing.TB, cache *store.Cache) (choice *CorpusChoice, games, evaluations string) {
	t.Helper()
	recipe := analysis.Quick().Fingerprint()
	choice, err := ChooseCorpus(t.Context(), opened([]string{sampleGames}), cache, recipe, analysis.StandardPolicy())
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
	if want := (CorpusChosen{Read: 4, Chosen: 3, Missing: 1}); choice.Counts != want {
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

func load(t testing.TB, file string, from Evaluations) (all []CorpusGame) {
	t.Helper()
	corpus := Corpus{Games: opened([]string{file}), Evaluations: from, Recipe: analysis.Quick().Fingerprint(),
		Policy: analysis.StandardPolicy(), Book: book.Standard(), Partial: true}
	done, err := corpus.Load(t.Context(), func(g CorpusGame) error { all = append(all, g); return nil })
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
			games = opened([]string{sampleGames})
		}
		corpus := Corpus{Games: games, Evaluations: cache, Recipe: analysis.Quick().Fingerprint(), Policy: analysis.StandardPolicy()}
		_, err := corpus.Load(t.Context(), func(CorpusGame) error {
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
	_, err := ChooseCorpus(t.Context(), opened([]string{sampleGames, sampleGames}), cache,
		analysis.Quick().Fingerprint(), analysis.StandardPolicy())
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "have the same CorpusId") {
		t.Error(err)
	}
}

func TestDamagedRecordings(t *testing.T) {
	lines := recording(t)
	for name, c := range map[string]struct {
		old, new string
		want     string // part of the error, "" for a note
	}{
		"not JSON":        {`{"id"`, `{"id`, "it is not a recorded game"},
		"no positions":    {`"pos"`, `"positions"`, "it holds no positions"},
		"not a key":       {` 1","legal"`, ` 7","legal"`, "it is not written as a position key"},
		"impossible":      {`"fen":"`, `"fen":"K`, "position"},
		"legal moves":     {`"legal":`, `"legal":1`, "legal moves, not 1"},
		"played":          {`"played":"`, `"played":"a1h8","x":"`, "the move played, a1h8, is not legal"},
		"no move":         {`"played":"`, `"played":"0000","x":"`, "the move played, 0000, is not legal"},
		"bestmove":        {`"best":"`, `"best":"a1h8","x":"`, "the bestmove a1h8 is not legal"},
		"move":            {`"deep":[[1,1,"`, `"deep":[[1,1,"a1h8",5],[1,1,"`, "a1h8 at depth 1 is not legal"},
		"score":           {`"deep":[[1,1,"`, `"deep":[[1,1,"a1a2",100001],[1,1,"`, "the score 100001 is out of range"},
		"short line":      {`"deep":[[1,1,"`, `"deep":[[1,1],[1,1,"`, "does not hold depth, index, move and score"},
		"long line":       {`"deep":[[1,1,"`, `"deep":[[1,1,"a1a2",5,6],[1,1,"`, "does not hold depth, index, move and score"},
		"words":           {`"deep":[[1,1,"`, `"deep":[["one",1,"a1a2",5],[1,1,"`, "invalid syntax"},
		"empty deep pass": {`"deep":[`, `"deep":[],"x":[`, "without one exact score"},
	} {
		changed := strings.Replace(lines[1], c.old, c.new, 1)
		if changed == lines[1] {
			t.Fatalf("%s: nothing to change", name)
		}
		done := importText(t, &shelf{}, lines[0]+changed+lines[2])
		if done.Games != 2 || len(done.Errors) != 1 || len(done.Notes) != 0 {
			t.Errorf("%s: %+v", name, done)
			continue
		}
		if e := done.Errors[0]; e.File != "recording" || e.Line != 2 || !strings.Contains(e.Reason, c.want) {
			t.Errorf("%s: %+v, want %q", name, e, c.want)
		}
	}
}

func TestRecordingsThatAreCutOff(t *testing.T) {
	lines := recording(t)
	text := strings.Join(lines, "")
	for name, c := range map[string]struct {
		end          int
		games, notes int
	}{
		"nothing":         {0, 0, 0},
		"in a line":       {len(text) - 1000, 2, 1},
		"before its feed": {len(text) - 1, 3, 0},
		"after a line":    {len(lines[0]), 1, 0},
		"whole":           {len(text), 3, 0},
	} {
		done := importText(t, &shelf{}, text[:c.end])
		if done.Games != c.games || len(done.Notes) != c.notes || len(done.Errors) != 0 {
			t.Errorf("%s: %+v", name, done)
		}
	}

	// What a program that is still writing has flushed: whole lines, no end.
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.WriteString(z, lines[0]+lines[1]); err != nil {
		t.Fatal(err)
	}
	if err := z.Flush(); err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: &shelf{}}
	done, err := reading.Run(t.Context(), said(unpacked))
	if err != nil || done.Games != 2 || len(done.Notes) != 1 || len(done.Errors) != 0 {
		t.Errorf("still being written: %+v, %v", done, err)
	}
}

func TestAnUnreadableFileHarmsNoOther(t *testing.T) {
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: &shelf{}}
	done, err := reading.Run(t.Context(), func(yield func(Text, error) bool) {
		broken := io.MultiReader(strings.NewReader(recording(t)[0]), failing{})
		_ = yield(Text{Name: "lost"}, errors.New("not there")) &&
			yield(Text{"broken", broken}, nil) && yield(Text{"good", strings.NewReader(recording(t)[1])}, nil)
	})
	if err != nil || done.Games != 2 || len(done.Errors) != 2 || done.Errors[0].File != "lost" ||
		done.Errors[1].File != "broken" || done.Errors[1].Line != 2 {
		t.Errorf("%+v, %v", done, err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("bad sector") }

func TestAnotherEvaluationEndsTheImport(t *testing.T) {
	cache := openCache(t)
	importText(t, cache, recording(t)[0])
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: cache}
	changed := strings.Replace(recording(t)[0], `"deep":[[1,1,`, `"deep":[[2,1,`, 1)
	_, err := reading.Run(t.Context(), said(strings.NewReader(changed)))
	if fault.KindOf(err) != fault.Corrupt || !strings.HasPrefix(err.Error(), "recording:1: position ") {
		t.Error(err)
	}
}

func TestWhatTheCacheRefusesIsRefused(t *testing.T) {
	done := importText(t, openCache(t), strings.Replace(recording(t)[0], `"deep":[[1,1,`, `"deep":[[-1,1,`, 1)+recording(t)[1])
	if done.Games != 1 || len(done.Errors) != 1 || !strings.Contains(done.Errors[0].Reason, "depth -1") {
		t.Errorf("%+v", done)
	}
}

// Stockfish 15.1 of Debian made the sample, and must make it again.
func TestVerifyWithStockfish(t *testing.T) {
	pool, err := uci.NewPool(t.Context(), "/usr/games/stockfish", 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	sample := NewSample(3, rand.New(rand.NewPCG(3, 0)))
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: &shelf{}, Sample: sample}
	if _, err := reading.Run(t.Context(), said(strings.NewReader(strings.Join(recording(t), "")))); err != nil {
		t.Fatal(err)
	}
	recipe, err := pool.Identity().Complete(analysis.Quick())
	if err != nil {
		t.Fatal(err)
	}
	sample.kept[1].Deep[0].Value = analysis.MateIn(3)
	want := Verified{Positions: 3, Differences: []string{sample.kept[1].Key}}
	for _, p := range sample.kept {
		want.Passes += len(passesOf(p.Evaluation))
	}
	got, err := sample.Verify(t.Context(), pool, recipe, 1, func(int, int) {})
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestVerifyHandsOnWhatAnEngineSays(t *testing.T) {
	sample := NewSample(2, rand.New(rand.NewPCG(1, 0)))
	reading := CorpusImport{Recipe: analysis.Quick(), Cache: &shelf{}, Sample: sample}
	if _, err := reading.Run(t.Context(), said(strings.NewReader(recording(t)[0]))); err != nil {
		t.Fatal(err)
	}
	broken := &oracle{fail: func(string) error { return context.DeadlineExceeded }}
	if _, err := sample.Verify(t.Context(), broken, analysis.Quick(), 2, func(int, int) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Each of n positions is kept with probability k/n: over many samples, each
// about as often as any other (chi-square, 19 degrees of freedom, 43.8 is
// passed once in a thousand times).
func TestSamplesAreFair(t *testing.T) {
	const n, k, samples = 20, 5, 4000
	random := rand.New(rand.NewPCG(7, 7))
	var seen [n]float64
	for range samples {
		s := NewSample(k, random)
		for i := range n {
			s.add(evaluated{Position: analysis.Position{Key: string(rune(i))}})
		}
		if len(s.kept) != k {
			t.Fatalf("%d kept", len(s.kept))
		}
		for _, p := range s.kept {
			seen[[]rune(p.Key)[0]]++
		}
	}
	expected, chi := float64(samples*k)/n, 0.0
	for _, count := range seen {
		chi += (count - expected) * (count - expected) / expected
	}
	if chi > 43.8 {
		t.Errorf("chi-square %.1f over %v", chi, seen)
	}
}

func FuzzRecording(f *testing.F) {
	f.Add(`{"pos":[{"ply":16,"fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","legal":3,"played":"a1b2",` +
		`"deep":[[1,1,"a1b1",-3],[2,1,"a1b2",0]],"best":"a1b2",` +
		`"wide":[[1,1,"a1b2",5],[1,2,"a1b1",0],[1,3,"a1a2",-99990]]}]}`)
	f.Add(`{"pos":[{"fen":"7k/8/8/8/8/8/8/K7 w - - 0 1","legal":3,"deep":[[ 1 , 1 , "a1b1", 99999]]}]}`)
	f.Add(`{"pos":[]}`)
	f.Fuzz(func(t *testing.T, line string) {
		game, err := parseRecorded([]byte(line), 50)
		if err != nil {
			return
		}
		for _, p := range game {
			if _, err := canonicalBytes(p.Evaluation); err != nil && fault.KindOf(err) != fault.Invalid {
				t.Error(err)
			}
		}
	})
}
