package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// writeJSON writes the report as one indented JSON object and a line end, with
// <, > and & as they are: the output is for programs and not for a page. What is
// unsafe to show is written as \uXXXX, so that nothing of a name is lost and a
// terminal still takes no orders from it.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(escaping{w})
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}

// escaping writes what is unsafe in JSON text as escapes. Such characters stand in
// strings alone, and an encoder writes whole values.
type escaping struct{ io.Writer }

func (w escaping) Write(text []byte) (int, error) {
	if !bytes.ContainsFunc(text, unescaped) {
		return w.Writer.Write(text)
	}
	var out bytes.Buffer
	for _, r := range string(text) {
		if unescaped(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	if _, err := w.Writer.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// unescaped tells whether a character stands in JSON as it should not: the line
// ends are the encoder's own.
func unescaped(r rune) bool { return unsafe(r) && r != '\n' }
