package render

import (
	"html"
	"strings"
	"testing"

	"fairplay/reports"
)

// One sentence says whether both tests reach the threshold, and that they are not
// independent; the lower one is to be minded wherever they do not agree.
func TestWhetherBothTestsReachTheThreshold(t *testing.T) {
	below := func() *reports.FullTest {
		r := fullTestFixture()
		r.Combined.Z = new(2.1)
		return r
	}
	const mind = "the figures do not agree, and the lower one should be minded"
	const kin = "Stockfish 19 WASM is a later version of the same program as Stockfish 15.1, so that the two tests are not independent."
	for name, tt := range map[string]struct {
		r    *reports.FullTest
		says []string
		not  []string
	}{
		"both":    {secondOf(fullTestFixture(), .2), []string{"On honest games the two tests have a correlation of 0.81 (95 %: 0.72 to 0.88), which", "Both tests reach the threshold Z = 3.00, the first with +3.42 and the second with +3.62; " + kin}, []string{mind}},
		"neither": {secondOf(below(), -.5), []string{"Neither test reaches the threshold Z = 3.00: the first has +2.10 and the second +1.60; " + kin}, []string{mind}},
		"first":   {secondOf(fullTestFixture(), -1.5), []string{"Only the first test reaches the threshold Z = 3.00, with +3.42 against +1.92 of the second: " + mind + "; " + kin}, nil},
		"second":  {secondOf(below(), 1.5), []string{"Only the second test reaches the threshold Z = 3.00, with +3.60 against +2.10 of the first: " + mind + "; " + kin}, nil},
		"unknown": {unfittedSecond(), []string{"Whether the two tests agree cannot be said (no calibration for this recipe); " + kin, "Counts and averages only: there is no calibration for the second engine."}, []string{mind, "correlation"}},
		"none":    {fullTestFixture(), nil, []string{"Second engine", "second test has"}},
		"no kin": {func() *reports.FullTest {
			r := secondOf(fullTestFixture(), .2)
			r.Provenance.Engine.Name = "Ethereal 14"
			return r
		}(), []string{"the second with +3.62; being of the same moves, the two tests are not independent."}, []string{kin}},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(strings.ReplaceAll(html.UnescapeString(tested(t, format, tt.r, Options{Width: 160})), "\u00a0", " ")), " ")
			for _, want := range tt.says {
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s does not say %q", name, format, want)
				}
			}
			for _, never := range tt.not {
				if strings.Contains(text, never) {
					t.Errorf("%s in %s says %q", name, format, never)
				}
			}
		}
	}
}

// A Z that is not at the threshold is not printed as if it were.
func TestTheSecondZStandsBesideTheThreshold(t *testing.T) {
	r := secondOf(fullTestFixture(), 0)
	r.Second.Combined.Z, r.Second.Agreement = new(2.9971), reports.FirstReach
	for format, want := range map[string]string{"table": "against +2.99 of the second", "csv": "second_combined_z,2.99,"} {
		if text := strings.Join(strings.Fields(tested(t, format, r, Options{})), " "); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q", format, want)
		}
	}
}
