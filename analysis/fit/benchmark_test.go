package fit

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// benchmarkWorld is a corpus of one event to fit and two to test, with the moves of two engines: one plays
// the deep best, the other what was played, and misses one position of event a.
func benchmarkWorld(t *testing.T) (c *Corpus, models *score.Models) {
	t.Helper()
	w := newWorld(t, 61, modelTerms(), modelCoefficients())
	games := w.event("fit", Train, 2000, 12)
	for _, name := range []string{"a", "b"} {
		games = append(games, w.event(name, Test, 2000, 26)...)
	}
	c = corpusOf(t, games...)
	missed := false
	for _, s := range c.Part(Test) {
		for _, m := range s.Moves {
			f := Foreign{Engine: "sf17-150k", Game: s.Game, Ply: m.Figures.Ply, Move: m.Position.Moves[m.Position.Best], Value: analysis.Centipawns(30), After: analysis.Centipawns(30)}
			c.AddForeign([]Foreign{f})
			if f.Engine, f.Move = "ethereal-depth12", m.Position.Moves[m.Position.Played]; missed {
				c.AddForeign([]Foreign{f})
			}
			missed = true
		}
	}
	return c, bankModels(w)
}

func TestBenchmark(t *testing.T) {
	c, models := benchmarkWorld(t)
	all, err := Benchmark(c, models, bankParameters(), InOrder)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Benchmark(c, models, bankParameters(), atOnce)
	if err != nil || len(again) != len(all) || slices.CompareFunc(all, again, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Results["z"].Statistic, b.Results["z"].Statistic))
	}) != 0 {
		t.Errorf("another order of work gives another benchmark: %v", err)
	}
	type at struct {
		help  string
		share float64
	}
	of := map[string]map[at]*Entry{} // by player: event and first game say who he is
	counts := map[at]int{}
	for i := range all {
		e := &all[i]
		if !regexp.MustCompile(`^p[0-9a-f]{10}$`).MatchString(e.ID) || i > 0 && all[i-1].ID >= e.ID || e.Moves != len(e.Judged) {
			t.Errorf("%d: %+v after %s", i, e.Label, all[max(i-1, 0)].ID)
		}
		var games []Judged
		for _, j := range e.Judged {
			j.Move = 0
			games = append(games, j)
		}
		positions, err := json.Marshal(games)
		if err != nil {
			t.Fatal(err)
		}
		if of[string(positions)] == nil {
			of[string(positions)] = map[at]*Entry{}
		}
		of[string(positions)][at{e.Help, e.Share}] = e
		counts[at{e.Help, e.Share}]++
	}
	if n := counts[at{Unhelped, 0}]; n != 12 || counts[at{"sf17-150k", 1}] != n || counts[at{"two_a_game", 0}] != n || counts[at{"ethereal-depth12", 1}] != n-1 || len(of) != n {
		t.Errorf("%v of %d performances", counts, len(of))
	}
	changed := func(e, honest *Entry) (n int, places []int) {
		for k := range e.Judged {
			if e.Judged[k] != honest.Judged[k] {
				n, places = n+1, append(places, k)
			}
		}
		return n, places
	}
	for _, variants := range of {
		honest := variants[at{Unhelped, 0}]
		for k, e := range variants {
			n, _ := changed(e, honest)
			if want := int(math.Round(k.share * float64(e.Moves))); k.share > 0 && e.Replaced != want || n > e.Replaced {
				t.Errorf("%v: %d replaced, %d changed of %d", k, e.Replaced, n, e.Moves)
			}
		}
		if e := variants[at{"ethereal-depth12", 1}]; e != nil && e.Results["z"].Statistic != honest.Results["z"].Statistic {
			t.Error("an engine that plays the same changes what is said")
		}
		if e, best := variants[at{"sf17-150k", 1}], variants[at{"best", 0.3}]; e.Results["t1"].Statistic < 1 || !(e.Results["z"].Statistic > best.Results["z"].Statistic) || e.Results["odds"].Odds < best.Results["odds"].Odds {
			t.Errorf("all moves are the engine's: %v, three tenths: %v", e.Results, best.Results)
		}
		_, half := changed(variants[at{"sf17-150k", 0.5}], honest)
		_, less := changed(variants[at{"sf17-150k", 0.3}], honest)
		for _, k := range less {
			if !slices.Contains(half, k) {
				t.Error("half of the moves does not hold three tenths of them")
			}
		}
		for _, name := range Baselines() {
			if r, there := honest.Results[name]; !there || math.IsNaN(r.Statistic) {
				t.Errorf("%s says %v", name, r)
			}
		}
	}
	if _, err := Benchmark(corpusOf(t), models, bankParameters(), InOrder); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("nothing to test: %v", err)
	}
}

// PGN-Spy's T1, T2, T3, counted on paper.
func TestTopMoves(t *testing.T) {
	for _, row := range []struct {
		name   string
		turn   int
		values []float64 // pawns
		best   int       // deep
		made   int
		want   [3]float64
		counts int // of T1, T2, T3
	}{
		{"first of four even moves", 11, []float64{0.3, 0.2, 0.1, 0.1}, 0, 0, [3]float64{1, 1, 1}, 3},
		{"third", 11, []float64{0.3, 0.2, 0.1, 0.1}, 0, 2, [3]float64{0, 0, 1}, 3},
		{"first of the deep pass", 11, []float64{0.3, 0.2, 0.1, 0.1}, 2, 2, [3]float64{1, 1, 1}, 3},
		{"first of the wide pass alone", 11, []float64{0.3, 0.2, 0.1, 0.1}, 2, 0, [3]float64{0, 1, 1}, 3},
		{"third of the wide pass alone", 11, []float64{0.3, 0.2, 0.1, 0.1, 0}, 3, 2, [3]float64{0, 0, 0}, 3},
		{"turn 10", 10, []float64{0.3, 0.2, 0.1, 0.1}, 0, 0, [3]float64{}, 0},
		{"decided", 11, []float64{2.01, 2, 2, 2}, 0, 0, [3]float64{}, 0},
		{"just undecided", 11, []float64{-2, -2.1, -2.2, -2.3}, 0, 0, [3]float64{1, 1, 1}, 3},
		{"forced", 11, []float64{0.6, 0.09, 0, 0}, 0, 0, [3]float64{}, 0},
		{"half a pawn is not forced", 11, []float64{0.6, 0.1, -0.5, -0.6}, 0, 0, [3]float64{1, 0, 0}, 1},
		{"clear from the third on", 11, []float64{0.6, 0.2, -0.2, -0.5}, 0, 1, [3]float64{0, 1, 0}, 2},
		{"two moves", 11, []float64{0.6, 0.5}, 0, 1, [3]float64{0, 0, 0}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := &side{scored: &scored{Side: &Side{Moves: []Move{{Position: &choice.Position{Values: row.values, Best: row.best}, Turn: row.turn}}}}}
			x := exam{sides: []*side{s}, made: [][]int{{row.made}}}
			if got := topMoves(&x); got != row.want {
				t.Errorf("%v, not %v", got, row.want)
			}
			// Beside a position that counts for all three and is missed, the share is 1/2 where this one counts and is hit.
			open := Move{Position: &choice.Position{Values: []float64{0, 0, 0, 0, 0}}, Turn: 20}
			s.Side = &Side{Moves: append(s.Side.Moves, open)}
			x.made[0] = append(x.made[0], 4)
			for k, v := range topMoves(&x) {
				want := row.want[k]
				if k < row.counts {
					want /= 2
				}
				if v != want {
					t.Errorf("T%d beside another position: %v, not %v", k+1, v, want)
				}
			}
		})
	}
}

func TestCohort(t *testing.T) {
	game := func(rating float64, matches, n int) Side {
		s := Side{Rating: rating}
		for k := range n {
			s.Moves = append(s.Moves, Move{Figures: score.Figures{Match: k < matches}})
		}
		return s
	}
	c := newCohort([]Side{game(2000, 1, 5), game(2050, 2, 5), game(2100, 3, 5), game(2101, 5, 5), game(1900, 5, 5), game(2000, 4, 4)})
	one := func(rating float64, matches, n int) *exam {
		s := game(rating, matches, n)
		g := score.Game{}
		for _, m := range s.Moves {
			g.Moves = append(g.Moves, score.Scored{Figures: m.Figures})
		}
		return &exam{sides: []*side{{scored: &scored{Side: &s}}}, played: play{games: []score.Game{g}}}
	}
	for _, row := range []struct {
		name string
		x    *exam
		want float64
	}{
		{"below one, like one, above one and a perfect one", one(2000, 2, 5), (1 + 0.5) / 4},
		{"above all", one(2201, 5, 5), 0.5}, // like the only one
		{"few moves", one(2000, 4, 4), 0.5},
		{"nobody near", one(2500, 5, 5), 0.5},
	} {
		t.Run(row.name, func(t *testing.T) { near(t, "percentile", c.percentile(row.x), row.want, 1e-12) })
	}
}
