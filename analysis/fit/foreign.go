package fit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// Foreign is what another engine plays in a position of the corpus (MODEL 5c).
type Foreign struct {
	Engine string // its name and how long it looked: "sf19-400k"
	Game   string // of the corpus
	Ply    int
	Move   analysis.Move
	// Value is the score of the position in the deep pass, and After that of the position after the
	// move, from the same side's point of view.
	Value, After analysis.Score
}

// AddForeign adds moves of other engines. Assistants are fitted to those in fit games; power is
// measured with those in test games.
func (c *Corpus) AddForeign(all []Foreign) { c.foreign = append(c.foreign, all...) }

// leastForeign is the least number of moves of an engine in test games for which its power is
// measured.
const leastForeign = 50

// foreignShares are the shares of moves that are replaced by another engine's moves.
func foreignShares() []float64 { return []float64{0.3, 0.5, 1} }

// bucket is the distance between the ratings at which expectations for foreign moves are computed,
// in Elo points. Within it they hardly change.
const bucket = 50.0

// pool holds the moves of one engine in positions of test games, grouped by the rating for which
// they are expected.
type pool struct {
	engine string
	digest string
	moves  int
	at     map[float64][]score.Scored
}

func nearest(rating float64) float64 { return bucket * math.Round(rating/bucket) }

// draw returns a move of the engine in a random position, as expected of a player of that rating.
func (p *pool) draw(rating float64, random *rand.Rand) score.Scored {
	all := p.at[nearest(rating)]
	return all[random.IntN(len(all))]
}

// enginesOf lists the engines that have moves, by name.
func enginesOf(all []Foreign) []string {
	names := map[string]bool{}
	for i := range all {
		names[all[i].Engine] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// poolsOf returns the pools of the engines that have enough moves in the positions of a sample,
// ordered by name, for the ratings of its sides.
func poolsOf(run Runner, c *sample, sides []Side, models *score.Models, all []Foreign) (pools []*pool) {
	ratings := map[float64]bool{}
	for i := range c.sides {
		ratings[nearest(c.sides[i].Rating)] = true
	}
	for _, engine := range enginesOf(all) {
		some := suggestions(all, engine, sides)
		if len(some) < leastForeign {
			continue
		}
		p := &pool{engine: engine, moves: len(some), at: map[float64][]score.Scored{}}
		digest := sha256.New()
		for _, s := range some {
			fmt.Fprintf(digest, "%q %d %d %v\n", s.side.Game, s.move.Ply, s.made, s.move.Loss)
		}
		p.digest = hex.EncodeToString(digest.Sum(nil))
		for rating := range ratings {
			p.at[rating] = make([]score.Scored, len(some))
		}
		run(len(some), func(i int) {
			outlook := models.Outlook(some[i].position)
			for rating, scored := range p.at {
				scored[i] = scoredBy(&outlook, some[i].move, some[i].made, rating)
			}
		})
		pools = append(pools, p)
	}
	return pools
}

// foreignMove returns the figures of move i of a position. Its loss compares deep values.
func foreignMove(p *choice.Position, i int, f Foreign) score.Figures {
	before, after := f.Value.Pawns(), f.After.Pawns()
	m := score.Figures{
		Ply: f.Ply, Match: i == p.Best, Equal: p.Tied(i), TopThree: p.TopThree(i), Delta: p.Delta[i], HasLoss: true,
	}
	if !m.Match {
		m.Loss = min(max(before-after, 0), score.MaxLoss)
		m.ScaledLoss = max(choice.Scale(before)-choice.Scale(after), 0)
	}
	return m
}
