package tournament_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

const reportFiles = "../../testdata/trf/"

func listed(t *testing.T, text string) *trf.Tournament {
	t.Helper()
	file, err := trf.Read(strings.NewReader(text))
	if err != nil || len(file.Errors) > 0 {
		t.Fatal(err, file.Errors)
	}
	return file
}

func handedIn(t *testing.T, text string) (games []*analysis.Game) {
	t.Helper()
	for g, err := range pgn.Games(strings.NewReader(text), "games.pgn", pgn.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

func event(t *testing.T, name string) (*trf.Tournament, string) {
	t.Helper()
	text, err := os.ReadFile(reportFiles + name + ".trf")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open(reportFiles + name + "_first_moves.pgn.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	games, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return listed(t, string(text)), string(games)
}

// kinds counts deviations by kind.
func kinds(c *tournament.Coverage) string {
	n := map[tournament.DeviationKind]int{}
	for _, d := range c.Deviations {
		n[d.Kind]++
	}
	return fmt.Sprint(n)
}

func TestWholeEvents(t *testing.T) {
	for name, want := range map[string]struct{ games, rounds, absent int }{
		"grand_swiss_2021": {594, 11, 0}, "pedro_lezcano_2025": {502, 9, 351},
	} {
		file, text := event(t, name)
		got := tournament.Cover(file, handedIn(t, text))
		absent := 0
		for _, r := range got.Rounds {
			absent += r.Absent
			if r.Missing+r.Others != 0 {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if got.Expected != want.games || got.Found != want.games || len(got.Rounds) != want.rounds || absent != want.absent || len(got.Deviations)+len(got.Questions) > 0 {
			t.Errorf("%s: %d of %d in %d rounds, %d absent, %v %v", name, got.Found, got.Expected, len(got.Rounds), absent, got.Deviations, got.Questions)
		}
	}
}

// damage is what is done to the games of an event, each game to one thing at most.
type damage struct {
	removed, doubled, misnamed, swapped map[string]bool // "round White - Black" as the tournament file has it
	text                                string
	spellings                           map[string]string // misspelt name to the right one
}

func tag(game, name string) string {
	found := regexp.MustCompile(`\[` + name + ` "([^"]*)"\]`).FindStringSubmatch(game)
	return found[1]
}

func key(game string) string {
	round, _, _ := strings.Cut(tag(game, "Round"), ".")
	return round + " " + tag(game, "White") + " - " + tag(game, "Black")
}

// damaged removes 20 games, doubles 2, swaps 3 results, and misspells 5 names, with or without
// the FIDE id beside them.
func damaged(text string, seed uint64, keepID bool) damage {
	d := damage{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, "", map[string]string{}}
	games := strings.SplitAfter(text, "\n\n[Event ")
	for i := 1; i < len(games); i++ {
		games[i-1] = strings.TrimSuffix(games[i-1], "[Event ")
		games[i] = "[Event " + games[i]
	}
	order := rand.New(rand.NewPCG(seed, 1)).Perm(len(games))
	swapped := strings.NewReplacer("1-0", "0-1", "0-1", "1-0", "1/2-1/2", "1-0")
	for n, i := range order {
		g := games[i]
		switch {
		case n < 20:
			d.removed[key(g)], games[i] = true, ""
		case n < 22:
			d.doubled[key(g)], games[i] = true, g+"\n\n"+g
		case n < 25:
			d.swapped[key(g)], games[i] = true, swapped.Replace(g)
		case n < 30:
			right := tag(g, "White")
			wrong := right[:2] + "q" + right[3:]
			d.misnamed[key(g)], d.spellings[wrong] = true, right
			g = strings.Replace(g, `[White "`+right, `[White "`+wrong, 1)
			if !keepID {
				g = regexp.MustCompile(`\[WhiteFideId.*\n`).ReplaceAllString(g, "")
			}
			games[i] = g
		}
	}
	slices.Reverse(games) // the order of the file says nothing
	d.text = strings.Join(games, "\n\n")
	return d
}

// Whatever is done to the games of a real event is named, and nothing else.
func TestDamage(t *testing.T) {
	file, text := event(t, "grand_swiss_2021")
	for seed := range uint64(5) {
		for _, keepID := range []bool{true, false} {
			d := damaged(text, seed, keepID)
			got := tournament.Cover(file, handedIn(t, d.text))
			named := map[tournament.DeviationKind]map[string]bool{}
			for _, v := range got.Deviations {
				if named[v.Kind] == nil {
					named[v.Kind] = map[string]bool{}
				}
				named[v.Kind][fmt.Sprintf("%d %s - %s", v.Round, v.White, v.Black)] = true
			}
			want := map[tournament.DeviationKind]map[string]bool{
				tournament.MissingGame: d.removed, tournament.DoubledGame: d.doubled, tournament.OtherResult: d.swapped, tournament.OtherBoard: d.swapped,
			}
			if keepID {
				want[tournament.OtherName] = d.misnamed
			} else {
				checkUnknown(t, got, d)
				delete(named, tournament.UnknownName)
				for k := range d.misnamed {
					delete(named[tournament.MissingGame], k)
				}
			}
			if fmt.Sprint(named) != fmt.Sprint(want) {
				t.Errorf("seed %d, ids %t: %v\nwant %v", seed, keepID, named, want)
			}
			if missing := 20 + map[bool]int{false: 5}[keepID]; got.Expected-got.Found != missing {
				t.Errorf("seed %d: %d of %d", seed, got.Found, got.Expected)
			}
		}
	}
}

// checkUnknown: names that nothing identifies are asked for, the right player first, and their
// games are missing until somebody answers.
func checkUnknown(t *testing.T, got *tournament.Coverage, d damage) {
	t.Helper()
	if len(got.Questions) != 5 {
		t.Errorf("%d questions: %v", len(got.Questions), got.Questions)
	}
	for _, q := range got.Questions {
		if len(q.Maybe) == 0 || q.Maybe[0].Name != d.spellings[q.Name] || !slices.Contains(q.Maybe[0].Reasons, tournament.SamePairing) {
			t.Errorf("who is %q? %+v", q.Name, q.Maybe)
		}
	}
	for k := range d.misnamed {
		if !slices.ContainsFunc(got.Deviations, func(v tournament.Deviation) bool {
			return v.Kind == tournament.MissingGame && fmt.Sprintf("%d %s - %s", v.Round, v.White, v.Black) == k
		}) {
			t.Errorf("%s is not missing", k)
		}
	}
}

const small = `012 Small
001    1 m    Alpha, Anna                       2400            1                1.0    1     2 w 1     3 b +     4 w W
001    2 m    Beta, Boris                       2300            2                1.0    1     1 b 0     4 w =     3 b 0
001    3 m    Gamma, Georg                      2200            3                1.0    1     4 w 0     1 w -     2 w 1
001    4 m    Иванов, Пётр                      2100                             1.0    1     3 b 1     2 b =     1 b L
`

func record(round, white, black, result, moves string) string {
	return fmt.Sprintf("[Round %q]\n[White %q]\n[Black %q]\n[Result %q]\n\n%s %s\n\n", round, white, black, result, moves, result)
}

// Each kind of deviation, worked out by hand.
func TestDeviations(t *testing.T) {
	whole := []string{
		record("1.1", "Alpha, Anna", "Beta, Boris", "1-0", "1. e4 e5"), record("1.2", "Gamma, Georg", "Иванов, Пётр", "0-1", "1. d4 d5"),
		record("2.1", "Beta, Boris", "Иванов, Пётр", "1/2-1/2", "1. c4 c5"), record("3.1", "Alpha, Anna", "Иванов, Пётр", "1-0", "1. e4"),
		record("3.2", "Gamma, Georg", "Beta, Boris", "1-0", "1. f4 f5"),
	}
	for _, c := range []struct {
		name    string
		replace int // of the five records, -1 to add
		record  string
		want    string
		found   int
	}{
		{"as it was", -1, "", "map[]", 5},
		{"a forfeit with a record without moves", -1, record("2.2", "Gamma, Georg", "Alpha, Anna", "-/+", ""), "map[]", 5},
		{"a forfeit with moves", -1, record("2.2", "Gamma, Georg", "Alpha, Anna", "0-1", "1. e4 e5"), "map[played_anyway:1]", 5},
		{"reversed", 0, record("1.1", "Beta, Boris", "Alpha, Anna", "0-1", "1. e4 e5"), "map[colors:1]", 5},
		{"reversed, with another result", 0, record("1.1", "Beta, Boris", "Alpha, Anna", "1-0", "1. e4 e5"), "map[board_result:1 colors:1 result:1]", 5},
		{"another round", 2, record("3.9", "Beta, Boris", "Иванов, Пётр", "1/2-1/2", "1. c4 c5"), "map[round:1]", 5},
		{"no moves", 1, record("1.2", "Gamma, Georg", "Иванов, Пётр", "0-1", ""), "map[no_moves:1]", 4},
		{"under one move, and more", 3, record("3.1", "Alpha, Anna", "Иванов, Пётр", "1-0", "1. e4 e5"), "map[longer_than_said:1]", 5},
		{"tag and board differ", 0, strings.Replace(record("1.1", "Alpha, Anna", "Beta, Boris", "1-0", "1. e4 e5"), "e5 1-0", "e5 0-1", 1), "map[board_result:1]", 5},
		{"no result", 0, record("1.1", "Alpha, Anna", "Beta, Boris", "*", "1. e4 e5"), "map[result:1]", 5},
		{"not paired", -1, record("2.3", "Gamma, Georg", "Beta, Boris", "1-0", "1. e4 e5 2. d4"), "map[doubled:1]", 5},
		{"nobody", -1, record("2.3", "Delta, Dora", "Beta, Boris", "1-0", "1. e4 e5"), "map[unknown_name:1]", 5},
		{"not yet", -1, record("4.1", "Alpha, Anna", "Gamma, Georg", "1-0", "1. e4 e5"), "map[later_round:1]", 5},
		{"in Latin letters", 1, record("1.2", "Gamma, Georg", "Ivanov, Petr", "0-1", "1. d4 d5"), "map[missing:1 unknown_name:1]", 4},
		{"without a round", 2, record("?", "Beta, Boris", "Иванов, Пётр", "1/2-1/2", "1. c4 c5"), "map[]", 5},
		{"initials", 0, record("1.1", "Alpha A.", "Beta", "1-0", "1. e4 e5"), "map[]", 5},
	} {
		games := slices.Clone(whole)
		if c.replace < 0 {
			games = append(games, c.record)
		} else {
			games[c.replace] = c.record
		}
		got := tournament.Cover(listed(t, small), handedIn(t, strings.Join(games, "")))
		if kinds(got) != c.want || got.Found != c.found || got.Expected != 5 {
			t.Errorf("%s: %s, %d of %d, want %s, %d\n%+v", c.name, kinds(got), got.Found, got.Expected, c.want, c.found, got.Deviations)
		}
		if c.name == "in Latin letters" && (len(got.Questions) != 1 || len(got.Questions[0].Maybe) != 1 ||
			fmt.Sprint(got.Questions[0].Maybe[0].Reasons) != "[like_in_latin same_pairing]") {
			t.Errorf("%+v", got.Questions)
		}
		slices.Reverse(games)
		again := tournament.Cover(listed(t, small), handedIn(t, strings.Join(games, "")))
		if kinds(again) != kinds(got) || again.Found != got.Found {
			t.Errorf("%s: another order gives %s", c.name, kinds(again))
		}
		if text, err := json.Marshal(got); err != nil || strings.Contains(string(text), "null") {
			t.Errorf("%s: %s %v", c.name, text, err)
		}
	}
}

// The boards of which nothing is there are named where records number theirs.
func TestGaps(t *testing.T) {
	file, text := event(t, "grand_swiss_2021")
	games := slices.DeleteFunc(handedIn(t, text), func(g *analysis.Game) bool { return g.Round == "3.7" || g.Round == "3.12" })
	got := tournament.Cover(file, games)
	if r := got.Rounds[2]; r.Missing != 2 || fmt.Sprint(r.Gaps) != "[7 12]" {
		t.Errorf("%+v", r)
	}
}

// Every result code of a tournament file, from White's side, and what a record of the game must
// look like (TRF16 and TRF26: 1 = 0 rated, W D L under one move, + - H F U Z not played).
func TestResultCodes(t *testing.T) {
	const line = "001 %4d m    %-33s 2400 %31s %4d  %4d %s %s\n"
	file := func(white, black string) string {
		second := ""
		if black != "" {
			second = fmt.Sprintf(line, 2, "Beta, Boris", "", 2, 1, "b", black)
		}
		opponent, color := 2, "w"
		if black == "" {
			opponent, color = 0, "-"
		}
		return "012 Codes\n" + fmt.Sprintf(line, 1, "Alpha, Anna", "", 1, opponent, color, white) + second
	}
	moves := func(n int) string { return strings.Join(strings.Fields("1. e4 e5 2. Nf3 Nc6")[:n], " ") }
	for _, c := range []struct {
		white, black string
		result       string // of the record, "" for none
		moves        string
		want         string
		of           string // found of expected, forfeits, byes, absent
	}{
		{"1", "0", "1-0", moves(3), "map[]", "1/1 0 0 0"},
		{"=", "=", "1/2-1/2", moves(3), "map[]", "1/1 0 0 0"},
		{"0", "1", "0-1", moves(3), "map[]", "1/1 0 0 0"},
		{"0", "0", "0-0", moves(3), "map[]", "1/1 0 0 0"},
		{"=", "0", "1/2-0", moves(3), "map[]", "1/1 0 0 0"},
		{"1", "0", "", "", "map[missing:1]", "0/1 0 0 0"},
		{"W", "L", "1-0", moves(2), "map[]", "1/1 0 0 0"},
		{"W", "L", "1-0", "", "map[]", "1/1 0 0 0"},
		{"W", "L", "1-0", moves(6), "map[longer_than_said:1]", "1/1 0 0 0"},
		{"D", "D", "1/2-1/2", moves(2), "map[]", "1/1 0 0 0"},
		{"L", "W", "0-1", moves(2), "map[]", "1/1 0 0 0"},
		{"L", "W", "1-0", moves(2), "map[board_result:1 result:1]", "1/1 0 0 0"},
		{"W", "L", "", "", "map[missing:1]", "0/1 0 0 0"},
		{"+", "-", "", "", "map[]", "0/0 1 0 0"},
		{"+", "-", "+/-", "", "map[]", "0/0 1 0 0"},
		{"-", "+", "0-1", "", "map[]", "0/0 1 0 0"},
		{"-", "-", "0-0", "", "map[]", "0/0 1 0 0"},
		{"+", "-", "1-0", moves(3), "map[played_anyway:1]", "0/0 1 0 0"},
		{"H", "", "", "", "map[]", "0/0 0 1 0"},
		{"F", "", "", "", "map[]", "0/0 0 1 0"},
		{"U", "", "", "", "map[]", "0/0 0 1 0"},
		{"Z", "", "", "", "map[]", "0/0 0 0 1"},
	} {
		var games []*analysis.Game
		if c.result != "" {
			games = handedIn(t, record("1.1", "Alpha, Anna", "Beta, Boris", c.result, c.moves))
		}
		got := tournament.Cover(listed(t, file(c.white, c.black)), games)
		r := got.Rounds[0]
		of := fmt.Sprintf("%d/%d %d %d %d", r.Found, r.Expected, r.Forfeits, r.Byes, r.Absent)
		if kinds(got) != c.want || of != c.of {
			t.Errorf("%s %s with %q after %q: %s, %s, want %s, %s", c.white, c.black, c.result, c.moves, kinds(got), of, c.want, c.of)
		}
	}
}

// Abnormal points (299): the Result tag may have what was played, or what was given for it.
func TestAbnormalPoints(t *testing.T) {
	file := small + "299 W         0.0  001    1\n" // the win of round 1 gives nothing
	for result, want := range map[string]string{"1-0": "map[]", "0-0": "map[]", "0-1": "map[board_result:1 result:1]"} {
		got := tournament.Cover(listed(t, file), handedIn(t, record("1.1", "Alpha, Anna", "Beta, Boris", result, "1. e4 e5")))
		got.Deviations = slices.DeleteFunc(got.Deviations, func(d tournament.Deviation) bool { return d.Kind == tournament.MissingGame })
		if kinds(got) != want {
			t.Errorf("%s: %s, want %s", result, kinds(got), want)
		}
		for _, d := range got.Deviations {
			if d.Listed != "1-0, given as 0-0" || d.Record == nil || d.Record.Awarded != result || !d.Record.Played {
				t.Errorf("%+v %+v", d, d.Record)
			}
		}
	}
}
