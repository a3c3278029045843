package work_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/pack"
)

// eventPackage makes the package of a real event, of 594 games, from what is left of its PGN.
func eventPackage(t *testing.T, text string) *work.NormPackage {
	t.Helper()
	received, err := os.ReadFile("../../testdata/trf/grand_swiss_2021.trf")
	if err != nil {
		t.Fatal(err)
	}
	listed, err := reports.ReadTournament("event.trf", bytes.NewReader(received))
	if err != nil {
		t.Fatal(err)
	}
	var games []*analysis.Game
	texts := func(yield func(pipeline.Text, error) bool) {
		yield(pipeline.Text{Name: "games.pgn", Reader: strings.NewReader(text)}, nil)
	}
	check, err := pipeline.CheckPGN(t.Context(), texts, func(g *analysis.Game) { games = append(games, g) })
	if err != nil {
		t.Fatal(err)
	}
	check.Compare("event.trf", listed, games)
	return &work.NormPackage{Received: received, Corrected: received, Check: check, Program: reports.Provenance{Program: "fairplay", Version: "1"}}
}

func eventGames(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("../../testdata/trf/grand_swiss_2021_first_moves.pgn.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.SplitAfter(string(text), "\n\n[Event ")
	for i := 1; i < len(all); i++ {
		all[i-1] = strings.TrimSuffix(all[i-1], "[Event ")
		all[i] = "[Event " + all[i]
	}
	return all
}

// The clean file of a package has the games of the event as they were received, by round and board,
// whatever the order in which they came.
func TestPackageOfAnEvent(t *testing.T) {
	text := eventGames(t)
	slices.Reverse(text)
	made := eventPackage(t, strings.Join(text, "\n"))
	var b bytes.Buffer
	if err := made.Write(&b); err != nil {
		t.Fatal(err)
	}
	m, err := pack.Verify(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || m.Overridden != nil || m.Event != "FIDE Grand Swiss 2021" {
		t.Fatalf("%v: %+v", err, m)
	}
	clean, err := pipeline.PGN(made.Check.Coverage.Clean.Games)
	if err != nil || !bytes.Contains(b.Bytes(), clean) {
		t.Fatal("the clean file is not in the package", err)
	}
	received := map[string]string{}
	for g, err := range pgn.Games(strings.NewReader(strings.Join(text, "\n")), "games.pgn", pgn.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		received[g.ID] = fmt.Sprint(len(g.Tags), g.White, g.Black, g.Awarded, g.Board)
	}
	last, n := 0, 0
	for g, err := range pgn.Games(bytes.NewReader(clean), "clean.pgn", pgn.Options{}) {
		if err != nil || len(g.Notes) > 0 {
			t.Fatal(g, err)
		}
		round, board, _ := analysis.ParseRound(g.Round)
		if is := fmt.Sprint(len(g.Tags), g.White, g.Black, g.Awarded, g.Board); is != received[g.ID] || 100*round+board <= last {
			t.Errorf("%s, round %s: %s, received %s", g.Source, g.Round, is, received[g.ID])
		}
		last = 100*round + board
		n++
	}
	if n != 594 {
		t.Errorf("%d games", n)
	}
}

// An organiser whose PGN lacks four boards is told which, and gets the package only with a reason.
func TestPackageThatLacksGames(t *testing.T) {
	text := slices.DeleteFunc(eventGames(t), func(g string) bool {
		return strings.Contains(g, `[Round "3.7"]`) || strings.Contains(g, `[Round "3.8"]`) || strings.Contains(g, `[Round "9.54"]`)
	})
	at := slices.IndexFunc(text, func(g string) bool { return strings.Contains(g, `[Round "5.1"]`) })
	text[at] = strings.Replace(text[at], "1. ", "1. Ke4 ", 1) + "\n"
	made := eventPackage(t, strings.Join(text, "\n"))
	lacks, err := made.Lacks()
	if err != nil {
		t.Fatal(err)
	}
	if len(lacks) != 4 || !strings.Contains(lacks[2], "round 5, board 1: ") || !strings.Contains(lacks[2], "cannot be read to its end") ||
		!strings.HasPrefix(lacks[0], "round 3: ") || !strings.HasPrefix(lacks[3], "round 9: ") {
		t.Errorf("%q", lacks)
	}
	var b bytes.Buffer
	err = made.Write(&b)
	if fault.KindOf(err) != fault.Unprocessable || b.Len() > 0 {
		t.Fatalf("%d bytes: %v", b.Len(), err)
	}
	for _, line := range lacks {
		if !strings.Contains(err.Error(), line) {
			t.Errorf("%v does not say %s", err, line)
		}
	}
	made.Reason, made.By = "the boards were not recorded", "Anna Arbiter"
	if err := made.Write(&b); err != nil {
		t.Fatal(err)
	}
	m, err := pack.Verify(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || m.Overridden.By != "Anna Arbiter" || !slices.Equal(m.Overridden.Lacks, lacks) {
		t.Errorf("%v: %+v", err, m.Overridden)
	}
}
