package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/uci"
)

// oracle answers every position at once and always alike: the values of moves
// follow from the position's key. It counts what it was asked.
type oracle struct {
	mu    sync.Mutex
	asked map[string]int
	fail  func(key string) error // an answer for positions that are to fail
	seed  uint64                 // another one gives other answers
}

func (o *oracle) Evaluate(ctx context.Context, req uci.Request) (analysis.Evaluation, error) {
	if err := ctx.Err(); err != nil {
		return analysis.Evaluation{}, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.asked == nil {
		o.asked = map[string]int{}
	}
	o.asked[req.Position.Key+" "+req.Passes[0]]++
	if o.fail != nil {
		if err := o.fail(req.Position.Key); err != nil {
			return analysis.Evaluation{}, err
		}
	}
	h := fnv.New64a()
	h.Write([]byte(req.Position.Key))
	r := rand.New(rand.NewPCG(h.Sum64(), 1+o.seed))
	table := analysis.DepthTable{Depth: 8}
	for _, m := range req.Position.Legal {
		table.Lines = append(table.Lines, analysis.Line{Move: m, Value: analysis.Centipawns(r.IntN(700) - 350)})
	}
	slices.SortStableFunc(table.Lines, func(a, b analysis.Line) int { return b.Value.Compare(a.Value) })
	if req.Passes[0] == analysis.Wide {
		return analysis.Evaluation{Wide: []analysis.DepthTable{table}}, nil
	}
	return analysis.Evaluation{
		Deep: []analysis.DepthLine{{Depth: 16, Line: table.Lines[0]}}, BestMove: table.Lines[0].Move,
	}, nil
}

// shelf is a cache in memory.
type shelf struct {
	mu    sync.Mutex
	evals map[string]analysis.Evaluation
}

func (s *shelf) GetMany(_ context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[string]analysis.Evaluation{}
	for _, key := range keys {
		if e, ok := s.evals[recipe+key]; ok {
			found[key] = e
		}
	}
	return found, nil
}

func (s *shelf) Put(_ context.Context, recipe, key string, e analysis.Evaluation, _ []analysis.Move) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.evals == nil {
		s.evals = map[string]analysis.Evaluation{}
	}
	s.evals[recipe+key] = e
	return nil
}

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

func screening(engine Evaluator, cache Cache, workers int) *Screening {
	return &Screening{Terms: Terms{
		Evaluation: Evaluation{
			Recipe: analysis.Quick(), Policy: analysis.StandardPolicy(), Engines: engine, Cache: cache, Workers: workers,
		},
		Rules: regulations.Shipped(), Assume: analysis.StandardTime, Fits: noFits{},
	}}
}

func screen(t *testing.T, s *Screening, in Input) []byte {
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
	want := screen(t, screening(&oracle{}, &shelf{}, 1), in)
	if !bytes.Contains(want, []byte("Firouzja")) {
		t.Fatal("the report lacks a player")
	}
	shuffled := in
	shuffled.Games = slices.Clone(in.Games)
	slices.Reverse(shuffled.Games)
	half := Input{Games: in.Games[:4]}
	cache := &shelf{}
	screen(t, screening(&oracle{}, cache, 3), half)
	for name, got := range map[string][]byte{
		"seven workers":     screen(t, screening(&oracle{}, &shelf{}, 7), in),
		"games reversed":    screen(t, screening(&oracle{}, &shelf{}, 2), shuffled),
		"half in the cache": screen(t, screening(&oracle{}, cache, 2), in),
		"all in the cache":  screen(t, screening(&oracle{}, cache, 2), in),
	} {
		if !bytes.Equal(got, want) {
			t.Errorf("%s: another report", name)
		}
	}
}

func TestNothingIsEvaluatedTwice(t *testing.T) {
	in, engine, cache := read(t, demo), &oracle{}, &shelf{}
	var last Progress
	s := screening(engine, cache, 2)
	s.Progress = func(p Progress) { last = p }
	screen(t, s, in)
	for position, times := range engine.asked {
		if times > 1 {
			t.Errorf("%s was evaluated %d times", position, times)
		}
	}
	if last.GamesDone != len(in.Games) || last.PositionsDone != last.Positions || last.Evaluated != last.Positions {
		t.Errorf("the last progress was %+v", last)
	}
	again := &oracle{}
	screen(t, screening(again, cache, 2), in)
	if len(again.asked) != 0 {
		t.Errorf("%d positions were evaluated although the cache has them", len(again.asked))
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
	report, err := screening(&oracle{fail: failing}, &shelf{}, 2).Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Errors) != 1 || report.Errors[0].Ply != 40 || report.Exclusions["not_evaluated"] != 1 {
		t.Errorf("errors %+v, exclusions %v", report.Errors, report.Exclusions)
	}
	whole, err := screening(&oracle{}, &shelf{}, 2).Run(t.Context(), in)
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
	_, err := screening(&oracle{fail: always}, &shelf{}, 2).Run(t.Context(), read(t, demo))
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestAnInterruptionLosesNothing(t *testing.T) {
	in := read(t, demo)
	want := screen(t, screening(&oracle{}, &shelf{}, 2), in)
	cache := &shelf{}
	ctx, cancel := context.WithCancel(t.Context())
	first := &oracle{}
	s := screening(first, cache, 2)
	s.Progress = func(p Progress) {
		if p.Evaluated == 100 {
			cancel()
		}
	}
	if _, err := s.Run(ctx, in); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	kept := len(cache.evals)
	if kept < 100 {
		t.Errorf("only %d positions were kept", kept)
	}
	second := &oracle{}
	if got := screen(t, screening(second, cache, 2), in); !bytes.Equal(got, want) {
		t.Error("another report after the interruption")
	}
}

// Two workers score two games at a time: neither of the first two gets on
// before the other is there.
func TestGamesAreScoredSideBySide(t *testing.T) {
	var begun atomic.Int64
	both := make(chan struct{})
	e := screening(&oracle{}, &shelf{}, 2).Evaluation
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
	report, err := screening(&oracle{}, &shelf{}, 2).Run(t.Context(), in)
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
	s := screening(&oracle{}, &shelf{}, 2)
	s.Only = Filter{Player: "firouzja"}
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Players) != 1 || report.Games.Analysed != 1 || report.Games.Excluded["not_selected"] != 5 {
		t.Errorf("%d players, games %+v", len(report.Players), report.Games)
	}
	s.Only = Filter{Rounds: Rounds{{1, 7}}}
	if _, err = s.Run(t.Context(), in); fault.KindOf(err) != fault.NotFound {
		t.Errorf("rounds 1-7: %v", err)
	}
	s.Only = Filter{Player: "nobody"}
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
	s := screening(&oracle{}, &shelf{}, 2)
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if report.Event.TimeClass != "rapid" || report.Games.Excluded["time_class"] != 2 {
		t.Errorf("of four rapid and two standard games: %q, %+v", report.Event.TimeClass, report.Games)
	}
	s.Only = Filter{Rounds: Rounds{{8, 8}}}
	if report, err = s.Run(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if report.Event.TimeClass != "standard" || report.Games.Analysed != 2 || report.Selection.Rounds != "8" {
		t.Errorf("round 8 alone: %q, %+v", report.Event.TimeClass, report.Games)
	}
}

func TestParseRounds(t *testing.T) {
	for text, want := range map[string]Rounds{"": nil, "3": {{3, 3}}, "1-4": {{1, 4}}, "1-3, 7": {{1, 3}, {7, 7}}} {
		if got, err := ParseRounds(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"x", "0", "4-2", "1-", "-3", "1.2"} {
		if _, err := ParseRounds(bad); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
