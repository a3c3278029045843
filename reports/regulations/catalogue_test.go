package regulations

import (
	"io/fs"
	"maps"
	"regexp"
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

// Every answer about any rule set on any day cites an article.
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
	tests := []struct{ name, table, old, new, why string }{
		{"misspelt key", "match_rates", `"percent":`, `"percents":`, `unknown field "percents"`},
		{"no rows", "presumption", "*", `[]`, "presumption: no rows"},
		{"no article", "statistics", `"article": "R-IV"`, `"article": ""`, "statistics: row 1 cites no article"},
		{"no thresholds", "statistics", `{"odds": 5,`, `{"odds": 0,`, "R-IV lacks thresholds"},
		{"bad date", "presumption", "2022-01-01", "2022-13-01", `"2022-13-01" is not a date`},
		{"dates do not ascend", "time_classes", "2018-01-01", "2023-01-01", "time classes of FIDE: dates do not ascend"},
		{"no FIDE classes", "time_classes", `"rule_set": "FIDE"`, `"rule_set": "XXXX"`, "no time classes for FIDE"},
		{"no citation of a threshold", "citations", `"R-IV-7":`, `"R-IV-77":`, `"R-IV-7" has no citation`},
		{"no citation of the gate", "citations", `"R-V-1":`, `"R-V-11":`, `"R-V-1" has no citation`},
		{"no titles", "titles", "*", `[]`, "titles: no rows"},
		{"no share", "titles", `"part": 3`, `"part": 0`, "B01-1.4: a share is missing"},
		{"a norm table that is cut", "performance", "677, 800", "677", "B01-1.4.9: dp must rise"},
		{"a gap in expected scores", "rating_change", "3, 10,", "10,", "B02-8.3: the table of expected scores is not whole"},
		{"two levels", "levels", ",\n      {\"level\": \"C\", \"article\": \"PM-1-C\"}", ``, "PM-1 lacks levels"},
		{"no citation of a level", "citations", `"PM-1-B":`, `"PM-1-D":`, `"PM-1-B" has no citation`},
		{"no rules of complaints", "complaints", "*", `[]`, "complaints: no rows"},
		{"no duties", "duties", "*", `[]`, "duties: no rows"},
		{"no incidents", "incidents", "*", `[]`, "incidents: no rows"},
		{"no rates of play", "rates_of_play", "*", `[]`, "rates of play: no rows"},
		{"not JSON", "time_classes", "*", `time classes`, "tables/time_classes.json: invalid character"},
	}
	shipped := fstest.MapFS{}
	names, err := fs.Glob(tables, "tables/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := tables.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		shipped[name] = &fstest.MapFile{Data: text}
	}
	if _, err := load(shipped); err != nil {
		t.Fatalf("the tables as they are: %v", err)
	}
	for _, tt := range tests {
		broken, name := maps.Clone(shipped), "tables/"+tt.table+".json"
		text := strings.ReplaceAll(string(shipped[name].Data), tt.old, tt.new)
		if tt.old == "*" {
			text = tt.new
		} else if text == string(shipped[name].Data) {
			t.Errorf("%s: %q is not in %s", tt.name, tt.old, tt.table)
		}
		broken[name] = &fstest.MapFile{Data: []byte(text)}
		if _, err := load(broken); err == nil {
			t.Errorf("%s in %s: accepted", tt.name, tt.table)
		} else if !strings.Contains(err.Error(), tt.why) {
			t.Errorf("%s in %s: refused with %q, want %q", tt.name, tt.table, err, tt.why)
		}
	}
	if _, err := load(fstest.MapFS{}); err == nil {
		t.Error("no tables at all: accepted")
	}
}

// Printed text cites sources that people can look up; our own keys stand in no book.
func TestCitationsAreThoseOfBooks(t *testing.T) {
	for article, citation := range Shipped().citations {
		if key := ownKey.FindString(citation); key != "" {
			t.Errorf("%s is cited as %q, which holds our own key %s", article, citation, key)
		}
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range []struct {
		source RuleSource
		want   string
	}{
		{e.ZThreshold(100).Source, "Arbiters' Manual 2022, ch. 3, Regan's notes, IV.2"},
		{e.ZThreshold(300).Source, "Arbiters' Manual 2022, ch. 3, Regan's notes, IV, paragraph on 50 to 150 players"},
		{e.MatchRateSource(), "Arbiters' Manual 2022, ch. 3, Regan's notes, IV, paragraph on 70 %"},
		{e.Gate(full(5.01)).Permitted[3].Source, "Arbiters' Manual 2022, ch. 3, Regan's notes, V.2"},
		{e.Gate(with(full(3), observed, approved)).Permitted[3].Source, "Arbiters' Manual 2022, ch. 3, Guidelines, I.6 (b), end"},
	} {
		if tt.source.Citation != tt.want {
			t.Errorf("%s is cited as %q, want %q", tt.source.Article, tt.source.Citation, tt.want)
		}
	}
	if s, ok := e.TimeClassSource(FIDE); !ok || !strings.HasPrefix(s.Citation, "FIDE Laws of Chess 2018, A.1 and B.1") {
		t.Errorf("time classes are cited as %q", s.Citation)
	}
}

var ownKey = regexp.MustCompile(`\b(R-[IV0-9]+-?[0-9]*[a-z]?|AC-[A-Z]+-[0-9]+[a-z]?|LAWS-|B01-|B02-|PM-|WEB-2|UA-[IV])`)

// The Laws of 2000, 2004 and 2008 came into force in July of the year after. Those
// of 2008 are known without their appendices, which hold the time classes.
func TestOlderLaws(t *testing.T) {
	for _, tt := range []struct {
		set       RuleSet
		validFrom string
		classes   bool
	}{{WEB2000, "2001-07-01", true}, {WEB2004, "2005-07-01", true}, {WEB2008, "2009-07-01", false}} {
		start := day(tt.validFrom)
		s, ok := Shipped().Edition(start).TimeClassSource(tt.set)
		if !ok || s.ValidFrom != tt.validFrom || s.Standing != InForce {
			t.Errorf("%s on its first day: %+v", tt.set, s)
		}
		if s, _ := Shipped().Edition(start.AddDate(0, 0, -1)).TimeClassSource(tt.set); s.Standing != NotYet {
			t.Errorf("%s on the day before: %+v", tt.set, s)
		}
		if class, ok := Shipped().Edition(start).TimeClass(tt.set, control(90, 0)); ok != tt.classes {
			t.Errorf("%s: class %q, %v", tt.set, class, ok)
		}
	}
}

// Where a later edition of a text may be in force that no table has, the answer says so.
func TestLaterEditionsAreNamed(t *testing.T) {
	for start, want := range map[string]Standing{"2023-12-31": InForce, "2024-01-01": LaterUnread, "2021-12-31": NotYet} {
		e := Shipped().Edition(day(start))
		if got := e.RatesOfPlay().Standing; got != want {
			t.Errorf("rates of play on %s: %s, want %s", start, got, want)
		}
		if got := e.DutySource(e.Duties()[0], "B02-0.2"); got.Standing != want || got.Citation == "" {
			t.Errorf("duties on %s: %+v, want %s", start, got, want)
		}
	}
	if e := Shipped().Edition(day("2024-01-01")); e.Titles().Standing != InForce {
		t.Error("title norms have their edition of 2024")
	}
}
