package reports

import (
	"cmp"
	"math"

	"fairplay/analysis/score"
)

// ratingMean sums up the ratings at which a player's games are judged.
type ratingMean struct {
	low, high    float64
	sum, moves   float64 // over counted moves
	plain, games float64 // over games
}

// add adds a game with that many counted moves; rating 0 is none.
func (r *ratingMean) add(rating float64, moves int) {
	if !(rating > 0) {
		return
	}
	if r.games == 0 {
		r.low, r.high = rating, rating
	}
	r.low, r.high = min(r.low, rating), max(r.high, rating)
	r.sum += float64(rating * float64(moves))
	r.moves += float64(moves)
	r.plain += rating
	r.games++
}

// mean returns the mean over the counted moves, or over the games if there are none; 0 without ratings.
func (r *ratingMean) mean() float64 {
	switch {
	case r.moves > 0:
		return r.sum / r.moves
	case r.games > 0:
		return r.plain / r.games
	}
	return 0
}

// judged returns the rating by which it is decided what may be said of all games: the mean, but the
// lowest one if nothing is expected of players of that rating.
func (r *ratingMean) judged() float64 {
	if r.low < score.MinRating {
		return r.low
	}
	return r.mean()
}

// span returns the lowest and the highest rating; nil if they do not differ.
func (r *ratingMean) span() *[2]float64 {
	if r.low == r.high {
		return nil
	}
	return &[2]float64{r.low, r.high}
}

// wholeRating returns a mean as tables show it.
func wholeRating(x float64) int { return int(math.Round(x)) }

// rate sets the rating by which it is decided what may be said, from those of the games, unless one was
// given for all.
func (in *FullTestInput) rate() {
	if in.Given {
		return
	}
	var at ratingMean
	for i := range in.Games {
		g := &in.Games[i]
		moves := 0
		for k := range g.Moves {
			if m := &g.Moves[k]; m.Record.Color == g.Color && m.counted() {
				moves++
			}
		}
		at.add(g.Ratings[g.Color], moves)
	}
	if at.games > 0 {
		in.Rating, in.ratings = at.judged(), at.span()
	}
}

// usualSD returns the uncertainty of a rating, in Elo points: as given, else that which the calibration
// measured.
func usualSD(given float64, p *score.Parameters) float64 {
	return cmp.Or(given, p.Effects.Rating, score.UsualRatingSD)
}
