package reports

import "fairplay/analysis/score"

func (in *FullTestInput) combined(a score.Assessment) CombinedZ {
	c := CombinedZ{Carrier: string(in.Parameters.ASD), Weights: in.Parameters.Combined.Weights}
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

// among says what chance makes of a Z among the players of the event. Whoever was
// singled out before it, for a reason that is not his play in it, is one of one.
func (in *FullTestInput) among(z float64) *Multiplicity {
	n := max(in.Players, 1)
	if in.SingledOut {
		n = 1
	}
	m := Multiplicity{Players: n, Expected: score.ExpectedAtOrAbove(n, z)}
	m.Bonferroni = min(1, m.Expected)
	return &m
}

// posterior explains what the Z is worth under the priors of [ECU25].
func posterior(a score.Assessment) []PosteriorRow {
	rows := []PosteriorRow{}
	if !a.Combined.OK || !judged(a.Footing) {
		return rows
	}
	board, online := score.BoardPriors(), score.OnlinePriors()
	for _, p := range []PosteriorRow{
		{Setting: "board", Prior: board.Low}, {Setting: "board", Prior: board.High},
		{Setting: "online", Prior: online.Low}, {Setting: "online", Prior: online.High},
	} {
		p.AtMost = score.Posterior(p.Prior, a.Combined.Z)
		rows = append(rows, p)
	}
	return rows
}
