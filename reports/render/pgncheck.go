package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
)

// PGNCheck writes what the reader found in PGN files, as "table" or "json".
func PGNCheck(w io.Writer, format string, c *reports.PGNCheck) error {
	if format == "json" {
		return writeJSON(w, c)
	}
	of := counting("file", "games", "plies", "errors", "notes")
	for _, f := range c.Files {
		of.count(f.File+remarks(f), f.Games, f.Plies, len(f.Errors), len(f.Notes))
	}
	if len(c.Files) > 1 {
		of.count("in all", c.Games, c.Plies, len(c.Errors), len(c.Notes))
	}
	t := newTerminal(w, nil, Options{Width: noWrap})
	t.table(of)
	for _, e := range c.Errors {
		t.line(inWords(e))
	}
	for _, n := range c.Notes {
		t.line(fmt.Sprintf("%s:%d: game %d: note: %s", printable(n.File), n.Line, n.Game, printable(n.Note)))
	}
	if c.Coverage != nil {
		t.coverage(c.Coverage)
	}
	return t.out.Flush()
}

// counting returns a table of counts with a last column of words.
func counting(words string, heads ...string) *table {
	of := &table{}
	for _, head := range heads {
		of.Columns = append(of.Columns, column{Head: head})
	}
	of.Columns = append(of.Columns, column{Head: words, Left: true})
	return of
}

// count adds a row of counts.
func (t *table) count(words string, counts ...int) {
	var cells []string
	for _, n := range counts {
		cells = append(cells, strconv.Itoa(n))
	}
	t.add(append(cells, words)...)
}

// remarks tells what else a file holds.
func remarks(f reports.FileCheck) string {
	var parts []string
	if f.Unplayed > 0 {
		parts = append(parts, fmt.Sprintf("%d without a move of both sides", f.Unplayed))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Variants)) {
		parts = append(parts, fmt.Sprintf("%d of %s", f.Variants[name], printable(name)))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// inWords writes an error of the input on one line: place, reason, token.
func inWords(e reports.InputError) string {
	place := printable(e.File)
	if e.Line > 0 {
		place += fmt.Sprintf(":%d", e.Line)
	}
	if e.Game > 0 {
		place += fmt.Sprintf(": game %d", e.Game)
	}
	text := place + ": " + printable(e.Reason)
	if e.Token != "" {
		text += fmt.Sprintf(" (%q)", e.Token)
	}
	return text
}
