package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

func TestScreeningRefuses(t *testing.T) {
	tests := []struct {
		name, format, lang string
		mentions           []string
	}{
		{"format", "docx", "en", append(Formats(), `"docx"`)},
		{"no format", "", "en", Formats()},
		{"language", "table", "de", append(Languages(), `"de"`)},
		{"path as language", "csv", "../words/en", Languages()},
		{"language of another case", "json", "RU", Languages()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			err := Screening(&b, tt.format, fixture(), Options{Lang: tt.lang})
			if fault.KindOf(err) != fault.Invalid || b.Len() > 0 {
				t.Fatalf("got error %v and %d bytes, want fault.Invalid and none", err, b.Len())
			}
			for _, choice := range tt.mentions {
				if !strings.Contains(err.Error(), choice) {
					t.Errorf("%q does not mention %s", err, choice)
				}
			}
		})
	}
}

// brokenWriter fails once it has taken so many bytes, as a full disk does.
type brokenWriter struct{ left int }

var errFull = errors.New("disk full")

func (b *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > b.left {
		return b.left, errFull
	}
	b.left -= len(p)
	return len(p), nil
}

func TestScreeningTellsOfAFailedWriter(t *testing.T) {
	for _, format := range Formats() {
		for _, room := range []int{0, 100} {
			if err := Screening(&brokenWriter{room}, format, fixture(), Options{}); !errors.Is(err, errFull) {
				t.Errorf("%s with room for %d bytes: error %v, want %v", format, room, err, errFull)
			}
		}
	}
}

func TestJSONIsWholeAndReadable(t *testing.T) {
	text := written(t, "json", fixture(), Options{})
	var report struct {
		Event   struct{ Name string }
		Players []struct {
			Name string
			MM   struct {
				N        int
				Actual   *float64
				Interval []float64
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	if got, want := report.Players[2].Name, `<script>alert("x")</script>`; got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	if !strings.Contains(text, "<script>") || !strings.HasSuffix(text, "}\n") {
		t.Error("want < and > as they are, and one line end at the end")
	}
	if report.Players[9].MM.Actual != nil {
		t.Error("a player without moves has a move match")
	}
}

// A figure that is no number is a fault of the statistics. The report is refused in every format, as its JSON is.
func TestNoFormatWritesNaN(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		s := calibrated()
		s.Players[0].ROI = &reports.PlayerIndex{ROI: bad, Z: bad, Expected: &bad, Holm: &bad}
		s.Players[0].MM.Z, s.Players[1].T3.Expected = &bad, &bad
		s.Players[0].MM.Actual = &bad
		s.Players[0].MM.Interval = &[2]float64{bad, bad}
		s.Players[1].ASD.SE = &bad
		s.Players[2].Hint.Line = bad
		for _, format := range Formats() {
			var b bytes.Buffer
			err := Screening(&b, format, s, Options{})
			if err == nil || b.Len() > 0 {
				t.Errorf("%s: error %v, %d bytes", format, err, b.Len())
			}
		}
	}
}

// published returns figures with the digits that reports.JSON leaves them.
func published[T any](t *testing.T, figures T) T {
	rounded, err := reports.Published(&figures)
	if err != nil {
		t.Fatal(err)
	}
	return *rounded
}

func TestSameBytesEveryTime(t *testing.T) {
	t.Parallel()
	for _, format := range Formats() {
		first := written(t, format, fixture(), Options{})
		for range 5 {
			if written(t, format, fixture(), Options{}) != first {
				t.Fatalf("%s: two runs differ", format)
			}
		}
	}
}
