package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"fairplay/reports"
)

// publication is a report in each of its formats. All but JSON are drawn from the report as JSON has it (reports.Published).
type publication[T any] struct {
	formats  []string
	report   *T                  // what JSON holds; nil where formats has no JSON
	made     *reports.Provenance // how to get the report again, for JSON too; nil where the report says it, or nothing does
	csv      func(*T) *table     // nil where formats has no CSV
	document func(*words, *T) *document

	asIs bool // the report was read from a file, and document draws what was read

	// own has the formats that are not drawn from the document, by name.
	own map[string]func(io.Writer, *words, *T) error
}

// write writes the report in one of its formats. An unknown format or language is fault.Invalid,
// and nothing is written; any other error is the writer's.
func (p publication[T]) write(w io.Writer, format string, o Options) error {
	words, err := wordsFor(format, p.formats, o)
	if err != nil {
		return err
	}
	if format == "json" {
		return p.json(w)
	}
	report := p.report
	if report != nil && !p.asIs {
		if report, err = reports.Published(report); err != nil {
			return err
		}
	}
	if own, has := p.own[format]; has {
		return own(w, words, report)
	}
	if format == "csv" {
		return p.csv(report).csv(w)
	}
	d := p.document(words, report)
	words.nameLog(d)
	d.Lacking = words.lacking(o.Lacking)
	switch format {
	case "html":
		return writePage(w, "document.html", words, d)
	case "xlsx":
		return writeWorkbook(w, d, words)
	case "pdf":
		if report != nil {
			if d.Digest, err = digestOf(p.json); err != nil {
				return err
			}
		}
		return writePDF(w, d, words)
	}
	return writeDocument(w, d, words, o)
}

// json writes the report, and how to get it again as its last member.
func (p publication[T]) json(w io.Writer) error {
	text, err := reports.JSON(p.report)
	if err != nil || p.made == nil {
		return cmp.Or(err, indented(w, text))
	}
	made, err := reports.JSON(map[string]reproduction{"reproduction": reproduced(p.made)})
	if err != nil {
		return err
	}
	return indented(w, slices.Concat(bytes.TrimSuffix(text, []byte("}\n")), []byte(","), made[1:]))
}

// digestOf returns the SHA-256 of a report as JSON, as hex digits: that of the file of the format
// json, and the id that the service gives the report.
func digestOf(json func(io.Writer) error) (string, error) {
	sum := sha256.New()
	err := json(sum)
	return hex.EncodeToString(sum.Sum(nil)), err
}
