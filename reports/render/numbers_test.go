package render

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fairplay/reports"
	"fairplay/reports/regulations"
)

func TestNumbers(t *testing.T) {
	en, ru := wordsOf(t, "en"), wordsOf(t, "ru")
	tests := []struct{ got, want string }{
		{en.percent(.6097560975609756, 1), "61.0"},
		{ru.percent(.6097560975609756, 1), "61,0"},
		{en.decimal(.2134, 3), "0.213"},
		{en.decimal(-.0001, 3), "0.000"},
		{en.decimal(-1.5, 1), "-1.5"},
		{en.decimal(math.NaN(), 1), absent},
		{en.decimal(math.Inf(-1), 1), absent},
		{ru.decimal(2450, 0), "2450"},
		{en.integer(0), "0"}, {en.integer(9999), "9999"}, {en.integer(10000), "10,000"},
		{en.integer(1234567), "1,234,567"}, {en.integer(-123456), "-123,456"},
		{en.small(.00099), "<0.001"}, {ru.small(.00123), "0,001"}, {en.small(.0994), "0.099"}, {en.small(.0996), "0.10"},
		{en.small(.5), "0.50"}, {en.small(.996), "1.0"}, {en.small(9.94), "9.9"}, {en.small(12.3), "12"},
		{en.small(math.NaN()), absent},
		{en.signed(1.005, 1), "+1.0"}, {en.signed(-.001, 2), "+0.00"}, {ru.signed(-2.5, 1), "-2,5"}, {en.z(nil), absent},
		{ru.integer(101487), "101\u00a0487"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestDatesAndRounds(t *testing.T) {
	en, uk := wordsOf(t, "en"), wordsOf(t, "uk")
	tests := []struct{ got, want string }{
		{en.date("2024.05.31"), "2024-05-31"},
		{uk.date("2024.05.31"), "31.05.2024"},
		{uk.date("2024.05.??"), "05.2024"},
		{en.date("????.??.??"), ""},
		{en.date(""), ""},
		{roundRange([]string{"1", "2", "3"}), "1–3"},
		{roundRange([]string{"1", "2"}), "1, 2"},
		{roundRange([]string{"1", "3", "4"}), "1, 3, 4"},
		{roundRange([]string{"QF", "SF", "F"}), "QF, SF, F"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

// No share of honest performances is written as all of them.
func TestAlmostAll(t *testing.T) {
	w := wordsOf(t, "en")
	for share, want := range map[float64]string{.39: "39 %", .99: "99 %", .9989: "more than 99 %"} {
		if got := strings.ReplaceAll(w.mostly(share), noBreakSpace, " "); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}

// A figure never stands on another side of a line than it does.
func TestFiguresStandBesideLines(t *testing.T) {
	for _, tt := range []struct {
		x     float64
		lines []float64
		want  string
	}{
		{3.996, []float64{3, 4}, "3.99"}, {3.994, []float64{4}, "3.99"}, {4, []float64{4}, "4.00"}, {4.004, []float64{4}, "4.01"}, {4.006, []float64{4}, "4.01"},
		{2.9999999999999996, []float64{3}, "2.99"}, {3.07, []float64{3.0700001}, "3.07"}, {3.0700001, []float64{3.07}, "3.08"},
		{3.041, []float64{3.0437}, "3.04"}, {3.0437, []float64{3.041}, "3.05"}, {3.002, []float64{3, 3.004}, "3.00"}, {2.998, []float64{2.997, 3}, "2.99"},
		{-.004, []float64{0}, "-0.01"}, {1.239, nil, "1.24"},
	} {
		if got := strconv.FormatFloat(beside(tt.x, 2, tt.lines...), 'f', 2, 64); got != tt.want {
			t.Errorf("%v beside %v is %s, want %s", tt.x, tt.lines, got, tt.want)
		}
	}
	w := wordsOf(t, "en")
	f := figures{words: w}
	hinted := &reports.PlayerRow{MM: reports.Measured{Actual: new(.63249)}, Hint: &reports.MatchHint{Line: .6325}}
	for _, tt := range [][2]string{
		{w.z(new(3.996)), "+3.99"}, {w.z(new(3.502), new(3.504)), "+3.50"}, {w.boundary(new(3.504), new(3.502)), "3.51"}, {w.boundary(new(3.504), nil), "3.50"},
		{w.adjusted(.0502), "0.051"}, {w.adjusted(.0498), "0.049"}, {w.adjusted(.05), "0.050"}, {pCell(new(.050004)), "0.0501"}, {pCell(new(.04999999)), "0.0499"},
		{f.roi(&reports.PlayerRow{ROI: &reports.PlayerIndex{ROI: 59.98}}), "59.9"}, {roiCell(new(54.9912)), "54.9"},
		{f.match(hinted) + " " + f.line(hinted), "63.2 63.3"}, {matchCell(hinted) + " " + hintLine(hinted), "0.6324 0.6325"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%s, want %s", tt[0], tt[1])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(append(regulations.Lines(), 3.0437, 3.5395)).Draw(t, "line")
		x := line + rapid.Float64Range(-.02, .02).Draw(t, "off")
		one, other := beside(x, 2, line), beside(line, 2, x)
		if (x < line) != (one < other) || (x > line) != (one > other) || math.Abs(one-x) > .01+1e-12 || math.Abs(other-line) > .01+1e-12 {
			t.Fatalf("%v beside %v is %v beside %v", x, line, one, other)
		}
	})
}
