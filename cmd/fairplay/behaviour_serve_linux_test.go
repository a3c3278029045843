package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/calibration"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/uci"
	"fairplay/uci/ucitest"
)

// miniature ends soon after the first turn that counts, so that it needs few searches.
const miniature = `[Event "Open"]
[Site "?"]
[Date "2024.05.01"]
[Round "1"]
[White "White, Anna"]
[Black "Black, Boris"]
[WhiteElo "2400"]
[BlackElo "2400"]
[TimeControl "40/5400+30:1800+30"]
[Result "1/2-1/2"]

1. a3 a6 2. h3 h6 3. e4 e5 4. Nc3 Nc6 5. Nf3 Nf6 6. d3 d6 7. Be2 Be7 8. O-O O-O
9. Be3 Be6 10. d4 exd4 1/2-1/2
`

// A server accepts another build of the engine for which its calibrations were fitted, and no
// other engine of the same name. The cache contains from the start how each evaluates the
// reference positions, as after the first start with it.
func TestServeWithAnotherBuild(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		applies bool
		alter   func(*analysis.Evaluation)
	}{
		{"another build", true, func(*analysis.Evaluation) {}},
		{"another engine of that name", false, func(e *analysis.Evaluation) { e.Deep = e.Deep[1:] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := onSQLite(t, ucitest.Engine{})
			h.engine = filepath.Join(t.TempDir(), "stockfish")
			ucitest.Rebuild(t, "/usr/games/stockfish", h.engine, c.name)
			h.behaves(c.alter)
			s := h.serve("--engines", "1")
			arbiter := h.arbiter()
			event := s.event(arbiter)
			s.upload(arbiter, event, "miniature.pgn", []byte(miniature))
			var report struct{ Provenance reports.Provenance }
			if err := json.Unmarshal([]byte(s.screening(arbiter, event)), &report); err != nil {
				t.Fatal(err)
			}
			p := report.Provenance
			if (p.Calibration != nil) != c.applies || len(p.Engine.Behaviour) != 64 {
				t.Errorf("calibration %v (%s), behaviour %q", p.Calibration, p.Uncalibrated, p.Engine.Behaviour)
			}
			if !c.applies && !strings.Contains(p.Uncalibrated, "was made for behaviour of the engine on the reference positions ") {
				t.Error(p.Uncalibrated)
			}
			s.stop()
		})
	}
}

// behaves puts evaluations of the reference positions into the cache of the premises: those of
// the corpus' engine, with one of them altered.
func (p *premises) behaves(alter func(*analysis.Evaluation)) {
	p.Helper()
	must := func(err error) {
		if err != nil {
			p.Fatal(err)
		}
	}
	ctx := p.Context()
	engine, err := uci.Start(ctx, p.engine)
	must(err)
	defer engine.Close()
	must(os.MkdirAll(p.data, 0o700))
	db, err := store.Open(ctx, cmp.Or(p.database, filepath.Join(p.data, "fairplay.db")))
	must(err)
	defer db.Close()
	cache := store.NewCache(db)
	defer func() { must(cache.Close()) }()
	positions, err := behaviour.Positions("quick")
	must(err)
	library, err := calibration.Shipped()
	must(err)
	for _, named := range []analysis.Recipe{analysis.Quick(), analysis.Full()} {
		recipe, err := engine.Identity().Complete(named)
		must(err)
		must(cache.RegisterRecipe(ctx, recipe))
		said := fittedOn(p.T, named.Name)
		digest, err := behaviour.Digest("quick", said)
		must(err)
		if !slices.ContainsFunc(library, func(c *calibration.Calibration) bool { return c.Behaviour == digest }) {
			p.Fatalf("no calibration was fitted with the behaviour %s of the sample", digest)
		}
		for i, at := range positions {
			e := said[at.Key]
			if i == 0 {
				alter(&e)
			}
			must(cache.Put(ctx, recipe.Fingerprint(), at.Key, e, at.Legal))
		}
	}
}

// fittedOn returns the evaluations of the reference positions in the corpus of a recipe.
func fittedOn(t testing.TB, recipe string) map[string]analysis.Evaluation {
	t.Helper()
	file, err := os.Open("../../testdata/corpus/sample/reference-" + recipe + ".zst")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive, err := store.ReadArchive(file)
	if err != nil {
		t.Fatal(err)
	}
	known, err := archive.Recipes()
	if err != nil {
		t.Fatal(err)
	}
	said, err := archive.GetMany(t.Context(), known[0].Fingerprint(), behaviour.Keys("quick"))
	if err != nil {
		t.Fatal(err)
	}
	return said
}
