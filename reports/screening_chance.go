package reports

import (
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
)

// IndexLines returns the values of the ROI at which an event is compared with chance: z of 1, 2, 3
// and 4.
func IndexLines() []float64 { return []float64{55, 60, 65, 70} }

// expect adds expectation, z and ROI to a row. It adds nothing without parameters, without a
// rating, or if the rating is refused.
func expect(r *PlayerRow, t *playerTally, p *score.Parameters, field, apart score.Offset) {
	if p == nil || r.Rating == 0 {
		return
	}
	played, rating, sd := &t.played, t.at.judged(), usualSD(r.RatingSD, p)
	found := played.Assess(p, rating, sd, field, apart)
	if found.Footing.Refused {
		return
	}
	r.Insufficient, r.Extrapolated = found.Footing.Insufficient, found.Footing.Extrapolated
	for q, quantity := range map[score.Quantity]*Measured{
		score.MM: &r.MM, score.EV: &r.EV, score.T3: &r.T3, score.AE: &r.AE, score.ASD: &r.ASD,
	} {
		quantity.compare(found.Tests.At(q))
	}
	if found.ROI.OK {
		r.ROI = &PlayerIndex{ROI: score.ROI(found.ROI.Z), Z: found.ROI.Z, Detectors: detectors(&found)}
		for i := range r.ROI.Detectors {
			r.ROI.Detectors[i].Games = nil
		}
		if z, ok := played.Alone(p, rating, sd); ok && field.OK {
			r.ROI.RatingAlone = pointer(score.ROI(z))
		}
		if found.FormerROI.OK {
			r.ROI.Former = pointer(score.ROI(found.FormerROI.Z))
		}
	}
}

// compare adds what was expected, per move.
func (m *Measured) compare(t *score.TestResult) {
	if !t.OK {
		return
	}
	n := float64(t.N)
	expected, sd, z := t.Expected/n, t.SD/n, t.Z
	m.Expected, m.SD, m.Z = &expected, &sd, &z
}

// compareWithChance compares the rows that may be judged with chance. Each gets the number of
// players expected at its ROI or above and the p-value adjusted for looking at all; the event gets
// its lines, with the provisional and the extrapolated rows beside them.
func compareWithChance(rows []PlayerRow) (RowCounts, []IndexLine) {
	var judged, provisional, extrapolated []*PlayerRow
	standing := RowCounts{}
	for i := range rows {
		r := &rows[i]
		if r.Provisional() {
			standing.Provisional++
			if r.Hint != nil && r.Hint.Above {
				standing.ProvisionalAbove++
			}
		}
		if r.ROI == nil {
			continue
		}
		switch {
		case r.Provisional():
			provisional = append(provisional, r)
		case r.Extrapolated:
			extrapolated = append(extrapolated, r)
		default:
			judged = append(judged, r)
		}
	}
	standing.Judged, standing.Extrapolated = len(judged), len(extrapolated)
	lines := []IndexLine{}
	if len(judged)+len(provisional)+len(extrapolated) == 0 {
		return standing, lines
	}
	amongAll(judged)
	for _, roi := range IndexLines() {
		lines = append(lines, IndexLine{ROI: roi, Expected: score.ExpectedAtOrAbove(len(judged), score.FromROI(roi)),
			Seen: atOrAbove(judged, roi), Provisional: atOrAbove(provisional, roi), Extrapolated: atOrAbove(extrapolated, roi)})
	}
	return standing, lines
}

// amongAll fills in how rare each of the judged rows is by chance.
func amongAll(judged []*PlayerRow) {
	p := make([]float64, len(judged))
	for i, r := range judged {
		p[i] = score.Tail(r.ROI.Z)
		r.ROI.Expected = pointer(score.ExpectedAtOrAbove(len(judged), r.ROI.Z))
	}
	for i, adjusted := range score.Holm(p, len(judged)) {
		judged[i].ROI.Holm = &adjusted
	}
}

// atOrAbove counts the rows that reach a value of the ROI.
func atOrAbove(rows []*PlayerRow, roi float64) int {
	n := 0
	for _, r := range rows {
		if r.ROI.ROI >= roi {
			n++
		}
	}
	return n
}

// ChanceEdge returns the ROI at or above which chance puts one of so many judged players; ok is false for fewer than two.
func ChanceEdge(judged int) (roi float64, ok bool) {
	if judged < 2 {
		return 0, false
	}
	return score.ROI(regulations.ZForOdds(float64(judged) - 1)), true
}
