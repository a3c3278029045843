package uci

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Request asks for the evaluation of one position.
type Request struct {
	Position analysis.Position
	Recipe   analysis.Recipe
	Passes   []string // names of the recipe's passes to run (analysis.Deep, analysis.Wide), nil for all
}

// check returns a fault.Invalid error for requests that no engine should see.
func (r Request) check() error {
	if r.Position.Key == "" || len(r.Position.Legal) == 0 {
		return fault.New(fault.Invalid, "position_over", "the position %q has no legal move, so there is nothing to ask an engine", r.Position.Key)
	}
	if err := checkWords(r.Position.Key); err != nil {
		return err
	}
	return r.checkRecipe()
}

// checkWords refuses words that would make more than one command.
func checkWords(words ...string) error {
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsControl) {
			return fault.New(fault.Invalid, "control_character", "%q holds a control character and cannot be sent to an engine", w)
		}
	}
	return nil
}

// checkRecipe refuses recipes that contradict themselves or the request.
func (r Request) checkRecipe() error {
	for _, o := range r.Recipe.Options {
		if err := checkWords(o.Name, o.Value); err != nil {
			return err
		}
		switch o.Name {
		case threadsOption, hashOption, multiPVOption:
			return fault.New(fault.Invalid, "recipe_option", "the recipe %q sets the option %s, which has a place of its own", r.Recipe.Name, o.Name)
		}
	}
	for _, name := range r.Passes {
		if _, ok := r.Recipe.Pass(name); !ok {
			return fault.New(fault.Invalid, "recipe_pass", "the recipe %q has no pass %q", r.Recipe.Name, name)
		}
	}
	for _, p := range r.Recipe.Passes {
		if p.Nodes < 1 || p.MultiPV < 1 || p.Name != analysis.Deep && p.Name != analysis.Wide {
			return fault.New(fault.Invalid, "recipe_pass", "the recipe %q has a pass that cannot be run: %+v", r.Recipe.Name, p)
		}
	}
	return nil
}

// wants reports whether the request asks for a pass.
func (r Request) wants(p analysis.Pass) bool {
	return r.Passes == nil || slices.Contains(r.Passes, p.Name)
}

// evaluate answers a request. Its errors are those of Engine.Evaluate.
func (c *conversation) evaluate(ctx context.Context, req Request) (analysis.Evaluation, error) {
	ev, err := c.passes(ctx, req)
	if err != nil {
		return analysis.Evaluation{}, failure(err, PositionFailed, "the engine failed on the position %s", req.Position.Key)
	}
	return ev, nil
}

// passes runs the passes of a request, in the recipe's order.
func (c *conversation) passes(ctx context.Context, req Request) (ev analysis.Evaluation, err error) {
	if err := c.configure(req.Recipe); err != nil {
		return ev, err
	}
	for _, pass := range req.Recipe.Passes {
		if !req.wants(pass) {
			continue
		}
		if pass.Name == analysis.Deep {
			ev.Deep, ev.BestMove, err = c.deep(ctx, req.Position, pass)
		} else {
			ev.Wide, err = c.wide(ctx, req.Position, pass)
		}
		if err != nil {
			return ev, err
		}
	}
	return ev, nil
}

func (c *conversation) deep(ctx context.Context, p analysis.Position, pass analysis.Pass) ([]analysis.DepthLine, analysis.Move, error) {
	var h deepHistory
	best, err := c.search(ctx, p, pass, h.add)
	if err != nil {
		return nil, 0, err
	}
	lines, err := h.result(best)
	if err != nil {
		return nil, 0, c.fail(err)
	}
	return lines, best, nil
}

func (c *conversation) wide(ctx context.Context, p analysis.Position, pass analysis.Pass) ([]analysis.DepthTable, error) {
	h := newWideHistory(min(pass.MultiPV, len(p.Legal)))
	best, err := c.search(ctx, p, pass, h.add)
	if err != nil {
		return nil, err
	}
	tables, err := h.result(best)
	if err != nil {
		return nil, c.fail(err)
	}
	return tables, nil
}
