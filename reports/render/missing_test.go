package render

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"fairplay/reports"
)

// A missing figure has its reason beside it, in words, in the page and in CSV.
func TestMissingFiguresOfAScreeningHaveReasons(t *testing.T) {
	t.Parallel()
	s := calibrated()
	r := &s.Players[0]
	r.Name, r.Rating, r.ROI, r.Hint = "Unrated, Ursula", 0, nil, nil
	r.RatingMissing, r.ROIMissing, r.HintMissing = reports.NoRating, reports.NoRating, reports.NoRating
	for lang, want := range map[string]string{"en": "no rating in the games", "ru": "в партиях нет рейтинга", "uk": "у партіях немає рейтингу"} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(written(t, format, s, Options{Lang: lang, Width: 160})), " ")
			if !strings.Contains(text, "(Unrated, Ursula)") || !strings.Contains(text, want) {
				t.Errorf("%s in %s does not say %q", format, lang, want)
			}
		}
	}
	records, err := csv.NewReader(strings.NewReader(written(t, "csv", s, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(records[0], "roi_missing")
	if at < 0 || !slices.ContainsFunc(records[1:], func(row []string) bool { return row[at] == "no_rating" }) {
		t.Error("CSV does not say why there is no ROI")
	}
}

// What is missing of the played figures, and of their uncertainty, has its reason
// below the table of every width and in CSV.
func TestMissingQuantitiesHaveReasons(t *testing.T) {
	t.Parallel()
	s := fixture()
	s.Players = append(s.Players, player("Unevaluated, Una", "", 2200, 1, 30, counts{mm: 9, ev: 9, t3: 20, line: .61, oppMM: 8, oppMoves: 29}))
	s.Players[len(s.Players)-1].AE = reports.Measured{Missing: reports.NoLoss}
	for _, width := range []int{80, 160} {
		text := strings.Join(strings.Fields(written(t, "table", s, Options{Width: width})), " ")
		for _, want := range []string{"uncertainty of ASD (One, Move): a single counted move", "what was played (–)", "AE (Unevaluated, Una): the positions after the moves were not evaluated"} {
			if width == 80 && strings.HasPrefix(want, "AE") {
				continue // there is no room for the column
			}
			if !strings.Contains(text, want) {
				t.Errorf("%d columns: no %q", width, want)
			}
		}
	}
	records, err := csv.NewReader(strings.NewReader(written(t, "csv", s, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, record := range slices.DeleteFunc(records[1:], func(r []string) bool { return r[0] != "player" }) {
		for i, name := range records[0] {
			why[record[3]+" "+name] = record[i]
		}
	}
	for place, want := range map[string]string{"One, Move asd_missing": "one_move", " mm_missing": "no_moves", "Unevaluated, Una ae_missing": "no_loss", "Above, Anna ae_missing": ""} {
		if got := why[place]; got != want {
			t.Errorf("%s: %q, want %q", place, got, want)
		}
	}
}

// A player outside the calibrated ratings stands with the reason in table, page
// and picture, and in CSV.
func TestExtrapolatedPlayersSayWhy(t *testing.T) {
	t.Parallel()
	s := calibrated()
	s.Lines[0].Extrapolated = 1
	for lang, want := range map[string][2]string{
		"en": {"by chance, Holm p (Venkata", "1 of 1 players with ratings outside the calibrated range is at ROI 60 or above. They are not judged."},
		"ru": {"p по Холму (Venkata", "Игроков с рейтингом вне откалиброванного диапазона на ROI 60 или выше: 1 из 1. Они не оцениваются."},
		"uk": {"p за Холмом (Venkata", "Гравців із рейтингом поза відкаліброваним діапазоном на ROI 60 або вище: 1 з 1. Вони не оцінюються."},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(written(t, format, s, Options{Lang: lang, Width: 160})), " ")
			for _, part := range want {
				if !strings.Contains(text, part) {
					t.Errorf("%s in %s: no %q", format, lang, part)
				}
			}
		}
	}
	if page := written(t, "html", s, Options{}); !strings.Contains(page, "extrapolated ROI") {
		t.Error("the picture does not hold the player")
	}
	if text := written(t, "csv", s, Options{}); !strings.Contains(text, ",extrapolated,") {
		t.Error("CSV has no reason")
	}
}

// Every reason and every reason to hold back has words in every language.
func TestReasonsHaveWords(t *testing.T) {
	for _, lang := range Languages() {
		w := wordsOf(t, lang)
		for _, why := range []reports.Reason{
			reports.NoRating, reports.LowRating, reports.RatingBeyond, reports.NoCalibration, reports.OtherTimeClass, reports.OtherEngine,
			reports.OtherRecipe, reports.OtherPolicy, reports.OtherRuleSet, reports.NoMoves, reports.OneMove, reports.FewMoves, reports.NoLoss,
			reports.NoVariance, reports.FewPlayers, reports.OthersUnknown, reports.PlayersUnknown, reports.NoPlan, reports.NoRound, reports.BeyondPlan,
			reports.EarlierRound, reports.NotJudged, reports.OutOfRange, reports.VagueRating, reports.NothingToDraw,
		} {
			if w.why(why) == string(why) {
				t.Errorf("%s: no words for %s", lang, why)
			}
		}
	}
}
