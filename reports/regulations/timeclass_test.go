package regulations

import (
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// control is one period of base minutes and increment seconds.
func control(minutes, increment float64) analysis.TimeControl {
	return analysis.TimeControl{Periods: []analysis.Period{{Base: minutes * 60, Increment: increment}}}
}

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

// The examples worked out in the Arbiters' Manual (Laws A.1 and B.1, rating regulations 1.1,
// the exam question on 2h/30 + 40' + 30"), and the limit below which blitz is not rated.
func TestTimeClassManualExamples(t *testing.T) {
	long := analysis.TimeControl{Periods: []analysis.Period{
		{Moves: 30, Base: 120 * 60, Increment: 30}, {Base: 40 * 60, Increment: 30},
	}}
	tests := []struct {
		name    string
		tc      analysis.TimeControl
		minutes float64
		want    analysis.TimeClass
	}{
		{"30'+30\"", control(30, 30), 60, analysis.StandardTime},
		{"10'+5\"", control(10, 5), 15, analysis.Rapid},
		{"5'+5\"", control(5, 5), 10, analysis.Blitz},
		{"6'+5\"", control(6, 5), 11, analysis.Rapid},
		{"25'+10\"", control(25, 10), 35, analysis.Rapid},
		{"40'+20\"", control(40, 20), 60, analysis.StandardTime},
		{"7'+3\"", control(7, 3), 10, analysis.Blitz},
		{"2h/30+40'+30\"", long, 190, analysis.StandardTime},
		{"3'", control(3, 0), 3, analysis.Blitz},
	}
	e := Shipped().Edition(day("2022-10-01"))
	for _, tt := range tests {
		if got := thinkingTime(tt.tc); got != tt.minutes {
			t.Errorf("%s: T = %v minutes, want %v", tt.name, got, tt.minutes)
		}
		if got, ok := e.TimeClass(FIDE, tt.tc); !ok || got != tt.want {
			t.Errorf("%s: class %q, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestTimeClassBoundaries(t *testing.T) {
	tests := []struct {
		set  RuleSet
		tc   analysis.TimeControl
		want analysis.TimeClass
	}{
		{FIDE, control(60, 0), analysis.StandardTime},
		{FIDE, control(59.99, 0), analysis.Rapid},
		{FIDE, control(10.01, 0), analysis.Rapid},
		{FIDE, control(10, 0), analysis.Blitz},
		{FIDE, control(0, 10), analysis.Blitz},
		{FIDE, control(3.5, 0), analysis.Blitz},
		{FIDE, control(7, 0.1), analysis.Blitz},
		{FIDE, control(9.9, 0.1), analysis.Blitz}, // T = 10, whatever the sum of floats says
		{UA2024, control(60, 0), analysis.StandardTime},
		{UA2024, control(12, 0), analysis.Rapid},
		{RU2011, control(60, 0), analysis.StandardTime},
		{RU2011, control(59, 0), analysis.Rapid},
		{RU2011, control(10, 5), analysis.Rapid},
		{RU2011, control(12, 0), analysis.Blitz},
		{WEB2000, control(15, 0), analysis.Rapid},
		{WEB2004, control(14.9, 0), analysis.Blitz},
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		if got, ok := e.TimeClass(tt.set, tt.tc); !ok || got != tt.want {
			t.Errorf("%s, T = %v: class %q, %v; want %q", tt.set, tt.tc.Minutes(), got, ok, tt.want)
		}
	}
}

func TestTimeClassWithoutAnswer(t *testing.T) {
	tests := []struct {
		name string
		set  RuleSet
		tc   analysis.TimeControl
	}{
		{"control that says nothing", FIDE, analysis.TimeControl{}},
		{"no time at all", FIDE, control(0, 0)},
		{"rules without classes", OtherRules, control(90, 30)},
		{"increment under Laws that know none", WEB2004, control(90, 30)},
		{"rule set that does not exist", "FIFA", control(90, 30)},
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		if got, ok := e.TimeClass(tt.set, tt.tc); ok || got != analysis.UnknownTime {
			t.Errorf("%s: class %q, %v; want none", tt.name, got, ok)
		}
	}
}

func TestTooFastToRate(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	for minutes, want := range map[float64]bool{0: false, 1: true, 3: true, 3.01: false, 5: false, 90: false} {
		if got := e.TooFastToRate(FIDE, control(minutes, 0)); got != want {
			t.Errorf("T = %v: too fast to rate %v, want %v", minutes, got, want)
		}
	}
}

func TestParseRuleSet(t *testing.T) {
	for in, want := range map[string]RuleSet{"": FIDE, "fide": FIDE, "ru-2011": RU2011, "OTHER": OtherRules} {
		if got, err := ParseRuleSet(in); err != nil || got != want {
			t.Errorf("ParseRuleSet(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
	if _, err := ParseRuleSet("USCF"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("ParseRuleSet(USCF): %v, want an Invalid error", err)
	}
}
