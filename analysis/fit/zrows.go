package fit

import (
	"fmt"
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// lines are the values of z at which honest performances are counted.
func lines() []float64 { return []float64{2, 2.5, 3, 3.5, 4} }

// adjustedZ is one z of a performance: its name and how to get it.
type adjustedZ struct {
	name string
	of   func(a *score.Assessment) float64
}

// tests lists every adjusted z.
func tests() (all []adjustedZ) {
	for _, q := range score.Quantities() {
		all = append(all, adjustedZ{q.String(), func(a *score.Assessment) float64 { return a.Tests.At(q).Z }})
	}
	return append(all,
		adjustedZ{"combined", func(a *score.Assessment) float64 { return a.Combined.Z }},
		adjustedZ{"roi", func(a *score.Assessment) float64 { return a.ROI.Z }})
}

// formerName is the name, in calibration files, of the Z of MM, EV and ASD where the bank has taken
// its place.
const formerName = "former"

// detectorPrefix begins the names of detectors, which end with their helper.
const detectorPrefix = "bank_"

// bankTests lists the former Z and the z of the detectors, named after their helper: "bank_own". There
// are none if the calibration has no bank.
func bankTests(params *score.Parameters) (all []adjustedZ) {
	if params.Bank == nil {
		return nil
	}
	all = append(all, adjustedZ{formerName, func(a *score.Assessment) float64 { return a.Former.Z }})
	for k, h := range params.Bank.Helpers {
		all = append(all, adjustedZ{detectorPrefix + h, func(a *score.Assessment) float64 {
			if a.Bank == nil {
				return 0
			}
			return a.Bank.Detectors[k].Z
		}})
	}
	return all
}

// rawTests lists every z without any adjustment, to show what the adjustments do.
func rawTests() (all []adjustedZ) {
	for _, q := range score.Quantities() {
		all = append(all, adjustedZ{q.String(), func(a *score.Assessment) float64 { return a.Tests.At(q).RawZ }})
	}
	return all
}

// mainTests lists the z values that matter most.
func mainTests() (some []adjustedZ) {
	for _, t := range tests() {
		switch t.name {
		case "mm", "ev", "asd", "close", "root", "lr", "combined", "roi":
			some = append(some, t)
		}
	}
	return some
}

// zRows describes the z of honest whole performances. assessed belongs to whole, in the same order;
// seen holds the players of the fit part.
func zRows(o *Options, c *sample, whole []performance, assessed []score.Assessment, params *score.Parameters, seen map[string]bool) (rows []calibration.ZRow) {
	rows = append(rows, describeAll(calibration.WholePerformances, tests(), whole, assessed, true)...)
	rows = append(rows, bankRows(whole, assessed, params)...)
	rows = append(rows, describeAll(calibration.Unadjusted, rawTests(), whole, assessed, false)...)

	alone := make([]performance, len(whole))
	for i, p := range whole {
		p.field = score.Offset{}
		alone[i] = p
	}
	rows = append(rows, describeAll(calibration.RatingAlone, mainTests(), alone, c.assessAll(o.Run, alone, params), false)...)

	var unseen []performance
	for _, p := range whole {
		if !seen[c.sides[p.sides[0]].Player] {
			unseen = append(unseen, p)
		}
	}
	rows = append(rows, describeAll(calibration.UnseenPlayers, mainTests(), unseen, c.assessAll(o.Run, unseen, params), false)...)
	for _, s := range cuts() {
		part := c.slice(o.Run, s)
		some := part.whole(1, leastSlice, params.Effects)
		rows = append(rows, describeAll(s.name, mainTests(), some, part.assessAll(o.Run, some, params), false)...)
	}
	return rows
}

// bankRows describes the z of the bank on honest whole performances: all of them, by rating and by
// length.
func bankRows(whole []performance, assessed []score.Assessment, params *score.Parameters) []calibration.ZRow {
	wanted := bankTests(params)
	rows := describeAll(calibration.WholePerformances, wanted, whole, assessed, true)
	for _, t := range mainTests() {
		if t.name == "combined" && params.Bank != nil {
			wanted = append(wanted, t)
		}
	}
	has := []func(p *performance) bool{
		func(p *performance) bool { return p.rating < 2300 },
		func(p *performance) bool { return 2300 <= p.rating && p.rating < 2600 },
		func(p *performance) bool { return p.rating >= 2600 },
		func(p *performance) bool { return len(p.sides) <= 6 },
		func(p *performance) bool { return 7 <= len(p.sides) && len(p.sides) <= 8 },
		func(p *performance) bool { return len(p.sides) >= 9 },
	}
	for k, name := range calibration.BankSamples() {
		var some []performance
		var of []score.Assessment
		for i := range whole {
			if has[k](&whole[i]) {
				some, of = append(some, whole[i]), append(of, assessed[i])
			}
		}
		rows = append(rows, describeAll(name, wanted, some, of, false)...)
	}
	return rows
}

// leastSlice is the least number of moves of a part of a performance: a quarter of what a judgement
// needs.
const leastSlice = score.MinMoves / 4

func (c *sample) assessAll(run Runner, all []performance, params *score.Parameters) []score.Assessment {
	out := make([]score.Assessment, len(all))
	run(len(all), func(i int) { out[i] = c.assess(&all[i], params, nil) })
	return out
}

// describeAll describes tests over performances. Intervals come from drawing events anew.
func describeAll(sample string, wanted []adjustedZ, all []performance, assessed []score.Assessment, histograms bool) (rows []calibration.ZRow) {
	if len(all) < 3 {
		return nil
	}
	z := make([][]float64, len(wanted))
	for k, t := range wanted {
		for i := range assessed {
			z[k] = append(z[k], t.of(&assessed[i]))
		}
	}
	figures := bootstrap(len(all), func(i int) int { return all[i].event }, func(items []int) (values []float64) {
		for k := range wanted {
			some := make([]float64, len(items))
			for at, i := range items {
				some[at] = z[k][i]
			}
			mean, sd, skew := moments(some)
			values = append(values, mean, sd, skew)
		}
		return values
	})
	for k, t := range wanted {
		row := calibration.ZRow{Test: t.name, Sample: sample, N: len(all), Mean: figures[3*k], SD: figures[3*k+1], Skew: figures[3*k+2]}
		n := float64(len(all))
		row.KS, row.AD = kolmogorov(z[k], n), anderson(z[k], n)
		for _, line := range lines() {
			hits := 0
			for _, v := range z[k] {
				if v >= line {
					hits++
				}
			}
			row.Tail = append(row.Tail, calibration.Tail{Line: line, Nominal: exact.NormalTail(line), Hits: hits, Share: share(hits, len(all), n)})
		}
		row.Highest = slices.Max(z[k])
		if histograms {
			row.Histogram = histogram(z[k])
		}
		rows = append(rows, row)
	}
	return rows
}

// histogram counts values in the bins of reports.
func histogram(z []float64) []int {
	bins := make([]int, calibration.HistogramBins)
	for _, v := range z {
		bin := math.Floor((v - calibration.HistogramLow) / calibration.HistogramStep)
		bins[int(min(max(bin, 0), calibration.HistogramBins-1))]++
	}
	return bins
}

// slice is a part of the moves.
type slice struct {
	name string
	side func(s *side) bool
	move func(turn int) bool
}

// cuts lists the parts of the moves that the report looks at separately.
func cuts() []slice {
	everySide, everyMove := func(*side) bool { return true }, func(int) bool { return true }
	all := []slice{
		{"white", func(s *side) bool { return s.Color == 0 }, everyMove},
		{"black", func(s *side) bool { return s.Color == 1 }, everyMove},
	}
	for _, p := range [][2]int{{9, 20}, {21, 35}, {36, 60}} {
		all = append(all, slice{fmt.Sprintf("turns %d-%d", p[0], p[1]), everySide,
			func(turn int) bool { return p[0] <= turn && turn <= p[1] }})
	}
	for _, n := range [][2]int{{1, 19}, {20, 34}, {35, 60}} {
		all = append(all, slice{fmt.Sprintf("%d-%d moves", n[0], n[1]),
			func(s *side) bool { return n[0] <= len(s.Moves) && len(s.Moves) <= n[1] }, everyMove})
	}
	return all
}

// slice returns the sample with only the moves of that part.
func (c *sample) slice(run Runner, part slice) *sample {
	k := c.keep(part.side)
	run(len(k.sides), func(i int) {
		s := &k.sides[i]
		g := score.Game{ID: s.game.ID, Round: s.game.Round}
		var moves []Move
		for j := range s.game.Moves {
			if part.move(s.Moves[j].Turn) {
				g.Moves = append(g.Moves, s.game.Moves[j])
				moves = append(moves, s.Moves[j])
			}
		}
		copied := *s.scored.Side
		copied.Moves = moves
		s.scored = &scored{Side: &copied, game: g, logP: s.logP}
		for _, q := range score.Quantities() {
			s.residuals[q] = residualOf(&g, q)
		}
	})
	return k.keep(func(s *side) bool { return len(s.Moves) > 0 })
}

// evidenceReport describes the e-value of honest performances beside the sorted ln BF of simulated
// ones.
func evidenceReport(whole []performance, assessed []score.Assessment, simulated []float64) calibration.EvidenceReport {
	r := calibration.EvidenceReport{N: len(whole)}
	if len(whole) < 3 {
		return r
	}
	logs := make([]float64, len(whole))
	for i, a := range assessed {
		logs[i] = a.Evidence.Log
		r.Highest = max(r.Highest, exact.Exp(logs[i]))
	}
	means := bootstrap(len(whole), func(i int) int { return whole[i].event }, func(items []int) []float64 {
		some, capped := make([]float64, len(items)), make([]float64, len(items))
		for at, i := range items {
			some[at], capped[at] = logs[i], min(logs[i], exact.Log(calibration.OddsCap))
		}
		return []float64{meanOdds(some), meanOdds(capped)}
	})
	r.Mean, r.Capped = means[0], means[1]
	for _, band := range oddsBands() {
		if b, ok := oddsBand(whole, logs, band); ok {
			r.Bands = append(r.Bands, b)
		}
	}
	above := func(logs []float64, line float64) (n int) {
		for _, l := range logs {
			if l > exact.Log(line) {
				n++
			}
		}
		return n
	}
	for _, line := range oddsLines() {
		row := calibration.OddsShare{Line: line, Share: share(above(logs, line), len(logs), float64(len(logs)))}
		if len(simulated) > 0 {
			row.Simulated = float64(above(simulated, line)) / float64(len(simulated))
		}
		r.Above = append(r.Above, row)
	}
	return r
}

// oddsBands are the bands of ratings in which the odds are demanded not to exceed 1 on average. Beyond
// them nobody is judged (MODEL 6a: what helps below 2500 may fail above).
func oddsBands() [][2]float64 { return [][2]float64{{2000, 2500}, {2500, 2800}} }

// oddsBand returns the mean of BF of the performances in a band of ratings.
func oddsBand(whole []performance, logs []float64, band [2]float64) (b calibration.OddsBand, ok bool) {
	var some []int
	for i := range whole {
		if band[0] <= whole[i].rating && whole[i].rating < band[1] {
			some = append(some, i)
		}
	}
	if len(some) < 3 {
		return b, false
	}
	mean := bootstrap(len(some), func(i int) int { return whole[some[i]].event }, func(items []int) []float64 {
		part := make([]float64, len(items))
		for at, i := range items {
			part[at] = logs[some[i]]
		}
		return []float64{meanOdds(part)}
	})
	return calibration.OddsBand{Low: band[0], High: band[1], N: len(some), Mean: mean[0]}, true
}

// oddsLines are the odds above which honest performances are counted.
func oddsLines() []float64 { return []float64{1, 3, 10} }

// meanOdds returns the mean of exp over the given logarithms.
func meanOdds(logs []float64) (mean float64) {
	for _, l := range logs {
		mean += exact.Exp(l) / float64(len(logs))
	}
	return mean
}
