package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fairplay/analysis"
)

// pairing returns a played game of 40 plies between two names.
func pairing(white, black string, change ...func(*analysis.Game)) *analysis.Game {
	g := &analysis.Game{
		White: analysis.Player{Name: white}, Black: analysis.Player{Name: black},
		Event: "Test Open", Variant: analysis.Standard, Played: true, Plies: moves(40, 0),
	}
	for _, c := range change {
		c(g)
	}
	b := fmt.Sprintln(g.White.Name, "|", g.Black.Name, "|", g.Date, "|", g.Round, "|", g.Variant)
	for _, p := range g.Plies {
		b += p.Move.String()
	}
	sum := sha256.Sum256([]byte(b))
	g.ID = hex.EncodeToString(sum[:])
	return g
}

// moves returns n plies that differ from those of another seed from the first
// on. They need not be legal: nothing here looks at the board.
func moves(n, seed int) []analysis.Ply {
	plies := make([]analysis.Ply, n)
	for i := range plies {
		plies[i].Move, plies[i].Clock = analysis.NewMove((i+seed)%64, (i+seed+1)%64, 0), -1
	}
	return plies
}

// withIDs gives the players FIDE ids.
func fideIDs(white, black string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.White.FideID, g.Black.FideID = white, black }
}

func ratings(white, black int) func(*analysis.Game) {
	return func(g *analysis.Game) { g.White.Rating, g.Black.Rating = white, black }
}

func at(date, round string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Date, g.Round = date, round }
}

func plies(n, seed int) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Plies = moves(n, seed) }
}

func tag(name, value string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Tags = append(g.Tags, analysis.Tag{Name: name, Value: value}) }
}

// shuffled returns the games in another order.
func shuffled(games []*analysis.Game, seed uint64) []*analysis.Game {
	out := slices.Clone(games)
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// rosterText shows a roster in full.
func rosterText(r *Roster) string {
	var b strings.Builder
	for _, p := range r.Persons() {
		fmt.Fprintf(&b, "%+v\n", *p)
	}
	for _, c := range r.Caveats() {
		fmt.Fprintf(&b, "%s: %s\n", c.Kind, c)
	}
	return b.String()
}
