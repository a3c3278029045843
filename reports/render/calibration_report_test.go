package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
	"fairplay/reports"
)

type calibrationWriter func(io.Writer, string, *calibration.Calibration, *reports.Provenance, Options) error

// reported returns the report as one of the two writers gives it.
func reported(t testing.TB, write calibrationWriter, format string, c *calibration.Calibration, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, format, c, calibrationMade(), o); err != nil {
		t.Fatalf("%s, %+v: %v", format, o, err)
	}
	return readable(t, format, b.String())
}

// calibrationMade is the provenance of a report on the fixture's file.
func calibrationMade() *reports.Provenance {
	p := &reports.Provenance{Program: "fairplay", Version: "0.1.0", Commit: strings.Repeat("c0", 20),
		Inputs: []reports.InputFile{{File: "my calibration.json", Bytes: 4711, SHA256: digits("ca")}}}
	p.Complete(reports.TaskCalibration)
	return p
}

func TestCalibrationGolden(t *testing.T) {
	t.Parallel()
	golden(t, "calibration.en.txt", reported(t, CalibrationReport, "table", calibrationFixture(), Options{Width: 120}))
	golden(t, "power.ru.txt", reported(t, Power, "table", calibrationFixture(), Options{Lang: "ru", Width: 120}))
}

func TestCalibrationReportRefuses(t *testing.T) {
	unmeasured := calibrationFixture()
	unmeasured.Report = nil
	for _, write := range []calibrationWriter{CalibrationReport, Power} {
		for _, tt := range []struct {
			format, lang string
			c            *calibration.Calibration
			kind         fault.Kind
		}{
			{"csv", "en", calibrationFixture(), fault.Invalid}, {"html", "de", calibrationFixture(), fault.Invalid},
			{"html", "en", unmeasured, fault.Unprocessable}, {"json", "en", unmeasured, fault.Unprocessable},
		} {
			var b bytes.Buffer
			if err := write(&b, tt.format, tt.c, calibrationMade(), Options{Lang: tt.lang}); fault.KindOf(err) != tt.kind || b.Len() > 0 {
				t.Errorf("%s in %s: error %v and %d bytes, want %v and none", tt.format, tt.lang, err, b.Len(), tt.kind)
			}
		}
		for _, format := range CalibrationFormats() {
			if err := write(&brokenWriter{100}, format, calibrationFixture(), calibrationMade(), Options{}); !errors.Is(err, errFull) {
				t.Errorf("%s: error %v, want %v", format, err, errFull)
			}
		}
	}
}

// plainText returns a report for people as running text.
func plainText(t testing.TB, write calibrationWriter, format string, c *calibration.Calibration) string {
	return stripped(reported(t, write, format, c, Options{Width: 200}))
}

// stripped returns a page or a table as running text.
func stripped(text string) string {
	text = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	return strings.Join(strings.Fields(strings.ReplaceAll(text, noBreakSpace, " ")), " ")
}

func checkSaid(t *testing.T, text string, wanted, never []string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	for _, word := range never {
		if strings.Contains(text, word) {
			t.Errorf("it says %q", word)
		}
	}
}

// A reader finds first what it was tried on and what came out, then each demand
// with its answer and what would decide it.
func TestCalibrationReportGivesAnswers(t *testing.T) {
	for _, format := range []string{"table", "html"} {
		checkSaid(t, plainText(t, CalibrationReport, format, calibrationFixture()), []string{
			"Tried on 132 honest performances", "from 612 games of 41 events that took no part",
			"Here the mean is +0.06 (95 % interval: -0.03 to +0.15) and the standard deviation 1.02 (95 % interval: 0.96 to 1.08).",
			"At Z = 2.0 or above there are 4; chance alone puts 3.0 there. At Z = 2.5 or above there are 2; chance alone puts 0.82 there. Demands met: 6 of 12.",
			"Not met: standard deviation of z (LR). Still open, because so few performances do not decide: standard deviation of z (combined Z); " +
				"actual less expected by rating, in hundredths (EV, ASD); mean of the odds in a band of ratings; share of intervals of the intrinsic rating that hold the official one.",
			"combined Z – – 1.020 0.780 to 1.260 0.800 to 1.200 132 not decidable 207", "MM 2000–2800 – +0.40 +0.10 to +0.70 -2.00 to +2.00 31,204 met",
			"EV 2000–2800 – – – -2.00 to +2.00 31,204 not decidable", "combined Z – 2.0 3.03 0.83 to 7.58 0.00 to 2.27 132 met", "– – – 0.951 – 0.930 to 0.970",
			"Would decide", "a demand added since", "moons", "Over 132 whole performances: slope on the official rating 1.02 (0.91 to 1.13)",
		}, []string{"resampled", "independent performances", "boundless"})
	}
}

// The sentence on what would decide stands only beside such a number, and an open
// demand is counted as within only where it was measured.
func TestNumbersThatWouldDecide(t *testing.T) {
	c := calibrationFixture()
	for i := range c.Report.Acceptance {
		c.Report.Acceptance[i].Needed = 0
	}
	checkSaid(t, plainText(t, CalibrationReport, "table", c), []string{"Demands and answers"}, []string{"Would decide", "would decide"})
	unmeasured, measured := &c.Report.Acceptance[5], &c.Report.Acceptance[4]
	if n := inside([]*calibration.Verdict{unmeasured, measured}); n != 1 {
		t.Errorf("%d figures within, want 1: nothing was measured of the other", n)
	}
}

// The effects are the report's own, each with its interval, and the events that
// they come from stand beside them.
func TestCalibrationReportShowsEffects(t *testing.T) {
	c := calibrationFixture()
	text := plainText(t, CalibrationReport, "table", c)
	checkSaid(t, text, []string{"of a game 152 131 to 173", "of a player in an event: the error of his rating, and his form 12 0 to 41", "of an ordinary event 48 31 to 65",
		"of an outlying event 388 228 to 548", "share of outlying events 4.3 % 1.2 % to 7.4 %", "National Championship, 2025 45 10 +351 42", "Дружба Open, 2019 18 12 -24 61",
		"estimated from whole events"}, []string{"leans on: its own"})
	c.Effects.Borrowed = true
	checkSaid(t, plainText(t, CalibrationReport, "table", c), []string{"leans on: its own events are too few"}, []string{"estimated from whole events of the part"})
}

// Every sample of z has a table of its own, headed by how many it holds, and
// honest performances above a line stand beside what chance puts there.
func TestCalibrationReportShowsSamples(t *testing.T) {
	checkSaid(t, plainText(t, CalibrationReport, "table", calibrationFixture()), []string{
		"as players are judged (performances: 132)", "in the part fitted on too (performances: 81)", "Against the rating alone (performances: 132)",
		"as if moves were independent and ratings exact (performances: 132)", "MM +0.81 +0.72 to +0.90 1.46 1.40 to 1.52", "White (performances: 97)", "Black (performances: 95)",
		"combined Z +0.04 – 1.02", "by chance 3.0", "by chance 1.8", "(2.275 %)", "combined Z 4 (1.0 to 6.0)", "combined Z 14 (3.5 to 13.6)",
	}, nil)
}

// The report on power names kinds of help and tests that it has no words for, and
// says where the line stands.
func TestPowerReportShowsHelp(t *testing.T) {
	for _, write := range []calibrationWriter{CalibrationReport, Power} {
		text := plainText(t, write, "table", calibrationFixture())
		checkSaid(t, text, []string{"Moves of 132 honest whole performances (8.7 games and 221 moves on average)", "drawn 20 times", "from the value on that 0.1 % of honest performances reach, played anew 39,600 times", "MM 3.09; EV 3.16;", "odds 3.09;", "a test added since",
			"in the fit of the tests: sf19-400k. No fit has seen a move of these: glaurung-400k.", "they are 1.04 (95 % interval: 0.65 to 1.43); the highest of them is 14.1",
			"39,600 times, the average is 0.61", "Odds above 3: 6.1 % of them (95 % interval: 2.1 % to 10.1 %), and 3.3 % of simulated ones.", "4.7 % of their moves as these engines do", "sf19-400k 1033", "The engine that evaluates supposed",
			"No help – 0.0 5 1 0 to 1 0", "moves drawn at random 10 10.0 11 2", "sf19-400k 10 10.0 4 1", "one move a game, where it was least to be expected – 4.1"}, []string{"help."})
	}
	c := calibrationFixture()
	c.Report.Power = calibration.PowerReport{Performances: 2}
	checkSaid(t, plainText(t, Power, "html", c), []string{"Whole performances: 2. That is too few"}, []string{"NaN", "replaced as if"})
}

// A report without an interval draws a point, and not a bar down to 0.
func TestUnboundedFiguresAreDrawnAsPoints(t *testing.T) {
	if f := drawn(calibration.Figure{Value: 7}); f.Low != 7 || f.High != 7 {
		t.Errorf("drawn from %v to %v, want 7 alone", f.Low, f.High)
	}
	if f := drawn(around(7, 2)); f.Low != 5 || f.High != 9 {
		t.Errorf("drawn from %v to %v, want 5 to 9", f.Low, f.High)
	}
}

// A calibration whose bands all have too few performances says so, and where it
// has most.
func TestCalibrationOfNoRange(t *testing.T) {
	c := calibrationFixture()
	c.Parameters.Ratings = score.RatingRange{Low: 1000, High: 1001}
	checkSaid(t, plainText(t, CalibrationReport, "table", c), []string{
		"at least 100 sides of the games measured on", "the most are 144, with ratings 2000–2199", "every figure is extrapolated",
	}, []string{"Calibrated ratings:", "leans on"})
}

// A calibration that leans on another says on which, what is its own, and whose the
// calibrated ratings are.
func TestCalibrationThatLeansOnAnother(t *testing.T) {
	c := calibrationFixture()
	c.Prior = &calibration.Prior{Name: "standard-slow", Games: 861, Moves: 44125, Controlled: 64, Shift: around(-83, 41)}
	for _, q := range score.Quantities() {
		s := c.Standards.At(q)
		s.Borrowed, s.Left = true, .2101
	}
	c.Report.Passes = []calibration.PassesRow{{Deep: "full", Wide: "quick", Nodes: 4.2, Engine: "own", Moves: 1712, MM: around(1.031, .024), ASD: around(1.11, .06), LR: around(1.047, .031)}}
	checkSaid(t, plainText(t, CalibrationReport, "table", c), []string{
		"It leans on standard-slow: models,", "fitted on 861 games with 44,125 counted moves", "64 games fitted on that are evaluated under both recipes", "than under the other, in Elo points: -83 (95 % interval: -124 to -42).",
		"Calibrated ratings are those of standard-slow: 1400 to 2800.", "The factors are those of the calibration that this one leans on.", "left, %", "EV +0.0000 – 0.98 21",
		"as a ratio to the recipe that this calibration leans on (standard-slow)", "full quick 4.20 its own choice 1712 1.03 1.01 to 1.05 1.11 1.05 to 1.17 1.05 1.02 to 1.08",
		"0.50 of the logarithm of the likelihood of a loss counts", "between games with a standard deviation of 0.25 and between players with one of 0.13",
	}, []string{"the longest run"})
}

func TestCalibrationJSONReadsBack(t *testing.T) {
	c := calibrationFixture()
	var whole struct {
		Name   string
		Report calibration.Validation
	}
	if err := json.Unmarshal([]byte(reported(t, CalibrationReport, "json", c, Options{})), &whole); err != nil {
		t.Fatal(err)
	}
	if whole.Name != c.Name || !reflect.DeepEqual(whole.Report, published(t, *c.Report)) {
		t.Error("the report does not read back as it was")
	}
	var power struct{ Power calibration.PowerReport }
	if err := json.Unmarshal([]byte(reported(t, Power, "json", c, Options{})), &power); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(power.Power, published(t, c.Report.Power)) {
		t.Error("the power does not read back as it was")
	}
}

// Every graph of the page is well-formed and has labels.
func TestPlotsAreDrawings(t *testing.T) {
	for _, lang := range Languages() {
		var ids []string
		for _, drawing := range regexp.MustCompile(`(?s)<svg class="chart graph".*?</svg>`).FindAllString(reported(t, CalibrationReport, "html", calibrationFixture(), Options{Lang: lang}), -1) {
			var svg struct {
				Named string     `xml:"aria-labelledby,attr"`
				Texts []struct{} `xml:"text"`
			}
			if err := xml.Unmarshal([]byte(drawing), &svg); err != nil {
				t.Fatalf("%s: %v in %s", lang, err, drawing)
			}
			id, _, _ := strings.Cut(svg.Named, "-title ")
			ids = append(ids, id)
			if len(svg.Texts) < 10 {
				t.Errorf("%s: %s has only %d labels", lang, id, len(svg.Texts))
			}
		}
		want := []string{"z_combined", "z_roi", "power_best", "bands_mm", "bands_ev", "bands_asd", "intrinsic_plot", "ladder_plot", "reliability_plot"}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: plots %q, want %q", lang, ids, want)
		}
	}
}

// Two tests of one graph are told apart without colour.
func TestCurvesOfPowerDifferInDashes(t *testing.T) {
	t.Parallel()
	page := reported(t, Power, "html", calibrationFixture(), Options{})
	curves := regexp.MustCompile(`<polyline class="path (\w+)"`).FindAllStringSubmatch(page, -1)
	seen := map[string]string{}
	for _, c := range curves {
		dashes := ""
		if found := regexp.MustCompile(`\.graph \.` + c[1] + ` \{[^}]*stroke-dasharray: ([^;]*);`).FindStringSubmatch(page); found != nil {
			dashes = found[1]
		}
		if other, ok := seen[dashes]; ok {
			t.Errorf("%s and %s are both drawn with dashes %q", other, c[1], dashes)
		}
		seen[dashes] = c[1]
	}
	if len(curves) < 2 {
		t.Errorf("the graph has %d curves", len(curves))
	}
}

// An interval is cut off at the end of the axis, without a cap there; what lies beyond
// the axis or is no number is left out.
func TestEstimatesStayInTheGraph(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name         string
		figure       calibration.Figure
		lines, marks int
	}{
		{"whole", calibration.Figure{Value: .5, Low: .4, High: .6, Bounded: true}, 3, 4},
		{"cut off", calibration.Figure{Value: .5, Low: .4, High: 7, Bounded: true}, 2, 3},
		{"unbounded", calibration.Figure{Value: .5}, 3, 4},
		{"beyond", calibration.Figure{Value: 2, Low: .5, High: 3, Bounded: true}, 0, 0},
		{"no number", calibration.Figure{Value: math.NaN(), Low: .4, High: .6, Bounded: true}, 0, 0},
	} {
		g := newGraph("id", "", scale{axis: across(0, 1, .1)}, scale{axis: upward(0, 1, .1), write: func(float64) string { return "" }})
		before := len(g.Marks)
		g.estimates("", []estimate{{.5, tt.figure}})
		lines := 0
		for _, m := range g.Marks[before:] {
			for _, s := range m.Shapes {
				if s.Kind == "line" {
					lines++
				}
				if s.Y < plotTop || s.Y > graphBottom {
					t.Errorf("%s: a %s at %v is outside", tt.name, s.Kind, s.Y)
				}
			}
		}
		if lines != tt.lines || len(g.Marks)-before != tt.marks {
			t.Errorf("%s: %d lines in %d marks, want %d in %d", tt.name, lines, len(g.Marks)-before, tt.lines, tt.marks)
		}
	}
}

func TestCalibrationReportsAreTheSameEveryTime(t *testing.T) {
	t.Parallel()
	first := reported(t, CalibrationReport, "html", calibrationFixture(), Options{})
	for range 3 {
		if reported(t, CalibrationReport, "html", calibrationFixture(), Options{}) != first {
			t.Fatal("two runs differ")
		}
	}
}

// A report of few games has figures without an interval and parts without any
// row; a faulty one may have what is no number. All are shown without a fuss.
func TestCalibrationReportHoldsForThinReports(t *testing.T) {
	t.Parallel()
	empty := calibrationFixture()
	empty.Report = &calibration.Validation{}
	bad := calibrationFixture()
	for i := range bad.Report.Bands {
		bad.Report.Bands[i].Quantities.MM.Difference.Value = math.NaN()
	}
	bad.Report.Ladder[0].LogLoss = calibration.Figure{Value: math.Inf(1), Low: math.NaN(), High: math.Inf(1), Bounded: true}
	bad.Report.IPR.Bands[0].Bias.Value, bad.Report.Z[0].Mean.Value = math.NaN(), math.Inf(-1)
	bad.Report.Reliability[0].Expected, bad.Report.Power.Rows[0].Found[3].Share.Value = math.NaN(), math.NaN()
	for name, c := range map[string]*calibration.Calibration{"empty": empty, "faulty": bad} {
		for _, write := range []calibrationWriter{CalibrationReport, Power} {
			for _, format := range []string{"table", "html"} {
				if text := reported(t, write, format, c, Options{}); regexp.MustCompile(`\bNaN\b|[+-]Inf\b`).MatchString(text) {
					t.Errorf("%s, %s: the report writes what is no number", name, format)
				}
			}
		}
	}
}

func TestCalibrationReportFitsAnyTerminal(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		words := wordsOf(t, lang)
		d := newCalibrationReport(fitted{words, calibrationFixture(), calibrationMade()})
		for columns := leastWidth; columns <= 170; columns += 26 {
			var b strings.Builder
			if err := writeDocument(&b, d, words, Options{Width: columns}); err != nil {
				t.Fatal(err)
			}
			checkLines(t, b.String(), columns)
		}
	}
}
