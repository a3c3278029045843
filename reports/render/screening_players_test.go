package render

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"fairplay/reports"
)

// What nobody has is no column.
func TestNoColumnIsEmpty(t *testing.T) {
	unrated := fixture()
	for i := range unrated.Players {
		unrated.Players[i].Rating, unrated.Players[i].FideID, unrated.Players[i].Hint = 0, "", nil
	}
	tests := []struct {
		name    string
		players []reports.PlayerRow
		has     []string
		lacks   []string
	}{
		{"counts", fixture().Players, []string{"fide_id", "line", "ev"}, []string{"roi", "mm_z", "mm_expected"}},
		{"unrated", unrated.Players, []string{"mm"}, []string{"rating", "fide_id", "line", "roi"}},
		{"calibrated", calibrated().Players, []string{"roi", "roi_rating", "roi_chance", "roi_holm", "mm_z", "t3_expected", "asd_z"}, nil},
		{"nobody judged", calibrated().Players[9:10], []string{"mm_z", "roi"}, []string{"roi_chance", "roi_holm"}},
	}
	f := figures{words: wordsOf(t, "en"), bounds: 1}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var ids []string
			for _, c := range columnsOf(f, tt.players) {
				ids = append(ids, c.id)
				if !slices.ContainsFunc(tt.players, func(r reports.PlayerRow) bool { return c.figure(f, &r) != absent }) {
					t.Errorf("column %s is empty", c.id)
				}
			}
			for _, id := range tt.has {
				if !slices.Contains(ids, id) {
					t.Errorf("no column %s among %q", id, ids)
				}
			}
			for _, id := range tt.lacks {
				if slices.Contains(ids, id) {
					t.Errorf("there is a column %s", id)
				}
			}
		})
	}
}

// What cannot be had without a calibration is no column of the CSV either.
func TestCSVHasNoColumnsOfExpectationWithoutCalibration(t *testing.T) {
	heading := func(s *reports.Screening) []string {
		records, err := csv.NewReader(strings.NewReader(written(t, "csv", s, Options{}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return records[0]
	}
	plain, full := heading(fixture()), heading(calibrated())
	for _, name := range []string{"roi", "roi_rating_alone", "roi_expected_at_or_above", "roi_holm_p", "mm_expected", "mm_z", "extrapolated"} {
		if slices.Contains(plain, name) || !slices.Contains(full, name) {
			t.Errorf("column %s: without calibration %t, with it %t", name, slices.Contains(plain, name), slices.Contains(full, name))
		}
	}
	if !slices.Equal(plain, full[:len(plain)]) {
		t.Error("a calibration moves the other columns")
	}
}

// Without a calibration the report says so, with the reason.
func TestReportsSayThatThereIsNoCalibration(t *testing.T) {
	for _, format := range []string{"table", "html"} {
		text := strings.Join(strings.Fields(written(t, format, fixture(), Options{Width: 200})), " ")
		for _, want := range []string{"Counts and averages only", fixture().Provenance.Uncalibrated} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", format, want)
			}
		}
		if strings.Contains(written(t, format, calibrated(), Options{Width: 200}), "Counts and averages only") {
			t.Errorf("%s with a calibration says that there is none", format)
		}
	}
}
