package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

// tested returns the report as FullTest writes it.
func tested(t testing.TB, format string, r *reports.FullTest, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := FullTest(&b, format, r, o); err != nil {
		t.Fatalf("FullTest(%s, %+v): %v", format, o, err)
	}
	return readable(t, format, b.String())
}

func TestFullTestGolden(t *testing.T) {
	t.Parallel()
	plain := tested(t, "table", fullTestFixture(), Options{})
	golden(t, "fulltest.en.txt", plain)
	golden(t, "fulltest.ru.txt", tested(t, "table", fullTestFixture(), Options{Lang: "ru"}))
	golden(t, "fulltest.en.moves.txt", tested(t, "table", fullTestFixture(), Options{Moves: true, Width: 80}))
	golden(t, "fulltest.en.html", tested(t, "html", fullTestFixture(), Options{}))
	golden(t, "fulltest.csv", tested(t, "csv", fullTestFixture(), Options{}))
	golden(t, "fulltest.json", tested(t, "json", fullTestFixture(), Options{}))
	variants := fullTests()
	var differences strings.Builder
	for _, name := range slices.Sorted(maps.Keys(variants)) {
		differences.WriteString("=== " + name + "\n" + changed(plain, tested(t, "table", variants[name], Options{})))
	}
	golden(t, "fulltest.variants.en.txt", differences.String())
}

// changed returns the lines of a text that another does not have, marked with -, and the other's that it does not have,
// marked with +, each in its order.
func changed(from, to string) string {
	var out strings.Builder
	for _, side := range []struct{ mark, of, without string }{{"-", from, to}, {"+", to, from}} {
		left := map[string]int{}
		for line := range strings.Lines(side.without) {
			left[line]++
		}
		for line := range strings.Lines(side.of) {
			if left[line]--; left[line] < 0 {
				out.WriteString(side.mark + line)
			}
		}
	}
	return out.String()
}

func TestFullTestRefuses(t *testing.T) {
	for _, o := range []struct{ format, lang string }{{"docx", "en"}, {"", ""}, {"html", "de"}} {
		var b bytes.Buffer
		if err := FullTest(&b, o.format, fullTestFixture(), Options{Lang: o.lang}); fault.KindOf(err) != fault.Invalid || b.Len() > 0 {
			t.Errorf("%+v: error %v and %d bytes, want fault.Invalid and none", o, err, b.Len())
		}
	}
	for _, format := range Formats() {
		if err := FullTest(&brokenWriter{100}, format, fullTestFixture(), Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", format, err, errFull)
		}
	}
}

// A panel reads the parts in this order.
func TestFullTestTellsItsStoryInOrder(t *testing.T) {
	w := wordsOf(t, "en")
	var ids []string
	for _, s := range newFullTest(w, fullTestFixture(), true).Sections {
		ids = append(ids, s.ID)
	}
	want := []string{"player", "footing", "limits", "field", "tests", "combined", "detectors", "evidence", "ipr", "opponents", "rounds", "games", "power", "posterior", "subset",
		"actions", "input", "moves", "glossary", "provenance"}
	if !slices.Equal(ids, want) {
		t.Errorf("sections %q, want %q", ids, want)
	}
}

func TestFullTestSaysWhatMustBeSaid(t *testing.T) {
	tests := []struct {
		name  string
		r     *reports.FullTest
		says  []string
		never []string
	}{
		{"judged", fullTestFixture(), []string{
			"Of 3190 honest performances, about one has a Z this high or higher by chance.", "Z = +3.42", "2528 to 2979", "2001 to 2433",
			"looking inflates the error", "Not seen at Z 3.0: moves from the engine that evaluates, on less than 27 % of the counted moves.",
			"Not seen at Z 4.0: moves from an older engine (with classical evaluation, as engines of 2015), not even if every move came from it.",
			"that is one of 481 to one of 11,700; the odds lie between 480 and 11,700 to 1", "No honest performance beyond Z 2.28 has been seen among 136; beyond that every frequency is an extrapolation.",
			"Without its most influential move (round 7, 23. Rfe1), Z falls by 0.21 to +3.21.", "The highest odds after any round so far were 48 : 1, after round 9.",
			"of 100 simulated performances with such a z, honest or helped, 99 have higher odds", "little more like moves taken from an engine", "2350 on average by counted moves (2340 to 2372", "compare the intervals with that",
			"0.48 %", "never a decision", "A permission is no finding", "Regan's notes, IV.2", "(weights 0.50, 0.15, 0.35)",
			"These moves are about 48 times as likely if part of them came from an engine as if none did.", "48 : 1", "It decides nothing.", "need no boundary for looking after every round",
			"Among the 96 players of this event chance alone puts 0.030", "p = 0.030 (Bonferroni",
			"alpha = 0.00135", "once in 741", "O'Brien-Fleming type", "Looks so far: 9", "after round k of 9", "They are several people", "not singled out", "uncertain by ±42", "96, as stated",
		}, []string{"Insufficient", "Extrapolated"}},
		{"several events", severalEventsTest(), []string{"Each event is a field of its own", "Cup 2024: It cannot be told", "Open A: Taken together", "Open A, 2025.02.03: It is not known whether this field plays above or below its ratings: too few players",
			"two events of one player share 241 Elo²", "from 187 pairs of events of 98 players", "the product of the odds of each: 4.1 : 1",
			"Of 3 windows of 30 successive games the highest has Z +2.50", "a probability of at most 0.012", "No change was looked for: too few events have a Z", "over these 32 games",
			"2 games of the player handed in without figures", "still being evaluated", "other time class", "City Rapid", "Nothing is named on these figures", "One player over several events"},
			[]string{"Players of the event", "State the number in the record of the event"}},
		{"singled out", singledOutTest(), []string{"N = 1, and p = <0.001", "singled out, with a recorded reason (Arbiters' Manual 2022, ch. 3, Regan's notes, IV.3)"}, []string{"Among the", "Bonferroni"}},
		{"thin", thinTest(), []string{"Insufficient sample: 45 counted moves, and a judgement needs 120", "Extrapolated", "1500 to 2700",
			"0 or lower", "2310 or lower", "singled out, with a recorded reason (Arbiters' Manual 2022, ch. 3, Regan's notes, IV.3)", "given by whoever asked", "nothing follows from it",
		}, []string{"honest performances", "may be compared with the thresholds"}},
		{"uncalibrated", uncalibratedTest(), []string{"Counts and averages only", "the nearest, standard-quick, was made for recipe quick, not full", "There is no combined Z"},
			[]string{"lies below 1400", "may be compared"}},
		{"refused", refusedTest(), []string{"No expectation: the rating 1180 lies below 1400", "There is no combined Z", "Nothing can be said of what these moves could have shown",
			"There are no odds: rating below 1400", "it takes odds that may be judged"}, []string{"Extrapolated", "may be compared with the thresholds"}},
	}
	for _, tt := range tests {
		for _, format := range []string{"table", "html"} {
			t.Run(tt.name+" "+format, func(t *testing.T) {
				text := strings.ReplaceAll(html.UnescapeString(tested(t, format, tt.r, Options{Width: 120})), "\u00a0", " ")
				text = strings.Join(strings.Fields(text), " ")
				for _, want := range tt.says {
					if !strings.Contains(text, want) {
						t.Errorf("does not say %q", want)
					}
				}
				for _, never := range tt.never {
					if strings.Contains(text, never) {
						t.Errorf("says %q", never)
					}
				}
			})
		}
	}
}

// The table leaves the list of moves to whoever asks for it.
func TestFullTestListsMovesWhenAsked(t *testing.T) {
	short, long := tested(t, "table", fullTestFixture(), Options{}), tested(t, "table", fullTestFixture(), Options{Moves: true})
	if strings.Contains(short, "exd8=Q#") || !strings.Contains(short, "--moves") {
		t.Error("without Moves the table lists them, or does not say how to get them")
	}
	if strings.Count(long, "exd8=Q#") == 0 || strings.Contains(long, "--moves") {
		t.Error("with Moves the table does not list them")
	}
}

func TestNaturalFrequencies(t *testing.T) {
	w := wordsOf(t, "en")
	for _, tt := range []struct {
		n    float64
		want string
	}{
		{43.956, "44"}, {43, "43"}, {740.8, "741"}, {2068.6, "2070"}, {31574, "31,600"}, {3488556, "3,490,000"}, {1e9, "more than 1,000,000,000"},
		{math.Inf(1), "more than 1,000,000,000"}, {1.3, "1"},
	} {
		if got := w.oneIn(tt.n); got != tt.want {
			t.Errorf("oneIn(%v) = %q, want %q", tt.n, got, tt.want)
		}
	}
	r := fullTestFixture()
	r.Combined.Z, r.Combined.OneIn, r.Combined.Odds = new(-.5), new(1.4462), new(.4462)
	if text := tested(t, "table", r, Options{}); !strings.Contains(text, "69\u00a0% of honest performances have a Z this high or higher") {
		t.Error("a usual Z is not called usual")
	}
}

// Honest performances of another calibration are not said to be those of this one.
func TestWhoseHonestPerformancesWereSeen(t *testing.T) {
	own, borrowed := fullTestFixture(), fullTestFixture()
	borrowed.Provenance.Calibration.Honest.Calibration = "standard-quick"
	for lang, says := range map[string][2]string{
		"en": {"No honest performance beyond Z 2.28 has been seen among 136", "taken from the calibration standard-quick, whose recipe and Z are others: no honest performance beyond Z 2.28 has been seen there among 136"},
		"ru": {"Ни одного честного выступления с Z больше 2,28", "взят из калибровки standard-quick, где и рецепт, и Z другие"},
		"uk": {"Жодного чесного виступу з Z понад 2,28", "узято з калібрування standard-quick, де й рецепт, і Z інші"},
	} {
		for i, r := range []*reports.FullTest{own, borrowed} {
			text := strings.Join(strings.Fields(tested(t, "table", r, Options{Lang: lang, Width: 400})), " ")
			if !strings.Contains(text, says[i]) || strings.Contains(text, says[1-i]) {
				t.Errorf("%s: no %q in %s", lang, says[i], text)
			}
		}
	}
}

func TestMovesReadBackFromCSV(t *testing.T) {
	r := fullTestFixture()
	r.MoveRows[0].Played = "=1+1"
	records, err := csv.NewReader(strings.NewReader(tested(t, "csv", r, Options{Lang: "uk"}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	moves := slices.DeleteFunc(slices.Clone(records[1:]), func(r []string) bool { return r[0] != "move" })
	if len(moves) != len(r.MoveRows) {
		t.Fatalf("%d records for %d moves", len(moves), len(r.MoveRows))
	}
	at := map[string]int{}
	for i, name := range records[0] {
		if !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(name) {
			t.Errorf("heading %q is not in snake_case", name)
		}
		at[name] = i
	}
	for i, m := range r.MoveRows {
		record := moves[i]
		if got := record[at["value"]]; got != m.Value {
			t.Errorf("value %q, want %q", got, m.Value)
		}
		if (record[at["p_best"]] == "") != (m.Excluded != "") {
			t.Errorf("move %d: excluded %q and p_best %q", i, m.Excluded, record[at["p_best"]])
		}
	}
	if got := moves[0][at["played"]]; got != "'=1+1" {
		t.Errorf("a cell is a formula: %q", got)
	}
	for text, want := range map[string]string{"+0.35": "+0.35", "-1.20": "-1.20", "#-3": "#-3", "+A1": "'+A1", "-0x1": "'-0x1", "+Inf": "'+Inf"} {
		if got := (&column{}).csv(text); got != want {
			t.Errorf("a cell writes %q as %q, want %q", text, got, want)
		}
	}
}

// The totals of a test stand before its moves, each record with the player's
// name.
func TestTotalsInCSV(t *testing.T) {
	r := fullTestFixture()
	records, err := csv.NewReader(strings.NewReader(tested(t, "csv", r, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at, rows := map[string]int{}, map[string][]string{}
	for i, name := range records[0] {
		at[name] = i
	}
	counts := map[string]int{}
	for _, record := range records[1:] {
		counts[record[0]]++
		rows[record[0]+" "+record[1]] = record
		if record[0] != "reproduction" && record[at["player"]] != r.Player.Name {
			t.Fatalf("%q is of nobody", record)
		}
	}
	for record, want := range map[string]int{"test": len(r.Tests), "opponents_test": len(r.Opponents.Tests), "round": len(r.Rounds), "move": len(r.MoveRows)} {
		if counts[record] != want {
			t.Errorf("%d records %s, want %d", counts[record], record, want)
		}
	}
	for row, want := range map[string][2]string{
		"total combined_z": {"text", fmt.Sprintf("%.2f", *r.Combined.Z)}, "total moves": {"text", strconv.Itoa(r.Moves)},
		"total opponents_z": {"text", fmt.Sprintf("%.2f", *r.Opponents.Z)},
		"test mm":           {"z", fmt.Sprintf("%.2f", *r.Tests[0].Z)}, "opponents_test mm": {"expected", fmt.Sprintf("%.4f", *r.Opponents.Tests[0].Expected)},
		"rating player": {"actual", fmt.Sprintf("%.0f", r.IPR.Rating)}, "rating opponents": {"low", fmt.Sprintf("%.0f", r.Opponents.IPR.Low)},
		"round 9": {"boundary", fmt.Sprintf("%.2f", *r.Rounds[8].Boundary)}, "reproduction command": {"text", r.Provenance.Command},
	} {
		if record := rows[row]; record == nil || record[at[want[0]]] != want[1] {
			t.Errorf("%s: %q, want %s %s", row, record, want[0], want[1])
		}
	}
}

// CSV says what is permitted, and beside every empty figure why it is empty.
func TestMeasuresAndReasonsInCSV(t *testing.T) {
	r := fullTestFixture()
	r.Combined = reports.CombinedZ{ZMissing: reports.OtherEngine, AmongMissing: reports.OtherEngine}
	r.IPR = reports.RatingEstimate{Missing: reports.OtherEngine}
	r.Tests[0] = reports.TestRow{Test: "mm", N: 212, Missing: reports.OtherEngine}
	r.Rounds[8].Boundary, r.Rounds[8].BoundaryMissing = nil, reports.BeyondPlan
	r.Actions[2].Threshold = 3
	r.Ranges = []reports.PlayerRange{
		{From: 1, To: 150, Actions: r.Actions[:1], Graver: r.Actions[2:], UpTo: 96, Held: "adjusted_p"}, {From: 151, Held: "adjusted_p"}}
	for i := range r.MoveRows {
		if m := &r.MoveRows[i]; m.Excluded == "" {
			m.PBest, m.PPlayed, m.Loss, m.ExpectedMissing, m.LossMissing = nil, nil, nil, reports.OtherEngine, reports.NoLoss
		}
	}
	text := tested(t, "csv", r, Options{})
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, record := range records[1:] {
		var row []string
		for i, name := range records[0] {
			if slices.Contains([]string{"record", "item", "low", "high", "z", "missing", "boundary_missing", "loss_missing"}, name) {
				row = append(row, record[i])
			}
		}
		said[strings.Join(row, " ")] = true
	}
	for _, want := range []string{
		"measure intrusive_warranted   3.00   ", "range unobtrusive 1 150  adjusted_p  ", "range intrusive_warranted 1 96 3.00   ",
		"range no_action 151   adjusted_p  ", "total combined_z    engine  ", "total bonferroni_p    engine  ", "rating player    engine  ",
		"test mm    engine  ", "round 9   3.42  beyond_plan ", "move     engine  no_loss",
	} {
		if !said[want] {
			t.Errorf("no row %q", want)
		}
	}
}

// Where a limit of ours holds a measure back, the page says that it is ours.
func TestOurOwnLimitsAreCalledSo(t *testing.T) {
	for lang, want := range map[string]string{"en": "this program's own, stricter than the notes", "ru": "собственное правило программы", "uk": "власне правило програми"} {
		for held, own := range map[string]bool{"adjusted_p": true, "below_boundary": true, "boundary_unknown": true, "quick_evaluations": false, "players_unknown": false} {
			r := fullTestFixture()
			r.Held = held
			text := strings.Join(strings.Fields(tested(t, "table", r, Options{Lang: lang})), " ")
			if strings.Contains(text, want) != own {
				t.Errorf("%s in %s: called our own %v, want %v", held, lang, !own, own)
			}
		}
	}
}

// Whatever the figures and the names, the formats for people stay readable and
// never write NaN.
func TestFullTestHoldsForAnyFigures(t *testing.T) {
	t.Parallel()
	words := wordsOf(t, "en")
	rapid.Check(t, func(t *rapid.T) {
		figure := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1}))
		pointer := func(name string) *float64 {
			if rapid.Bool().Draw(t, name+" exists") {
				return new(figure.Draw(t, name))
			}
			return nil
		}
		r := fullTestFixture()
		r.MoveRows = r.MoveRows[:12]
		r.Player.Name, r.GameRows[1].Opponent = rapid.String().Draw(t, "name"), rapid.String().Draw(t, "opponent")
		r.Player.Rating, r.Player.RatingSD = figure.Draw(t, "rating"), figure.Draw(t, "rating sd")
		r.Footing.Judged, r.Footing.Refused = rapid.Bool().Draw(t, "judged"), rapid.Bool().Draw(t, "refused")
		for i := range r.Tests {
			r.Tests[i].Actual, r.Tests[i].Z, r.Tests[i].SD = pointer("actual"), pointer("z"), pointer("sd")
		}
		r.Combined.Z, r.Combined.OneIn, r.Combined.Odds = pointer("Z"), pointer("one in"), pointer("odds")
		r.Evidence.Log = pointer("evidence")
		r.IPR.Rating, r.IPR.Low, r.IPR.High = figure.Draw(t, "ipr"), figure.Draw(t, "low"), figure.Draw(t, "high")
		for i := range r.Rounds {
			r.Rounds[i].Z, r.Rounds[i].Boundary, r.Rounds[i].Evidence = pointer("Z so far"), pointer("boundary"), pointer("evidence so far")
		}
		r.Power[0].Share, r.Posterior[0].Probability, r.Posterior[0].Prior = figure.Draw(t, "share"), figure.Draw(t, "probability"), figure.Draw(t, "prior")
		columns := rapid.IntRange(leastWidth, 160).Draw(t, "columns")
		d := newFullTest(words, r, true)
		var b strings.Builder
		if err := writeDocument(&b, d, words, Options{Width: columns}); err != nil {
			t.Fatal(err)
		}
		checkLines(t, b.String(), columns)
		if rapid.IntRange(0, 9).Draw(t, "page") == 0 { // parsing the templates takes long
			if err := writePage(&b, "document.html", words, d); err != nil {
				t.Fatal(err)
			}
		}
		if bad := regexp.MustCompile(`\bNaN\b|[+-]Inf\b`).FindString(strings.ReplaceAll(b.String(), r.Player.Name, "")); bad != "" {
			t.Fatalf("the report says %s", bad)
		}
	})
}

func TestFullTestFitsAnyTerminal(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		words := wordsOf(t, lang)
		for _, r := range []*reports.FullTest{fullTestFixture(), quickTest(), unstatedTest(), thinTest(), refusedTest(), uncalibratedTest(), secondOf(fullTestFixture(), -1.5), unfittedSecond()} {
			r.MoveRows = r.MoveRows[:min(30, len(r.MoveRows))]
			d := newFullTest(words, r, true)
			for columns := leastWidth; columns <= 170; columns += 13 {
				var b strings.Builder
				if err := writeDocument(&b, d, words, Options{Width: columns}); err != nil {
					t.Fatal(err)
				}
				checkLines(t, b.String(), columns)
			}
		}
	}
}

func TestFullTestJSONIsWhole(t *testing.T) {
	var back reports.FullTest
	if err := json.Unmarshal([]byte(tested(t, "json", fullTestFixture(), Options{})), &back); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(back.Tests[0].Z != nil, len(back.MoveRows), back.Player.Name), fmt.Sprint(true, len(fullTestFixture().MoveRows), "Above, Anna"); got != want {
		t.Errorf("read back %s, want %s", got, want)
	}
}

// The boundary runs out of the top of the picture and not along it.
func TestBoundaryIsCutOff(t *testing.T) {
	c := newLooksChart(fullTest{words: wordsOf(t, "en"), FullTest: fullTestFixture()})
	corners := drawnAs(c, "hintline")[0].Points
	if len(corners) != 7 { // the entry through the top and rounds 4 to 9
		t.Errorf("corners %v, want seven", corners)
	}
	if corners[0].Y != plotTop {
		t.Errorf("the line enters at %v, want %v", corners[0].Y, plotTop)
	}
	if points := pointedAt(c); len(points) != 9 || points[3].Class != "few" || points[6].Class != "" {
		t.Errorf("points %+v", points)
	}
	if newLooksChart(fullTest{words: wordsOf(t, "en"), FullTest: refusedTest()}) != nil {
		t.Error("a picture without a Z")
	}
}

// Where nobody stated how many play, the boundary is that of the smallest events,
// and the report says so with the article.
func TestABoundaryWithoutTheNumberOfPlayersSaysWhoseItIs(t *testing.T) {
	for _, stated := range []int{0, 96} {
		r := fullTestFixture()
		r.Players.Stated = stated
		text := strings.Join(strings.Fields(tested(t, "table", r, Options{Width: 120})), " ")
		if says := strings.Contains(text, "boundary of an event of up to 150 (Arbiters' Manual 2022, ch. 3, Regan's notes, IV.2)"); says != (stated == 0) {
			t.Errorf("%d players: says so %v", stated, says)
		}
	}
}

// A page shows what the document of a test holds, word for word, but for what is permitted.
func TestPageOfATestHoldsItsDocument(t *testing.T) {
	t.Parallel()
	blank := regexp.MustCompile(`(?s)<[^>]*>|\s+`)
	text := func(html string) string { return strings.Join(strings.Fields(blank.ReplaceAllString(html, " ")), " ") }
	for _, lang := range Languages() {
		phrases, err := PhrasesOf(lang)
		if err != nil {
			t.Fatal(err)
		}
		r := published(t, *fullTestFixture())
		page, err := phrases.FullTest(&r, nil)
		if err != nil {
			t.Fatal(err)
		}
		document := tested(t, "html", &r, Options{Lang: lang})
		_, sections, _ := strings.Cut(document, "<main>")
		sections, _, _ = strings.Cut(sections, "</main>")
		from, to := strings.Index(sections, `<section id="actions"`), strings.Index(sections, `<section id="input"`)
		if from < 0 || to < from {
			t.Fatal("the document has no section on what is permitted, or in another place")
		}
		strip := text(string(page.Strip))
		before, after, ok := strings.Cut(text(sections[:from]+sections[to:]), strip)
		if !ok || len(strip) < 100 {
			t.Errorf("%s: the chart %s is not that of the document", lang, strip)
		}
		if want, got := strings.TrimSpace(before)+" "+strings.TrimSpace(after), text(string(page.Paper)); got != want {
			t.Errorf("%s: the page holds\n%s\nthe document\n%s", lang, got, want)
		}
	}
}
