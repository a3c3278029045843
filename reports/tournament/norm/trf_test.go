package norm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/norm"
	"fairplay/reports/tournament/trf"
)

func file(t testing.TB, path ...string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", "..", "..", "testdata"}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func read(t testing.TB, text []byte) *trf.Tournament {
	t.Helper()
	r, err := trf.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFromTRF(t *testing.T) {
	e := norm.FromTRF(read(t, file(t, "tournament", "norms_open_2023.trf")), tournament.Facts{})
	if e.System != tournament.Swiss || e.Federation != "ESP" || e.Rounds != 9 || !e.Start.Equal(time.Date(2023, 5, 1, 0, 0, 0, 0, time.UTC)) || len(e.Dates) != 9 {
		t.Errorf("%+v", e.Facts)
	}
	if e.Average != nil {
		t.Error("an average although one player has no rating")
	}
	p := e.Players[13]
	if p.Name != "Nowak, Nadia" || p.Sex != norm.Woman || p.Title != "WGM" || p.Federation != "UKR" || p.Rating != 2368 || p.Born != "1993" || len(p.Rounds) != 9 {
		t.Errorf("%+v", p)
	}
	stated := norm.FromTRF(read(t, file(t, "tournament", "norms_open_2023.trf")), tournament.Facts{System: tournament.RoundRobin, Federation: "FRA", Rounds: 11})
	if stated.System != tournament.RoundRobin || stated.Federation != "FRA" || stated.Rounds != 11 {
		t.Errorf("what was stated does not go first: %+v", stated.Facts)
	}
}

// Marks of TRF26: games decided under one move are unclear, rounds without a mark an
// absence once others have results, and open before.
func TestOutcomesFromTRF(t *testing.T) {
	text := "012 Small\nXXR 4\n" +
		"001    1 m    A, A                              2400 ESP                         1.0    1     2 w 1     2 b W     0 w       3 b  \n" +
		"001    2 m    B, B                              2400 ESP                         1.0    2     1 b 0     1 w L     3 w +           \n" +
		"001    3 m    C, C                              2400 ESP                         1.0    3                         2 b -     1 w  \n"
	got := read(t, []byte(text))
	e := norm.FromTRF(got, tournament.Facts{})
	want := [][]norm.RoundOutcome{
		{norm.Win, norm.Unclear, norm.Absent, norm.ToCome},
		{norm.Loss, norm.Unclear, norm.ForfeitWin},
		{norm.Absent, norm.Absent, norm.ForfeitLoss, norm.ToCome},
	}
	for i, p := range e.Players {
		var outcomes []norm.RoundOutcome
		for _, r := range p.Rounds {
			outcomes = append(outcomes, r.Outcome)
		}
		if !slices.Equal(outcomes, want[i]) {
			t.Errorf("%s: %q, want %q (%v)", p.Name, outcomes, want[i], got.Errors)
		}
	}
}

// FuzzJudge: whatever a file holds, norms are judged or not, and nothing breaks. What is
// made has no requirement that is not met.
func FuzzJudge(f *testing.F) {
	f.Add(file(f, "tournament", "norms_open_2023.trf"))
	f.Add(file(f, "trf", "py4swiss_comments.trf"))
	f.Add(file(f, "trf", "bbp_dutch_2025_C5.input"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := trf.Read(bytes.NewReader(text))
		if err != nil || len(got.Participants) > 64 || got.NumRounds() > 30 {
			return
		}
		ed := regulations.Shipped().Edition(got.Start.Time())
		e := norm.FromTRF(got, tournament.Facts{})
		for _, entry := range norm.Judge(e, ed).Entries {
			for _, n := range entry.Norms {
				bad := slices.ContainsFunc(n.Checks, func(c norm.Check) bool { return c.Met != tournament.Yes })
				if bad == (n.State == norm.Made) {
					t.Errorf("%s of %s: %+v", n.State, n.Title, n.Checks)
				}
			}
		}
		if _, err := norm.Claims(e, nil, ed); err != nil {
			t.Error(err)
		}
		tournament.Protect(e.Facts, ed)
	})
}
