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
	of := &table{Columns: []column{{Head: "games"}, {Head: "plies"}, {Head: "errors"}, {Head: "notes"}, {Head: "file", Left: true}}}
	count := func(games, plies, errors, notes int, file string) {
		of.add(strconv.Itoa(games), strconv.Itoa(plies), strconv.Itoa(errors), strconv.Itoa(notes), file)
	}
	for _, f := range c.Files {
		count(f.Games, f.Plies, len(f.Errors), len(f.Notes), f.File+remarks(f))
	}
	if len(c.Files) > 1 {
		count(c.Games, c.Plies, len(c.Errors), len(c.Notes), "in all")
	}
	t := newTerminal(w, nil, Options{Width: noWrap})
	t.table(of)
	for _, e := range c.Errors {
		t.line(inWords(e))
	}
	for _, n := range c.Notes {
		t.line(fmt.Sprintf("%s:%d: game %d: note: %s", printable(n.File), n.Line, n.Game, printable(n.Note)))
	}
	return t.out.Flush()
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
