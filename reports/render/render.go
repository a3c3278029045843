// Package render writes a report for people and programs: as a table for the terminal, as a
// self-contained page of HTML, as CSV, as a PDF to print, as a workbook for spreadsheets and as
// JSON, in English, Russian and Ukrainian. The words are in words/*.yaml, the pages in templates
// and style.css. The same report and options always give the same bytes.
//
// Every format shows the same tables and charts. A table is columns, rows and cells that contain
// finished words; a chart is a list of shapes. A new format writes tables cell by cell and draws
// charts shape by shape, and needs no words or figures of its own. Nothing is computed here:
// figures come from package reports.
package render

import (
	"io"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
)

// Options say how a report is shown, not what is in it.
type Options struct {
	Lang  string // one of Languages; "" is English
	Width int    // terminal columns for the table format; 0 is 100, and less than 40 is taken as 40
	Color bool   // the table format may use terminal colours
	Moves bool   // the table format of a full test lists the moves

	// Approvals name the recipes whose method is approved: a report by one of them names the approval in the place of the
	// sentence that FIDE has not approved the method. CSV and JSON say neither.
	Approvals []reports.Approval

	Outdated *reports.Outdated // what has changed since a test was made, said in every format but JSON; nil for nothing

	// Checkpoint names the state of the log of the service that draws the document, whose signed checkpoint others
	// hold; "" where no service draws it. It stands beside how to get the report again, and not in CSV and JSON.
	Checkpoint string

	Lacking *reports.Lacking // what is not in a screening yet, said in every format but JSON; nil for nothing
}

// Formats returns the formats that Screening and FullTest know.
func Formats() []string { return []string{"table", "html", "pdf", "csv", "xlsx", "json"} }

// Languages returns the languages that reports are written in, as BCP 47 tags.
func Languages() []string { return analysis.Languages() }

// Screening writes a quick-test report in one of Formats. The players stand in
// the order in which they are given. CSV and JSON are for programs and are the
// same in every language. An unknown format or language is fault.Invalid, and
// nothing is written; any other error is the writer's.
func Screening(w io.Writer, format string, s *reports.Screening, o Options) error {
	return publication[reports.Screening]{
		formats: Formats(), report: s,
		csv: func(s *reports.Screening) *table { return screeningCSV(s, o.Lacking) },
		document: func(words *words, s *reports.Screening) *document {
			return newScreeningPage(s, words).document(words, s)
		},
		own: map[string]func(io.Writer, *words, *reports.Screening) error{
			"html":  func(w io.Writer, words *words, s *reports.Screening) error { return writeScreeningPage(w, s, words, o) },
			"table": func(w io.Writer, words *words, s *reports.Screening) error { return writeScreening(w, s, words, o) },
		},
	}.write(w, format, o)
}

// wordsFor checks the format and loads the words of the language.
func wordsFor(format string, formats []string, o Options) (*words, error) {
	if !slices.Contains(formats, format) {
		return nil, fault.New(fault.Invalid, "format", "there is no format %q; choose one of: %s", format, strings.Join(formats, ", "))
	}
	words, err := loadWords(o.Lang)
	if err != nil || len(o.Approvals) == 0 && o.Outdated == nil && o.Checkpoint == "" {
		return words, err
	}
	with := *words
	with.approvals, with.outdated, with.checkpoint = o.Approvals, o.Outdated, o.Checkpoint
	return &with, nil
}

// standing says whether the method of a recipe is approved, by whom, and what follows from that; ""
// is an unknown recipe.
func (w *words) standing(recipe string) string {
	a, approved := reports.ApprovalOf(w.approvals, recipe)
	if !approved {
		return w.say("report.not_approved", nil)
	}
	return w.say("report.approved", fields{"Name": printable(a.Name), "By": printable(a.By), "Day": a.On, "Recipe": a.Recipe})
}
