package uci

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
)

// A record of exact lines gives the same evaluation as the running engine, which sends bounds
// too.
func TestRecordOfExactLines(t *testing.T) {
	for _, v := range vectors(t) {
		at := v.position(t)
		got, err := Recorded(at.Legal, 50, exact(v.Deep.Lines), exact(v.Wide.Lines), v.Deep.Bestmove)
		if err != nil {
			t.Errorf("%s %s: %v", v.RecipeName, v.FEN, err)
		}
		if diff := cmp.Diff(fromText(t, v), got, byInt); diff != "" {
			t.Errorf("%s %s (-live +recorded):\n%s", v.RecipeName, v.FEN, diff)
		}
		got, err = Recorded(at.Legal, 50, exact(v.Deep.Lines), nil, v.Deep.Bestmove)
		if err != nil || got.Wide != nil || len(got.Deep) == 0 {
			t.Errorf("%s %s without the wide pass: %v", v.RecipeName, v.FEN, err)
		}
	}
}

func exact(lines []recordedLine) []Info {
	var kept []Info
	for _, l := range lines {
		if l.Bound == Exact {
			kept = append(kept, l.Info)
		}
	}
	return kept
}

func TestRecordsThatAreRefused(t *testing.T) {
	v := vectors(t)[0]
	legal := v.position(t).Legal
	deep, wide, best := exact(v.Deep.Lines), exact(v.Wide.Lines), v.Deep.Bestmove
	changed := func(lines []Info, change func(*Info)) []Info {
		lines = slices.Clone(lines)
		change(&lines[len(lines)-1])
		return lines
	}
	illegal := analysis.NewMove(0, 63, 0)
	for name, c := range map[string]struct {
		deep, wide []Info
		best       analysis.Move
		want       string
	}{
		"bestmove":            {deep, wide, illegal, "the bestmove a1h8 is not legal"},
		"no bestmove":         {deep, wide, 0, "the bestmove 0000 is not legal"},
		"move of a deep line": {changed(deep, func(l *Info) { l.Move = illegal }), wide, best, "a1h8"},
		"move of a wide line": {deep, changed(wide, func(l *Info) { l.Move = illegal }), best, "a1h8"},
		"bound":               {changed(deep, func(l *Info) { l.Bound = Lower }), wide, best, "is a bound"},
		"no deep line":        {nil, wide, best, "without one exact score"},
		"no whole table":      {deep, wide[1:2], best, "without one depth complete"},
	} {
		_, err := Recorded(legal, 50, c.deep, c.wide, c.best)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
