package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// publication is a report in each of its formats.
type publication struct {
	formats  []string
	program  any                   // what JSON holds; nil where formats has no JSON
	csv      func(io.Writer) error // nil where formats has no CSV
	document func(*words) *document
}

// write writes the report in one of its formats. An unknown format or language is fault.Invalid,
// and nothing is written; any other error is the writer's.
func (p publication) write(w io.Writer, format string, o Options) error {
	words, err := wordsFor(format, p.formats, o)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return writeJSON(w, p.program)
	case "csv":
		return p.csv(w)
	}
	d := p.document(words)
	d.Lacking = words.lacking(o.Lacking)
	switch format {
	case "html":
		return writePage(w, "document.html", words, d)
	case "xlsx":
		return writeWorkbook(w, d, words)
	case "pdf":
		if p.program != nil {
			if d.Digest, err = digestOf(p.program); err != nil {
				return err
			}
		}
		return writePDF(w, d, words)
	}
	return writeDocument(w, d, words, o)
}

// digestOf returns the SHA-256 of a report as JSON, as hex digits: that of the file of the format
// json, and the id that the service gives the report.
func digestOf(report any) (string, error) {
	var text bytes.Buffer
	if err := writeJSON(&text, report); err != nil {
		return "", err
	}
	sum := sha256.Sum256(text.Bytes())
	return hex.EncodeToString(sum[:]), nil
}
