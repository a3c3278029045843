package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

func powerGames() []int      { return []int{5, 9} }
func powerShares() []float64 { return []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1} }
func powerLines() [3]float64 { return [3]float64{2, 3, 4} }
func equalRates() [2]float64 { return [2]float64{0.01, 0.001} }

// detectors are the statistics that are compared, each larger the more
// suspicious.
//
// tested is the combined Z as a tested player's is computed, and says what a
// threshold finds; the others are compared with each other at equal shares of
// honest performances, where the scale does not matter.
type detectors struct{ tested, combined, mm, lr, roi, plainMM, plainAE float64 }

// plain is what simple programs do: match percentage and average error against a
// straight line through the ratings.
type plain struct{ mm, ae [2]float64 } // intercept and slope by r

// fitPlain fits the lines to the fit games, move by move.
func fitPlain(sides []Side) plain {
	var r, mm, rl, ae []float64
	for i := range sides {
		x := sides[i].Rating
		for _, m := range sides[i].Moves {
			r, mm = append(r, x), append(mm, indicator(m.Figures.Match))
			if m.Figures.HasLoss {
				rl, ae = append(rl, x), append(ae, m.Figures.Loss)
			}
		}
	}
	return plain{mm: straightLine(r, mm), ae: straightLine(rl, ae)}
}

// straightLine returns intercept and slope of the regression of y on x by least
// squares.
func straightLine(x, y []float64) [2]float64 {
	n := float64(len(x))
	xMean, yMean := 0.0, 0.0
	for i := range x {
		xMean += x[i]
		yMean += y[i]
	}
	xMean, yMean = xMean/n, yMean/n
	squares, products := 0.0, 0.0
	for i := range x {
		d := x[i] - xMean
		squares += float64(d * d)
		products += float64(d * (y[i] - yMean))
	}
	slope := products / squares
	return [2]float64{yMean - float64(slope*xMean), slope}
}

// excess returns, for one side, actual less expected sums of matches and of losses.
func (p plain) excess(s *Side) (mm, ae, moves, losses float64) {
	for _, m := range s.Moves {
		mm += indicator(m.Figures.Match) - p.mm[0] - float64(p.mm[1]*s.Rating)
		moves++
		if m.Figures.HasLoss {
			ae += m.Figures.Loss - p.ae[0] - float64(p.ae[1]*s.Rating)
			losses++
		}
	}
	return mm, ae, moves, losses
}

// laboratory replaces moves of honest performances.
type laboratory struct {
	cast  *cast
	by    ruler
	plain plain
	swaps [][]swap // by side
}

// trial is one performance with none and with more and more moves replaced.
type trial struct {
	honest   detectors
	assisted [][]detectors // by kind and share
	replaced [][]float64   // share of moves that really were
}

func powerReport(o *Options, l *laboratory) calibration.PowerReport {
	report := calibration.PowerReport{N: o.draws(2)}
	for _, k := range powerGames() {
		trials := resample(o.Run, l.cast, o.draws(2), k, l.try)
		if len(trials) == 0 {
			continue
		}
		independent := float64(len(l.cast.sides)) / float64(k)
		report.Honest = append(report.Honest, honestRow(trials, k, independent))
		for kind, name := range kinds() {
			for f, share := range powerShares() {
				row := powerRow(trials, kind, f, independent)
				row.Kind, row.Games, row.Share = name, k, share
				report.Rows = append(report.Rows, row)
			}
		}
	}
	return report
}

// try replaces moves of one performance.
func (l *laboratory) try(p performance, random *rand.Rand) trial {
	t := trial{honest: l.detect(p, change{})}
	places := l.places(p)
	for _, kind := range kinds() {
		order := random.Perm(len(places))
		var assisted []detectors
		var replaced []float64
		var total change
		at, done := 0, 0
		for _, f := range powerShares() {
			for wanted := int(math.Round(f * float64(len(places)))); done < wanted && at < len(order); at++ {
				place := places[order[at]]
				c, ok := l.swaps[place[0]][place[1]].pick(kind, random)
				if !ok {
					continue
				}
				done++
				for q := range total {
					total[q] += c[q]
				}
			}
			assisted = append(assisted, l.detect(p, total))
			replaced = append(replaced, float64(done)/float64(len(places)))
		}
		t.assisted, t.replaced = append(t.assisted, assisted), append(t.replaced, replaced)
	}
	return t
}

// places lists the moves of a performance: side and number.
func (l *laboratory) places(p performance) (all [][2]int) {
	for _, i := range p {
		for j := range l.cast.sides[i].Moves {
			all = append(all, [2]int{i, j})
		}
	}
	return all
}

// detect computes all statistics of a performance whose sums are changed.
func (l *laboratory) detect(p performance, c change) detectors {
	var shifts score.Each[float64]
	for _, q := range score.Quantities() {
		*shifts.At(q) = c[q]
	}
	m := l.cast.judge(p, l.by, &shifts)
	asTested := l.by
	asTested.onePlayer = true
	d := detectors{tested: l.cast.judge(p, asTested, &shifts).combined, combined: m.combined, mm: m.z.MM.Z, lr: m.z.LR.Z, roi: m.roi}
	var mm, ae, moves, losses float64
	for _, i := range p {
		a, b, n, k := l.plain.excess(l.cast.sides[i].Side)
		mm, ae, moves, losses = mm+a, ae+b, moves+n, losses+k
	}
	d.plainMM = (mm + c[score.MM]) / math.Max(moves, 1)
	d.plainAE = -(ae + c[score.AE]) / math.Max(losses, 1)
	return d
}

func honestRow(trials []trial, k int, independent float64) calibration.HonestRow {
	row := calibration.HonestRow{Games: k}
	for _, line := range powerLines() {
		hits := 0
		for i := range trials {
			if trials[i].honest.combined >= line {
				hits++
			}
		}
		row.Tail = append(row.Tail, calibration.Tail{
			Line: line, Nominal: exact.NormalTail(line), Share: share(hits, len(trials), independent),
		})
	}
	return row
}

func powerRow(trials []trial, kind, f int, independent float64) (row calibration.PowerRow) {
	n := float64(len(trials))
	for i := range trials {
		row.Moves += trials[i].replaced[kind][f] / n
		for j, line := range powerLines() {
			row.Above[j] += indicator(trials[i].assisted[kind][f].tested >= line) / n
		}
	}
	for _, rate := range equalRates() {
		row.Equal = append(row.Equal, detection(trials, kind, f, rate, independent))
	}
	return row
}

// detection puts every statistic's line where it finds the same share of honest
// performances.
func detection(trials []trial, kind, f int, rate, independent float64) calibration.Detection {
	n := float64(len(trials))
	found := func(of func(d *detectors) float64) []bool {
		honest := make([]float64, len(trials))
		for i := range trials {
			honest[i] = of(&trials[i].honest)
		}
		slices.Sort(honest)
		line := honest[min(int(math.Ceil((1-rate)*n)), len(honest)-1)]
		hits := make([]bool, len(trials))
		for i := range trials {
			hits[i] = of(&trials[i].assisted[kind][f]) > line
		}
		return hits
	}
	combined := found(func(d *detectors) float64 { return d.combined })
	mm := found(func(d *detectors) float64 { return d.plainMM })
	ae := found(func(d *detectors) float64 { return d.plainAE })
	d := calibration.Detection{
		Rate: rate, Combined: shareOf(combined), PlainMM: shareOf(mm), PlainAE: shareOf(ae),
		MM:  shareOf(found(func(d *detectors) float64 { return d.mm })),
		LR:  shareOf(found(func(d *detectors) float64 { return d.lr })),
		ROI: shareOf(found(func(d *detectors) float64 { return d.roi })),
	}
	better := mm
	if d.PlainAE > d.PlainMM {
		better = ae
	}
	d.Advantage = advantage(combined, better, independent)
	return d
}

func shareOf(hits []bool) float64 {
	n := 0.0
	for _, h := range hits {
		n += indicator(h)
	}
	return n / float64(len(hits))
}

// advantage is the mean of the paired differences, with the standard error that
// so many independent performances allow.
func advantage(a, b []bool, independent float64) calibration.Figure {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = indicator(a[i]) - indicator(b[i])
	}
	mean, sd, _ := moments(differences)
	return difference(mean, sd/math.Sqrt(math.Max(independent, 1)), math.Max(independent, 1))
}
