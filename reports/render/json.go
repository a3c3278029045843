package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"fairplay/reports"
)

// writeJSON writes the report as one indented JSON object and a line end, as
// reports.JSON has it: the output is for programs and not for a page. What is
// unsafe to show is written as \uXXXX, so that nothing of a name is lost and a
// terminal still takes no orders from it.
func writeJSON(w io.Writer, report any) error {
	text, err := reports.JSON(report)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err = w.Write(escaped(b.Bytes()))
	return err
}

// escaped writes what is unsafe in JSON text as escapes. Such characters stand in
// strings alone.
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

// unescaped tells whether a character stands in JSON as it should not: the line
// ends are the encoder's own.
func unescaped(r rune) bool { return unsafe(r) && r != '\n' }
