package reports

import (
	"strconv"

	"fairplay/analysis/score"
	"fairplay/reports/tournament"
)

// indexLines are the values of the ROI at which an event is compared with what
// chance does: z of 1, 2, 3 and 4.
func indexLines() []float64 { return []float64{55, 60, 65, 70} }

// expect adds expectation, z and ROI to a row. Without parameters, without a
// rating, or where the rating is refused, it adds nothing.
func expect(r *PlayerRow, played *score.Running, p *score.Parameters) {
	if p == nil || r.Rating == 0 {
		return
	}
	found := played.Assess(p, float64(r.Rating), score.UsualRatingSD)
	if found.Footing.Refused {
		return
	}
	r.Insufficient, r.Extrapolated = found.Footing.Insufficient, found.Footing.Extrapolated
	for q, quantity := range map[score.Quantity]*Quantity{
		score.MM: &r.MM, score.EV: &r.EV, score.T3: &r.T3, score.AE: &r.AE, score.ASD: &r.ASD,
	} {
		quantity.compare(found.Tests.At(q))
	}
	if found.ROI.OK {
		r.ROI = &Index{ROI: score.ROI(found.ROI.Z), Z: found.ROI.Z}
	}
}

// compare adds what was expected, per move.
func (q *Quantity) compare(t *score.Result) {
	if !t.OK {
		return
	}
	n := float64(t.N)
	expected, sd, z := t.Expected/n, t.SD/n, t.Z
	q.Expected, q.SD, q.Z = &expected, &sd, &z
}

// compareWithChance fills in what chance does among the rows that may be
// judged: for each of them the number expected at its ROI or above and the p
// value adjusted for having looked at all, and for the event its lines.
//
// Whoever is shown because somebody picked him out was still one of family.
func compareWithChance(rows []PlayerRow, family int) []IndexLine {
	var judged []*PlayerRow
	for i := range rows {
		if rows[i].ROI != nil && !rows[i].Insufficient {
			judged = append(judged, &rows[i])
		}
	}
	lines := []IndexLine{}
	if len(judged) == 0 {
		return lines
	}
	family = max(family, len(judged))
	p := make([]float64, len(judged))
	for i, r := range judged {
		p[i] = score.Tail(r.ROI.Z)
		r.ROI.Expected = pointer(score.ExpectedAtOrAbove(family, r.ROI.Z))
	}
	for i, adjusted := range score.Holm(p, family) {
		judged[i].ROI.Holm = &adjusted
	}
	for _, roi := range indexLines() {
		line := IndexLine{ROI: roi, Expected: score.ExpectedAtOrAbove(family, score.FromROI(roi))}
		for _, r := range judged {
			if r.ROI.ROI >= roi {
				line.Seen++
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// mainRound drops the board from a round, so that games of one round are one
// look.
func mainRound(round string) string {
	n, _, ok := tournament.ParseRound(round)
	if !ok {
		return round
	}
	return strconv.Itoa(n)
}
