package fit

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// Passes holds the games of a corpus as seen by the deep pass of one recipe and the wide pass of
// another.
type Passes struct {
	Deep, Wide analysis.Recipe
	Corpus     *Corpus
}

// nodes returns the number of nodes that both passes together search in a position.
func (p *Passes) nodes() float64 {
	deep, _ := p.Deep.Pass(analysis.Deep)
	wide, _ := p.Wide.Pass(analysis.Wide)
	return float64(deep.Nodes + wide.Nodes)
}

// excess is the difference between an engine's move and the move that was played, positive if
// closer to the engine, and the variance of what could have been played, for each of
// comparedQuantities. Systematic errors of the model cancel in the difference.
type excess [len(comparedQuantities)]struct{ value, variance float64 }

// comparedQuantities are the quantities whose power is compared between recipes.
var comparedQuantities = [...]score.Quantity{score.MM, score.ASD, score.LR}

// passesReport compares, for each engine, how much its moves stand out under different passes. The
// measure is the efficacy of a test: how far the engine's moves shift a sum, in standard deviations
// of the sum (Pitman, see Noether, Annals of Mathematical Statistics 26, 1955, p. 64). It is given
// as a ratio to the first passes. The moves are those of test games that count under all passes;
// for the evaluating engine they are the choices of each deep pass itself. Under the recipe of the
// calibration, the models are asked for ratings moved by its rating shift.
func passesReport(run Runner, all []Passes, prior, own *score.Models) (rows []calibration.PassesRow) {
	seen := make([]map[string]map[spot]excess, len(all))
	parts := sharedSides(all)
	for v := range all {
		models, deepest := *prior, all[0].Deep.Fingerprint()
		if all[v].Wide.Fingerprint() != deepest {
			models.Choice = own.Choice
		}
		if all[v].Deep.Fingerprint() != deepest {
			models.Shift = own.Shift
		}
		seen[v] = excesses(run, &models, parts[v], all[v].Corpus.foreign)
	}
	for _, engine := range append([]string{ownEngine}, enginesOf(all[0].Corpus.foreign)...) {
		var at []spot
		var event []int
		events := map[string]int{}
		for _, s := range parts[0] {
			for _, m := range s.Moves {
				key := spot{s.Game, m.Figures.Ply}
				if everywhere(seen, engine, key) {
					at, event = append(at, key), append(event, number(events, s.Event))
				}
			}
		}
		if len(at) < leastForeign || efficacy(seen[0][engine], at, every(len(at)), 0) < leastShift {
			continue
		}
		for v := range all[1:] {
			row := calibration.PassesRow{
				Deep: all[v+1].Deep.Name, Wide: all[v+1].Wide.Name, Nodes: all[v+1].nodes() / all[0].nodes(), Engine: engine, Moves: len(at),
			}
			figures := bootstrap(len(at), func(i int) int { return event[i] }, func(items []int) []float64 {
				values := make([]float64, len(comparedQuantities))
				for q := range values {
					values[q] = efficacy(seen[v+1][engine], at, items, q) / efficacy(seen[0][engine], at, items, q)
				}
				return values
			})
			row.MM, row.ASD, row.LR = figures[0], figures[1], figures[2]
			rows = append(rows, row)
		}
	}
	return rows
}

// leastShift is the least shift of MM under the first passes, in standard deviations of the sum, for
// which a ratio to it says anything: moves that hardly stand out have none.
const leastShift = 2.0

// every returns the indexes of n items.
func every(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// sharedSides returns the test sides of every corpus, with the moves that count in all of them.
func sharedSides(all []Passes) [][]Side {
	counts := map[spot]int{}
	parts := make([][]Side, len(all))
	for v := range all {
		parts[v] = all[v].Corpus.Part(Test)
		for _, s := range parts[v] {
			for _, m := range s.Moves {
				counts[spot{s.Game, m.Figures.Ply}]++
			}
		}
	}
	for v, sides := range parts {
		for i := range sides {
			s := &sides[i]
			s.Moves = slices.DeleteFunc(slices.Clone(s.Moves), func(m Move) bool {
				return counts[spot{s.Game, m.Figures.Ply}] < len(all)
			})
		}
		parts[v] = slices.DeleteFunc(sides, func(s Side) bool { return len(s.Moves) == 0 })
	}
	return parts
}

// everywhere reports whether an engine has a move at this place under all passes.
func everywhere(seen []map[string]map[spot]excess, engine string, at spot) bool {
	for _, s := range seen {
		if _, there := s[engine][at]; !there {
			return false
		}
	}
	return true
}

// ownEngine is the name of the engine that evaluates.
const ownEngine = "own"

// excesses scores the moves of every engine in the given sides, at the rating of the player whose
// move is replaced.
func excesses(run Runner, models *score.Models, sides []Side, foreign []Foreign) map[string]map[spot]excess {
	played := map[spot]score.Scored{}
	found := map[string]map[spot]excess{ownEngine: {}}
	type pair struct{ best, played score.Scored }
	pairs := make([][]pair, len(sides))
	run(len(sides), func(i int) {
		s := &sides[i]
		for _, m := range s.Moves {
			outlook := models.Outlook(m.Position)
			pairs[i] = append(pairs[i], pair{
				outlook.Score(bestMove(&m), m.Position.Best, s.Rating),
				outlook.Score(m.Figures, m.Position.Played, s.Rating),
			})
		}
	})
	for i, all := range pairs {
		for k := range all {
			key := spot{sides[i].Game, all[k].best.Ply}
			played[key] = all[k].played
			found[ownEngine][key] = excessOf(&all[k].best, &all[k].played)
		}
	}
	for _, engine := range enginesOf(foreign) {
		found[engine] = map[spot]excess{}
		some := suggestions(foreign, engine, sides)
		moves := make([]score.Scored, len(some))
		run(len(some), func(i int) {
			outlook := models.Outlook(some[i].position)
			moves[i] = outlook.Score(some[i].move, some[i].made, some[i].side.Rating)
		})
		for i, s := range some {
			key := spot{s.side.Game, s.move.Ply}
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

// efficacy returns the sum of the chosen excesses divided by its standard deviation.
func efficacy(of map[spot]excess, at []spot, items []int, q int) float64 {
	sum, variance := 0.0, 0.0
	for _, i := range items {
		e := of[at[i]][q]
		sum += e.value
		variance += e.variance
	}
	return sum / math.Sqrt(variance)
}
