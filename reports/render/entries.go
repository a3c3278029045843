package render

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"fairplay/reports"
)

// Entries writes who takes part in an event, as "table" or "json".
func Entries(w io.Writer, format string, l *reports.EntryList) error {
	if format == "json" {
		return writeJSON(w, l)
	}
	of := &table{Columns: []column{
		{Head: "no"}, {Head: "name", Left: true}, {Head: "FIDE id"}, {Head: "title", Left: true}, {Head: "fed", Left: true}, {Head: "born"},
		{Head: "given"}, {Head: "rating"}, {Head: "sd"}, {Head: "K"}, {Head: "rests on", Left: true}, {Head: "to look at", Left: true},
	}}
	for _, p := range l.Players {
		var remarks []string
		for _, c := range p.Caveats {
			remarks = append(remarks, strings.ReplaceAll(string(c), "_", " "))
		}
		of.add(orDash(p.Number), printable(p.Name), p.FideID, printable(p.Title), p.Federation, orDash(p.Born), orDash(p.Rating),
			orDash(p.InForce.Rating), orDash(int(p.InForce.SD)), orDash(p.InForce.K), string(p.InForce.Basis), strings.Join(remarks, ", "))
	}
	t := newTerminal(w, nil, Options{Width: noWrap})
	t.table(of)
	t.line(fmt.Sprintf("%d players", len(l.Players)))
	for _, f := range l.Faults {
		text := fmt.Sprintf("%s:%d:%d: %s", printable(l.File), f.Line, f.Column, printable(f.Reason))
		if f.Text != "" {
			text += fmt.Sprintf(" (%q)", f.Text)
		}
		t.line(text)
	}
	for _, f := range l.Faulty {
		t.line(printable(l.List) + ": " + printable(f))
	}
	return t.out.Flush()
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}
