package complaint

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Greatest lengths of what people write, in characters.
const (
	longestLine  = 500
	longestProse = 50_000
)

// decode reads JSON strictly, as one value without unknown fields (Invalid).
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fault.Wrap(err, fault.Invalid, "case_body", "this cannot be read")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fault.New(fault.Invalid, "case_body", "something follows after what should be the end")
	}
	return nil
}

func wrong(format string, args ...any) error {
	return fault.New(fault.Invalid, "case_body", format, args...)
}

// prose returns an error unless a field contains text, which may have paragraphs.
func prose(field, s string) error {
	if strings.TrimSpace(s) == "" {
		return wrong("%s: nothing is written", field)
	}
	return optionalProse(field, s)
}

func optionalProse(field, s string) error {
	odd := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' && r != '\r' && r != '\u00a0' }
	if !utf8.ValidString(s) || utf8.RuneCountInString(s) > longestProse || strings.ContainsFunc(s, odd) {
		return wrong("%s: at most %d characters, all printable", field, longestProse)
	}
	return nil
}

// line returns an error unless a field contains one line of text.
func line(field, s string) error {
	if strings.TrimSpace(s) == "" {
		return wrong("%s: nothing is written", field)
	}
	return optionalLine(field, s)
}

func optionalLine(field, s string) error {
	if !analysis.IsText(s, longestLine) {
		return wrong("%s: at most %d characters in one line, all printable", field, longestLine)
	}
	return nil
}

// oneOf returns an error unless a field contains one of the known words.
func oneOf[S ~string](field string, s S, known []S) error {
	if slices.Contains(known, s) {
		return nil
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	return wrong("%s: %.50q is not known; known are %s", field, string(s), strings.Join(names, ", "))
}

// isoDay returns an error unless a field contains a day, YYYY-MM-DD.
func isoDay(field, s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return wrong("%s: a day is written as 2026-03-14, not %.20q", field, s)
	}
	return nil
}

// sha256Hex returns an error unless a field contains a SHA-256 in hexadecimal.
func sha256Hex(field, s string) error {
	if len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return wrong("%s: a file or report is named by its SHA-256, 64 hexadecimal digits", field)
	}
	return nil
}

// each returns the first error among the elements of a list, with the number of the element.
func each[T any](field string, all []T, most int, check func(T) error) error {
	if len(all) > most {
		return wrong("%s: at most %d", field, most)
	}
	for i, x := range all {
		if err := check(x); err != nil {
			return wrong("%s, no. %d: %s", field, i+1, err)
		}
	}
	return nil
}
