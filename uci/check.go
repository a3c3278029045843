package uci

import (
	"context"
	"fmt"
	"slices"

	"fairplay/analysis"
)

// CheckReport is the result of a check of an engine.
type CheckReport struct {
	Identity    Identity        `json:"identity"`
	Recipe      analysis.Recipe `json:"recipe"`      // completed by the engine
	Lacks       []string        `json:"lacks"`       // usual options that the engine lacks and the recipe can do without
	Positions   int             `json:"positions"`   // how many were evaluated
	Evaluations int             `json:"evaluations"` // how many were made
	Differences []Discrepancy   `json:"differences"` // empty for an engine that can be relied on

	First []analysis.Evaluation `json:"-"` // what the engine said the first time, position by position
}

// Discrepancy is one position whose second evaluation differed.
type Discrepancy struct {
	Position string `json:"position"` // its key
	Order    string `json:"order"`    // how it was asked the second time, in words
	Pass     string `json:"pass"`     // "deep" or "wide"
	Depth    int    `json:"depth"`    // first depth that differs
	First    string `json:"first"`    // the answer of the first time
	Second   string `json:"second"`   // the answer of the second time
}

// Deterministic reports whether all evaluations agreed.
func (c CheckReport) Deterministic() bool { return len(c.Differences) == 0 }

// Check shakes hands with an engine and evaluates the positions under the recipe three times:
// in order, backwards in the same process, and in order in a fresh one. All three must agree
// (MODEL 1). progress, which may be nil, is called after every evaluation with the number done.
//
// Errors are those of Start, Identity.Complete and Engine.Evaluate; differences are no errors,
// but part of the report.
func Check(ctx context.Context, path string, positions []analysis.Position, recipe analysis.Recipe,
	progress func(done, total int), o ...Setting) (CheckReport, error) {
	e, err := Start(ctx, path, o...)
	if err != nil {
		return CheckReport{}, err
	}
	defer e.Close()
	c := repetition{report: CheckReport{Identity: e.Identity(), Positions: len(positions)}, progress: progress}
	if c.report.Recipe, err = e.Identity().Complete(recipe); err != nil {
		return c.report, err
	}
	c.report.Lacks = e.Identity().Lacks(recipe)
	first, err := c.run(ctx, e, positions)
	if err != nil {
		return c.report, err
	}
	c.report.Identity, c.report.First = e.Identity(), first
	backwards := slices.Clone(positions)
	slices.Reverse(backwards)
	second, err := c.run(ctx, e, backwards)
	if err != nil {
		return c.report, err
	}
	slices.Reverse(second)
	fresh, err := Start(ctx, path, o...)
	if err != nil {
		return c.report, err
	}
	defer fresh.Close()
	third, err := c.run(ctx, fresh, positions)
	for i := range third {
		c.compare(positions[i], "backwards in the same process", first[i], second[i])
		c.compare(positions[i], "in a fresh process", first[i], third[i])
	}
	return c.report, err
}

// repetition evaluates positions again and notes the differences.
type repetition struct {
	report   CheckReport
	progress func(done, total int)
}

// run evaluates the positions one after the other.
func (r *repetition) run(ctx context.Context, e *Engine, positions []analysis.Position) ([]analysis.Evaluation, error) {
	var all []analysis.Evaluation
	for _, p := range positions {
		ev, err := e.Evaluate(ctx, Request{Position: p, Recipe: r.report.Recipe})
		if err != nil {
			return nil, err
		}
		all = append(all, ev)
		r.report.Evaluations++
		if r.progress != nil {
			r.progress(r.report.Evaluations, 3*r.report.Positions)
		}
	}
	return all, nil
}

// compare notes the first difference of each pass.
func (r *repetition) compare(p analysis.Position, order string, a, b analysis.Evaluation) {
	note := func(pass string, depth int, first, second string) {
		r.report.Differences = append(r.report.Differences,
			Discrepancy{Position: p.Key, Order: order, Pass: pass, Depth: depth, First: first, Second: second})
	}
	if depth, first, second, differ := firstDifference(deepWords(a), deepWords(b)); differ {
		note(analysis.Deep, depth, first, second)
	}
	if depth, first, second, differ := firstDifference(wideWords(a), wideWords(b)); differ {
		note(analysis.Wide, depth, first, second)
	}
}

// saying is the output of an engine at one depth.
type saying struct {
	depth int
	words string
}

func deepWords(e analysis.Evaluation) []saying {
	var all []saying
	for _, l := range e.Deep {
		all = append(all, saying{l.Depth, fmt.Sprintf("%v %v", l.Move, l.Value)})
	}
	best, _ := e.Best()
	return append(all, saying{best.Depth, fmt.Sprintf("bestmove %v", e.BestMove)})
}

// wideWords has one saying for each move, so that a difference names it.
func wideWords(e analysis.Evaluation) []saying {
	var all []saying
	for _, t := range e.Wide {
		for i, l := range t.Lines {
			all = append(all, saying{t.Depth, fmt.Sprintf("%d. %v %v", i+1, l.Move, l.Value)})
		}
	}
	return all
}

// firstDifference finds where two lists diverge. Where one is longer, the other has nothing
// there.
func firstDifference(a, b []saying) (depth int, first, second string, differ bool) {
	for i := range max(len(a), len(b)) {
		var x, y saying
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return max(x.depth, y.depth), x.words, y.words, true
		}
	}
	return 0, "", "", false
}
