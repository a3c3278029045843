package render

import (
	"encoding/json"
	"io"
)

// writeJSON writes the report as one indented JSON object and a line end, with
// <, > and & as they are: the output is for programs and not for a page.
func writeJSON(w io.Writer, report any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(report)
}
