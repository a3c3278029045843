package pgn_test

import (
	"os"
	"path/filepath"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// FuzzRead reads anything: no panic, one outcome for each game in order, the
// same boundaries when only headers are read, plies that follow from each
// other, and games that survive being written.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(samples + "/hard/*.pgn")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 2000)])
	}
	for _, text := range []string{
		"[Event \"A\"]\n\n1. e4 {x {y} (1. d4 d5) e5 2. Nf3 ; z\n Nc6 (=) 3. Bb5 a6 $1 1/2-1/2\n\n[Event \"B\"]\n\n*",
		"\xff\xfe[\x00E\x00v\x00 \x00\"\x00A\x00\"\x00]\x00 \x001\x00.\x00 \x00e\x004\x00", "[White \"\xcf\xb8\xf2\xf0\"]\n\n1. e4 e5 2. \xcaf3 \xca\xf16 0-1",
		"[FEN \"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1\"] gxh1=Q b8(Q) f1=N e.p. 0-0-0 -- *",
		"\xa0\xa0",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		games := sameBoundaries(t, text, pgn.Options{MaxGameBytes: 4000})
		last := 0
		for _, g := range games {
			if g.Source.Game <= last || g.Source.Line < 1 {
				t.Errorf("game %d after %d, line %d", g.Source.Game, last, g.Source.Line)
			}
			last = g.Source.Game
			checkGame(t, g)
		}
	})
}

func checkGame(t *testing.T, g *analysis.Game) {
	t.Helper()
	if g.Cut != nil && g.Cut.Ply >= 0 && g.Cut.Ply != len(g.Plies) {
		t.Errorf("%s: cut at ply %d of %d", g.Source, g.Cut.Ply, len(g.Plies))
	}
	if g.Variant != analysis.Standard || g.Start == "" {
		if len(g.Plies) > 0 || g.ID == "" {
			t.Errorf("%s: %d plies without a start, ID %q", g.Source, len(g.Plies), g.ID)
		}
		return
	}
	for i, p := range g.Plies {
		if (i == 0 && p.Key != g.Start) || (analysis.Position{Key: p.Key}).Turn() != g.Turn(i) {
			t.Errorf("%s, ply %d: key %q", g.Source, i, p.Key)
		}
	}
	end, err := pgn.NewPosition(g.End.Key)
	if err != nil || len(end.Legal) != len(g.End.Legal) || end.InCheck != g.End.InCheck {
		t.Errorf("%s: end %+v, read again %+v, %v", g.Source, g.End, end, err)
	}
	if len(g.Tags) < 50 {
		sameAfterWriting(t, g)
	}
}
