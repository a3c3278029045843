package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"fairplay/reports"
)

// writeJSON writes the report as reports.JSON does, indented, and a line end.
// Characters that are unsafe to show become \uXXXX, so that no name loses anything and
// no terminal obeys it.
func writeJSON(w io.Writer, report any) error {
	text, err := reports.JSON(report)
	if err != nil {
		return err
	}
	return indented(w, text)
}

// indented writes JSON text, as writeJSON does.
func indented(w io.Writer, text []byte) error {
	var b bytes.Buffer
	b.Grow(2 * len(text))
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err := w.Write(escaped(b.Bytes()))
	return err
}

// escaped writes unsafe characters of JSON text as escapes. They occur in strings
// only.
func escaped(text []byte) []byte {
	if !bytes.ContainsFunc(text, unescaped) {
		return text
	}
	var out bytes.Buffer
	for _, r := range string(text) {
		if unescaped(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.Bytes()
}

// unescaped reports whether JSON must not hold a character as it is. Line ends are the
// encoder's own.
func unescaped(r rune) bool { return unsafe(r) && r != '\n' }
