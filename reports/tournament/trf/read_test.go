package trf_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/reports/tournament/trf"
)

const samples = "../../../testdata/trf/"

func read(t testing.TB, text string) *trf.Tournament {
	t.Helper()
	tournament, err := trf.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return tournament
}

func written(t testing.TB, tournament *trf.Tournament) string {
	t.Helper()
	var out bytes.Buffer
	if err := trf.Write(&out, tournament); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Every sample file, with what was counted in it by other means: grep and awk.
func TestSamples(t *testing.T) {
	want := map[string]string{
		"bbp_dutch_2025_C5.input":                   "6 participants, 3 rounds, 6 pairings, 0 errors, 0 warnings",
		"bbp_dutch_2025_C9.input":                   "5 participants, 3 rounds, 2 pairings, 0 errors, 0 warnings",
		"bbp_issue_15.input":                        "180 participants, 11 rounds, 990 pairings, 0 errors, 0 warnings",
		"bbp_issue_7.input":                         "60 participants, 15 rounds, 420 pairings, 0 errors, 0 warnings",
		"grand_swiss_2021.trf":                      "108 participants, 11 rounds, 594 pairings, 0 errors, 0 warnings",
		"gros_open_2010_javafo_example_4rounds.trf": "52 participants, 9 rounds, 93 pairings, 0 errors, 0 warnings",
		"pedro_lezcano_2025.trf":                    "151 participants, 9 rounds, 504 pairings, 0 errors, 0 warnings",
		"py4swiss_burstein_late_entries.trf":        "13 participants, 5 rounds, 12 pairings, 0 errors, 0 warnings",
		"py4swiss_comments.trf":                     "7 participants, 5 rounds, 0 pairings, 0 errors, 1 warnings",
		"py4swiss_dutch_d2_criterion_d.trf":         "12 participants, 5 rounds, 0 pairings, 0 errors, 0 warnings",
		"py4swiss_too_many_results.trf":             "7 participants, 6 rounds, 16 pairings, 2 errors, 0 warnings",
	}
	for name, expected := range want {
		text, err := os.ReadFile(samples + name)
		if err != nil {
			t.Fatal(err)
		}
		got := read(t, string(text))
		summary := fmt.Sprintf("%d participants, %d rounds, %d pairings, %d errors, %d warnings",
			len(got.Participants), got.NumRounds(), len(got.Pairings()), len(got.Errors), len(got.Warnings))
		if summary != expected {
			t.Errorf("%s: %s, want %s\n%v\n%v", name, summary, expected, got.Errors, got.Warnings)
		}
		if written(t, got) != string(text) {
			t.Errorf("%s does not come back as it was", name)
		}
	}
	if files, _ := filepath.Glob(samples + "*.*[ft]"); len(files) != len(want) {
		t.Errorf("%d files, of which %d are looked at", len(files), len(want))
	}
}

const sample26 = `012 Open of the Valley
022 Тбилиси
032 GEO
042 2026/03/01
052 2026/03/03
062 4 (3)
072 3
092 Individual: Swiss-System
102 IA Somebody, Else (13600001)
112 FA Another, One (13600002)
112 FA Third, One (13600003)
122 90 min/40 moves + 30 min, 30 sec from move 1
132                                                                                        26/03/01  26/03/02  26/03/03
142 3
152 B
162  W 3.0    D 1.0    P 1.0
172 GEO FIDON
182 Some Program 3.1
192 FIDE_DUTCH_2026
202 BH:C1,BH,WIN
212 PTS,BH:C1
222 40/5400+30:1800+30
### SSSS sTTT NNN
001    1 m GM Ålund, Öst                        2501 SWE     1700001 1990/02/28  7.0    1     2 w 1     4 b +  0000 - U
001    2 wWIM Beta, Bea                         2205 GEO    13600004 2001/12/31  4.0    2     1 b 0  0000 - H     4 w W
001    3 m    Gamma, G                             0 GEO           0 1955/00/00  0.0    4  0000 - Z  0000 - Z  0000 - Z
001    4 m FM Delta, D                          2101 GEO    13600005 2010        1.0    3  0000 - F     1 w -     2 b L
GEO    2 w    Beta, Bea                         2300 TBS         123 2001/12/31
240 F 001    4
250      01.0 001 002 0001 0002
260 001 003    3    4
299          -2.0  000    4
777 from a later edition
`

// A file of TRF26 with all lines of an individual tournament; the numbers are worked out by hand.
func TestTRF26(t *testing.T) {
	got := read(t, sample26)
	if len(got.Errors) > 0 {
		t.Errorf("errors %v", got.Errors)
	}
	if want := "[{33 1 no edition of the format knows this code; the line is kept as it is 777}]"; fmt.Sprint(got.Warnings) != want {
		t.Errorf("warnings %v, want %s", got.Warnings, want)
	}
	p := got.Participants[0]
	if p.Name != "Ålund, Öst" || p.Title != "GM" || p.Sex != "m" || p.Rating != 2501 || p.Federation != "SWE" || p.FideID != "1700001" ||
		p.Birth != (trf.Day{Year: 1990, Month: 2, Day: 28}) || p.Points != 70 || p.Rank != 1 || p.Line != 24 {
		t.Errorf("%+v", p)
	}
	if want := []trf.Slot{{2, trf.White, trf.Win}, {4, trf.Black, trf.ForfeitWin}, {0, trf.NoColor, trf.PairingBye}}; fmt.Sprint(p.Slots) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", p.Slots, want)
	}
	if got.Participants[3].Birth != (trf.Day{Year: 2010}) {
		t.Errorf("birth %v", got.Participants[3].Birth)
	}
	if got.City != "Тбилиси" || got.Federation != "GEO" || got.Rounds != 3 || got.System != "FIDE_DUTCH_2026" || len(got.Deputies) != 2 ||
		got.Stated != (trf.Stated{Participants: 4, Rated: 3}) || got.Encoding != "UTF-8" {
		t.Errorf("%+v", got)
	}
	if fmt.Sprint(got.Dates) != "[2026/03/01 2026/03/02 2026/03/03]" {
		t.Errorf("dates %v", got.Dates)
	}
	if got.Points != (trf.Scoring{Win: 30, Draw: 10, PairingBye: 10}) {
		t.Errorf("points %v", got.Points)
	}
	if white := got.Control.White; white.Minutes() != 150 || len(white.Periods) != 2 {
		t.Errorf("time control %+v", white)
	}
	if len(got.Unknown) != 1 || got.Unknown[0].Code != "777" {
		t.Errorf("unknown %v", got.Unknown)
	}
	if written(t, got) != sample26 {
		t.Error("it does not come back as it was")
	}
}

// Line ends, encodings and orders of dates that files come in.
func TestForms(t *testing.T) {
	lines := []string{
		"012 Турнир", "042 24/09/2010", "052 02.10.2010", "132 " + strings.Repeat(" ", 87) + "24/09/10  25/09/10",
		"001    1 m    Иванов, Пётр                      2400 RUS     4100001 24/09/1990  0.0    1  0000 - Z     2 w  ",
		"001    2 w    Сидорова, Анна                    2300 RUS     4100002 1991/00/00  0.0    2  0000 - Z     1 b  ",
	}
	page := map[rune]byte{'ё': 0xb8}
	for i, r := range "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя" {
		page[r] = byte(0xc0 + i/2)
	}
	cyrillic := func(s string) string {
		var b []byte
		for _, r := range s {
			if r < 0x80 {
				b = append(b, byte(r))
			} else {
				b = append(b, page[r])
			}
		}
		return string(b)
	}
	for name, text := range map[string]string{
		"LF": strings.Join(lines, "\n"), "CRLF": strings.Join(lines, "\r\n") + "\r\n", "CR": strings.Join(lines, "\r") + "\r",
		"mixed": strings.Join(lines, "\r\n\n") + "\r", "mark": "\ufeff" + strings.Join(lines, "\n"),
		"1251": cyrillic(strings.Join(lines, "\r\n")),
	} {
		got := read(t, text)
		if len(got.Errors)+len(got.Warnings) > 0 || len(got.Participants) != 2 {
			t.Errorf("%s: %v %v", name, got.Errors, got.Warnings)
			continue
		}
		if p := got.Participants[0]; p.Name != "Иванов, Пётр" || p.Birth.String() != "1990/09/24" || p.Rating != 2400 || got.Name != "Турнир" {
			t.Errorf("%s: %+v %s", name, p, got.Name)
		}
		if got.Start.String() != "2010/09/24" || got.End.String() != "2010/10/02" || fmt.Sprint(got.Dates) != "[2010/09/24 2010/09/25]" {
			t.Errorf("%s: %v %v %v", name, got.Start, got.End, got.Dates)
		}
		if written(t, got) != text {
			t.Errorf("%s does not come back as it was", name)
		}
	}
	for encoding, name := range map[string]string{"Windows-1252 (Western European)": "Mu\xf1oz, Jos\xe9", "UTF-8": "Muñoz, José"} {
		got := read(t, "001    1      "+name+strings.Repeat(" ", 23)+"2400 ESP")
		if p := got.Participants[0]; p.Name != "Muñoz, José" || got.Encoding != encoding || p.Rating != 2400 {
			t.Errorf("%s: %q in %s, %v", encoding, p.Name, got.Encoding, got.Errors)
		}
	}
}

// Some programs count bytes of UTF-8, so that the columns after a name begin earlier.
func TestColumnsOfBytes(t *testing.T) {
	text := "001    1      Muñoz, José" + strings.Repeat(" ", 33-13) + " 2400 ESP     2200001\n001    2      Muñoz, José" + strings.Repeat(" ", 33-11) + " 2400 ESP     2200002\n"
	got := read(t, text)
	if len(got.Errors) > 0 || len(got.Participants) != 2 {
		t.Fatal(got.Errors)
	}
	for _, p := range got.Participants {
		if p.Rating != 2400 || p.Federation != "ESP" || p.Name != "Muñoz, José" {
			t.Errorf("%+v", p)
		}
		p.Rating = 2411
	}
	if want := strings.ReplaceAll(text, "2400", "2411"); written(t, got) != want {
		t.Errorf("%q, want %q", written(t, got), want)
	}
}

// What is wrong is told by line, column and reason, and harms no other line.
func TestBadInput(t *testing.T) {
	const sound = "001    9 m    Sound, Player                     2100 GER     4600009 1980/01/01  0.5    1  0000 - H"
	line := func(number, fideID, slots string) string {
		return fmt.Sprintf("001 %4s m    Some, Body                        2000 GER %11s 1990/01/01  0.0    2  %s", number, fideID, slots)
	}
	for _, c := range []struct{ name, text, want string }{
		{"quotes in an id", line("1", `"4600001"`, ""), `1:60 FIDE number: digits only "\"4600001\""`},
		{"letters in an id", line("1", "46O0001", ""), `1:62 FIDE number: digits only "46O0001"`},
		{"a date as an id", line("1", "1990/01/01", ""), `1:59 FIDE number: digits only "1990/01/01"`},
		{"one number twice", line("1", "1", "") + "\n" + line("1", "2", ""), `2:5 another line has this starting rank; this one is left out "1"`},
		{"one FIDE number twice", line("1", "77", "") + "\n" + line("2", "77", ""), `2:58 number 1 has the same FIDE number "77"`},
		{"opponents who do not name each other", line("1", "", "   2 w 1") + "\n" + line("2", "", "   9 b 0"),
			`1:92 round 1: 2 names 9 as the opponent "2"; 2:92 round 1: 9 names nobody as the opponent "9"`},
		{"nobody of that number", line("1", "", "  33 w 1"), `1:92 round 1: no line has this starting rank "33"`},
		{"oneself", line("1", "", "   1 w 1"), `1:92 round 1: nobody plays himself "1"`},
		{"two of one colour", line("1", "", "   2 w 1") + "\n" + line("2", "", "   1 w 0"), `1:97 round 1: both players have this colour "w"`},
		{"two winners", line("1", "", "   2 w 1") + "\n" + line("2", "", "   1 b 1"), `1:99 round 1: the opponent's line has "1" "1"`},
		{"played and forfeited", line("1", "", "   2 w 1") + "\n" + line("2", "", "   1 b -"), `1:99 round 1: the opponent's line has "-" "1"`},
		{"no such result", line("1", "", "0000 - X"), `1:99 round 1: there is no such result "X"`},
		{"no such colour", line("1", "", "   2 x 1"), `1:97 round 1: the colour is written w, b or - "x"; 0`},
		{"a result without opponent", line("1", "", "0000 - 1"), `1:99 round 1: a result of a game without an opponent "1"`},
		{"a bye with opponent", line("1", "", "   9 w U"), `1:92 round 1: 9 names nobody as the opponent "9"; 1:99 round 1: a bye with an opponent "U"`},
		{"round 0", "240 H 000    9", `1:7 round: the first is 1 "000"`},
		{"round 0 of a ban", "260 000 003    9    9", `1:5 round: the first is 1 "000"`},
		{"no number", "001   x       Some, Body", `1:7 starting rank: digits only "x"`},
		{"number 0", "001    0      Some, Body", `1:5 starting rank: it must be from 1 to 9999 "0"`},
		{"shifted columns", strings.Replace(line("1", "12", ""), "Some, Body ", "Some, Body", 1), ""},
		{"no such date", "042 2026/02/30", `1:5 there is no such date; it is written YYYY/MM/DD "2026/02/30"`},
		{"no such birthday", strings.Replace(line("1", "", ""), "1990/01/01", "1990/13/01", 1), `1:70 date of birth: there is no such date "1990/13/01"`},
		{"end before start", "042 2026/02/03\n052 2026/02/01", `2:5 the tournament ends before it starts "2026/02/01"`},
		{"too many rounds", "XXR 0001\n" + line("1", "", "0000 - H  0000 - H"), `2:102 round 2: there are 1 rounds only`},
		{"rounds without end", "XXR 1000", `1:5 the number of rounds is wanted "1000"`}, {"no rounds", "XXR\n142", ""},
		{"a federation", "032 Lichess", `1:5 federation: it has three letters "LICHESS"`},
		{"dates of rounds", "132 26/01/01", `1:5 the days of rounds begin in column 92 "26/01/01"`},
		{"a team's member", "310   1 Some Team" + strings.Repeat(" ", 55) + "   9   44", `1:0 no participant has this starting rank "44"`},
		{"a penalty for nobody", "299          -1.0  001    7", `1:0 no participant has this starting rank "7"`},
		{"time control", "222 90+30s", `1:5 time control: written in seconds, such as 40/6000+30:900+30 "90+30s"`},
		{"points", "162  W 3.0  Q 1.0", `1:13 one of W D L A P X "Q"; 1:15 one of W D L A P X "1.0"`},
		{"a very long line", "012 " + strings.Repeat("x", 20_000), `1:0 the line is too long to be one of a tournament`},
	} {
		text := c.text + "\n" + sound + "\n"
		got := read(t, text)
		var all []string
		for _, e := range got.Errors {
			s := fmt.Sprintf("%d:%d %s", e.Line, e.Column, e.Reason)
			if e.Text != "" {
				s += fmt.Sprintf(" %q", e.Text)
			}
			all = append(all, s)
		}
		if c.name == "shifted columns" {
			if len(all) == 0 || !strings.Contains(strings.Join(all, ""), "may be shifted") {
				t.Errorf("%s: %s", c.name, all)
			}
		} else if found := strings.Join(all, "; "); found != strings.TrimSuffix(c.want, "; 0") {
			t.Errorf("%s: %s\nwant %s", c.name, found, c.want)
		}
		if p := got.Participant(9); p == nil || p.Name != "Sound, Player" || p.Slot(1).Mark != trf.HalfBye {
			t.Errorf("%s: the sound line is lost", c.name)
		}
		if written(t, got) != text {
			t.Errorf("%s does not come back as it was", c.name)
		}
	}
	if got := read(t, "\n\n"); len(got.Errors) != 1 {
		t.Errorf("an empty file: %v", got.Errors)
	}
}

func TestTooLarge(t *testing.T) {
	for name, text := range map[string]string{
		"lines": strings.Repeat("\n", 200_000), "UTF-16": "\xff\xfe0\x000\x001\x00",
	} {
		if _, err := trf.Read(strings.NewReader(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Only the columns of what was changed are written anew; lines are added where they belong.
func TestChanges(t *testing.T) {
	text, err := os.ReadFile(samples + "gros_open_2010_javafo_example_4rounds.trf")
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, string(text))
	got.City, got.PairedBy = "San Sebastian", "Some Program"
	p := got.Participant(2)
	p.Rating, p.Title, p.Federation = 2401, "IM", "FRA"
	p.Slots[3] = trf.Slot{Opponent: 5, Color: trf.White, Mark: trf.Draw}
	p.Slots = append(p.Slots, trf.Slot{Opponent: 1, Color: trf.Black})
	got.Participants = append(got.Participants, &trf.Participant{Number: 60, Name: "New, Player", Points: trf.NoPoints})
	want := strings.Replace(string(text), "022 Donostia\r\n", "022 San Sebastian\r\n", 1)
	want = strings.Replace(want, "001    2 m    Argandona Riveiro Inigo           2408 ESP", "001    2 m IM Argandona Riveiro Inigo           2401 FRA", 1)
	want = strings.Replace(want, "4.0    2    27 b 1    15 w 1     7 b 1     5 w 1\r", "4.0    2    27 b 1    15 w 1     7 b 1     5 w =     1 b  \r", 1)
	want = strings.Replace(want, "001    1 m", "182 Some Program\r\n001    1 m", 1) + "001   60      New, Player                      \r\n"
	if found := written(t, got); found != want {
		t.Errorf("%s", difference(found, want))
	}
	again := read(t, written(t, got))
	if len(again.Participants) != 53 || again.City != "San Sebastian" {
		t.Error("what was written is read as something else")
	}
	p.Name = strings.Repeat("x", 34)
	if err := trf.Write(&bytes.Buffer{}, got); err == nil {
		t.Error("a name of 34 letters fits into 33 columns")
	}
}

func difference(a, b string) string {
	left, right := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return fmt.Sprintf("line %d: %q, want %q", i+1, left[i], right[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(left), len(right))
}

// FuzzRead reads anything: no panic, the bytes come back, remarks stand in lines that exist,
// and what was changed is read as it was written.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(samples + "*.*[ft]")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 3000)]))
	}
	f.Add(sample26)
	f.Add("XXR\n001   12      Player \x81\x90\xd0 12" + strings.Repeat(" ", 50) + "0.0   12  0000 - Z\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := trf.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if written(t, got) != text {
			t.Error("it does not come back as it was")
		}
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
		for _, r := range append(got.Errors, got.Warnings...) {
			if r.Line < 0 || r.Line > lines || r.Column < 0 || r.Reason == "" {
				t.Errorf("%+v of %d lines", r, lines)
			}
		}
		for _, p := range got.Pairings() {
			if p.White == nil || p.Black == nil || p.White == p.Black || p.Round < 1 {
				t.Errorf("%+v", p)
			}
		}
		for _, p := range got.Participants {
			p.Rating = 1234
		}
		var out bytes.Buffer
		if err := trf.Write(&out, got); err != nil {
			t.Fatal(err)
		}
		again := read(t, out.String())
		if len(again.Participants) != len(got.Participants) {
			t.Fatalf("%d participants, then %d", len(got.Participants), len(again.Participants))
		}
		for i, p := range again.Participants {
			if p.Rating != 1234 || p.Name != got.Participants[i].Name {
				t.Errorf("%+v after %+v", p, got.Participants[i])
			}
		}
	})
}
