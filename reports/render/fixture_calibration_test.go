package render

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// calibrationFixture returns a calibration made by hand with a report that holds
// every kind of answer: demands met, not met and undecided, bands without an
// interval, and everything that is drawn.
func calibrationFixture() *calibration.Calibration {
	base := fixtureProvenance()
	c := &calibration.Calibration{
		Name: "standard-quick", TimeClass: analysis.StandardTime, Recipe: base.Recipe, RecipeFingerprint: base.RecipeFingerprint,
		Policy: base.Policy, PolicyFingerprint: base.PolicyFingerprint, Program: "0.1.0",
		Corpus: calibration.Corpus{Digest: digits("c0"), First: "1995.??.??", Last: "2025.06.30",
			Fit: calibration.Counts{Events: 312, Games: 861, Players: 1042, Performances: 1190, Sides: 1722, Moves: 44125}, Test: testCounts(),
			Bands: []calibration.Band{
				{Low: 1400, High: 1600, Fit: calibration.Counts{Sides: 96, Moves: 2461}, Test: calibration.Counts{Sides: 31, Performances: 17, Moves: 805}},
				{Low: 2000, High: 2200, Fit: calibration.Counts{Sides: 402, Moves: 10377}, Test: calibration.Counts{Sides: 144, Performances: 118, Moves: 3690}}}},
	}
	c.Parameters = score.Parameters{ASD: score.Deep, Ratings: score.RatingRange{Low: 1400, High: 2800},
		Combined: score.Triple{Weights: [3]float64{.5, .15, .35}}, ROI: score.Triple{Weights: [3]float64{.4, .4, .2}}}
	for i, q := range score.Quantities() {
		*c.Parameters.Spread.At(q) = score.Spread{Scale: 1 + float64(i)/50, Game: .011 + float64(i)/1000, Player: .008, Bias: -.0005 * float64(i%2)}
	}
	terms, err := choice.Terms("dbest", "dbest*r", "delta")
	if err != nil {
		panic(err) // the names are those of the package
	}
	for i, term := range terms {
		c.Choice.Terms = append(c.Choice.Terms, calibration.TermForm{Term: term, Coefficient: .91 - .57*float64(i), SE: .031})
	}
	c.Ratio = calibration.Standard{Bias: around(.0067, .0046), Scale: 1.009}
	c.Effects.MM = calibration.Effects{Event: .0323, Mixture: &calibration.Mixture{Ordinary: .004, Outlying: .047, Share: .39, Gain: 1.53}}
	c.Choice.EventSpread = 169
	c.Choice.Outlying = []calibration.EventOffset{{Event: "National Championship|2025", Sides: 96, Moves: 2461, Offset: 351}}
	c.Report = reportFixture()
	return c
}

func testCounts() calibration.Counts {
	return calibration.Counts{Events: 104, Games: 287, Players: 391, Performances: 428, Sides: 574, Moves: 14608}
}

// around is a figure with an interval of so much on both sides.
func around(value, half float64) calibration.Figure {
	return calibration.Figure{Value: value, Low: value - half, High: value + half}
}

// unknown is a figure without an interval, as package fit writes it.
func unknownInterval(value float64) calibration.Figure {
	return calibration.Figure{Value: value, Low: -1e6, High: 1e6}
}

func reportFixture() *calibration.Report {
	r := &calibration.Report{
		Independence: calibration.Independence{Counts: testCounts(), Seen: 29, Whole: 23, Resampled: 10000, GamesEach: 9},
		IPR: calibration.IPRReport{Games: 9, N: 2000, Bias: around(-12, 31), Slope: around(1.02, .11), Coverage: around(.951, .02), Bands: []calibration.IPRBand{
			{Low: 1400, High: 1600, N: 500, Rating: 1511, Bias: unknownInterval(41), Coverage: unknownInterval(.93)},
			{Low: 2000, High: 2200, N: 500, Rating: 2098, Bias: around(-22, 55), Coverage: around(.96, .03)},
			{Low: 2400, High: 2600, N: 500, Rating: 2487, Bias: around(9, 70), Coverage: around(.948, .05)}}},
	}
	for i, name := range []string{"rating", "classical", "values", "history", "swings", "chess", "shipped"} {
		row := calibration.ModelRow{Name: name, Terms: 2 + 6*i, LogLoss: around(2.39-.9*math.Sqrt(float64(i)/6), .05)}
		if i > 0 {
			row.Gain = around(.5/float64(i*i), .012)
		}
		r.Ladder = append(r.Ladder, row)
	}
	for i := range 10 {
		p := .06 + .1*float64(i)
		r.Reliability = append(r.Reliability, calibration.Reliability{N: 1461, Expected: p, Actual: around(p+.012*math.Sin(float64(i)), .025)})
	}
	for low := 1400.0; low < 2800; low += 200 {
		r.Bands = append(r.Bands, bandFixture("", low, low+100))
	}
	r.WideBands = r.Bands[:2]
	for _, name := range []string{"white", "black", "turns 9-20", "20-34 moves"} {
		r.Slices = append(r.Slices, bandFixture(name, 0, 0))
	}
	r.Z = zFixture()
	r.Power = powerFixture()
	r.Acceptance = acceptanceFixture()
	return r
}

func bandFixture(name string, low, high float64) calibration.BandRow {
	b := calibration.BandRow{Name: name, Low: low, High: high, Counts: calibration.Counts{Sides: 60, Moves: 1500}}
	for i, q := range score.Quantities() {
		expected, off := .3+.0001*low+.05*float64(i%3), .004*math.Sin(low/100+float64(i))
		c := calibration.Comparison{Actual: expected + off, Expected: expected, Difference: around(off, .011)}
		if low == 1400 {
			c.Difference = unknownInterval(off)
		}
		*b.Quantities.At(q) = c
	}
	return b
}

func zFixture() (rows []calibration.ZRow) {
	row := func(test, sample string, games int, mean, sd float64) calibration.ZRow {
		return calibration.ZRow{Test: test, Sample: sample, Games: games, N: 10000, Mean: around(mean, .09), SD: around(sd, .06), Skew: around(.08, .2), KS: .34, AD: .0004}
	}
	for _, games := range []int{5, 7, 9, 11} {
		for i, test := range []string{"mm", "ev", "t3", "asd", "ae", "scaled_ae", "lr", "combined", "roi"} {
			z := row(test, "resampled", games, .02*float64(i-4), 1+.01*float64(games-9))
			for _, line := range []float64{2, 2.5, 3, 3.5, 4} {
				nominal := math.Erfc(line/math.Sqrt2) / 2
				z.Tail = append(z.Tail, calibration.Tail{Line: line, Nominal: nominal, Share: calibration.Figure{Value: nominal * .9, High: nominal + .03}})
			}
			if games == 9 {
				z.Histogram = histogramFixture()
			}
			rows = append(rows, z)
		}
	}
	unseen := row("combined", "unseen players", 9, .03, .97)
	unseen.Tail = rows[len(rows)-1].Tail
	rows = append(rows, unseen, row("mm", "raw", 9, .01, 1.16), row("combined", "whole", 0, -.2, .91))
	for _, low := range []float64{1400, 2000} {
		z := row("combined", "band", 9, .11, .97)
		z.Low, z.High = low, low+200
		rows = append(rows, z)
	}
	return append(rows, row("combined", "white", 9, .04, 1.02), row("combined", "black", 9, -.05, .98))
}

func histogramFixture() []int {
	bins := make([]int, calibration.HistogramBins)
	for i := range bins {
		x := calibration.HistogramLow + calibration.HistogramStep*(float64(i)+.5)
		bins[i] = int(10000 * calibration.HistogramStep * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * (1 + .08*math.Sin(3*x)))
	}
	return bins
}

func powerFixture() calibration.PowerReport {
	p := calibration.PowerReport{N: 5000}
	for _, games := range []int{5, 9} {
		honest := calibration.HonestRow{Games: games}
		for _, line := range []float64{2, 3, 4} {
			nominal := math.Erfc(line/math.Sqrt2) / 2
			honest.Tail = append(honest.Tail, calibration.Tail{Line: line, Nominal: nominal, Share: calibration.Figure{Value: nominal, High: nominal + .04}})
		}
		p.Honest = append(p.Honest, honest)
		for k, kind := range []string{"best", "other", "top3", "gap"} {
			for f := .1; f < 1.05; f += .3 {
				found := func(shift float64) float64 { return 1 / (1 + math.Exp(-(8*f - shift - float64(k) + float64(games)/5))) }
				row := calibration.PowerRow{Kind: kind, Games: games, Share: f, Moves: f * .9, Above: [3]float64{found(1.5), found(3), found(4.5)}}
				for _, rate := range []float64{.01, .001} {
					row.Equal = append(row.Equal, calibration.Detection{Rate: rate, Combined: found(3), MM: found(3.3), LR: found(2.8), ROI: found(3.2),
						PlainMM: found(3.8), PlainAE: found(5), Advantage: around(found(3)-found(3.8), .05)})
				}
				p.Rows = append(p.Rows, row)
			}
		}
	}
	return p
}

func acceptanceFixture() []calibration.Verdict {
	const performances, moves = "independent performances", "counted moves"
	return []calibration.Verdict{
		{Demand: "mean of z", Test: "combined", Figure: around(.01, .03), Within: [2]float64{-.05, .05}, N: 63.8, Unit: performances, Answer: calibration.Met},
		{Demand: "standard deviation of z", Test: "combined", Figure: around(1.01, .09), Within: [2]float64{.95, 1.05}, N: 63.8, Unit: performances,
			Answer: calibration.Undecided, Needed: 207},
		{Demand: "standard deviation of z", Test: "roi", Low: 2000, High: 2200, Figure: around(.72, .1), Within: [2]float64{.85, 1.15}, N: 16, Unit: performances,
			Answer: calibration.NotMet},
		{Demand: "share of honest performances above the line", Test: "combined", Line: 2, Figure: calibration.Figure{Value: .0222, High: .09},
			Within: [2]float64{0, .02275}, N: 63.8, Unit: performances, Answer: calibration.Undecided, Needed: 220},
		{Demand: "slope of intrinsic on official rating", Figure: around(1.02, .05), Within: [2]float64{.9, 1.1}, N: 63.8, Unit: performances, Answer: calibration.Met},
		{Demand: "coverage of the interval of the intrinsic rating", Figure: around(.951, .03), Within: [2]float64{.93, .97}, N: 63.8, Unit: performances,
			Answer: calibration.Undecided, Needed: 144},
		{Demand: "actual less expected", Test: "mm", Low: 2000, High: 2200, Figure: around(.004, .003), Within: [2]float64{-.01, .01}, N: 3690, Unit: moves, Answer: calibration.Met},
		{Demand: "actual less expected", Test: "asd", Low: 1400, High: 1600, Figure: unknownInterval(-.0046), Within: [2]float64{-.0036, .0036}, N: 805, Unit: moves,
			Answer: calibration.Undecided},
		{Demand: "a demand added since", Figure: around(1, 1), Within: [2]float64{0, 3}, N: 1, Unit: "moons", Answer: calibration.Met},
	}
}
