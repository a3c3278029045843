package fit

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// Passes are the games of a corpus as seen by the deep pass of one recipe and the wide
// pass of another.
type Passes struct {
	Deep, Wide analysis.Recipe
	Corpus     *Corpus
}

// nodes returns how many nodes both passes search in a position.
func (p *Passes) nodes() float64 {
	deep, _ := p.Deep.Pass(analysis.Deep)
	wide, _ := p.Wide.Pass(analysis.Wide)
	return float64(deep.Nodes + wide.Nodes)
}

// helpedMove names a move of an engine in a game.
type helpedMove struct {
	game  string
	color analysis.Color
	ply   int
}

// excess is by how much a helped move exceeds the one that was played, closer to the engine
// being positive, and the variance of what could have been played, in each of
// comparedQuantities. What models expect too much or too little drops out.
type excess [len(comparedQuantities)]struct{ value, variance float64 }

// comparedQuantities are those whose power recipes are compared by.
var comparedQuantities = [...]score.Quantity{score.MM, score.ASD, score.LR}

// passesReport compares, for each engine, how much its moves stand out under different
// passes: the efficacy of a test, which is how far they shift a sum of moves from what was
// played, in its own standard deviations (Pitman, see Noether, Annals of Mathematical Statistics 26, 1955,
// p. 64), as a ratio to that under the first of all. The moves are those of test games
// that count under all passes; those of the engine that evaluates are the choices of
// each deep pass itself. Under the recipe of the calibration the models are asked for
// its rating shift.
func passesReport(run Runner, all []Passes, prior, own *score.Models) (rows []calibration.PassesRow) {
	scored := make([]map[string]map[helpedMove]excess, len(all))
	for v := range all {
		models, deepest := *prior, all[0].Deep.Fingerprint()
		if all[v].Wide.Fingerprint() != deepest {
			models.Choice = own.Choice
		}
		if all[v].Deep.Fingerprint() != deepest {
			models.Shift = own.Shift
		}
		scored[v] = excesses(run, &models, all[v].Corpus)
	}
	for _, engine := range append([]string{ownEngine}, enginesOf(all[0].Corpus.foreign)...) {
		var shared []helpedMove
		events := map[string]int{}
		var event []int
		for _, s := range all[0].Corpus.Part(Test) {
			for _, m := range s.Moves {
				key := helpedMove{s.Game, s.Color, m.Figures.Ply}
				everywhere := true
				for v := range scored {
					_, there := scored[v][engine][key]
					everywhere = everywhere && there
				}
				if everywhere {
					shared, event = append(shared, key), append(event, number(events, s.Event))
				}
			}
		}
		if len(shared) < leastForeign {
			continue
		}
		for v := range all[1:] {
			row := calibration.PassesRow{
				Deep: all[v+1].Deep.Name, Wide: all[v+1].Wide.Name, Nodes: all[v+1].nodes() / all[0].nodes(), Engine: engine, Moves: len(shared),
			}
			figures := bootstrap(len(shared), func(i int) int { return event[i] }, func(items []int) []float64 {
				values := make([]float64, len(comparedQuantities))
				for q := range values {
					values[q] = efficacy(scored[v+1][engine], shared, items, q) / efficacy(scored[0][engine], shared, items, q)
				}
				return values
			})
			row.MM, row.ASD, row.LR = figures[0], figures[1], figures[2]
			rows = append(rows, row)
		}
	}
	return rows
}

// ownEngine is the name of the engine that evaluates.
const ownEngine = "own"

// excesses scores the moves of every engine in the test games of a corpus, at the rating
// of the player whose move is replaced.
func excesses(run Runner, models *score.Models, c *Corpus) map[string]map[helpedMove]excess {
	sides := c.Part(Test)
	played := map[helpedMove]score.Scored{}
	found := map[string]map[helpedMove]excess{ownEngine: {}}
	type scoredSide struct{ best, played []score.Scored }
	all := make([]scoredSide, len(sides))
	run(len(sides), func(i int) {
		s := &sides[i]
		all[i].best = bests(models, &side{scored: &scored{Side: s}})
		for _, m := range s.Moves {
			outlook := models.Outlook(m.Position)
			all[i].played = append(all[i].played, outlook.Score(m.Figures, m.Position.Played, s.Rating))
		}
	})
	for i, s := range all {
		for k := range s.best {
			key := helpedMove{sides[i].Game, sides[i].Color, s.best[k].Ply}
			played[key] = s.played[k]
			found[ownEngine][key] = excessOf(&s.best[k], &s.played[k])
		}
	}
	for _, engine := range enginesOf(c.foreign) {
		found[engine] = map[helpedMove]excess{}
		some := suggestions(c.foreign, engine, sides)
		moves := make([]score.Scored, len(some))
		run(len(some), func(i int) {
			outlook := models.Outlook(some[i].position)
			moves[i] = outlook.Score(some[i].move, some[i].made, some[i].side.Rating)
		})
		for i, s := range some {
			key := helpedMove{s.side.Game, s.side.Color, s.move.Ply}
			own := played[key]
			found[engine][key] = excessOf(&moves[i], &own)
		}
	}
	return found
}

func excessOf(helped, played *score.Scored) (e excess) {
	for i, q := range comparedQuantities {
		x, _ := helped.Actual(q)
		own, _ := played.Actual(q)
		e[i].value, e[i].variance = q.Sign()*(x-own), played.At(q).Var
	}
	return e
}

// efficacy returns the sum of some excesses over its standard deviation.
func efficacy(of map[helpedMove]excess, moves []helpedMove, items []int, q int) float64 {
	sum, variance := 0.0, 0.0
	for _, i := range items {
		e := of[moves[i]][q]
		sum += e.value
		variance += e.variance
	}
	return sum / math.Sqrt(variance)
}
