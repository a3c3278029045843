package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Pass is one search of a position.
type Pass struct {
	Name    string `json:"name"`    // "deep" or "wide"
	MultiPV int    `json:"multipv"` // lines asked for; the engine gives at most one for each legal move
	Nodes   int    `json:"nodes"`   // node limit of the search
}

// The two passes of a standard recipe (MODEL 1): deep tells the engine's
// choice and its value, wide gives a value to every legal move.
const (
	Deep = "deep"
	Wide = "wide"
)

// Option is one UCI option that a recipe sets.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Recipe is everything that an evaluation depends on, so that the same recipe
// and position give the same evaluation on any machine. Engine, EngineSHA256
// and Network are filled in from the engine that is used (Identity.Complete in
// package uci). Builds that evaluate alike share one recipe: EngineSHA256 is then
// the one of the build that a calibration was fitted with.
type Recipe struct {
	Name         string   `json:"name"`   // "quick", "modern", "full", "second", ...; for people
	Engine       string   `json:"engine"` // name and version as the engine gives them
	EngineSHA256 string   `json:"engine_sha256"`
	Network      string   `json:"network"` // evaluation network, empty if the engine has none
	Threads      int      `json:"threads"`
	HashMiB      int      `json:"hash_mib"`
	Options      []Option `json:"options"` // every other option set, by name
	Passes       []Pass   `json:"passes"`
	// Further is the recipe of a further engine, whose deep pass says what it would play before every move that
	// counts (MODEL 5e); nil for none.
	Further *Recipe `json:"further,omitempty"`
}

// Alone returns the recipe without its further engine, under which evaluations are kept: those of both
// engines are kept apart.
func (r Recipe) Alone() Recipe {
	r.Further = nil
	return r
}

// Quick returns the standard recipe of the quick test, without its engine.
func Quick() Recipe {
	return Recipe{Name: "quick", Threads: 1, HashMiB: 16, Options: []Option{},
		Passes: []Pass{{Deep, 1, 200_000}, {Wide, 50, 50_000}}}
}

// Full returns the standard recipe of the full test, without its engine.
func Full() Recipe {
	return Recipe{Name: "full", Threads: 1, HashMiB: 64, Options: []Option{},
		Passes: []Pass{{Deep, 1, 1_000_000}, {Wide, 50, 500_000}}}
}

// ModernEngine is the engine of the modern recipe, by the name that it gives itself: Stockfish 17 as
// Debian 13 installs it.
const ModernEngine = "Stockfish 17.1"

// Modern returns the standard recipe of the quick test for ModernEngine, without its files and network.
// A search with its larger network takes longer, so it has fewer nodes: a game takes as long as under
// Quick, 10.3 core-seconds.
func Modern() Recipe {
	return Recipe{Name: "modern", Engine: ModernEngine, Threads: 1, HashMiB: 16, Options: []Option{},
		Passes: []Pass{{Deep, 1, 150_000}, {Wide, 50, 40_000}}}
}

// For returns the recipe of a test as an engine of this name makes it: Modern in place of Quick, where
// there is a calibration for that.
func (r Recipe) For(engine string) Recipe {
	if r.Name == Quick().Name && r.Engine == "" && engine == ModernEngine {
		return Modern()
	}
	return r
}

// SecondEngine is the engine of the second recipe, by the name that it gives
// itself: Stockfish 19, compiled to WebAssembly for one thread (npm package
// stockfish 19.0.0), run by node.
const SecondEngine = "Stockfish 19 WASM"

// Second returns the standard recipe of the second test: that of the quick test,
// for SecondEngine alone, without its files and network. The nodes are the same,
// since they take it as deep: at the median of the reference positions the deep
// pass ends at depth 17 and the wide one at 7, where Stockfish 15.1 comes to 16 and 7.
func Second() Recipe {
	r := Quick()
	r.Name, r.Engine = "second", SecondEngine
	return r
}

// Pass returns the pass of that name.
func (r Recipe) Pass(name string) (Pass, bool) {
	i := slices.IndexFunc(r.Passes, func(p Pass) bool { return p.Name == name })
	if i < 0 {
		return Pass{}, false
	}
	return r.Passes[i], true
}

// Fingerprint returns the SHA-256, in hex, of the recipe's canonical JSON: the
// fields in the order of their declaration, options sorted by name.
func (r Recipe) Fingerprint() string {
	r.Options = slices.Clone(r.Options)
	slices.SortFunc(r.Options, func(a, b Option) int { return strings.Compare(a.Name, b.Name) })
	if r.Options == nil {
		r.Options = []Option{}
	}
	return fingerprint(r)
}

func fingerprint(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("analysis: a fingerprint is taken of plain values only: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
