package fit

import (
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// The rating bands in which corpora are described and requirements are checked, in Elo.
const (
	lowestBand  = 1000
	highestBand = 3000
	bandWidth   = 200
)

// describe counts what a corpus holds.
func (c *Corpus) describe() calibration.CorpusSummary {
	fit, test := c.Part(Train), c.Part(Test)
	d := calibration.CorpusSummary{Digest: c.Digest(), First: c.first, Last: c.last, Fit: count(fit), Test: count(test)}
	for low := float64(lowestBand); low < highestBand; low += bandWidth {
		b := calibration.Band{Low: low, High: low + bandWidth}
		b.Fit, b.Test = countBand(fit, b.Low, b.High), countBand(test, b.Low, b.High)
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

// countBand counts the sides rated within [low, high), and the performances whose mean rating is
// within it.
func countBand(sides []Side, low, high float64) calibration.CorpusSize {
	n := count(within(sides, low, high))
	n.Performances = 0
	for _, rating := range performed(sides) {
		n.Performances += int(indicator(low <= rating && rating < high))
	}
	return n
}

// appearance is one player in one event.
type appearance struct{ event, player string }

// performed returns the mean rating of every performance: one player in one event with at least
// wholeGames games that have a counted move.
func performed(sides []Side) map[appearance]float64 {
	ratings, games := map[appearance]float64{}, map[appearance]float64{}
	for i := range sides {
		who := appearance{sides[i].Event, sides[i].Player}
		ratings[who] += sides[i].Rating
		games[who]++
	}
	for who := range ratings {
		if games[who] < wholeGames {
			delete(ratings, who)
			continue
		}
		ratings[who] /= games[who]
	}
	return ratings
}

func count(sides []Side) calibration.CorpusSize {
	events, games, players := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range sides {
		events[sides[i].Event], games[sides[i].Game], players[sides[i].Player] = true, true, true
	}
	return calibration.CorpusSize{
		Events: len(events), Games: len(games), Players: len(players), Performances: len(performed(sides)),
		Sides: len(sides), Moves: moves(sides),
	}
}

// calibrated returns the range of ratings for which a calibration needs no caveat: the longest run
// of adjoining bands with enough test sides, cut to the lowest and highest rating in them. If no
// band has enough, the range lies at the lowest end, below every rating that is answered, so every
// answer is marked as extrapolated.
func calibrated(bands []calibration.Band) score.RatingRange {
	best := score.RatingRange{Low: lowestBand, High: lowestBand + 1}
	var run score.RatingRange
	for _, b := range bands {
		if b.Test.Sides < calibration.BandSides {
			run = score.RatingRange{}
			continue
		}
		if run.High != b.Low-1 {
			run.Low = b.Low
		}
		run.High = b.High - 1
		if run.High-run.Low > best.High-best.Low {
			best = run
		}
	}
	return best
}
