package render

import (
	"bytes"
	"encoding/json"
	"io"

	"fairplay/reports"
)

// writeJSON writes the report as one indented JSON object and a line end, as
// reports.JSON has it: the output is for programs and not for a page.
func writeJSON(w io.Writer, report any) error {
	text, err := reports.JSON(report)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err = b.WriteTo(w)
	return err
}
