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

// Every reason and every reason to hold back has words in every language.
func TestReasonsHaveWords(t *testing.T) {
	for _, lang := range Languages() {
		w := wordsOf(t, lang)
		for _, why := range []reports.Reason{
			reports.NoRating, reports.LowRating, reports.RatingBeyond, reports.NoCalibration, reports.OtherTimeClass, reports.OtherEngine,
			reports.OtherRecipe, reports.OtherPolicy, reports.OtherRuleSet, reports.NoMoves, reports.OneMove, reports.FewMoves, reports.NoLoss,
			reports.NoVariance, reports.FewPlayers, reports.PlayersUnknown, reports.NoPlan, reports.NoRound, reports.BeyondPlan,
			reports.EarlierRound, reports.NotJudged, reports.NothingToDraw,
		} {
			if w.why(why) == string(why) {
				t.Errorf("%s: no words for %s", lang, why)
			}
		}
	}
}
