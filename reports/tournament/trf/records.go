package trf

import (
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
)

// heading is a value of the tournament that has a line of its own. A reader takes the value out of the columns and returns a
// function that puts it into the tournament.
type heading struct {
	code    string
	read    func(*scan) func()
	written func(*Tournament) string // "" for none
}

// headings returns the values that are read and written, in the order in which they are added to a file.
func headings() []heading {
	return []heading{
		text("012", func(t *Tournament) *string { return &t.Name }),
		text("022", func(t *Tournament) *string { return &t.City }),
		{"032", readHost, func(t *Tournament) string { return t.Federation }},
		day("042", func(t *Tournament) *Day { return &t.Start }),
		day("052", func(t *Tournament) *Day { return &t.End }),
		stated("062", func(t *Tournament) *int { return &t.Stated.Participants }),
		stated("072", func(t *Tournament) *int { return &t.Stated.Rated }),
		stated("082", func(t *Tournament) *int { return &t.Stated.Teams }),
		text("092", func(t *Tournament) *string { return &t.Type }),
		text("102", func(t *Tournament) *string { return &t.ChiefArbiter }),
		text("122", func(t *Tournament) *string { return &t.Times }),
		{"142", readRounds, func(t *Tournament) string { return number(t.Rounds) }},
		text("182", func(t *Tournament) *string { return &t.PairedBy }),
		text("192", func(t *Tournament) *string { return &t.System }),
		text("202", func(t *Tournament) *string { return &t.TieBreaks }),
		text("212", func(t *Tournament) *string { return &t.Standings }),
		{"222", readControl, func(t *Tournament) string { return t.Control.White.Text }},
	}
}

// number writes a number; 0 is none.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// readers returns how the lines of each code are read.
func readers() map[string]func(*scan) func() {
	all := map[string]func(*scan) func(){
		"112": readDeputy,
		"132": readDates,
		"152": func(s *scan) func() { s.oneOf(5, 5, "W", "B", "w", "b"); return nil },
		"162": readScoring,
		"172": readRankMethod,
		"352": readBoardColors,
		"362": readTeamScoring,
		"013": readOldTeam,
		"310": readTeam,
		"240": readByes,
		"250": readAcceleration,
		"260": readProhibited,
		"299": readAdjustment,
		"300": readBoardOrder,
		"320": readTeamByes,
		"330": readForfeits,
		"801": readTeamResults,
		"802": readTeamResults,
	}
	for _, h := range headings() {
		all[h.code] = h.read
	}
	return all
}

// text is a line that consists of one text.
func text(code string, of func(*Tournament) *string) heading {
	read := func(s *scan) func() {
		value := s.rest(5)
		return func() { *of(s.Tournament) = value }
	}
	return heading{code, read, func(t *Tournament) string { return *of(t) }}
}

// day is a line that consists of one date.
func day(code string, of func(*Tournament) *Day) heading {
	read := func(s *scan) func() {
		value := s.rest(5)
		d, ok := ParseDay(value)
		if !ok {
			s.fail(5, "there is no such date; it is written YYYY/MM/DD", value)
		}
		return func() { *of(s.Tournament) = d }
	}
	return heading{code, read, func(t *Tournament) string { return of(t).String() }}
}

// stated is a line that begins with a number; more may follow, as in "52 (41 rated)".
func stated(code string, of func(*Tournament) *int) heading {
	read := func(s *scan) func() {
		words := s.c.words(5)
		if len(words) == 0 {
			return nil
		}
		n, ok := parseNumber(words[0].text)
		if !ok {
			s.fail(words[0].column, "a number is wanted", words[0].text)
		}
		return func() { *of(s.Tournament) = n }
	}
	return heading{code, read, func(t *Tournament) string { return number(*of(t)) }}
}

// mostRounds is the greatest number of rounds of a tournament; round numbers have three digits
// (TRF26).
const mostRounds = 999

func readRounds(s *scan) func() {
	words := s.c.words(5)
	if len(words) == 0 {
		return nil
	}
	n, ok := parseNumber(words[0].text)
	if !ok || n > mostRounds {
		s.fail(words[0].column, "the number of rounds is wanted", words[0].text)
		return nil
	}
	return func() { s.Rounds = n }
}

func readHost(s *scan) func() {
	host := strings.ToUpper(s.rest(5))
	if host != "" && !analysis.IsFederation(host) {
		s.fail(5, "federation: it has three letters", host)
		return nil
	}
	return func() { s.Federation = host }
}

func readDeputy(s *scan) func() {
	name := s.rest(5)
	return func() {
		if name != "" {
			s.Deputies = append(s.Deputies, name)
		}
	}
}

// readDates reads the days of the rounds, which are written above their columns in the
// participants' lines.
func readDates(s *scan) func() {
	type dated struct {
		round, column int
		text          string
	}
	var all []dated
	for _, w := range s.c.words(5) {
		round := (w.column-firstSlot)/slotWidth + 1
		if w.column < firstSlot {
			s.fail(w.column, "the days of rounds begin in column 92", w.text)
			continue
		}
		all = append(all, dated{round, w.column, w.text})
	}
	for _, d := range all {
		if _, ok := parseShortDay(d.text, Day{}, Day{}); !ok {
			s.fail(d.column, "there is no such date; it is written YY/MM/DD", d.text)
		}
	}
	return func() {
		for _, d := range all {
			s.Dates = append(s.Dates, make([]Day, max(0, d.round-len(s.Dates)))...)
			s.Dates[d.round-1], _ = parseShortDay(d.text, s.Start, s.End)
		}
	}
}

// pointsOf reads pairs of a result and its points, "W 1.0  D 0.5", in any columns.
func (s *scan) pointsOf(from int, known ...string) map[string]Tenths {
	found := map[string]Tenths{}
	last := ""
	for _, w := range s.c.words(from) {
		name := strings.TrimRight(w.text, "0123456789.,-=")
		value := strings.TrimPrefix(w.text[len(name):], "=")
		if name != "" {
			last = name
		}
		if !slices.Contains(known, last) {
			s.fail(w.column, "one of "+strings.Join(known, " "), w.text)
			continue
		}
		if value == "" {
			continue
		}
		points, ok := parseTenths(value)
		if !ok {
			s.fail(w.column, "points: written as 11.5", w.text)
			continue
		}
		found[last] = points
	}
	return found
}

func readScoring(s *scan) func() {
	found := s.pointsOf(5, "W", "D", "L", "A", "P", "X")
	return func() {
		if win, ok := found["W"]; ok {
			s.Points.Win, s.Points.PairingBye = win, win // byes count as wins unless P says otherwise
		}
		s.Points.set(found, map[string]*Tenths{
			"D": &s.Points.Draw, "L": &s.Points.Loss, "A": &s.Points.Absence, "P": &s.Points.PairingBye,
		})
	}
}

func (s *Scoring) set(found map[string]Tenths, into map[string]*Tenths) {
	for name, at := range into {
		if points, ok := found[name]; ok {
			*at = points
		}
	}
}

func readTeamScoring(s *scan) func() {
	s.pointsOf(5, "TW", "TD", "TL")
	return nil
}

func readRankMethod(s *scan) func() {
	if federation := s.text(5, 7); !analysis.IsFederation(federation) {
		s.fail(5, "federation: it has three letters", federation)
	}
	s.oneOf(9, 13, "FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
	return nil
}

func readControl(s *scan) func() {
	value := s.rest(5)
	control, ok := ParseControl(value)
	if !ok {
		s.fail(5, "time control: written in seconds, such as 40/6000+30:900+30", value)
		return nil
	}
	return func() { s.Control = control }
}

func readBoardColors(s *scan) func() {
	if colors := s.rest(5); strings.Trim(strings.ToUpper(colors), "WB") != "" {
		s.fail(5, "the colours of the boards are written W and B", colors)
	}
	return nil
}

func readOldTeam(s *scan) func() {
	team := Team{Name: s.text(5, 36), Members: s.numbers(37), Line: s.line}
	return func() { s.Teams = append(s.Teams, team) }
}

func readTeam(s *scan) func() {
	team := Team{Number: s.number(5, 7, "team"), Name: s.text(9, 40), Line: s.line}
	s.points(55, 60, "match points")
	s.points(62, 67, "game points")
	s.number(69, 71, "rank")
	team.Members = s.numbers(74)
	return func() { s.Teams = append(s.Teams, team) }
}

func readByes(s *scan) func() {
	kind := s.oneOf(5, 5, "F", "H", "Z")
	bye := Bye{Round: s.round(7, 9), Of: s.numbers(11), Line: s.line}
	bye.Mark, _ = parseMark(kind)
	return func() { s.Byes = append(s.Byes, bye) }
}

func readAcceleration(s *scan) func() {
	s.points(5, 8, "match points")
	s.points(10, 13, "points")
	s.span(s.round(15, 17), s.round(19, 21), 19)
	s.span(s.number(23, 26, "first participant"), s.number(28, 31, "last participant"), 28)
	return nil
}

// span reports a range whose last number is below its first.
func (s *scan) span(first, last, column int) {
	if last > 0 && last < first {
		s.fail(column, "the last comes before the first", s.c.at(column, column+3))
	}
}

func readProhibited(s *scan) func() {
	s.span(s.round(5, 7), s.round(9, 11), 9)
	s.numbers(13)
	return nil
}

func readAdjustment(s *scan) func() {
	kind, column := s.c.trimmed(5, 5)
	mark, ok := parseMark(kind)
	if !ok || strings.Contains("1=0U", mark.String()) && mark != Blank {
		s.fail(column, "one of W D L F H Z + - or nothing", kind)
	}
	s.points(7, 11, "match points")
	a := Adjustment{Mark: mark, Points: s.points(13, 17, "points"), Round: s.number(20, 22, "round"), Of: s.numbers(24), Line: s.line}
	return func() { s.Adjustments = append(s.Adjustments, a) }
}

func readBoardOrder(s *scan) func() {
	s.round(5, 7)
	s.number(9, 11, "team")
	s.number(13, 15, "opposing team")
	s.numbers(17)
	return nil
}

func readTeamByes(s *scan) func() {
	s.points(5, 8, "match points")
	s.points(10, 13, "game points")
	s.numbers(15)
	return nil
}

func readForfeits(s *scan) func() {
	s.oneOf(5, 6, "+-", "-+", "--")
	s.round(8, 10)
	s.number(12, 14, "white team")
	s.number(16, 18, "black team")
	return nil
}

func readTeamResults(s *scan) func() {
	s.number(5, 7, "team")
	return nil
}

// readExtension reads those lines of JaVaFo and bbpPairings that are used here: the number of
// rounds and the points. The others concern only pairing programs and are kept as they are.
func (t *Tournament) readExtension(n int, code string, c columns) {
	s := &scan{Tournament: t, c: c, line: n}
	switch code {
	case "XXR":
		if take := readRounds(s); take != nil {
			take()
		}
	case "XXS":
		t.Points.setWords(s.pointsOf(4, "W", "D", "L", "WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "HPB", "FPB", "PAB", "FW", "FL"))
	case "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU":
		into := map[string]*Tenths{
			"BBW": &t.Points.Win, "BBD": &t.Points.Draw, "BBL": &t.Points.Loss, "BBU": &t.Points.PairingBye, "BBZ": &t.Points.Absence,
		}[code]
		if points := s.points(5, len(c), "points"); into != nil && points != NoPoints {
			*into = points
		}
	case "XXP", "XXZ":
		s.numbers(5)
	}
	t.wrong(n, s.wrong...)
}

// setWords sets points by the words of JaVaFo. JaVaFo distinguishes points by colour; White's are
// taken.
func (s *Scoring) setWords(found map[string]Tenths) {
	s.set(found, map[string]*Tenths{"W": &s.Win, "D": &s.Draw, "L": &s.Loss})
	s.set(found, map[string]*Tenths{"WW": &s.Win, "WD": &s.Draw, "WL": &s.Loss, "ZPB": &s.Absence, "PAB": &s.PairingBye})
}
