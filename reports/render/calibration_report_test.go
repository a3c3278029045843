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
	return b.String()
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
	for _, lang := range Languages() {
		golden(t, "calibration."+lang+".txt", reported(t, CalibrationReport, "table", calibrationFixture(), Options{Lang: lang, Width: 120}))
		golden(t, "power."+lang+".txt", reported(t, Power, "table", calibrationFixture(), Options{Lang: lang, Width: 120}))
	}
	golden(t, "calibration.en.html", reported(t, CalibrationReport, "html", calibrationFixture(), Options{}))
	golden(t, "power.uk.html", reported(t, Power, "html", calibrationFixture(), Options{Lang: "uk"}))
	golden(t, "power.json", reported(t, Power, "json", calibrationFixture(), Options{}))
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

// A reader finds each demand with its answer and what would decide it.
func TestCalibrationReportGivesAnswers(t *testing.T) {
	for _, format := range []string{"table", "html"} {
		text := html.UnescapeString(reported(t, CalibrationReport, format, calibrationFixture(), Options{Width: 160}))
		text = strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " ")), " ")
		for _, want := range []string{
			"not decidable", "not met", "Would decide", "207",
			"the test games are worth about 64 independent performances", "a demand added since", "moons", "slope on the official rating 1.02 (0.91 to 1.13)",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", format, want)
			}
		}
	}
}

// A calibration whose bands all have too few performances says so, and where it
// has most.
func TestCalibrationOfNoRange(t *testing.T) {
	c := calibrationFixture()
	c.Parameters.Ratings = score.RatingRange{Low: 1000, High: 1001}
	c.Choice.Outlying = nil
	c.Ratio.Borrowed = true
	c.Effects.MM.Mixture.Gain = 4.2
	text := strings.Join(strings.Fields(reported(t, CalibrationReport, "table", c, Options{Width: 160})), " ")
	for _, want := range []string{
		"at least 100 test performances", "the most are 118, with ratings 2000–2199", "every figure is extrapolated",
		"None of those fitted on differs by more than twice that", "those of the calibration that this one leans on",
		"too wide for most of them and too narrow for a few",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if strings.Contains(text, "Calibrated ratings:") {
		t.Error("it names a range")
	}
}

// published returns figures with the digits that reports.JSON leaves them.
func published[T any](t *testing.T, figures T) (rounded T) {
	text, err := reports.JSON(figures)
	if err == nil {
		err = json.Unmarshal(text, &rounded)
	}
	if err != nil {
		t.Fatal(err)
	}
	return rounded
}

func TestCalibrationJSONReadsBack(t *testing.T) {
	c := calibrationFixture()
	var whole struct {
		Name   string
		Report calibration.Report
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

// Every drawing is well-formed, and holds the words of its language as text.
func TestPlotsAreDrawings(t *testing.T) {
	for _, lang := range Languages() {
		d, err := newCalibrationReport(fitted{wordsOf(t, lang), calibrationFixture(), calibrationMade()})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, s := range d.Sections {
			for _, p := range s.Plots {
				ids = append(ids, p.ID)
				if err := xml.Unmarshal([]byte(p.SVG), new(struct{ XMLName xml.Name })); err != nil {
					t.Errorf("%s: %v", p.ID, err)
				}
				if !strings.Contains(string(p.SVG), "<text") || strings.Contains(string(p.SVG), "NaN") {
					t.Errorf("%s has no labels, or draws what is no number", p.ID)
				}
			}
		}
		want := []string{"ladder_plot", "reliability_plot", "bands_mm", "bands_ev", "bands_asd", "z_combined", "z_roi", "games_number_plot",
			"intrinsic_plot", "power_best", "power_other", "power_top3", "power_gap"}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: plots %q, want %q", lang, ids, want)
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
	empty.Report = &calibration.Report{}
	bad := calibrationFixture()
	for i := range bad.Report.Bands {
		bad.Report.Bands[i].Quantities.MM.Difference.Value = math.NaN()
	}
	bad.Report.Ladder[0].LogLoss = calibration.Figure{Value: math.Inf(1), Low: math.NaN(), High: math.Inf(1)}
	bad.Report.IPR.Bands[0].Bias.Value, bad.Report.Z[0].Mean.Value = math.NaN(), math.Inf(-1)
	bad.Report.Reliability[0].Expected, bad.Report.Power.Rows[0].Equal[0].Combined = math.NaN(), math.NaN()
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

func TestNoCalibrationReportAccusesAnybody(t *testing.T) {
	t.Parallel()
	for _, write := range []calibrationWriter{CalibrationReport, Power} {
		for _, format := range CalibrationFormats() {
			for _, lang := range Languages() {
				if found := accusing(reported(t, write, format, calibrationFixture(), Options{Lang: lang})); found != nil {
					t.Errorf("%s in %s says %q", format, lang, found)
				}
			}
		}
	}
}

func TestCalibrationReportFitsAnyTerminal(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		words := wordsOf(t, lang)
		d, err := newCalibrationReport(fitted{words, calibrationFixture(), calibrationMade()})
		if err != nil {
			t.Fatal(err)
		}
		for columns := leastWidth; columns <= 170; columns += 26 {
			var b strings.Builder
			if err := writeDocument(&b, d, words, Options{Width: columns}); err != nil {
				t.Fatal(err)
			}
			checkLines(t, b.String(), columns)
		}
	}
}
