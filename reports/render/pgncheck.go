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

// PGNCheck writes what the reader found in PGN files, as "table" or "json". What was wrong or odd in a file
// is in the English of the reader. An unknown format or language is fault.Invalid, and nothing is written.
func PGNCheck(w io.Writer, format string, c *reports.PGNCheck, o Options) error {
	words, err := wordsFor(format, []string{"table", "json"}, o)
	if err != nil {
		return err
	}
	if format == "json" {
		return writeJSON(w, c)
	}
	of := counting(words.say("checked.file", nil), words.say("checked.games", nil), words.say("checked.plies", nil), words.say("checked.errors", nil), words.say("checked.notes", nil))
	for _, f := range c.Files {
		of.count(f.File+words.remarks(f), f.Games, f.Plies, len(f.Errors), len(f.Notes))
	}
	if len(c.Files) > 1 {
		of.count(words.say("checked.all", nil), c.Games, c.Plies, len(c.Errors), len(c.Notes))
	}
	t := newTerminal(w, words, Options{Width: noWrap})
	t.table(of)
	for _, e := range c.Errors {
		t.line(t.inWords(e))
	}
	for _, n := range c.Notes {
		t.line(t.say("checked.note", fields{"Place": t.atGame(n.File, n.Line, n.Game), "Note": printable(n.Note)}))
	}
	if c.Coverage != nil {
		t.coverage(c.Coverage)
	}
	return t.out.Flush()
}

// atGame names a game by its place in a file; line and game may be 0 if they are unknown.
func (w *words) atGame(file string, line, game int) string {
	place := printable(file)
	if line > 0 {
		place += fmt.Sprintf(":%d", line)
	}
	if game > 0 {
		place = w.say("checked.at_game", fields{"Place": place, "Game": game})
	}
	return place
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
func (w *words) remarks(f reports.FileCheck) string {
	var parts []string
	if f.Unplayed > 0 {
		parts = append(parts, w.say("checked.unplayed", fields{"N": f.Unplayed}))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Variants)) {
		parts = append(parts, w.say("checked.variant", fields{"N": f.Variants[name], "Variant": printable(name)}))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// inWords writes an error of the input on one line: place, reason, token.
func (w *words) inWords(e reports.InputError) string {
	text := w.atGame(e.File, e.Line, e.Game) + ": " + printable(e.Reason)
	if e.Token != "" {
		text += fmt.Sprintf(" (%q)", e.Token)
	}
	return text
}
