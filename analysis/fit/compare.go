package fit

import (
	"math"

	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// chooser gives the probabilities of the moves of a position.
type chooser func(p *choice.Position, rating float64, dst []float64) []float64

// tried holds how well one model predicts the test moves, by event.
type tried struct {
	loss         []float64 // sum of -ln p
	n            []float64
	mm, ev, asd  []float64 // sums of actual - expected
	expMM, expEV float64   // sums of what was expected
	expASD       float64
}

// leastP is the smallest probability used for a move that was made, so that one move cannot decide
// a comparison.
const leastP = 1e-9

// try lets a model predict every move of the sides.
func try(run Runner, of chooser, sides []Side, events map[string]int) tried {
	parts := make([]tried, len(sides))
	run(len(sides), func(i int) { parts[i] = trySide(of, &sides[i]) })
	t := tried{}
	for _, x := range []*[]float64{&t.loss, &t.n, &t.mm, &t.ev, &t.asd} {
		*x = make([]float64, len(events))
	}
	for i, p := range parts {
		e := events[sides[i].Event]
		t.loss[e] += p.loss[0]
		t.n[e] += p.n[0]
		t.mm[e] += p.mm[0]
		t.ev[e] += p.ev[0]
		t.asd[e] += p.asd[0]
		t.expMM += p.expMM
		t.expEV += p.expEV
		t.expASD += p.expASD
	}
	return t
}

func trySide(of chooser, s *Side) tried {
	t := tried{loss: []float64{0}, n: []float64{float64(len(s.Moves))}, mm: []float64{0}, ev: []float64{0}, asd: []float64{0}}
	var ps []float64
	for _, m := range s.Moves {
		p := m.Position
		ps = of(p, s.Rating, ps)
		t.loss[0] -= exact.Log(math.Max(ps[p.Played], leastP))
		mm, ev, asd := ps[p.Best], 0.0, 0.0
		for i, q := range ps {
			if p.Tied(i) {
				ev += q
			}
			asd += float64(q * p.Delta[i])
		}
		t.expMM += mm
		t.expEV += ev
		t.expASD += asd
		t.mm[0] += indicator(m.Figures.Match) - mm
		t.ev[0] += indicator(m.Figures.Equal) - ev
		t.asd[0] += m.Figures.Delta - asd
	}
	return t
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// row turns the predictions of a model into a row of the report. before is the model of the row
// above, nil for the first.
func (t tried) row(name string, terms int, before *tried) calibration.ModelRow {
	row := calibration.ModelRow{Name: name, Terms: terms}
	row.LogLoss = figure(clusterMean(t.loss, t.n))
	if before != nil {
		gain := make([]float64, len(t.loss))
		for i := range gain {
			gain[i] = before.loss[i] - t.loss[i]
		}
		row.Gain = figure(clusterMean(gain, t.n))
	}
	row.MM = comparisonOf(score.MM, t.mm, t.n, t.expMM)
	row.EV = comparisonOf(score.EV, t.ev, t.n, t.expEV)
	row.ASD = comparisonOf(score.ASD, t.asd, t.n, t.expASD)
	return row
}

// compareModels fits each of the nested models to the fit games in the same way and lets each
// predict the test games. The last row is the calibration itself.
func compareModels(run Runner, cal *calibration.Calibration, train, test []Side) ([]calibration.ModelRow, error) {
	events := map[string]int{}
	for i := range test {
		number(events, test[i].Event)
	}
	var rows []calibration.ModelRow
	var before *tried
	add := func(name string, terms int, of chooser) {
		t := try(run, of, test, events)
		rows = append(rows, t.row(name, terms, before))
		before = &t
	}
	for i, nested := range nestedModels() {
		if i == 1 {
			add("classical", 4, cal.Classical.Probabilities)
		}
		start, err := blank(nested.terms, cal.Choice.UsualDepth)
		if err != nil {
			return nil, err
		}
		f, err := fitChoice(run, start, train, ridge(start.Terms))
		if err != nil {
			return nil, err
		}
		add(nested.name, len(nested.terms), f.model.Probabilities)
	}
	add("shipped", len(cal.Choice.Terms), cal.Models().Choice.Probabilities)
	return rows, nil
}
