package pipeline

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/render"
)

// twofold is the test of a player with a second one beside it, by another engine.
func twofold(t *testing.T, first, second Engines, cache EvaluationCache) *PlayerTest {
	t.Helper()
	terms := brief(first, cache).Terms
	terms.Fits = always{shippedFit(t)}
	other := terms
	other.Recipe, other.Engines = analysis.Second(), second
	fit := *shippedFit(t)
	fit.Prior = &calibration.Prior{RecipeFingerprint: terms.Recipe.Fingerprint(), Correlation: calibration.Figure{Value: .81, Low: .7, High: .9, Bounded: true}}
	other.Fits = always{&fit}
	other.Provenance.Engine.Name = analysis.SecondEngine
	other.Provenance.Options = []reports.StatedOption{{Name: "second-engine", Value: "node"}}
	return &PlayerTest{Terms: terms, Quick: &terms, TestRequest: reports.TestRequest{Player: "firouzja"}, Second: &other}
}

func reported(t *testing.T, test *PlayerTest, in Input) *reports.FullTest {
	t.Helper()
	report, err := test.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func inJSON(t *testing.T, report *reports.FullTest) string {
	t.Helper()
	var b bytes.Buffer
	if err := render.FullTest(&b, "json", report, render.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// There is one road to a z: of the same evaluations the second test has all figures of
// the first, and of others, others.
func TestTheSecondTestGoesTheSameRoad(t *testing.T) {
	in := read(t, demo)
	alike, other := reported(t, twofold(t, &pipelinetest.Oracle{}, &pipelinetest.Oracle{}, &pipelinetest.Shelf{}), in), reported(t, twofold(t, &pipelinetest.Oracle{}, &pipelinetest.Oracle{Seed: 2}, &pipelinetest.Shelf{}), in)
	if s := alike.Second; s == nil || s.Combined.Z == nil || cmp.Diff(s.Tests, alike.Tests)+cmp.Diff(s.Combined, alike.Combined)+cmp.Diff(s.Evidence, alike.Evidence) != "" {
		t.Errorf("of the same evaluations: %+v, want the figures of the first test", s)
	}
	s := other.Second
	if s.Combined.Z == nil || *s.Combined.Z == *other.Combined.Z || s.Engine.Name != analysis.SecondEngine || s.RecipeFingerprint != analysis.Second().Fingerprint() || s.Calibration == nil || s.Correlation == nil || s.Correlation.Value != .81 || s.Correlation.Interval[1] != .9 {
		t.Errorf("of others: %+v", s)
	}
	alone := twofold(t, &pipelinetest.Oracle{}, nil, &pipelinetest.Shelf{})
	alone.Second = nil
	want := reported(t, alone, in)
	if other.Provenance.Option("second-engine") != "node" || want.Provenance.Option("second-engine") != "" {
		t.Error("the option stands where there is a second test, and only there")
	}
	other.Second, other.Provenance = nil, want.Provenance
	if diff := cmp.Diff(inJSON(t, want), inJSON(t, other)); diff != "" {
		t.Errorf("the first test changes (-alone +both):\n%s", diff)
	}
}

// Progress is of both tests together, and what was evaluated before an interruption in
// the second is not evaluated again.
func TestTheSecondTestGoesOnWhereItStopped(t *testing.T) {
	in, cache := read(t, demo), &pipelinetest.Shelf{}
	want := inJSON(t, reported(t, twofold(t, &pipelinetest.Oracle{}, &pipelinetest.Oracle{Seed: 2}, &pipelinetest.Shelf{}), in))
	ctx, cancel := context.WithCancel(t.Context())
	engine := &pipelinetest.Oracle{Seed: 2}
	test := twofold(t, &pipelinetest.Oracle{}, engine, cache)
	var last RunProgress
	test.Progress = func(p RunProgress) {
		if p.PositionsDone < last.PositionsDone || p.PositionsDone > p.Positions {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
		if engine.Count() >= 10 {
			cancel()
		}
	}
	if _, err := test.Run(ctx, in); !errors.Is(err, context.Canceled) || last.GamesDone != 0 {
		t.Fatalf("%v, %+v", err, last)
	}
	first, rest := &pipelinetest.Oracle{}, &pipelinetest.Oracle{Seed: 2}
	test = twofold(t, first, rest, cache)
	test.Progress = func(p RunProgress) { last = p }
	got := reported(t, test, in)
	if inJSON(t, got) != want {
		t.Error("another report after the interruption")
	}
	if len(first.Asked) > 0 || len(rest.Asked) == 0 || last.GamesDone != last.Games || last.PositionsDone != last.Positions || last.Evaluated == 0 {
		t.Errorf("%d positions of the first test and %d of the second were evaluated again; %+v", len(first.Asked), len(rest.Asked), last)
	}
	twice := 0
	for position := range rest.Asked {
		twice += engine.Asked[position]
	}
	if twice > test.Second.Workers { // each may have been between the two passes of a position
		t.Errorf("%d searches were made twice", twice)
	}
}

// A game that the second engine could not get through is missing there alone, and its
// errors say so.
func TestTheSecondTestWithoutAGame(t *testing.T) {
	in := read(t, demo)
	test := twofold(t, &pipelinetest.Oracle{}, &pipelinetest.Oracle{Seed: 2}, &pipelinetest.Shelf{})
	for _, g := range in.Games {
		test.Second.Left = map[string]string{g.ID: "it was too hard"}
		report := reported(t, test, in)
		if report.Second.Moves > 0 {
			continue
		}
		if e := report.Second.Errors; len(e) != 1 || e[0].Reason != "this game could not be evaluated and is left out: it was too hard" || report.Second.AgreementMissing == "" || report.Moves == 0 || len(report.Errors) != 0 {
			t.Errorf("%+v, %+v", e, report.Second)
		}
		return
	}
	t.Error("the game of the player is not among them")
}
