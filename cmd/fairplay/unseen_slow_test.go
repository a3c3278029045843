//go:build slow

package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// Two whole events of elite players, Dortmund 2007 and 2018, took no part in anything: no coefficient was fitted on them, no
// hypothesis chosen, no report measured. There the mean of the odds is not shown to be above 1 (MODEL 6a), and no Z is
// at 2.5 or above. Two events decide little: the mean and its interval are printed.
func TestOddsOfUnseenEvents(t *testing.T) {
	const unseen = "../../testdata/corpus/unseen/"
	cache := filepath.Join(t.TempDir(), "cache.db")
	told(t, "cache", "import", "--cache", cache, unseen+"evaluations-quick.zst")
	packed, err := os.ReadFile(unseen + "games-quick.pgn.zst")
	if err != nil {
		t.Fatal(err)
	}
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacker.Close()
	text, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	events, players := map[string]*strings.Builder{}, map[string][]string{}
	for game, err := range pgn.Games(strings.NewReader(string(text)), "unseen", pgn.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if events[game.Event] == nil {
			events[game.Event] = &strings.Builder{}
		}
		if err := pgn.Write(events[game.Event], game); err != nil {
			t.Fatal(err)
		}
		players[game.Event] = append(players[game.Event], game.White.Name, game.Black.Name)
	}
	var odds, z []float64
	for event, games := range events {
		file := filepath.Join(t.TempDir(), "games.pgn")
		if err := os.WriteFile(file, []byte(games.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		slices.Sort(players[event])
		for _, player := range slices.Compact(players[event]) {
			var test reports.FullTest
			answer := told(t, "test", "--quiet", "--recipe", "quick", "--field", "all", "--cache", cache, "--player", player, "--format", "json", file)
			if err := json.Unmarshal(answer, &test); err != nil {
				t.Fatal(err)
			}
			if test.Footing.Judged {
				odds, z = append(odds, *test.Evidence.Odds), append(z, *test.Combined.Z)
			}
		}
	}
	low, high := interval(odds)
	t.Logf("%d performances of %d events: mean odds %.2f (%.2f to %.2f), mean Z %.2f, highest %.2f", len(odds), len(events), average(odds), low, high, average(z), slices.Max(z))
	if len(events) != 2 || len(odds) < 15 || low > 1 {
		t.Error("the odds are above 1 on honest events")
	}
	if slices.Max(z) >= 2.5 {
		t.Error("an honest performance reaches Z 2.5")
	}
}

func average(of []float64) float64 {
	sum := 0.0
	for _, x := range of {
		sum += x
	}
	return sum / float64(len(of))
}

// interval returns the 95 % interval of an average by resampling with a fixed seed.
func interval(of []float64) (low, high float64) {
	draw := rand.New(rand.NewPCG(1, 0))
	all := make([]float64, 4000)
	for i := range all {
		for range of {
			all[i] += of[draw.IntN(len(of))] / float64(len(of))
		}
	}
	slices.Sort(all)
	return all[len(all)/40], all[len(all)-len(all)/40]
}
