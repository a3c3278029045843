package fide

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// maxBytes is the greatest length of a list that is read. The combined list of October 2026 has 310
// MB as text and 900 MB as XML for 1.9 million players.
const maxBytes = 2 << 30

// RatingList is a rating list that is being read.
type RatingList struct {
	// Month is the month of the list, read from its head if the caller did not state it. It is
	// known once the first player was read, and is the zero Month if the list does not state it.
	Month Month

	class analysis.TimeClass
}

// Players reads a list player by player, and recognises its form by its beginning. class is the
// time class of the ratings in a list of one class; lists do not state it themselves. A line that
// cannot be read is an error of kind Invalid that names line and column, and reading goes on with
// the next line; any other error is the last. More than 2 GB of text, or a line or value longer
// than any in a real list, ends the reading with fault.TooLarge.
func (l *RatingList) Players(r io.Reader, class analysis.TimeClass) iter.Seq2[Listed, error] {
	l.class = class
	in := bufio.NewReaderSize(&bounded{r: r, left: maxBytes}, longestLine)
	head, _ := in.Peek(512)
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) {
		return xmlList(in, l)
	}
	return textList(in, l)
}

// ClassOf returns the time class of a single list by its file name in FIDE's form
// (standard_mar26frl.txt, rapid_mar26frl.txt), and the month if the name has one.
func ClassOf(file string) (class analysis.TimeClass, month Month) {
	class = analysis.StandardTime
	for _, word := range strings.FieldsFunc(strings.ToLower(file), func(r rune) bool { return r == '_' || r == '/' || r == '.' || r == '-' }) {
		switch {
		case word == "rapid":
			class = analysis.Rapid
		case word == "blitz":
			class = analysis.Blitz
		case strings.HasSuffix(word, "frl"):
			month, _ = ParseMonth(strings.ToUpper(word[:1]) + strings.TrimSuffix(word[1:], "frl"))
		}
	}
	return class, month
}

// bounded is a reader that fails beyond a limit.
type bounded struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fault.New(fault.TooLarge, "list_limit", "the list has more than %d GB of text, which no list of FIDE has", maxBytes>>30)
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
