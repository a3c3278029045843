package reports

import "fairplay/analysis/score"

// onceLooked is the Z whose error in a single look the boundary round by round
// keeps.
const onceLooked = 3.0

func (in *FullTestInput) combined(a score.Assessment) CombinedZ {
	c := CombinedZ{Carrier: string(in.Parameters.ASD), Weights: in.Parameters.Combined.Weights}
	if a.Combined.OK && !a.Footing.Refused {
		z := a.Combined.Z
		c.Z, c.Odds, c.OneIn = &z, pointer(score.Odds(z)), pointer(score.OneIn(z))
		if a.Footing.Judged() {
			c.Among = in.among(z)
		}
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

// rounds follows the combined Z round by round, with the boundary that keeps the
// error of a single look.
func (in *FullTestInput) rounds(own *score.Performance) ([]RoundRow, *Boundary) {
	looks := in.Parameters.Looks(own)
	line := &Boundary{
		Threshold: onceLooked, Alpha: score.Tail(onceLooked), Spending: "lan_demets_obrien_fleming",
		Looks: len(looks), Planned: max(in.Rounds, len(looks)),
	}
	rows := make([]RoundRow, len(looks))
	boundary, err := score.Boundary(line.Alpha, score.Fractions(looks, line.Planned))
	for i, look := range looks {
		rows[i] = RoundRow{Round: look.Round, Moves: look.Moves}
		if look.Assessment.Combined.OK {
			rows[i].Z = pointer(look.Assessment.Combined.Z)
		}
		if err == nil && i < len(boundary) {
			rows[i].Boundary = pointer(boundary[i])
		}
	}
	if err != nil || len(boundary) == 0 {
		line = nil
	}
	return rows, line
}

// posterior explains what the Z is worth under the priors of [ECU25].
func posterior(a score.Assessment) []PosteriorRow {
	rows := []PosteriorRow{}
	if !a.Combined.OK || !a.Footing.Judged() {
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
