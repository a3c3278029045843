package trf

import (
	"fmt"
	"strconv"
)

// check compares the lines of a file with each other.
func (t *Tournament) check() {
	if len(t.Participants) == 0 {
		t.wrong(0, Remark{Reason: "no line names a participant (001)"})
	}
	byFideID := map[string]*Participant{}
	for _, p := range t.Participants {
		if first := byFideID[p.FideID]; p.FideID != "" && first != nil {
			t.wrong(p.Line, Remark{Column: 58, Reason: fmt.Sprintf("number %d has the same FIDE number", first.Number), Text: p.FideID})
		} else {
			byFideID[p.FideID] = p
		}
	}
	for _, p := range t.Participants {
		for i := range p.Slots {
			t.checkSlot(p, i+1)
		}
		t.checkPoints(p)
	}
	t.checkReferences()
	t.checkStated()
	t.checkDates()
}

// checkSlot compares a participant's round with his opponent's.
func (t *Tournament) checkSlot(p *Participant, round int) {
	s := p.Slots[round-1]
	column := firstSlot + slotWidth*(round-1)
	fail := func(offset int, text, format string, args ...any) {
		t.wrong(p.Line, Remark{Column: column + offset, Reason: fmt.Sprintf("round %d: ", round) + fmt.Sprintf(format, args...), Text: text})
	}
	if t.Rounds > 0 && round > t.Rounds && s != (Slot{}) {
		fail(0, "", "there are %d rounds only", t.Rounds)
	}
	if s.Opponent == 0 {
		return
	}
	number := strconv.Itoa(s.Opponent)
	opponent := t.byNumber[s.Opponent]
	switch {
	case opponent == nil:
		fail(0, number, "no line has this starting rank")
		return
	case opponent == p:
		fail(0, number, "nobody plays himself")
		return
	}
	other := opponent.Slot(round)
	switch {
	case other.Opponent != p.Number:
		fail(0, number, "%d names %s as the opponent", opponent.Number, numberOrNobody(other.Opponent))
	case p.Number > opponent.Number: // the opponent's line has reported it
	case s.Color != NoColor && s.Color == other.Color:
		fail(5, string(rune(s.Color)), "both players have this colour")
	case !s.Mark.agrees(other.Mark):
		fail(7, s.Mark.String(), "the opponent's line has %q", other.Mark.String())
	}
}

func numberOrNobody(number int) string {
	if number == 0 {
		return "nobody"
	}
	return strconv.Itoa(number)
}

// checkPoints compares the points of a participant with those of his rounds.
func (t *Tournament) checkPoints(p *Participant) {
	if p.Points == NoPoints || len(t.Teams) > 0 && len(t.Adjustments) > 0 {
		return // adjustments of team events name teams
	}
	sum := Tenths(0)
	for i, s := range p.Slots {
		points, _ := t.Given(p.Number, i+1, s.Mark)
		sum += points
	}
	for _, a := range t.Adjustments {
		if a.Mark == Blank && a.Points != NoPoints && a.concerns(p.Number) {
			sum += a.Points
		}
	}
	if sum != p.Points {
		t.odd(p.Line, Remark{Column: 81, Reason: fmt.Sprintf("points: the rounds give %s", sum), Text: p.Points.String()})
	}
}

// Given returns the points that a participant gets for a mark in a round, and whether they are
// abnormal (record 299).
func (t *Tournament) Given(number, round int, m Mark) (points Tenths, abnormal bool) {
	for _, a := range t.Adjustments {
		if a.Mark != Blank && a.Points != NoPoints && a.of(m) && (a.Round == 0 || a.Round == round) && a.concerns(number) {
			return a.Points, true
		}
	}
	return t.Points.Of(m), false
}

// of reports whether an adjustment applies to a mark; W, D and L there include games of any length.
func (a Adjustment) of(m Mark) bool {
	switch a.Mark {
	case ShortWin:
		return m == Win || m == ShortWin
	case ShortDraw:
		return m == Draw || m == ShortDraw
	case ShortLoss:
		return m == Loss || m == ShortLoss
	}
	return a.Mark == m
}

func (a Adjustment) concerns(number int) bool {
	for _, n := range a.Of {
		if n == number {
			return true
		}
	}
	return false
}

// checkReferences finds numbers that no line has.
func (t *Tournament) checkReferences() {
	memberOf := map[int]string{}
	for _, team := range t.Teams {
		for _, n := range team.Members {
			if n == 0 {
				continue
			}
			switch other, taken := memberOf[n]; {
			case t.byNumber[n] == nil:
				t.wrong(team.Line, Remark{Reason: "no participant has this starting rank", Text: strconv.Itoa(n)})
			case taken && other != team.Name:
				t.wrong(team.Line, Remark{Reason: "the participant is in another team too: " + other, Text: strconv.Itoa(n)})
			default:
				memberOf[n] = team.Name
			}
		}
	}
	if len(t.Teams) > 0 {
		return // below, numbers are those of teams
	}
	for _, b := range t.Byes {
		t.checkNumbers(b.Line, b.Of)
	}
	for _, a := range t.Adjustments {
		t.checkNumbers(a.Line, a.Of)
	}
}

func (t *Tournament) checkNumbers(line int, numbers []int) {
	for _, n := range numbers {
		if n > 0 && t.byNumber[n] == nil {
			t.wrong(line, Remark{Reason: "no participant has this starting rank", Text: strconv.Itoa(n)})
		}
	}
}

// checkStated compares the numbers that the file states about itself with its content.
func (t *Tournament) checkStated() {
	rated := 0
	for _, p := range t.Participants {
		if p.Rating > 0 {
			rated++
		}
	}
	for _, c := range []struct {
		code, what    string
		stated, found int
	}{
		{"062", "participants", t.Stated.Participants, len(t.Participants)}, {"072", "rated participants", t.Stated.Rated, rated},
		{"082", "teams", t.Stated.Teams, len(t.Teams)},
	} {
		if c.stated > 0 && c.stated != c.found {
			t.odd(t.lineOf(c.code), Remark{Column: 5, Reason: fmt.Sprintf("the file holds %d %s", c.found, c.what), Text: strconv.Itoa(c.stated)})
		}
	}
}

// lineOf returns the first line of a code, 0 if there is none.
func (t *Tournament) lineOf(code string) int {
	for _, r := range t.Records {
		if r.Code == code {
			return r.Line
		}
	}
	return 0
}

func (t *Tournament) checkDates() {
	if t.Start.whole() && t.End.whole() && t.End.Time().Before(t.Start.Time()) {
		t.wrong(t.lineOf("052"), Remark{Column: 5, Reason: "the tournament ends before it starts", Text: t.End.String()})
		return
	}
	for i, d := range t.Dates {
		if t.Start.whole() && t.End.whole() && d.whole() && !d.between(t.Start, t.End) {
			t.odd(t.lineOf("132"), Remark{Column: firstSlot + slotWidth*i, Reason: fmt.Sprintf("round %d is not between the first and the last day", i+1), Text: d.String()})
		}
	}
}
