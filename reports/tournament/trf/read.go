package trf

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"fairplay/analysis"
)

// Read reads a file to its end. What is wrong with it is in Errors and Warnings of the tournament.
// An error is returned only if there is no text to read: the reader fails, the text is larger than
// any tournament (fault.TooLarge), or it is UTF-16 (fault.Invalid).
func Read(r io.Reader) (*Tournament, error) {
	lines, err := readLines(r)
	if err != nil {
		return nil, err
	}
	t := &Tournament{Points: usualScoring(), lines: lines}
	t.page, t.Encoding = encodingOf(lines)
	known := readers()
	t.byNumber = map[int]*Participant{}
	for i := range lines {
		t.readLine(i+1, known)
	}
	t.check()
	order := func(a, b Remark) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) }
	slices.SortStableFunc(t.Errors, order)
	slices.SortStableFunc(t.Warnings, order)
	return t, nil
}

const byteOrderMark = "\ufeff"

// readLine reads the line with a number, counted from 1.
func (t *Tournament) readLine(n int, known map[string]func(*scan) func()) {
	raw := t.lines[n-1].raw
	if n == 1 {
		raw = strings.TrimPrefix(raw, byteOrderMark)
	}
	if strings.TrimSpace(raw) == "" {
		return
	}
	if len(raw) > maxLine {
		t.wrong(n, Remark{Reason: "the line is too long to be one of a tournament"})
		return
	}
	c := cut(raw, t.page, false)
	code := c.at(1, 3)
	record := Record{Code: code, Text: c.at(4, len(c)), Line: n}
	read := known[code]
	if strings.HasPrefix(raw, "###") {
		return
	}
	switch {
	case strings.HasPrefix(raw, "#"):
		t.odd(n, Remark{Column: 1, Reason: "comments begin with ###", Text: code})
	case code == "001":
		t.Records = append(t.Records, record)
		t.readParticipantLine(n, raw)
	case read != nil:
		t.Records = append(t.Records, record)
		t.readWith(n, raw, read)
	case isNational(c):
		t.Records = append(t.Records, record)
		t.readWith(n, raw, readNational)
	case strings.HasPrefix(code, "XX") || strings.HasPrefix(code, "BB"):
		t.Records = append(t.Records, record)
		t.readExtension(n, code, c)
	default:
		t.Unknown = append(t.Unknown, record)
		t.odd(n, Remark{Column: 1, Reason: "no edition of the format knows this code; the line is kept as it is", Text: code})
	}
}

func (t *Tournament) wrong(line int, remarks ...Remark) { t.Errors = noted(t.Errors, line, remarks) }
func (t *Tournament) odd(line int, remarks ...Remark)   { t.Warnings = noted(t.Warnings, line, remarks) }

// mostText is how many characters of a file's text a remark repeats.
const mostText = 40

func noted(all []Remark, line int, remarks []Remark) []Remark {
	for _, r := range remarks {
		r.Line = line
		if text := []rune(r.Text); len(text) > mostText {
			r.Text = string(text[:mostText]) + "..."
		}
		all = append(all, r)
	}
	return all
}

// readParticipantLine reads a line of code 001.
func (t *Tournament) readParticipantLine(n int, raw string) {
	p, c, wrong, odd := t.participantOf(raw)
	t.wrong(n, wrong...)
	t.odd(n, odd...)
	if p == nil {
		return
	}
	if t.byNumber[p.Number] != nil {
		t.wrong(n, Remark{Column: 5, Reason: "another line has this starting rank; this one is left out", Text: strings.TrimSpace(c.at(5, 8))})
	} else {
		p.Line = n
		t.byNumber[p.Number] = p
		t.Participants = append(t.Participants, p)
	}
}

// participantOf reads a participant's line, and returns its columns. Some programs that write UTF-8
// count bytes instead of characters; that is tried if characters do not fit.
func (t *Tournament) participantOf(raw string) (p *Participant, c columns, wrong, odd []Remark) {
	c = cut(raw, t.page, false)
	p, wrong, odd = readParticipant(c)
	if len(wrong) > 0 && len(c) < len(raw) {
		wide := cut(raw, t.page, true)
		if q, fewer, others := readParticipant(wide); len(fewer) < len(wrong) {
			return q, wide, fewer, others
		}
	}
	return p, c, wrong, odd
}

// scan reads the values of a line and notes what is wrong with them.
type scan struct {
	*Tournament
	c     columns
	wrong []Remark
	line  int
}

// readWith reads a line by characters, or by bytes if characters do not fit.
func (t *Tournament) readWith(n int, raw string, read func(*scan) func()) {
	s := &scan{Tournament: t, c: cut(raw, t.page, false), line: n}
	take := read(s)
	if len(s.wrong) > 0 {
		wide := &scan{Tournament: t, c: cut(raw, t.page, true), line: n}
		if other := read(wide); len(wide.wrong) < len(s.wrong) {
			s, take = wide, other
		}
	}
	t.Errors = noted(t.Errors, n, s.wrong)
	if take != nil {
		take()
	}
}

// text returns the trimmed text in columns.
func (s *scan) text(from, to int) string {
	text, _ := s.c.trimmed(from, to)
	return text
}

// rest returns the trimmed text from a column on.
func (s *scan) rest(from int) string { return s.text(from, len(s.c)) }

func (s *scan) fail(column int, reason, text string) {
	s.wrong = append(s.wrong, Remark{Column: column, Reason: reason, Text: text})
}

// number returns a number in columns; what names it in remarks.
func (s *scan) number(from, to int, what string) int {
	text, column := s.c.trimmed(from, to)
	n, ok := parseNumber(text)
	if !ok {
		s.fail(column, what+": digits only", text)
	}
	return n
}

// round returns a round number, at least 1.
func (s *scan) round(from, to int) int {
	n := s.number(from, to, "round")
	if text, column := s.c.trimmed(from, to); n == 0 && strings.Trim(text, "0123456789") == "" {
		s.fail(column, "round: the first is 1", text)
	}
	return n
}

// points returns points in columns, NoPoints if they are blank.
func (s *scan) points(from, to int, what string) Tenths {
	text, column := s.c.trimmed(from, to)
	if text == "" {
		return NoPoints
	}
	points, ok := parseTenths(text)
	if !ok {
		s.fail(column, what+": written as 11.5", text)
	}
	return points
}

// numbers returns the numbers, of participants or teams, from a column on; 0 means nobody.
func (s *scan) numbers(from int) (all []int) {
	for _, w := range s.c.words(from) {
		n, ok := parseNumber(w.text)
		if !ok {
			s.fail(w.column, "a starting rank or team has digits only", w.text)
			continue
		}
		all = append(all, n)
	}
	return all
}

// oneOf returns the text in columns if it is one of the words.
func (s *scan) oneOf(from, to int, words ...string) string {
	text, column := s.c.trimmed(from, to)
	if !slices.Contains(words, text) {
		s.fail(column, "one of "+strings.Join(words, " "), text)
	}
	return text
}

// isNational reports whether a line gives national ratings (TRF26, NRS): a federation's code in
// place of 001, and a starting rank.
func isNational(c columns) bool {
	code := c.at(1, 3)
	rank, ok := parseNumber(strings.TrimSpace(c.at(5, 8)))
	return analysis.IsFederation(code) && !strings.HasPrefix(code, "XX") && !strings.HasPrefix(code, "BB") && code != "DAT" &&
		ok && rank > 0 && c.at(4, 4) == " " && c.at(9, 9) == " " && c.at(14, 14) == " "
}

// readNational checks a line of national ratings; nothing of it is used.
func readNational(s *scan) func() {
	s.number(5, 8, "starting rank")
	s.number(49, 52, "national rating")
	return nil
}
