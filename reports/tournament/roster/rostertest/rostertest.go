// Package rostertest makes up games for tests of who is who and of which games count. None of them
// is legal chess: nothing that is tested looks at the board.
package rostertest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"fairplay/analysis"
)

// Pairing returns a played game of 40 plies between two names.
func Pairing(white, black string, change ...func(*analysis.Game)) *analysis.Game {
	g := &analysis.Game{
		White: analysis.Player{Name: white}, Black: analysis.Player{Name: black},
		Event: "Test Open", Variant: analysis.Standard, Played: true, Plies: Moves(40, 0),
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

// Moves returns n plies that differ from those of another seed from the first one. They need not be
// legal.
func Moves(n, seed int) []analysis.Ply {
	plies := make([]analysis.Ply, n)
	for i := range plies {
		plies[i].Move, plies[i].Clock = analysis.NewMove((i+seed)%64, (i+seed+1)%64, 0), -1
	}
	return plies
}

// FideIDs gives the players FIDE ids.
func FideIDs(white, black string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.White.FideID, g.Black.FideID = white, black }
}

// Ratings gives the players ratings.
func Ratings(white, black int) func(*analysis.Game) {
	return func(g *analysis.Game) { g.White.Rating, g.Black.Rating = white, black }
}

// At gives the game a date and a round.
func At(date, round string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Date, g.Round = date, round }
}

// Plies gives the game n plies (see Moves).
func Plies(n, seed int) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Plies = Moves(n, seed) }
}

// Tag gives the game one more tag.
func Tag(name, value string) func(*analysis.Game) {
	return func(g *analysis.Game) { g.Tags = append(g.Tags, analysis.Tag{Name: name, Value: value}) }
}

// Shuffled returns the games in another order.
func Shuffled(games []*analysis.Game, seed uint64) []*analysis.Game {
	out := slices.Clone(games)
	r := rand.New(rand.NewPCG(seed, 1))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// Draw makes games among few names, so that all kinds of likeness occur.
func Draw(t *rapid.T) []*analysis.Game {
	name := rapid.SampledFrom([]string{
		"Carlsen, Magnus", "Carlsen,M", "M. Carlsen", "Magnus Carlsen", "CARLSEN, MAGNUS", "Magnus, Carlsen", "Carlsen, Maria",
		"Carlsen", "Magnus", "GM Carlsen, Magnus", "Wang", "Wang, Hao", "Hao Wang", "Wang, H.", "Иванов, П.", "Иванов, Пётр", "Smith, J. R.", "Smith, John Robert", "?",
	})
	id := rapid.SampledFrom([]string{"", "", "", "1", "2", "01"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *analysis.Game {
		return Pairing(name.Draw(t, "white"), name.Draw(t, "black"),
			FideIDs(id.Draw(t, "white id"), id.Draw(t, "black id")),
			Ratings(rapid.IntRange(0, 3).Draw(t, "white rating"), rapid.IntRange(0, 3).Draw(t, "black rating")),
			At(rapid.SampledFrom([]string{"", "2025.04.12", "2025.04.13"}).Draw(t, "date"), rapid.SampledFrom([]string{"", "1", "1.2", "2"}).Draw(t, "round")),
			Plies(rapid.SampledFrom([]int{0, 1, 16, 17, 40}).Draw(t, "plies"), rapid.IntRange(0, 1).Draw(t, "seed")),
		)
	}), 0, 14).Draw(t, "games")
}
