package reports

import (
	"math"

	"fairplay/analysis/score"
	"fairplay/reports/regulations"
)

func (in *FullTestInput) combined(a score.Assessment) CombinedZ {
	c := CombinedZ{Weights: in.Parameters.Triple.Weights, Detectors: detectors(&a)}
	if a.Former.OK && !a.Footing.Refused {
		c.Former = pointer(a.Former.Z)
	}
	if a.Combined.OK && !a.Footing.Refused {
		z := a.Combined.Z
		if c.Z = &z; judged(a.Footing) {
			c.Odds, c.OneIn = pointer(score.Odds(z)), pointer(score.OneIn(z))
			if in.Honest != nil {
				low, high := in.Honest.Stretched(z)
				c.OddsInterval, c.OneInInterval = &[2]float64{score.Odds(low), score.Odds(high)}, &[2]float64{score.OneIn(low), score.OneIn(high)}
			}
		}
	} else {
		c.ZMissing = in.withoutZ(a.Moves)
	}
	switch {
	case c.Z == nil || !judged(a.Footing):
		c.AmongMissing = in.notJudged(a)
	case in.severalEvents() && in.Record == nil:
		c.AmongMissing = SeveralEvents
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

// posterior explains what the odds are worth under the priors of [ECU25] for how the event is played,
// or for each way if that is not stated or if it is hybrid.
func (in *FullTestInput) posterior(a score.Assessment) []PosteriorRow {
	rows := []PosteriorRow{}
	if !a.Evidence.OK || !judged(a.Footing) {
		return rows
	}
	var mode regulations.Mode
	if in.Record != nil {
		mode = in.Record.Facts.Mode
	}
	for _, of := range []struct {
		setting string
		priors  score.Priors
		other   regulations.Mode
	}{{"board", score.BoardPriors(), regulations.Online}, {"online", score.OnlinePriors(), regulations.OverTheBoard}} {
		if mode == of.other {
			continue
		}
		for _, prior := range []float64{of.priors.Low, of.priors.High} {
			rows = append(rows, PosteriorRow{Setting: of.setting, Prior: prior, Probability: score.Posterior(prior, a.Evidence.Odds())})
		}
	}
	return rows
}

// highest fills in the highest odds after any round so far. One look at the end does not see them.
func (e *EvidenceOdds) highest(rounds []RoundRow) {
	for i := range rounds {
		r := &rounds[i]
		if r.Evidence == nil || e.Odds == nil {
			continue
		}
		if odds := min(score.EValue{Log: *r.Evidence}.Odds(), math.MaxFloat64); e.Highest == nil || odds > *e.Highest {
			e.Highest, e.HighestRound = &odds, r.Round
		}
	}
}

// strongest fills in the most influential move of each test and of the combined Z.
func (in *FullTestInput) strongest(rows []TestRow, c *CombinedZ, own *score.Performance, a score.Assessment) {
	if a.Footing.Refused {
		return
	}
	tests, combined := in.Parameters.Influences(own)
	for i, q := range score.Quantities() {
		if rows[i].Z != nil {
			rows[i].Strongest = in.strongestMove(*tests.At(q), own)
		}
	}
	if c.Z != nil {
		c.Strongest = in.strongestMove(combined, own)
	}
}

// strongestMove names a move of the performance.
func (in *FullTestInput) strongestMove(f score.Influence, own *score.Performance) *StrongestMove {
	if !f.OK {
		return nil
	}
	g := &in.Games[f.Game]
	ply := own.Games[f.Game].Moves[f.Move].Ply
	for k := range g.Moves {
		if r := &g.Moves[k].Record; r.Ply == ply && r.Color == g.Color {
			return &StrongestMove{Event: g.Event, Round: g.Game.Round, Turn: r.Turn, Color: r.Color.String(), Played: r.SAN, Without: f.Z}
		}
	}
	return nil
}

// disagreement says where the odds do not go with the combined Z, or else with LR, and why; nil if they
// do. The reason is the first that applies.
func (in *FullTestInput) disagreement(t *FullTest) *Disagreement {
	if in.Honest == nil || t.Evidence.Log == nil || !t.Footing.Judged {
		return nil
	}
	log := *t.Evidence.Log
	for _, of := range []struct {
		test string
		z    *float64
		move *StrongestMove
	}{{"combined", t.Combined.Z, t.Combined.Strongest}, {score.LR.String(), t.Tests[score.LR].Z, t.Tests[score.LR].Strongest}} {
		if of.z == nil {
			continue
		}
		switch in.Honest.Differ(of.test, *of.z, log) {
		case 1:
			return &Disagreement{of.test, "odds", HardMoves}
		case -1:
			switch {
			case of.move != nil && in.Honest.Differ(of.test, of.move.Without, log) >= 0:
				return &Disagreement{of.test, "z", SingleMove}
			case in.RatingSD > usualSD(0, in.Parameters):
				return &Disagreement{of.test, "z", VagueStrength}
			}
			return &Disagreement{of.test, "z", UnlikeEngines}
		}
	}
	return nil
}
