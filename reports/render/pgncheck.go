package render

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"fairplay/reports"
)

// PGNCheck writes what the reader found in PGN files, as "table" or "json".
func PGNCheck(w io.Writer, format string, c *reports.PGNCheck) error {
	if format == "json" {
		return writeJSON(w, c)
	}
	out := bufio.NewWriter(w)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "games\tplies\terrors\tnotes\t  file")
	for _, f := range c.Files {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t  %s%s\n", f.Games, f.Plies, len(f.Errors), len(f.Notes), printable(f.File), remarks(f))
	}
	if len(c.Files) > 1 {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t  in all\n", c.Games, c.Plies, len(c.Errors), len(c.Notes))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, e := range c.Errors {
		fmt.Fprintln(out, inWords(e))
	}
	for _, n := range c.Notes {
		fmt.Fprintf(out, "%s:%d: game %d: note: %s\n", printable(n.File), n.Line, n.Game, printable(n.Note))
	}
	return out.Flush()
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
