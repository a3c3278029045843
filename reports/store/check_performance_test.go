package store

import "testing"

func TestPerformanceSaysWhatItsReportSays(t *testing.T) {
	report := decodeAny([]byte(`{"players": [{"name": "A & B", "rating": 2500, "mm": 0.50}, {"name": "C", "rating": 2400, "mm": 0.7}],
		"player": {"name": "C", "rating": 2400.5}, "combined": {"z": 2.5}, "tests": [{"kind": "mm", "z": 1}]}`)).(map[string]any)
	columns := func(name, rating string) map[string]string { return map[string]string{"name": name, "rating": rating} }
	for text, c := range map[string]struct {
		statement
		want bool
	}{
		"an entry":            {statement{columns: columns("C", "2400"), body: `{"name":"C","rating":2400,"mm":0.7}`}, true},
		"escaped":             {statement{columns: columns("A & B", "2500"), body: `{"name":"A \u0026 B","rating":2500,"mm":0.50}`}, true},
		"another figure":      {statement{columns: columns("C", "2400"), body: `{"name":"C","rating":2400,"mm":0.8}`}, false},
		"another's figure":    {statement{columns: columns("C", "2400"), body: `{"name":"C","rating":2400,"mm":0.50}`}, false},
		"another column":      {statement{columns: columns("C", "2700"), body: `{"name":"C","rating":2400,"mm":0.7}`}, false},
		"an extract":          {statement{body: `{"combined":{"z":2.5},"tests":[{"kind":"mm","z":1}]}`}, true},
		"of a player":         {statement{columns: columns("C", "2400"), body: `{"player":{"name":"C","rating":2400.5},"combined":{"z":2.5}}`}, true},
		"of another player":   {statement{columns: columns("D", "2400"), body: `{"player":{"name":"C","rating":2400.5},"combined":{"z":2.5}}`}, false},
		"an altered extract":  {statement{body: `{"combined":{"z":0.5},"tests":[{"kind":"mm","z":1}]}`}, false},
		"more than is said":   {statement{body: `{"combined":{"z":2.5},"ipr":{"rating":2900}}`}, false},
		"nothing":             {statement{body: `null`}, true},
		"nothing of anything": {statement{body: `{}`}, false},
		"no JSON":             {statement{body: `{"combined`}, false},
	} {
		if got := c.in(report); got != c.want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if (statement{body: `{"combined":{"z":2.5}}`}).in(nil) {
		t.Error("a report that cannot be read says something")
	}
}
