package main

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fit"
	"fairplay/analysis/pgn"
	"fairplay/cmd/config"
)

// sampleEntries are two performances of the sample games, White's moves from turn 9 on, each as it was played and
// with every third or every move replaced by the first other legal one.
func sampleEntries(t *testing.T) (entries []fit.Entry, played map[string]*analysis.Game) {
	t.Helper()
	played = map[string]*analysis.Game{}
	p := &config.Program{}
	var ids []string
	for text, err := range p.Texts([]string{"../../testdata/corpus/sample/games.pgn"}) {
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			id := strconv.Itoa(len(ids))
			ids, played[id] = append(ids, id), g
		}
	}
	for of, games := range [][]string{ids[:2], ids[2:]} {
		for variant, each := range []int{0, 3, 1} {
			e := fit.Entry{Label: fit.Label{ID: "p" + strings.Repeat(strconv.Itoa(3*of+variant), 10)}}
			for color, id := range games {
				for ply := 16 + color; ply < len(played[id].Plies); ply += 2 {
					move := played[id].Plies[ply].Move
					if each > 0 && ply/2%each == 0 {
						at, err := pgn.NewPosition(played[id].Plies[ply].Key)
						if err != nil {
							t.Fatal(err)
						}
						if i := slices.IndexFunc(at.Legal, func(m analysis.Move) bool { return m != move }); i >= 0 {
							move, e.Replaced = at.Legal[i], e.Replaced+1
						}
					}
					e.Judged = append(e.Judged, fit.Judged{Game: id, Ply: ply, Turn: ply/2 + 1, Move: move})
				}
			}
			entries = append(entries, e)
		}
	}
	return entries, played
}

// performanceGames reads a benchmark as any tool does: the games of each performance, by its name.
func performanceGames(t *testing.T, text string) map[string][]*analysis.Game {
	t.Helper()
	of := map[string][]*analysis.Game{}
	for g, err := range pgn.Games(strings.NewReader(text), "performances.pgn", pgn.Options{}) {
		if err != nil || g.Cut != nil || len(g.Plies) != 1 || !g.SetUp {
			t.Fatalf("%v: %v, %v, %d plies", g.Source, err, g.Cut, len(g.Plies))
		}
		name, other := g.White.Name, g.Black.Name
		if g.Turn(0) == analysis.Black {
			name, other = other, name
		}
		if other != "opponent" || !regexp.MustCompile(`^p[0-9a-f]{10}$`).MatchString(name) || g.White.Rating == 0 || g.Black.Rating == 0 {
			t.Errorf("%v: %s against %s", g.Source, name, other)
		}
		of[name] = append(of[name], g)
	}
	return of
}

// said is all that a game says but the move and the name of the performance.
func said(g *analysis.Game) string {
	var lines []string
	for _, tag := range g.Tags {
		if !strings.HasPrefix(tag.Value, "p") {
			lines = append(lines, tag.Name+" "+tag.Value)
		}
	}
	return strings.Join(lines, "\n")
}

func TestPerformancesAreRead(t *testing.T) {
	entries, played := sampleEntries(t)
	var out bytes.Buffer
	for i := range entries {
		writePerformance(&out, &entries[i], played)
	}
	of := performanceGames(t, out.String())
	for i := range entries {
		e := &entries[i]
		want := map[string]int{}
		for _, j := range e.Judged {
			want[played[j.Game].Plies[j.Ply].Key+" "+j.Move.String()]++
		}
		for _, g := range of[e.ID] {
			want[g.Plies[0].Key+" "+g.Plies[0].Move.String()]--
			if number := g.Tag("FEN")[strings.LastIndexByte(g.Tag("FEN"), ' ')+1:]; !strings.Contains(out.String(), "\n"+number+".") {
				t.Errorf("no move has the number of %s", g.Tag("FEN"))
			}
		}
		for what, n := range want {
			if n != 0 {
				t.Errorf("%s: %s is written %d times too few", e.ID, what, n)
			}
		}
	}
}

// But for its moves, a performance says the same whether moves are replaced or not: as many games, with the same
// tags and positions. Their order depends on name and position alone.
func TestPerformancesSayNothingOfTheirLabels(t *testing.T) {
	entries, played := sampleEntries(t)
	write := func(e fit.Entry) string {
		var out bytes.Buffer
		writePerformance(&out, &e, played)
		return out.String()
	}
	all := func(text string) (lines []string) {
		for _, games := range performanceGames(t, text) {
			for _, g := range games {
				lines = append(lines, said(g))
			}
		}
		return slices.Sorted(slices.Values(lines))
	}
	for i := range entries {
		honest, helped := entries[i/3*3], entries[i]
		if i%3 > 0 && helped.Replaced == 0 {
			t.Fatal("nothing is replaced")
		}
		if !slices.Equal(all(write(honest)), all(write(helped))) {
			t.Errorf("%s says more than its moves", helped.ID)
		}
		helped.ID = honest.ID
		order := func(text string) (positions []string) {
			for _, g := range performanceGames(t, text)[honest.ID] {
				positions = append(positions, g.Plies[0].Key)
			}
			return positions
		}
		if !slices.Equal(order(write(honest)), order(write(helped))) {
			t.Errorf("the order of %s depends on its moves", entries[i].ID)
		}
		other := honest
		other.Help, other.Share, other.Event, other.Replaced = "x", 1, "x", 9
		if write(honest) != write(other) {
			t.Error("a label is written")
		}
	}
}

// Labels, results and performances are files of one benchmark, and the manifest names each.
func TestBenchmarkIsWritten(t *testing.T) {
	entries, played := sampleEntries(t)
	for i := range entries {
		entries[i].Event, entries[i].Help = "e", fit.Unhelped
		entries[i].Results = map[string]fit.Result{}
		for _, name := range fit.Baselines() {
			entries[i].Results[name] = fit.Result{Statistic: float64(i), P: 0.5, Odds: 1}
		}
	}
	dir := t.TempDir()
	m := benchmarkManifest{Performances: len(entries)}
	if err := m.write(dir, entries, played); err != nil {
		t.Fatal(err)
	}
	p := &config.Program{}
	labels, err := readLabels(p, dir+"/"+labelsName)
	if err != nil || len(labels) != len(entries) || m.Moves == 0 || len(m.Files) != 5-1+len(fit.Baselines()) {
		t.Fatal(len(labels), m, err)
	}
	for _, name := range fit.Baselines() {
		results, err := readResults(p, dir+"/results/"+name+".csv", labels)
		if err != nil || results[1] != (fit.Result{Statistic: 1, P: 0.5, Odds: 1}) {
			t.Errorf("%s: %v, %v", name, results, err)
		}
	}
}
