package fit

import (
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
)

// lossScore measures whether the losses of one side are all larger or smaller than expected. score
// is the derivative of their log-likelihood by a shift of the index of all of them, information is
// its variance, and slope is what one Elo point adds to the expected score.
type lossScore struct {
	side                      *Side
	score, information, slope float64
}

// lossScores returns one lossScore for each side of a fold. The model must not have seen the fold,
// and the moves of a side must stand together in part.
func lossScores(l *choice.Loss, part []graded) (all []lossScore) {
	steps := l.Steps()
	var ps, slopes, along [choice.LossClasses]float64
	for i := range part {
		g := &part[i]
		if len(all) == 0 || all[len(all)-1].side != g.side {
			all = append(all, lossScore{side: g.side})
		}
		s := &all[len(all)-1]
		var row choice.LossRow
		copy(row[:], g.row)
		shift, slope := l.PlayerIndex(g.player)
		index := l.Index(&row).Add(shift)
		steps.Classes(index, slope, &ps, &along)
		steps.Classes(index, choice.LossIndex{1, 1}, &ps, &slopes)
		information := 0.0
		for c, p := range ps {
			information += float64(slopes[c] * slopes[c] / math.Max(p, leastP))
			s.slope += float64(slopes[c] * along[c] / math.Max(p, leastP))
		}
		class := choice.LossClass(g.loss)
		s.score += float64(slopes[class] / math.Max(ps[class], leastP))
		s.information += information
	}
	return all
}

// usualStrength holds the variances, in Elo points squared, of a player's strength about his
// rating: in one game, and in all games of an event. They are used to subtract what strength alone
// adds to the likeness of losses, about a tenth.
const (
	usualInGame  = usualGame * usualGame
	usualInEvent = usualRating*usualRating + usualOrdinary*usualOrdinary
)

// likeness says how much the losses of one game or one player resemble each other, beyond what
// strength explains.
type likeness struct {
	game, player calibration.Figure // standard deviations of effects on the index of losses
	dispersion   calibration.Figure // of the score of whole performances
}

// likenessOf estimates the likeness by the method of moments. With score U, information I and slope
// S of a side, V, J and R those of another side, and T the variance of strength:
//
//	player²    = sum over pairs of games of one player in one event of (U V - T S R) / sum of I J
//	game²      = sum over sides of (U² - I - T S²) / sum of I²  -  player²
//	dispersion = sum over whole performances of (U² - T S²) / sum of I
//
// For the dispersion, U, I and S are sums over the games of a performance. Intervals come from
// drawing events anew (bootstrap).
func likenessOf(all []lossScore) (found likeness) {
	type key struct{ event, player string }
	place := map[key]int{}
	events := map[string]int{}
	var played []losing
	for _, s := range all {
		k := key{s.side.Event, s.side.Player}
		at, known := place[k]
		if !known {
			at = len(played)
			place[k] = at
			played = append(played, losing{event: number(events, s.side.Event)})
		}
		played[at].add(&s)
	}
	event := func(i int) int { return played[i].event }
	sizes := bootstrap(len(played), event, func(items []int) []float64 {
		var t losing
		for _, i := range items {
			t.join(&played[i])
		}
		player := math.Max(ratio(t.pairs, t.pairsInformation), 0)
		return []float64{math.Sqrt(math.Max(ratio(t.sides, t.sidesInformation)-player, 0)), math.Sqrt(player)}
	})
	found.game, found.player = sizes[0], sizes[1]
	played = slices.DeleteFunc(played, func(p losing) bool { return p.games < wholeGames })
	found.dispersion = bootstrap(len(played), event, func(items []int) []float64 {
		var t losing
		for _, i := range items {
			t.join(&played[i])
		}
		return []float64{1 + ratio(t.sides+t.pairs, t.information)}
	})[0]
	return found
}

// ratio returns a/b, or 0 if b is not positive.
func ratio(a, b float64) float64 {
	if !(b > 0) {
		return 0
	}
	return a / b
}

// losing holds sums over the games of one player in one event: of U² - I - TS² and I² over single
// games, and of UV - TSR and IJ over pairs of games.
type losing struct {
	event, games              int
	score, information, slope float64
	sides, sidesInformation   float64
	pairs, pairsInformation   float64
}

// add adds a game and its pairs with the games before it.
func (l *losing) add(s *lossScore) {
	l.sides += float64(s.score*s.score) - s.information - float64((usualInGame+usualInEvent)*s.slope*s.slope)
	l.sidesInformation += float64(s.information * s.information)
	l.pairs += 2 * (float64(s.score*l.score) - float64(usualInEvent*s.slope*l.slope))
	l.pairsInformation += 2 * float64(s.information*l.information)
	l.games++
	l.score += s.score
	l.information += s.information
	l.slope += s.slope
}

// join adds the sums of another player.
func (l *losing) join(o *losing) {
	l.information += o.information
	l.sides += o.sides
	l.sidesInformation += o.sidesInformation
	l.pairs += o.pairs
	l.pairsInformation += o.pairsInformation
}
