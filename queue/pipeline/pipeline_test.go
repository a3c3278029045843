package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/uci"
)

func read(t *testing.T, files ...string) Input {
	t.Helper()
	in, err := Read(t.Context(), opened(files))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func opened(files []string) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		for _, file := range files {
			b, err := os.ReadFile(file)
			if !yield(Text{Name: file, Reader: bytes.NewReader(b)}, err) {
				return
			}
		}
	}
}

const demo = "../../testdata/demo/grand_swiss_2021_round_8.pgn"

// noFits expects nothing.
type noFits struct{}

func (noFits) Find(analysis.Recipe, analysis.Policy, analysis.TimeClass) (*Fit, error) {
	return nil, nil
}

func screening(engine Engines, cache EvaluationCache, workers int) *EventScreening {
	return &EventScreening{Terms: Terms{
		Evaluator: Evaluator{
			Recipe: analysis.Quick(), Policy: analysis.StandardPolicy(), Engines: engine, Cache: cache, Workers: workers,
		},
		Rules: regulations.Shipped(), Assume: analysis.StandardTime, Fits: noFits{},
	}}
}

// brief is a screening that looks at no more than two dozen turns of a game.
func brief(engine Engines, cache EvaluationCache) *EventScreening {
	s := screening(engine, cache, 2)
	s.Policy.LastTurn = 32
	return s
}

func screen(t *testing.T, s *EventScreening, in Input) []byte {
	t.Helper()
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSameBytesWhateverTheOrderWorkersAndCache(t *testing.T) {
	in := read(t, demo)
	want := screen(t, screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 1), in)
	if !bytes.Contains(want, []byte("Firouzja")) {
		t.Fatal("the report lacks a player")
	}
	shuffled := in
	shuffled.Games = slices.Clone(in.Games)
	slices.Reverse(shuffled.Games)
	half := Input{Games: in.Games[:4]}
	cache := &pipelinetest.Shelf{}
	screen(t, screening(&pipelinetest.Oracle{}, cache, 3), half)
	for name, got := range map[string][]byte{
		"seven workers":     screen(t, screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 7), in),
		"games reversed":    screen(t, screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2), shuffled),
		"half in the cache": screen(t, screening(&pipelinetest.Oracle{}, cache, 2), in),
		"all in the cache":  screen(t, screening(&pipelinetest.Oracle{}, cache, 2), in),
	} {
		if !bytes.Equal(got, want) {
			t.Errorf("%s: another report", name)
		}
	}
}

func TestNothingIsEvaluatedTwice(t *testing.T) {
	in, engine, cache := read(t, demo), &pipelinetest.Oracle{}, &pipelinetest.Shelf{}
	var last RunProgress
	s := screening(engine, cache, 2)
	s.Progress = func(p RunProgress) { last = p }
	screen(t, s, in)
	for position, times := range engine.Asked {
		if times > 1 {
			t.Errorf("%s was evaluated %d times", position, times)
		}
	}
	if last.GamesDone != len(in.Games) || last.PositionsDone != last.Positions || last.Evaluated != last.Positions {
		t.Errorf("the last progress was %+v", last)
	}
	again := &pipelinetest.Oracle{}
	screen(t, screening(again, cache, 2), in)
	if len(again.Asked) != 0 {
		t.Errorf("%d positions were evaluated although the cache has them", len(again.Asked))
	}
}

func TestOneHopelessPositionIsLeftOutAndListed(t *testing.T) {
	in := read(t, demo)
	bad := in.Games[0].Plies[40].Key
	failing := func(key string) error {
		if key == bad {
			return fault.New(fault.Unavailable, uci.PositionFailed, "the engine ended three times")
		}
		return nil
	}
	report, err := screening(&pipelinetest.Oracle{Fail: failing}, &pipelinetest.Shelf{}, 2).Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Errors) != 1 || report.Errors[0].Ply != 40 || report.Exclusions["not_evaluated"] != 1 {
		t.Errorf("errors %+v, exclusions %v", report.Errors, report.Exclusions)
	}
	whole, err := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2).Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := moves(report), moves(whole); a != b-1 && a != b { // the position itself may not have counted
		t.Errorf("%d moves counted, %d without the failure", a, b)
	}
}

func moves(s *reports.Screening) (n int) {
	for _, p := range s.Players {
		n += p.Moves
	}
	return n
}

func TestAnEngineThatAlwaysFailsEndsTheRun(t *testing.T) {
	always := func(string) error { return fault.New(fault.Unavailable, uci.PositionFailed, "the engine ended") }
	_, err := screening(&pipelinetest.Oracle{Fail: always}, &pipelinetest.Shelf{}, 2).Run(t.Context(), read(t, demo))
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestAnInterruptionLosesNothing(t *testing.T) {
	in := read(t, demo)
	want := screen(t, screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2), in)
	cache := &pipelinetest.Shelf{}
	ctx, cancel := context.WithCancel(t.Context())
	first := &pipelinetest.Oracle{}
	s := screening(first, cache, 2)
	s.Progress = func(p RunProgress) {
		if p.Evaluated == 100 {
			cancel()
		}
	}
	if _, err := s.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	kept := len(cache.Evaluations)
	if kept < 100 {
		t.Errorf("only %d positions were kept", kept)
	}
	second := &pipelinetest.Oracle{}
	if got := screen(t, screening(second, cache, 2), in); !bytes.Equal(got, want) {
		t.Error("another report after the interruption")
	}
}

// Two workers score two games at a time: neither of the first two gets on
// before the other is there.
func TestGamesAreScoredSideBySide(t *testing.T) {
	var begun atomic.Int64
	both := make(chan struct{})
	e := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2).Evaluator
	_, err := e.Run(t.Context(), read(t, demo).Games, func(int, []analysis.MoveRecord) error {
		if begun.Add(1) == 2 {
			close(both)
		}
		select {
		case <-both:
			return nil
		case <-time.After(time.Minute):
			return errors.New("the other game is not scored")
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func TestEveryGameIsAccountedFor(t *testing.T) {
	in := read(t, demo)
	in.Games = append(in.Games, in.Games[0]) // once more
	in.Bad = 2
	report, err := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2).Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	g := report.Games
	sum := g.Analysed + g.Bad
	for _, n := range g.Excluded {
		sum += n
	}
	if g.Read != 9 || g.Read != sum || g.Excluded["duplicate"] != 1 {
		t.Errorf("%+v", g)
	}
}

func TestFilters(t *testing.T) {
	in := read(t, demo)
	s := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2)
	s.Only = reports.Filter{Player: "firouzja"}
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Players) != 1 || report.Games.Analysed != 6 || report.Selection.Hidden != 11 {
		t.Errorf("%d players, games %+v", len(report.Players), report.Games)
	}
	s.Only = reports.Filter{Rounds: reports.Rounds{{1, 7}}}
	if _, err = s.Run(t.Context(), in); fault.KindOf(err) != fault.NotFound {
		t.Errorf("rounds 1-7: %v", err)
	}
	s.Only = reports.Filter{Player: "nobody"}
	if _, err = s.Run(t.Context(), in); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nobody: %v", err)
	}
}

// Rounds of another time class are screened on their own terms.
func TestTheWantedGamesDecideTheTimeClass(t *testing.T) {
	in := read(t, demo)
	for i, g := range in.Games {
		if i < 4 {
			g.TimeControl = analysis.TimeControl{Text: "600+5", Periods: []analysis.Period{{Base: 600, Increment: 5}}}
			g.Round = "1." + g.Round[2:]
		}
	}
	s := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2)
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if report.Event.TimeClass != "rapid" || report.Games.Excluded["time_class"] != 2 {
		t.Errorf("of four rapid and two standard games: %q, %+v", report.Event.TimeClass, report.Games)
	}
	s.Only = reports.Filter{Rounds: reports.Rounds{{8, 8}}}
	if report, err = s.Run(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if report.Event.TimeClass != "standard" || report.Games.Analysed != 2 || report.Selection.Rounds != "8" {
		t.Errorf("round 8 alone: %q, %+v", report.Event.TimeClass, report.Games)
	}
}
