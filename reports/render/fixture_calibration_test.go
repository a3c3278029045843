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
		Corpus: calibration.CorpusSummary{Digest: digits("c0"), First: "1995.??.??", Last: "2025.06.30",
			Fit: calibration.CorpusSize{Events: 312, Games: 861, Players: 1042, Performances: 214, Sides: 1722, Moves: 44125}, Test: testCounts(),
			Bands: []calibration.Band{
				{Low: 1400, High: 1600, Fit: calibration.CorpusSize{Sides: 96, Moves: 2461}, Test: calibration.CorpusSize{Sides: 31, Performances: 3, Moves: 805}},
				{Low: 2000, High: 2200, Fit: calibration.CorpusSize{Sides: 402, Moves: 10377}, Test: calibration.CorpusSize{Sides: 144, Performances: 19, Moves: 3690}}}},
	}
	c.Parameters = score.Parameters{Ratings: score.RatingRange{Low: 1400, High: 2800},
		Triple: score.Triple{Weights: [3]float64{.5, .15, .35}}, ROI: score.Triple{Weights: [3]float64{.4, .4, .2}}}
	for i, q := range score.Quantities() {
		*c.Parameters.Spread.At(q) = score.Spread{Scale: 1 + float64(i)/50, Bias: -.0005 * float64(i%2)}
	}
	terms, err := choice.Terms("dbest", "dbest*r", "delta")
	if err != nil {
		panic(err) // the names are those of the package
	}
	for i, term := range terms {
		c.Choice.Terms = append(c.Choice.Terms, calibration.TermForm{Term: term, Coefficient: .91 - .57*float64(i), SE: .031})
	}
	for i, q := range score.Quantities() {
		*c.Standards.At(q) = calibration.Standard{Bias: around(.0067-.0031*float64(i%4), .0046), Scale: .93 + .05*float64(i)}
	}
	for _, q := range []score.Quantity{score.MM, score.EV, score.Wide} {
		c.Standards.At(q).Bias = unbounded(0)
	}
	c.Loss = calibration.LossForm{Terms: choice.LossTerms(), Loss: choice.Loss{
		Cuts: [choice.LossClasses - 1]float64{-3.67, -2.91, -1.62, -.63, .42, 1.51, 2.93, 4.12}}}
	for i := range c.Loss.Loss.HowMuch {
		c.Loss.Loss.Something[i], c.Loss.Loss.HowMuch[i] = .37-.11*float64(i), .51-.24*float64(i)
	}
	for i, pawns := range [choice.LossClasses]float64{0, .028, .097, .217, .428, .84, 1.66, 3.41, 7.02} {
		c.Loss.Levels[i] = choice.LossLevel{Loss: pawns, Root: math.Sqrt(pawns)}
	}
	c.Loss.Share, c.Loss.Dispersion = .5, around(1.82, .47)
	c.Assisted = score.Assisted{Share: .1, Unaided: .047, Assistants: []choice.Assistant{{Name: "own", Kind: choice.OwnKind, Best: .85}, {Name: "fairy-2M", Kind: choice.OlderKind, Moves: 241}, {Name: "sf19-400k", Kind: choice.ModernKind, Moves: 1033}}}
	c.Choice.EventSpread = 169
	c.Effects = calibration.EffectFigures{
		Game: around(152, 21), Rating: calibration.Figure{Value: 12, High: 41, Bounded: true}, Ordinary: around(48, 17), Outlying: around(388, 160), Share: around(.043, .031), LossGame: around(.25, .05), LossPlayer: around(.13, .06),
		Events: []calibration.EventOffset{
			{Event: "National Championship|2025", Games: 45, Players: 10, Offset: 351, SE: 42},
			{Event: "Дружба Open|2019", Games: 18, Players: 12, Offset: -23.6, SE: 61}},
	}
	c.Report = reportFixture()
	return c
}

func testCounts() calibration.CorpusSize {
	return calibration.CorpusSize{Events: 41, Games: 612, Players: 391, Performances: 139, Sides: 1224, Moves: 31204}
}

// around is a figure with an interval of so much on both sides.
func around(value, half float64) calibration.Figure {
	return calibration.Figure{Value: value, Low: value - half, High: value + half, Bounded: true}
}

// unbounded is a figure without an interval.
func unbounded(value float64) calibration.Figure { return calibration.Figure{Value: value} }

// hits are the shares of n performances that lie at or above lines.
func hits(n int, lines []float64, counts ...int) (tails []calibration.Tail) {
	for i, k := range counts {
		share := float64(k) / float64(n)
		tails = append(tails, calibration.Tail{Line: lines[i], Nominal: math.Erfc(lines[i]/math.Sqrt2) / 2, Hits: k,
			Share: calibration.Figure{Value: share, Low: share / 3, High: share + .03, Bounded: true}})
	}
	return tails
}

func reportFixture() *calibration.Validation {
	r := &calibration.Validation{
		Independence: calibration.Independence{CorpusSize: testCounts(), Seen: 29, Whole: wholeFixture},
		IPR: calibration.IPRReport{N: wholeFixture, Bias: around(-12, 31), Slope: around(1.02, .11), Coverage: around(.951, .02), Bands: []calibration.IPRBand{
			{Low: 1400, High: 1600, N: 44, Rating: 1511, Bias: unbounded(41), Coverage: unbounded(.93)},
			{Low: 2000, High: 2200, N: 44, Rating: 2098, Bias: around(-22, 55), Coverage: around(.96, .03)},
			{Low: 2400, High: 2600, N: 44, Rating: 2487, Bias: around(9, 70), Coverage: around(.948, .05)}}},
	}
	for i, name := range []string{"rating", "classical", "values", "history", "swings", "opening", "chess", "shipped"} {
		row := calibration.ModelRow{Name: name, Terms: 2 + 6*i, LogLoss: around(2.39-.9*math.Sqrt(float64(i)/7), .05)}
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
	r.Evidence = calibration.EvidenceReport{N: wholeFixture, Mean: around(1.04, .39), Highest: 14.148,
		Bands: []calibration.OddsBand{{Low: 2000, High: 2500, N: 81, Mean: around(.41, .11)}, {Low: 2500, High: 2800, N: 47, Mean: around(1.12, .63)}},
		Above: []calibration.OddsShare{{Line: 3, Share: around(.061, .04), Simulated: .033}}}
	r.Acceptance = acceptanceFixture()
	return r
}

func bandFixture(name string, low, high float64) calibration.BandRow {
	b := calibration.BandRow{Name: name, Low: low, High: high, CorpusSize: calibration.CorpusSize{Sides: 60, Moves: 1500}}
	for i, q := range score.Quantities() {
		expected, off := .3+.0001*low+.05*float64(i%3), .004*math.Sin(low/100+float64(i))
		c := calibration.Comparison{Actual: expected + off, Expected: expected, Difference: around(off, .011)}
		if low == 1400 {
			c.Difference = unbounded(off)
		}
		*b.Quantities.At(q) = c
	}
	return b
}

// wholeFixture is how many whole performances the fixture has.
const wholeFixture = 132

func zFixture() (rows []calibration.ZRow) {
	lines := []float64{2, 2.5, 3, 3.5, 4}
	row := func(test, sample string, n int, mean, sd float64, counts ...int) calibration.ZRow {
		return calibration.ZRow{Test: test, Sample: sample, N: n, Mean: around(mean, .09), SD: around(sd, .06), Skew: around(.08, .2), KS: .34, AD: .0004,
			Tail: hits(n, lines, counts...)}
	}
	for i, test := range []string{"mm", "ev", "t3", "asd", "ae", "close", "root", "wide", "lr", "combined", "roi"} {
		z := row(test, calibration.WholePerformances, wholeFixture, .02*float64(i-6), 1+.01*float64(i-7), 4, 1+i%2, i%2, 0, 0)
		z.Histogram = histogramFixture()
		rows = append(rows, z)
	}
	rows = append(rows, row("mm", calibration.Unadjusted, wholeFixture, .81, 1.46, 19, 12, 7, 3, 1))
	for _, test := range []string{"combined", "roi"} {
		rows = append(rows, row(test, calibration.RatingAlone, wholeFixture, .52, 1.19, 14, 6, 2, 1, 0),
			row(test, calibration.UnseenPlayers, 81, .05, .97, 2, 1, 0, 0, 0))
	}
	white := row("combined", "white", 97, .04, 1.02, 2, 0, 0, 0, 0)
	white.Mean = unbounded(.04)
	return append(rows, white, row("lr", "white", 97, .01, .96, 1, 0, 0, 0, 0), row("combined", "black", 95, -.05, .98, 3, 1, 0, 0, 0))
}

func histogramFixture() []int {
	bins := make([]int, calibration.HistogramBins)
	for i := range bins {
		x := calibration.HistogramLow + calibration.HistogramStep*(float64(i)+.5)
		bins[i] = int(wholeFixture*calibration.HistogramStep*math.Exp(-x*x/2)/math.Sqrt(2*math.Pi)*(1+.3*math.Sin(3*x)) + .5)
	}
	return bins
}

// detectorsFixture lists what is counted in the study of power: the tests, the odds,
// simple programs, and one that is not known yet.
func detectorsFixture() []string {
	return []string{"mm", "ev", "asd", "close", "root", "lr", "combined", "roi", "evidence", "plain_mm", "plain_ae", "a test added since"}
}

func powerFixture() calibration.PowerReport {
	p := calibration.PowerReport{Performances: wholeFixture, Games: 8.7, Moves: 221, Draws: 20, Rate: .001, Simulated: 300 * wholeFixture, MeanOdds: .6124,
		Engines: []calibration.EngineMoves{{Name: "sf19-400k", Positions: 812, SHA256: "ab"}, {Name: "glaurung-400k", Positions: 377, SHA256: "cd"}}}
	for i, test := range detectorsFixture() {
		p.Lines = append(p.Lines, calibration.TestLine{Test: test, Line: 3.0902323 + .07*float64(i%4)})
	}
	for k, help := range []struct {
		name   string
		shares []float64
	}{{"none", []float64{0}}, {"best", []float64{.1, .3, .5, 1}}, {"gap", []float64{1}}, {"one_a_game", []float64{0}}, {"sf19-400k", []float64{.1, .3}}, {"glaurung-400k", []float64{.5, 1}}} {
		for _, f := range help.shares {
			moves := f * .995
			if help.name == "one_a_game" {
				moves = .041
			}
			found := func(shift float64) calibration.Figure {
				p := 1 / (1 + math.Exp(-(12*moves - shift - float64(k)/3)))
				return around(p, p*(1-p)/2)
			}
			row := calibration.PowerRow{Help: help.name, Share: f, Moves: moves, Above: [3]calibration.Figure{found(3), found(5), found(7)}}
			for i, test := range detectorsFixture() {
				row.Found = append(row.Found, calibration.Detection{Test: test, Share: found(5 + float64(i)/4)})
			}
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

func acceptanceFixture() []calibration.Verdict {
	const performances, moves = calibration.UnitPerformances, calibration.UnitMoves
	return []calibration.Verdict{
		{Demand: "mean of z", Test: "combined", Figure: around(.06, .09), Within: [2]float64{-.25, .25}, N: wholeFixture, Unit: performances, Answer: calibration.Met},
		{Demand: "standard deviation of z", Test: "combined", Figure: around(1.02, .24), Within: [2]float64{.8, 1.2}, N: wholeFixture, Unit: performances,
			Answer: calibration.Undecided, Needed: 207},
		{Demand: "standard deviation of z", Test: "lr", Figure: around(.62, .1), Within: [2]float64{.8, 1.2}, N: wholeFixture, Unit: performances, Answer: calibration.NotMet},
		{Demand: "share of honest performances above the line", Test: "combined", Line: 2, Figure: calibration.Figure{Value: .0303, Low: .0083, High: .0758, Bounded: true},
			Within: [2]float64{0, .02275}, N: wholeFixture, Unit: performances, Answer: calibration.Met},
		{Demand: "actual less expected by rating", Test: "mm", Low: 2000, High: 2800, Figure: around(.004, .003), Within: [2]float64{-.02, .02}, N: 31204, Unit: moves, Answer: calibration.Met},
		{Demand: "actual less expected by rating", Test: "ev", Low: 2000, High: 2800, Within: [2]float64{-.02, .02}, N: 31204, Unit: moves,
			Answer: calibration.Undecided, Unmeasured: true},
		{Demand: "mean of the odds, none above ten", Figure: around(.71, .12), Within: [2]float64{0, 1}, N: wholeFixture, Unit: performances, Answer: calibration.Met},
		{Demand: "mean of the odds in a band of ratings", Low: 2500, High: 2800, Figure: around(1.12, .63), Within: [2]float64{0, 1}, N: 47, Unit: performances, Answer: calibration.Undecided},
		{Demand: "actual less expected by rating", Test: "asd", Low: 2000, High: 2800, Figure: around(-.0132, .006), Within: [2]float64{-.0109, .0109}, N: 31204, Unit: moves, Answer: calibration.Undecided},
		{Demand: "slope of intrinsic on official rating", Figure: around(1.02, .05), Within: [2]float64{.9, 1.1}, N: wholeFixture, Unit: performances, Answer: calibration.Met},
		{Demand: "coverage of the interval of the intrinsic rating", Figure: unbounded(.951), Within: [2]float64{.93, .97}, N: wholeFixture, Unit: performances,
			Answer: calibration.Undecided},
		{Demand: "a demand added since", Figure: around(1, 1), Within: [2]float64{0, 3}, N: 1, Unit: "moons", Answer: calibration.Met},
	}
}
