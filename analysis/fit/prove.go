package fit

import (
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// leastTestMoves is the least number of counted moves of the test part for which there is a report.
// With so few, most of its verdicts are "undecided".
const leastTestMoves = 200

// Prove measures a calibration on the test part of a corpus and returns the report. The calibration
// must have been fitted to the fit part of the same corpus with the same options, because the
// models that it is compared with are fitted here in the same way. Too few test games give an error
// of kind Unprocessable.
func Prove(c *Corpus, cal *calibration.Calibration, o Options) (*calibration.Validation, error) {
	run := o.Run
	train, test := c.Part(Train), c.Part(Test)
	pooled := test
	if o.Recipe.Further != nil {
		train, pooled, test = c.asked(train, true), c.asked(test, false), c.asked(test, true)
	}
	if moves(test) < leastTestMoves || len(byEvent(test)) < 2 {
		return nil, fault.New(fault.Unprocessable, "test_too_small",
			"the test part of the games has %d counted moves of %d events, too few to measure a calibration on",
			moves(test), len(byEvent(test)))
	}
	sample := newSample(run, predict(run, cal.Models(), test))
	seen := playersOf(train)
	params := &cal.Parameters
	whole := sample.whole(wholeGames, score.MinMoves, params.Effects)
	r := &calibration.Validation{
		Independence: calibration.Independence{
			CorpusSize: count(test), Seen: among(playersOf(test), seen), Whole: len(whole),
		},
		Reliability: sample.reliability(),
		Bands:       bandsOf(sample, fineBand),
		WideBands:   bandsOf(sample, bandWidth),
		Slices:      slicesOf(run, sample),
	}
	var err error
	if r.Ladder, err = compareModels(run, cal, train, test); err != nil {
		return nil, fault.Wrap(err, fault.Unprocessable, "fit_failed", "a model for comparison could not be fitted")
	}
	assessed := sample.assessAll(run, whole, params)
	r.Z = zRows(&o, sample, whole, assessed, params, seen)
	r.IPR = iprReport(&o, sample, whole, params.Effects)
	study := newSimulation(run, sample, whole, params, cal.Models(), train, pooled, c.foreign)
	var simulated []float64
	r.Power, simulated = powerReport(&o, study)
	r.Relation = study.relation()
	r.Careers = careersOf(newSample(run, predict(run, cal.Models(), slices.Concat(train, test))), params.Effects)
	r.Z = append(r.Z, sample.careerZ(run, params, r.Careers)...)
	r.Evidence = evidenceReport(whole, assessed, simulated)
	r.Acceptance = acceptance(sample, r)
	if o.Prior != nil && len(o.Passes) > 0 {
		r.Passes = passesReport(run, o.Passes, o.Prior.Models(), cal.Models())
	}
	roundAll(r)
	return r, nil
}

// playersOf returns the players of sides.
func playersOf(sides []Side) map[string]bool {
	players := make(map[string]bool)
	for i := range sides {
		players[sides[i].Player] = true
	}
	return players
}

// among counts the players who are also in others.
func among(players, others map[string]bool) (n int) {
	for p := range players {
		if others[p] {
			n++
		}
	}
	return n
}
