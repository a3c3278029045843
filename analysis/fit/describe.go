package fit

import (
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// The bands of rating that corpora are described in and demands are made for.
const (
	lowestBand  = 1000
	highestBand = 3000
	bandWidth   = 200
)

// describe counts what a corpus holds.
func (c *Corpus) describe() calibration.Corpus {
	fit, test := c.Part(Train), c.Part(Test)
	d := calibration.Corpus{Digest: c.Digest(), First: c.first, Last: c.last, Fit: count(fit), Test: count(test)}
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		b := calibration.Band{Low: low, High: low + bandWidth}
		b.Fit, b.Test = count(within(fit, b.Low, b.High)), count(within(test, b.Low, b.High))
		if b.Fit.Sides+b.Test.Sides > 0 {
			d.Bands = append(d.Bands, b)
		}
	}
	return d
}

// within returns the sides of players rated within [low, high).
func within(sides []Side, low, high float64) (some []Side) {
	for _, s := range sides {
		if low <= s.Rating && s.Rating < high {
			some = append(some, s)
		}
	}
	return some
}

func count(sides []Side) calibration.Counts {
	events, games, players := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range sides {
		events[sides[i].Event], games[sides[i].Game], players[sides[i].Player] = true, true, true
	}
	return calibration.Counts{
		Events: len(events), Games: len(games), Players: len(players), Sides: len(sides), Moves: moves(sides),
	}
}

// What a band needs to count as calibrated: sides and players of the fit games.
const (
	bandSides   = 40
	bandPlayers = 10
)

// ratings returns the range of ratings that the fit games cover: the longest run
// of bands with enough sides and players. A prior calibration
// does not widen it.
func (w *work) ratings() score.RatingRange {
	var best, run score.RatingRange
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		n := count(within(w.sides, low, low+bandWidth))
		if n.Sides < bandSides || n.Players < bandPlayers {
			run = score.RatingRange{}
			continue
		}
		if run.High == 0 {
			run.Low = low
		}
		run.High = low + bandWidth
		if run.High-run.Low > best.High-best.Low {
			best = run
		}
	}
	if best.High == 0 {
		return score.RatingRange{Low: lowestBand, High: lowestBand + 1}
	}
	return best
}
