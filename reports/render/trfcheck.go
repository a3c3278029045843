package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fairplay/reports"
	"fairplay/reports/tournament/trf"
)

// TRFCheck writes what the reader found in tournament files, as "table" or "json".
func TRFCheck(w io.Writer, format string, c *reports.TRFCheck) error {
	if format == "json" {
		return writeJSON(w, c)
	}
	of := counting("file", "players", "rounds", "games", "forfeits", "byes", "absent", "errors", "warnings")
	for _, f := range c.Files {
		if f.Failure == "" {
			of.count(f.File, f.Players, f.Rounds, f.Played, f.Forfeits, f.Byes, f.Absent, len(f.Errors), len(f.Warnings))
		}
	}
	t := newTerminal(w, nil, Options{Width: noWrap})
	if len(of.Rows) > 0 {
		t.table(of)
	}
	for _, f := range c.Files {
		t.tournamentFile(f)
	}
	return t.out.Flush()
}

func (t *terminal) tournamentFile(f reports.CheckedTRF) {
	file := printable(f.File)
	if f.Failure != "" {
		t.line(fmt.Sprintf("%s: %s", file, printable(f.Failure)))
		return
	}
	t.line(fmt.Sprintf("%s: %s", file, tournamentFacts(f)))
	for _, e := range f.Errors {
		t.line(file + ":" + remarkInWords(e))
	}
	for _, e := range f.Warnings {
		t.line(file + ":" + remarkInWords(trf.Remark{Line: e.Line, Column: e.Column, Reason: "warning: " + e.Reason, Text: e.Text}))
	}
}

// tournamentFacts says in a line what tournament it is, and of which lines it is made.
func tournamentFacts(f reports.CheckedTRF) string {
	var parts []string
	for _, s := range []string{f.Name, strings.TrimSpace(f.City + " " + f.Federation), period(f.Start, f.End)} {
		if s != "" {
			parts = append(parts, printable(s))
		}
	}
	parts = append(parts, fmt.Sprintf("%d with a FIDE id, %d rated, %d federations", f.WithFideID, f.Rated, f.Federations), f.Encoding)
	var codes []string
	for _, code := range slices.Sorted(maps.Keys(f.Codes)) {
		codes = append(codes, fmt.Sprintf("%s×%d", printable(code), f.Codes[code]))
	}
	for _, u := range f.Unknown {
		codes = append(codes, fmt.Sprintf("unknown %q", u.Code))
	}
	text := "written back, it is the same to the last byte"
	if !f.RoundTrip {
		text = "written back, it differs"
	}
	return strings.Join(append(parts, "lines "+strings.Join(codes, " "), text), "; ")
}

// period writes the first and the last day.
func period(start, end string) string {
	if end == "" || end == start {
		return start
	}
	return start + " to " + end
}

// remarkInWords writes "line:column: reason (text)".
func remarkInWords(r trf.Remark) string {
	text := ""
	if r.Line > 0 {
		text = fmt.Sprintf("%d:", r.Line)
	}
	if r.Column > 0 {
		text += fmt.Sprintf("%d:", r.Column)
	}
	text += " " + printable(r.Reason)
	if r.Text != "" {
		text += fmt.Sprintf(" (%q)", r.Text)
	}
	return text
}
