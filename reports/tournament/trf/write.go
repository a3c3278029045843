package trf

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"fairplay/analysis/fault"
)

// Write writes a tournament. What was read comes back byte for byte, including comments, faulty
// lines and unknown codes. If a value of the tournament or of a participant differs from its line,
// only the columns of that value change. Added participants get lines after the others; values that
// had no line get one before the first participant. A value that does not fit into its columns, or
// that the file's encoding cannot represent, is a fault.Error of kind Invalid, and nothing is
// written.
func Write(w io.Writer, t *Tournament) error {
	lines := t.headed()
	for _, p := range t.Participants {
		if p.Line > 0 && p.Line <= len(t.lines) {
			raw, err := t.changed(p)
			if err != nil {
				return err
			}
			here := lines[p.Line-1]
			here[len(here)-1].raw = raw // after lines added before this one
		}
	}
	var out []line
	for _, l := range lines {
		out = append(out, l...)
	}
	for _, p := range t.Participants {
		if p.Line == 0 {
			raw, err := t.encoded(blankLine(), &Participant{Points: NoPoints}, p)
			if err != nil {
				return err
			}
			out = ended(out, t.end())
			out = append(out, line{raw, t.end()})
		}
	}
	return writeLines(w, out)
}

func writeLines(w io.Writer, lines []line) error {
	out := bufio.NewWriter(w)
	for _, l := range lines {
		_, _ = out.WriteString(l.raw + l.end) // Flush returns the first error
	}
	return out.Flush()
}

// ended makes sure that the last line has a line ending.
func ended(lines []line, end string) []line {
	if n := len(lines); n > 0 && lines[n-1].end == "" {
		lines[n-1].end = end
	}
	return lines
}

// end returns the line ending of the file, CRLF if it has none yet.
func (t *Tournament) end() string {
	if len(t.lines) > 0 && t.lines[0].end != "" {
		return t.lines[0].end
	}
	return "\r\n"
}

// changed returns a participant's line with the values that changed since it was read.
func (t *Tournament) changed(p *Participant) (string, error) {
	raw := t.lines[p.Line-1].raw
	was, c, _, _ := t.participantOf(raw)
	if was == nil || same(was, p) {
		return raw, nil
	}
	chars := cut(raw, t.page, false)
	return t.encoded(pieces(raw, len(c) != len(chars)), was, p)
}

// same reports whether two participants have the same values, whatever their lines.
func same(a, b *Participant) bool {
	for _, v := range cells() {
		if v.write(a) != v.write(b) {
			return false
		}
	}
	for i := range max(len(a.Slots), len(b.Slots)) {
		if a.Slot(i+1) != b.Slot(i+1) {
			return false
		}
	}
	return true
}

func blankLine() columns { return columns{"0", "0", "1"} }

// encoded writes the values that differ between two participants into the pieces of a line.
func (t *Tournament) encoded(c columns, was, p *Participant) (string, error) {
	for _, v := range cells() {
		text := v.write(p)
		if v.write(was) == text {
			continue
		}
		width := v.to - v.from + 1
		if utf8.RuneCountInString(text) > width {
			return "", fault.New(fault.Invalid, "trf_column", "number %d: %s: %q does not fit into %d columns", p.Number, v.name, text, width)
		}
		letters, err := t.letters(p, text)
		if err != nil {
			return "", err
		}
		c = c.put(v.from, width, v.right, letters)
	}
	for i := range max(len(was.Slots), len(p.Slots)) {
		if s := p.Slot(i + 1); s != was.Slot(i+1) {
			c = c.put(firstSlot+slotWidth*i, 8, false, strings.Split(s.text(), ""))
		}
	}
	return strings.Join(c, ""), nil
}

// letters returns the letters of a text, each in the file's encoding.
func (t *Tournament) letters(p *Participant, text string) ([]string, error) {
	var all []string
	for _, r := range text {
		letter, ok := t.page.Encode(string(r))
		if !ok {
			return nil, fault.New(fault.Invalid, "trf_encoding", "number %d: %s cannot hold %q", p.Number, t.Encoding, text)
		}
		all = append(all, string(letter))
	}
	return all, nil
}

// text returns a slot as files write it, eight columns wide.
func (s Slot) text() string {
	if s == (Slot{}) {
		return ""
	}
	opponent, color, mark := "0000", "-", " "
	if s.Opponent > 0 {
		opponent = strings.Repeat(" ", max(0, 4-len(strconv.Itoa(s.Opponent)))) + strconv.Itoa(s.Opponent)
	}
	if s.Color != NoColor {
		color = string(rune(s.Color))
	}
	if s.Mark != Blank {
		mark = s.Mark.String()
	}
	return opponent + " " + color + " " + mark
}

// put writes letters into columns and fills the rest with blanks.
func (c columns) put(from, width int, right bool, letters []string) columns {
	for len(c) < from+width-1 {
		c = append(c, " ")
	}
	at := from - 1
	if right {
		at += width - len(letters)
	}
	for i := range width {
		c[from-1+i] = " "
	}
	for i, l := range letters {
		c[at+i] = l
	}
	return c
}

// headed returns the lines of the file with the changed values of the tournament. An added value
// makes one element several lines.
func (t *Tournament) headed() [][]line {
	before := &Tournament{Points: usualScoring(), lines: t.lines, page: t.page, byNumber: map[int]*Participant{}}
	known := readers()
	first := -1 // before which new lines are inserted
	lines := make([][]line, max(len(t.lines), 1))
	for i, l := range t.lines {
		lines[i] = []line{l}
		if strings.HasPrefix(l.raw, "001") {
			if first < 0 {
				first = i
			}
			continue
		}
		before.readLine(i+1, known)
	}
	first = max(first, 0)
	var added []line
	for _, h := range headings() {
		text := h.written(t)
		if h.written(before) == text {
			continue
		}
		raw, ok := t.page.Encode(h.code + " " + text)
		if !ok {
			raw = []byte(h.code + " " + text)
		}
		if n := before.lineOf(h.code); n > 0 {
			lines[n-1] = []line{{string(raw), t.lines[n-1].end}}
		} else {
			added = append(added, line{string(raw), t.end()})
		}
	}
	lines[first] = append(added, lines[first]...)
	return lines
}
