package uci

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// checkPositions are three positions with different legal moves.
func checkPositions(t *testing.T) []analysis.Position {
	return []analysis.Position{
		position(t, lonely),
		position(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
		position(t, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
	}
}

func TestCheck(t *testing.T) {
	var progress []int
	r, err := Check(t.Context(), ucitest.Engine{Lacks: []string{"Threads"}}.Command(t), checkPositions(t), tiny(),
		func(done, total int) { progress = append(progress, done, total) })
	if err != nil {
		t.Fatal(err)
	}
	if !r.Deterministic() || r.Positions != 3 || r.Evaluations != 9 {
		t.Errorf("%+v", r)
	}
	if !slices.Equal(r.Lacks, []string{"Threads"}) || r.Identity.Name != ucitest.Name || r.Identity.Author != ucitest.Author {
		t.Errorf("lacks %v, identity %+v", r.Lacks, r.Identity)
	}
	if r.Recipe.Engine != ucitest.Name || r.Recipe.Network != "nn-scripted.nnue" || len(r.Recipe.EngineSHA256) != 64 {
		t.Errorf("recipe %+v", r.Recipe)
	}
	if want := []int{1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9, 7, 9, 8, 9, 9, 9}; !slices.Equal(progress, want) {
		t.Errorf("progress %v", progress)
	}
}

// TestCheckFinds shows an engine that remembers: a position is evaluated differently when asked
// later in the same process, and the same in a fresh one.
func TestCheckFinds(t *testing.T) {
	r, err := Check(t.Context(), ucitest.Engine{Fault: ucitest.Remembers}.Command(t), checkPositions(t), tiny(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, d := range r.Differences {
		found[d.Position+d.Pass]++
		if d.Order != "backwards in the same process" || d.First == d.Second {
			t.Errorf("%+v", d)
		}
	}
	if len(found) != 6 || len(r.Differences) != 6 || r.Deterministic() {
		t.Errorf("%+v", r.Differences)
	}
}

func TestCheckFails(t *testing.T) {
	_, err := Check(t.Context(), ucitest.Engine{Lacks: []string{"Hash"}}.Command(t), checkPositions(t), tiny(), nil)
	if fault.KindOf(err) != fault.Unprocessable {
		t.Error(err)
	}
	_, err = Check(t.Context(), ucitest.Engine{Fault: ucitest.DiesInSearch, After: 7}.Command(t), checkPositions(t), tiny(), nil)
	if _, ok := errors.AsType[*TerminatedError](err); !ok {
		t.Error(err)
	}
}

// TestComplete shows which recipes an engine can follow.
func TestComplete(t *testing.T) {
	offers := []Offer{{Name: "Threads", Type: "spin", Max: 4, Min: 1}, {Name: "Hash", Type: "spin", Min: 1, Max: 64},
		{Name: "MultiPV", Type: "spin", Min: 1, Max: 50}, {Name: "EvalFile", Type: "string"}}
	id := Identity{Name: "Crafty 1", SHA256: "ab", Network: "nn", Offers: offers}
	without := func(name string) Identity {
		id := id
		id.Offers = slices.DeleteFunc(slices.Clone(offers), func(o Offer) bool { return o.Name == name })
		return id
	}
	with := func(change func(*analysis.Recipe)) analysis.Recipe {
		r := tiny()
		change(&r)
		return r
	}
	for name, c := range map[string]struct {
		id     Identity
		recipe analysis.Recipe
		ok     bool
		lacks  []string
	}{
		"all there":               {id, tiny(), true, nil},
		"one thread, no option":   {without("Threads"), tiny(), true, []string{"Threads"}},
		"two threads, no option":  {without("Threads"), with(func(r *analysis.Recipe) { r.Threads = 2 }), false, nil},
		"no hash":                 {without("Hash"), tiny(), false, nil},
		"too much hash":           {id, with(func(r *analysis.Recipe) { r.HashMiB = 65 }), false, nil},
		"no MultiPV":              {without("MultiPV"), tiny(), false, nil},
		"too many lines":          {id, with(func(r *analysis.Recipe) { r.Passes[1].MultiPV = 51 }), false, nil},
		"no MultiPV, none needed": {without("MultiPV"), with(func(r *analysis.Recipe) { r.Passes = r.Passes[:1] }), true, []string{"MultiPV"}},
		"option not offered":      {id, with(func(r *analysis.Recipe) { r.Options = []analysis.Option{{Name: "Contempt"}} }), false, nil},
		"for this engine":         {id, with(func(r *analysis.Recipe) { r.EngineSHA256 = "ab" }), true, nil},
		"for another engine":      {id, with(func(r *analysis.Recipe) { r.EngineSHA256 = "cd" }), false, nil},
	} {
		got, err := c.id.Complete(c.recipe)
		if c.ok && (err != nil || got.Engine != "Crafty 1" || got.EngineSHA256 != "ab" || got.Network != "nn") {
			t.Errorf("%s: %+v %v", name, got, err)
		}
		if !c.ok && fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(c.lacks, c.id.Lacks(c.recipe)); c.ok && diff != "" {
			t.Errorf("%s: lacks (-want +got):\n%s", name, diff)
		}
	}
	network := []analysis.Option{{Name: "evalfile", Value: "nn-other"}}
	if got, err := id.Complete(with(func(r *analysis.Recipe) { r.Options = network })); err != nil || got.Network != "nn-other" {
		t.Errorf("%+v %v", got, err)
	}
}
