package trf

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// Limits of what is read. The largest opens have some thousand participants and twenty rounds, less
// than a megabyte.
const (
	maxBytes = 64 << 20
	maxLines = 100_000
	maxLine  = 16 << 10 // bytes of a line: 1 600 rounds
)

// line is one line of the file.
type line struct {
	raw string // without its end
	end string // "\r\n", "\n", "\r", or "" for a last line without
}

// readLines divides a text into lines. It fails if the text cannot be read, is larger than any
// tournament (fault.TooLarge), or is UTF-16 (fault.Invalid).
func readLines(r io.Reader) ([]line, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if head, _ := in.Peek(256); pgn.IsUTF16(head) {
		return nil, fault.New(fault.Invalid, "trf_utf16", "the file is written in UTF-16; save it as UTF-8 or ANSI")
	}
	var lines []line
	var raw strings.Builder
	for total := 0; ; total++ {
		c, err := in.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			if raw.Len() > 0 {
				lines = append(lines, line{raw: raw.String()})
			}
			return lines, nil
		case err != nil:
			return nil, err
		case total == maxBytes || len(lines) == maxLines:
			return nil, fault.New(fault.TooLarge, "trf_limit", "the file has more than %d MB or %d lines, which no tournament needs", maxBytes>>20, maxLines)
		case c != '\n' && c != '\r':
			raw.WriteByte(c)
			continue
		}
		end := string(c)
		if next, _ := in.Peek(1); c == '\r' && string(next) == "\n" {
			_, _ = in.ReadByte() // it was only peeked at
			end, total = "\r\n", total+1
		}
		lines = append(lines, line{raw.String(), end})
		raw.Reset()
	}
}

// decoder reads and writes letters beyond ASCII.
type decoder = pgn.Encoding

// encodingOf returns the encoding of the lines and its name.
func encodingOf(lines []line) (decoder, string) {
	ascii := true
	var foreign [][]byte
	for _, l := range lines {
		for i := range len(l.raw) {
			if l.raw[i] >= utf8.RuneSelf {
				ascii = false
				foreign = append(foreign, []byte(l.raw))
				break
			}
		}
	}
	if ascii {
		return decoder{}, "ASCII"
	}
	page := pgn.GuessEncoding(foreign)
	return page, page.String()
}

// columns is a line cut into the columns that the format counts: one for each character or, if
// wide, one for each byte. A character of several bytes is then in the column of its first byte.
type columns []string

func cut(raw string, page decoder, wide bool) columns {
	c := pieces(raw, wide)
	for i := range c {
		if c[i] != "" && !utf8.ValidString(raw) {
			c[i] = page.Decode([]byte(c[i]))
		}
	}
	return c
}

// pieces cuts a line as cut does, but does not decode it.
func pieces(raw string, wide bool) (c columns) {
	single := !utf8.ValidString(raw) // a code page: one byte is one character
	for at := 0; at < len(raw); {
		n := 1
		if !single {
			_, n = utf8.DecodeRuneInString(raw[at:])
		}
		c = append(c, raw[at:at+n])
		if wide {
			c = append(c, make([]string, n-1)...)
		}
		at += n
	}
	return c
}

// at returns the text in the columns from to to, both counted from 1, as written.
func (c columns) at(from, to int) string {
	from, to = min(from-1, len(c)), min(to, len(c))
	return strings.Join(c[from:max(from, to)], "")
}

// trimmed returns that text without surrounding blanks, and the column where it begins.
func (c columns) trimmed(from, to int) (text string, column int) {
	text = c.at(from, to)
	for from < to && from <= len(c) && (c[from-1] == " " || c[from-1] == "\t") {
		from++
	}
	return strings.TrimSpace(text), from
}

// word is a piece of a line between blanks.
type word struct {
	text   string
	column int
}

// words returns the pieces from a column on.
func (c columns) words(from int) (all []word) {
	for i := from - 1; i < len(c); {
		if strings.TrimSpace(c[i]) == "" {
			i++
			continue
		}
		w := word{column: i + 1}
		for i < len(c) && (strings.TrimSpace(c[i]) != "" || c[i] == "") {
			w.text += c[i]
			i++
		}
		all = append(all, w)
	}
	return all
}
