package render

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/render/rendertest"
)

// Every document that rests on a recipe says whether its method is approved: that FIDE has not approved it, or, where an
// approval is set for that very recipe, its name, day and author in the place of that sentence. Figures and JSON stay.
func TestDocumentsSayWhetherTheMethodIsApproved(t *testing.T) {
	t.Parallel()
	test, made := fullTestFixture(), calibrationFixture()
	section := sectionOf(t, eventOnRecord, &reports.MadeScreening{ID: strings.Repeat("ab", 32), Screening: calibrated()})
	type document struct {
		recipe  string
		formats []string
		write   func(w io.Writer, format string, o Options) error
	}
	for name, d := range map[string]document{
		"screening": {calibrated().Provenance.RecipeFingerprint, Formats(), func(w io.Writer, f string, o Options) error { return Screening(w, f, calibrated(), o) }},
		"test":      {test.Provenance.RecipeFingerprint, Formats(), func(w io.Writer, f string, o Options) error { return FullTest(w, f, test, o) }},
		"section":   {section.Screening.RecipeFingerprint, Formats(), func(w io.Writer, f string, o Options) error { return FairPlaySection(w, f, section, nil, o) }},
		"explanation": {test.Provenance.RecipeFingerprint, PaperFormats(), func(w io.Writer, f string, o Options) error {
			return DataExplanation(w, f, &Explanation{Number: "C-1", Date: time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC), Test: test}, o)
		}},
		"calibration": {made.RecipeFingerprint, []string{"table", "html", "pdf"}, func(w io.Writer, f string, o Options) error {
			return CalibrationReport(w, f, made, calibrationMade(), o)
		}},
	} {
		for _, lang := range Languages() {
			w := wordsOf(t, lang)
			for _, format := range d.formats {
				if (format == "pdf" || format == "xlsx") && lang != "uk" {
					continue // they show the document that the terminal shows
				}
				said := func(recipe string) string {
					var b bytes.Buffer
					o := Options{Lang: lang, Approvals: []reports.Approval{{Name: "Decision <7>", By: "The Commission", On: "2027-03-01", Recipe: recipe}}}
					if err := d.write(&b, format, o); err != nil {
						t.Fatal(err)
					}
					if slices.Contains([]string{"csv", "json"}, format) {
						return b.String()
					}
					return letters(strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#39;", "'", "&#34;", `"`).Replace(readable(t, format, b.String())))
				}
				without, with := said(strings.Repeat("00", 32)), said(d.recipe)
				if format == "csv" || format == "json" {
					if with != without {
						t.Errorf("%s: an approval changes %s", name, format)
					}
					continue
				}
				banner := letters(w.say("report.not_approved", nil))
				if strings.Count(without, banner) != 1 || strings.Contains(without, "Decision") {
					t.Errorf("%s as %s in %s does not say once that FIDE has not approved the method", name, format, lang)
				}
				if strings.Contains(with, banner) {
					t.Errorf("%s as %s in %s says that FIDE has not approved it, beside the approval", name, format, lang)
				}
				for _, want := range []string{"Decision<7>", "TheCommission", "2027-03-01", d.recipe} {
					if !strings.Contains(with, want) {
						t.Errorf("%s as %s in %s does not name %s", name, format, lang, want)
					}
				}
				if found := rendertest.Accusing(with); found != nil && format == "table" {
					t.Errorf("%s in %s says %q", name, lang, found)
				}
			}
		}
	}
}
