package render

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/render/rendertest"
)

// aClaim is a claim of which one match is borne out and another is not; a second range is of opening
// moves, and gives a number alone.
func aClaim() *reports.ClaimReport {
	half := .5
	counted := reports.ClaimCount{
		Played: 2, Claimed: new(2), Found: 1, Named: 2, Confirmed: 1, Wrong: 1, Counted: 2, CountedFound: 1,
		Expected: new(1.0), Within: &[2]int{0, 2}, AtLeast: &reports.DrawFrequency{P: .75, SE: .003},
	}
	opening := reports.ClaimCount{Played: 1, Claimed: new(1), Found: 1, Missing: reports.NoMoves}
	return &reports.ClaimReport{
		Player: reports.TestedPlayer{Name: "Example, Anna", Rating: 2400, RatingSD: 50, RatingSource: "games"},
		Claim:  reports.EngineClaim{Interface: "ChessBase 17", Platform: "\u202eevil"},
		Lacks:  []reports.ClaimLack{{Lack: claim.NoVersion, Article: claim.NoVersion.Article()}, {Lack: claim.NoHash, Article: claim.NoHash.Article()}},
		Rerun:  reports.ClaimRerun{Engine: reports.StandardEngine, Settings: []reports.ClaimSetting{{Name: "hash_size", Used: "64"}, {Name: "Contempt", Claimed: "0"}}},
		ClaimedGames: []reports.ClaimedGame{{
			ID: "a", Round: "7", Color: "white", Opponent: "Sample, Boris", Result: "1-0",
			Ranges: []reports.ClaimedRange{
				{First: 14, Last: 16, Reason: "the novelty", Beyond: 1, ClaimCount: counted, Moves: []reports.ClaimedMove{
					{Turn: 14, Played: "Nf3", Choice: "Nf3", ChoiceUCI: "g1f3", Value: "+0.30", Standing: reports.ClaimConfirmed, Matches: true, P: &half},
					{Turn: 15, Played: "a3", Choice: "h3", ChoiceUCI: "h2h3", Value: "+0.30", Standing: reports.ClaimWrong, Equal: true, P: &half},
				}, Best: &reports.BestRange{Length: 2, Matches: 1, Usual: 2, AtLeast: reports.DrawFrequency{P: .9999, SE: .0001}, InGame: reports.DrawFrequency{P: .995, SE: .001}, Independent: reports.DrawFrequency{P: .00004, SE: .00001},
					Reaching: []reports.Reaching{{Matches: 1, DrawFrequency: reports.DrawFrequency{P: .9999, SE: .0001}}}}},
				{First: 3, Last: 3, ClaimCount: opening, Moves: []reports.ClaimedMove{{Turn: 3, Played: "d4", Choice: "d4", Standing: reports.ClaimUnstated, Matches: true, Excluded: "opening"}}},
			},
		}},
		Total: counted, Draws: &reports.ClaimDraws{Games: 9, Moves: 300, Draws: 20_000, Seed: [2]int{1, 1}, RatingSD: 50, GameSD: 157},
		Footing: reports.Firmness{Extrapolated: true},
	}
}

// In every language and format a claim says each figure, accuses nobody, and shows no foreign text that
// a terminal would obey.
func TestClaim(t *testing.T) {
	for _, lang := range Languages() {
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := Claim(&out, format, aClaim(), Options{Lang: lang, Width: 160}); err != nil {
				t.Fatalf("%s, %s: %v", format, lang, err)
			}
			text := out.String()
			if format == "pdf" || format == "xlsx" {
				if len(text) < 1000 {
					t.Errorf("%s, %s: %d bytes", format, lang, len(text))
				}
				continue
			}
			if format == "table" && lang == "en" {
				golden(t, "claim.en.txt", text)
			}
			if words := rendertest.Accusing(text); len(words) > 0 && format == "table" {
				t.Errorf("%s, %s: %v", format, lang, words)
			}
			if strings.Contains(text, "\u202e") {
				t.Errorf("%s, %s: a direction mark is shown", format, lang)
			}
			if format == "table" {
				for _, want := range []string{"R-VI-2a", "Nf3", "Contempt", "157"} {
					if !strings.Contains(text, want) {
						t.Errorf("%s, %s: no %q in\n%s", format, lang, want, text)
					}
				}
			}
		}
	}
	if err := Claim(&bytes.Buffer{}, "odt", aClaim(), Options{}); err == nil || !slices.Contains(Formats(), "csv") {
		t.Error("an unknown format is taken")
	}
}
