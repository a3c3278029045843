package reports

import (
	"math"

	"fairplay/analysis/score"
)

func (in *FullTestInput) combined(a score.Assessment) CombinedZ {
	c := CombinedZ{Weights: in.Parameters.Combined.Weights}
	if a.Combined.OK && !a.Footing.Refused {
		z := a.Combined.Z
		if c.Z = &z; judged(a.Footing) {
			c.Odds, c.OneIn = pointer(score.Odds(z)), pointer(score.OneIn(z))
		}
	} else {
		c.ZMissing = in.withoutZ(a.Moves)
	}
	switch {
	case c.Z == nil || !judged(a.Footing):
		c.AmongMissing = in.notJudged(a)
	case in.Players == 0 && !in.SingledOut:
		c.AmongMissing = PlayersUnknown
	default:
		c.Among = in.among(*c.Z)
	}
	return c
}

// among says how rare a Z is among the players of the event. A player who was singled out before
// the event, for a reason other than his play in it, is one of one.
func (in *FullTestInput) among(z float64) *Multiplicity {
	n := max(in.Players, 1)
	if in.SingledOut {
		n = 1
	}
	m := Multiplicity{Players: n, Expected: score.ExpectedAtOrAbove(n, z)}
	m.Bonferroni = min(1, m.Expected)
	return &m
}

// odds says how much better help explains the moves than no help does.
func (in *FullTestInput) odds(a score.Assessment) EvidenceOdds {
	switch {
	case a.Combined.OK && in.RatingSD > score.MaxRatingSD:
		return EvidenceOdds{Missing: VagueRating}
	case !a.Evidence.OK || a.Footing.Refused:
		return EvidenceOdds{Missing: in.withoutZ(a.Moves)}
	}
	return EvidenceOdds{Log: pointer(a.Evidence.Log), Odds: pointer(min(a.Evidence.Odds(), math.MaxFloat64))}
}

// posterior explains what the odds are worth under the priors of [ECU25].
func posterior(a score.Assessment) []PosteriorRow {
	rows := []PosteriorRow{}
	if !a.Evidence.OK || !judged(a.Footing) {
		return rows
	}
	board, online := score.BoardPriors(), score.OnlinePriors()
	for _, p := range []PosteriorRow{
		{Setting: "board", Prior: board.Low}, {Setting: "board", Prior: board.High},
		{Setting: "online", Prior: online.Low}, {Setting: "online", Prior: online.High},
	} {
		p.Probability = score.Posterior(p.Prior, a.Evidence.Odds())
		rows = append(rows, p)
	}
	return rows
}
