package fide

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Limits of an XML list.
const (
	longestValue = 500 // bytes
	longestMark  = 500 // bytes between < and >
)

// xmlList reads <playerslist><player><fideid>...</fideid>...</player>...</playerslist>, whose
// elements have no attributes and contain only text. The parser is our own for safety: values are
// bounded, and neither entity definitions nor other documents are followed.
func xmlList(in *bufio.Reader, l *RatingList) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		x := &xmlReader{in: in, line: 1}
		known := elements(l.class)
		var player Listed
		var failure error
		for inside := false; ; {
			mark, text, err := x.next()
			if errors.Is(err, io.EOF) {
				if inside || !x.seen {
					err = fault.New(fault.Invalid, "list_xml", "line %d: the list ends too early", x.line)
					yield(Listed{}, err)
				}
				return
			}
			if err != nil {
				yield(Listed{}, err)
				return
			}
			switch {
			case mark == "playerslist":
				x.seen = true
			case mark == "player":
				inside, player, failure = true, Listed{}, nil
			case mark == "/player":
				if failure == nil && player.FideID == "" {
					failure = fault.New(fault.Invalid, "list_line", "line %d: a player without fideid", x.line)
				}
				if inside && !yield(player, failure) {
					return
				}
				inside = false
			case inside && strings.HasPrefix(mark, "/"):
				if take := known[mark[1:]]; take != nil && !take(&player, strings.TrimSpace(text)) && failure == nil {
					failure = fault.New(fault.Invalid, "list_line", "line %d: %s cannot be %q", x.line, mark[1:], text)
				}
			}
		}
	}
}

// elements returns the setter for each element of a player.
func elements(class analysis.TimeClass) map[string]setter {
	rated := func(c analysis.TimeClass) func(*Listed) *Rated {
		return func(l *Listed) *Rated { return l.of(c) }
	}
	return map[string]setter{
		"fideid": takeID, "name": textInto(func(l *Listed) *string { return &l.Name }),
		"country": textInto(func(l *Listed) *string { return &l.Federation }), "sex": textInto(func(l *Listed) *string { return &l.Sex }),
		"title": takeTitle, "w_title": takeTitle, "birthday": takeYear, "flag": takeFlag,
		"rating": rating(rated(class)), "games": games(rated(class)), "k": factor(rated(class)),
		"rapid_rating": rating(rated(analysis.Rapid)), "rapid_games": games(rated(analysis.Rapid)), "rapid_k": factor(rated(analysis.Rapid)),
		"blitz_rating": rating(rated(analysis.Blitz)), "blitz_games": games(rated(analysis.Blitz)), "blitz_k": factor(rated(analysis.Blitz)),
	}
}

// xmlReader reads marks and the text before them.
type xmlReader struct {
	in   *bufio.Reader
	line int
	seen bool // the list has begun
}

// next returns the next mark, without its brackets and attributes, and the text before it.
func (x *xmlReader) next() (mark, text string, err error) {
	if text, err = x.until('<', longestValue); err != nil {
		return "", "", err
	}
	mark, err = x.until('>', longestMark)
	if errors.Is(err, io.EOF) {
		err = fault.New(fault.Invalid, "list_xml", "line %d: the list ends within a mark", x.line)
	}
	if strings.HasPrefix(mark, "!") && !strings.HasPrefix(mark, "!--") {
		err = fault.New(fault.Invalid, "list_xml", "line %d: a document type, which no list of FIDE has", x.line)
	}
	mark, _, _ = strings.Cut(mark, " ")
	return mark, unescaped(text), err
}

// until returns the text before a byte, and consumes that byte.
func (x *xmlReader) until(end byte, most int) (string, error) {
	var b strings.Builder
	for {
		c, err := x.in.ReadByte()
		switch {
		case err != nil:
			return "", err
		case c == end:
			return b.String(), nil
		case b.Len() == most:
			return "", fault.New(fault.TooLarge, "list_xml", "line %d: a value of more than %d bytes", x.line, most)
		case c == '\n':
			x.line++
		}
		b.WriteByte(c)
	}
}

// unescaped replaces the five entities of XML.
func unescaped(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	if !strings.Contains(text, "&") {
		return text
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&").Replace(text)
}
