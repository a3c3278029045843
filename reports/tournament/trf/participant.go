package trf

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fairplay/analysis"
)

// Columns of a participant's line, counted from 1 (TRF16 and TRF26, player section).
const (
	firstSlot = 92 // of round 1
	slotWidth = 10
)

// lineValue is one value of a participant's line: its columns, and how it is read and written.
type lineValue struct {
	name     string
	from, to int
	right    bool // aligned to the right
	read     func(p *Participant, text string) (remark string, wrong bool)
	write    func(p *Participant) string
}

// cells returns the values of a participant's line other than rounds.
func cells() []lineValue {
	number := func(into func(*Participant) *int) func(*Participant, string) (string, bool) {
		return func(p *Participant, text string) (string, bool) {
			n, ok := parseNumber(text)
			*into(p) = n
			return unless(ok, "digits only"), !ok
		}
	}
	digits := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return []lineValue{
		{"starting rank", 5, 8, true, number(func(p *Participant) *int { return &p.Number }), func(p *Participant) string { return digits(p.Number) }},
		{"sex", 10, 10, false, readSex, func(p *Participant) string { return p.Sex }},
		{"title", 11, 13, true, readTitle, func(p *Participant) string { return p.Title }},
		{"name", 15, 47, false, readName, func(p *Participant) string { return p.Name }},
		{"rating", 49, 52, true, number(func(p *Participant) *int { return &p.Rating }), func(p *Participant) string { return digits(p.Rating) }},
		{"federation", 54, 56, false, readFederation, func(p *Participant) string { return p.Federation }},
		{"FIDE number", 58, 68, true, readFideID, func(p *Participant) string { return p.FideID }},
		{"date of birth", 70, 79, false, readBirth, func(p *Participant) string { return p.Birth.String() }},
		{"points", 81, 84, true, readPoints, func(p *Participant) string { return p.Points.String() }},
		{"rank", 86, 89, true, number(func(p *Participant) *int { return &p.Rank }), func(p *Participant) string { return digits(p.Rank) }},
	}
}

// parseNumber reads digits only; an empty text is 0.
func parseNumber(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err == nil
}

func readSex(p *Participant, text string) (string, bool) {
	switch text {
	case "", "m", "w":
		p.Sex = text
		return "", false
	case "M", "W":
		p.Sex = strings.ToLower(text)
		return "", false
	case "f", "F":
		p.Sex = "w"
	}
	return "the sex is written m or w", false
}

// Title reads a title as FIDE writes it today, or short as in older files and lists: "g" for GM.
// Any other text is returned in capitals, and known is false.
func Title(text string) (title string, known bool) {
	switch title = strings.ToUpper(text); title {
	case "", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM":
		return title, true
	case "G", "F", "C", "WG", "WF", "WC":
		return title + "M", true
	case "M", "WM":
		return title[:len(title)-1] + "IM", true
	}
	return title, false
}

func readTitle(p *Participant, text string) (remark string, wrong bool) {
	title, known := Title(text)
	p.Title = title
	return unless(known, text+" is not a title of FIDE"), false
}

func readName(p *Participant, text string) (string, bool) {
	p.Name = text
	if text == "" {
		return "there is no name", false
	}
	if strings.ContainsRune(text, utf8.RuneError) || strings.ContainsFunc(text, unicode.IsControl) {
		return "the name holds characters that cannot be read", false
	}
	return "", false
}

func readFederation(p *Participant, text string) (string, bool) {
	p.Federation = strings.ToUpper(text)
	if text != "" && !analysis.IsFederation(p.Federation) {
		return "a federation has three letters", true
	}
	return "", false
}

func readFideID(p *Participant, text string) (string, bool) {
	p.FideID = strings.TrimLeft(text, "0")
	if strings.Trim(p.FideID, "0123456789") != "" {
		p.FideID = ""
		return "digits only", true
	}
	return "", false
}

func readBirth(p *Participant, text string) (string, bool) {
	day, ok := ParseDay(text)
	p.Birth = day
	return unless(ok, "there is no such date"), !ok
}

func readPoints(p *Participant, text string) (string, bool) {
	if p.Points = NoPoints; text == "" {
		return "", false
	}
	points, ok := parseTenths(text)
	p.Points = points
	return unless(ok, "points are written as 11.5"), !ok
}

// unless returns the remark if something is not as it should be, and "" otherwise.
func unless(ok bool, remark string) string {
	if ok {
		return ""
	}
	return remark
}

// readParticipant reads a participant's line. Values that are wrong are left out. The result is nil
// if the line does not say whom it is about.
func readParticipant(c columns) (p *Participant, wrong, odd []Remark) {
	p = &Participant{}
	for _, v := range cells() {
		text, column := c.trimmed(v.from, v.to)
		if remark, bad := v.read(p, text); bad {
			wrong = append(wrong, Remark{Column: column, Reason: v.name + ": " + remark, Text: text})
		} else if remark != "" {
			odd = append(odd, Remark{Column: column, Reason: v.name + ": " + remark, Text: text})
		}
	}
	for _, column := range []int{4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91} {
		if text := c.at(column, column); text != " " && text != "" {
			wrong = append(wrong, Remark{Column: column, Reason: "this column must be blank; the columns may be shifted", Text: text})
		}
	}
	if p.Number < 1 || p.Number > 9999 {
		if len(wrong) == 0 {
			wrong = append(wrong, Remark{Column: 5, Reason: "starting rank: it must be from 1 to 9999", Text: strings.TrimSpace(c.at(5, 8))})
		}
		return nil, wrong, odd
	}
	slots, wrongSlots := readSlots(c)
	p.Slots = slots
	return p, append(wrong, wrongSlots...), odd
}

// readSlots reads the rounds of a participant's line, up to the last that is not blank.
func readSlots(c columns) (slots []Slot, wrong []Remark) {
	last := len(c)
	for last > 0 && strings.TrimSpace(c[last-1]) == "" {
		last--
	}
	for from := firstSlot; from <= last; from += slotWidth {
		slot, remark := readSlot(c, from)
		slots = append(slots, slot)
		if remark.Reason != "" {
			remark.Reason = "round " + strconv.Itoa(len(slots)) + ": " + remark.Reason
			wrong = append(wrong, remark)
		}
	}
	return slots, wrong
}

func readSlot(c columns, from int) (s Slot, wrong Remark) {
	opponent, at := c.trimmed(from, from+3)
	number, ok := parseNumber(opponent)
	if !ok {
		return Slot{}, Remark{Column: at, Reason: "the opponent is not a starting rank", Text: opponent}
	}
	color := strings.ToLower(c.at(from+5, from+5))
	mark, known := parseMark(strings.TrimSpace(c.at(from+7, from+7)))
	gaps := c.at(from+4, from+4) + c.at(from+6, from+6) + c.at(from+8, from+9)
	switch {
	case color != "" && !strings.Contains("wb- ", color):
		return Slot{}, Remark{Column: from + 5, Reason: "the colour is written w, b or -", Text: color}
	case !known:
		return Slot{}, Remark{Column: from + 7, Reason: "there is no such result", Text: c.at(from+7, from+7)}
	case strings.TrimSpace(gaps) != "":
		return Slot{}, Remark{Column: from, Reason: "there must be blanks between opponent, colour and result", Text: c.at(from, from+9)}
	}
	s = Slot{Opponent: number, Mark: mark}
	if color == "w" || color == "b" {
		s.Color = SlotColor(color[0])
	}
	switch {
	case number == 0 && mark.Played():
		wrong = Remark{Column: from + 7, Reason: "a result of a game without an opponent", Text: mark.String()}
	case number > 0 && mark.Bye():
		wrong = Remark{Column: from + 7, Reason: "a bye with an opponent", Text: mark.String()}
	case number > 0 && mark.Played() && s.Color == NoColor:
		wrong = Remark{Column: from + 5, Reason: "a game that was played without a colour", Text: strings.TrimSpace(color)}
	}
	return s, wrong
}
