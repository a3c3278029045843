package regulations

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestEditionByStartDate(t *testing.T) {
	tests := []struct {
		name     string
		start    time.Time
		text     string
		standing Standing
	}{
		{"before the oldest text", day("2009-05-01"), "2018-01-01", NotYet},
		{"on the first day", day("2018-01-01"), "2018-01-01", InForce},
		{"the day before a change", day("2021-12-31"), "2018-01-01", InForce},
		{"the day of the change", day("2022-01-01"), "2022-01-01", InForce},
		{"later", day("2031-01-01"), "2022-01-01", InForce},
		{"no date", time.Time{}, "2022-01-01", DateUnknown},
	}
	for _, tt := range tests {
		e := Shipped().Edition(tt.start)
		got, ok := e.TimeClassSource(FIDE)
		if !ok || got.ValidFrom != tt.text || got.Standing != tt.standing {
			t.Errorf("%s: text of %s, %s; want %s, %s", tt.name, got.ValidFrom, got.Standing, tt.text, tt.standing)
		}
		if !e.Start().Equal(tt.start) {
			t.Errorf("%s: start %v", tt.name, e.Start())
		}
	}
}

func TestTimeClassSourceFollowsReference(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	if s, ok := e.TimeClassSource(UA2024); !ok || !strings.Contains(s.Text, "FIDE") {
		t.Errorf("Ukrainian rules cite %+v, want the FIDE text that they refer to", s)
	}
	if s, ok := e.TimeClassSource(OtherRules); ok {
		t.Errorf("other rules cite %+v, want nothing", s)
	}
}

// Whatever is asked of any rule set on any day, an article is cited.
func TestShippedTablesAnswerEveryDate(t *testing.T) {
	c := Shipped()
	for _, start := range []time.Time{{}, day("1998-01-01"), day("2015-06-01"), day("2024-08-02")} {
		e := c.Edition(start)
		for _, set := range RuleSets() {
			if s, ok := e.TimeClassSource(set); ok != (set != OtherRules) || ok && s.Standing == "" {
				t.Errorf("%s on %v: %+v, %v", set, start, s, ok)
			}
		}
		if s := e.ZThreshold(100).Source; s.Article == "" || s.Text == "" || s.Standing == "" {
			t.Errorf("z threshold on %v cites %+v", start, s)
		}
	}
}

func TestLoadRefusesBrokenTables(t *testing.T) {
	tests := []struct{ name, table, old, new string }{
		{"misspelt key", "match_rates", `"percent":`, `"percents":`},
		{"no rows", "presumption", "*", `[]`},
		{"no article", "statistics", `"article": "R-IV"`, `"article": ""`},
		{"no thresholds", "statistics", `{"odds": 5,`, `{"odds": 0,`},
		{"bad date", "presumption", "2022-01-01", "2022-13-01"},
		{"dates do not ascend", "time_classes", "2018-01-01", "2023-01-01"},
		{"no FIDE classes", "time_classes", `"rule_set": "FIDE"`, `"rule_set": "XXXX"`},
		{"not JSON", "time_classes", "*", `time classes`},
	}
	for _, tt := range tests {
		fsys := fstest.MapFS{}
		for _, name := range []string{"time_classes", "match_rates", "statistics", "presumption"} {
			path := "tables/" + name + ".json"
			text, err := tables.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if name == tt.table {
				text = []byte(strings.ReplaceAll(string(text), tt.old, tt.new))
				if tt.old == "*" {
					text = []byte(tt.new)
				}
			}
			fsys[path] = &fstest.MapFile{Data: text}
		}
		if _, err := load(fsys); err == nil {
			t.Errorf("%s in %s: accepted", tt.name, tt.table)
		}
	}
	if _, err := load(fstest.MapFS{}); err == nil {
		t.Error("no tables at all: accepted")
	}
}
