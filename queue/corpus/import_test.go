package corpus

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/queue/pipeline/pipelinetest"
)

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
		done := importText(t, &pipelinetest.Shelf{}, lines[0]+changed+lines[2])
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
		done := importText(t, &pipelinetest.Shelf{}, text[:c.end])
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
	reading := Import{Recipe: analysis.Quick(), Cache: &pipelinetest.Shelf{}}
	done, err := reading.Run(t.Context(), said(unpacked))
	if err != nil || done.Games != 2 || len(done.Notes) != 1 || len(done.Errors) != 0 {
		t.Errorf("still being written: %+v, %v", done, err)
	}
}

func TestAnUnreadableFileHarmsNoOther(t *testing.T) {
	reading := Import{Recipe: analysis.Quick(), Cache: &pipelinetest.Shelf{}}
	done, err := reading.Run(t.Context(), func(yield func(pipeline.Text, error) bool) {
		broken := io.MultiReader(strings.NewReader(recording(t)[0]), failing{})
		_ = yield(pipeline.Text{Name: "lost"}, errors.New("not there")) &&
			yield(pipeline.Text{Name: "broken", Reader: broken}, nil) && yield(pipeline.Text{Name: "good", Reader: strings.NewReader(recording(t)[1])}, nil)
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
	reading := Import{Recipe: analysis.Quick(), Cache: cache}
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
