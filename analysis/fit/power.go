package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// powerLines are the values of the combined Z at which the report counts performances. alarmRate is
// the share of honest performances above the line at which tests are compared.
func powerLines() [3]float64 { return [3]float64{2, 3, 4} }

const alarmRate = 0.001

// evidenceName is the name of the e-value, ln BF, in calibration files.
const evidenceName = "evidence"

// leastEvidence is the value of ln BF that simulated honest performances of fixed length reach once
// in a thousand (MODEL 5b).
const leastEvidence = 4.3

// powerDraws is how many times the moves to replace are drawn for each performance.
const powerDraws = 12

// detector is one statistic of a performance. It is standardised so that honest performances are
// normal with standard deviation 1; the e-value is not.
type detector struct {
	name  string
	least float64 // its line is never lower
	of    func(l *simulation, p *performance, a *score.Assessment, games []score.Game) float64
}

func (s *simulation) detectors() []detector {
	normal := exact.NormalQuantile(1 - alarmRate)
	z := func(of func(a *score.Assessment) float64) func(*simulation, *performance, *score.Assessment, []score.Game) float64 {
		return func(_ *simulation, _ *performance, a *score.Assessment, _ []score.Game) float64 { return of(a) }
	}
	all := []detector{}
	for _, t := range mainTests() {
		all = append(all, detector{t.name, normal, z(t.of)})
	}
	all = append(all,
		detector{evidenceName, leastEvidence, z(func(a *score.Assessment) float64 { return a.Evidence.Log })},
		detector{"plain_mm", normal, func(l *simulation, p *performance, _ *score.Assessment, games []score.Game) float64 {
			mm, _ := l.plain.excess(p.rating, games)
			return (mm - l.honest[0].mean) / l.honest[0].sd
		}},
		detector{"plain_ae", normal, func(l *simulation, p *performance, _ *score.Assessment, games []score.Game) float64 {
			_, ae := l.plain.excess(p.rating, games)
			return (ae - l.honest[1].mean) / l.honest[1].sd
		}})
	for _, t := range bankTests(s.params) {
		all = append(all, detector{t.name, normal, z(t.of)})
	}
	return all
}

// rivals are the statistics that the bank is compared with: the Z before it, and what simple programs
// compute.
func rivals() []string { return []string{formerName, "plain_mm", "plain_ae"} }

// plain is the statistic of simple programs: match percentage and average error against a straight
// line through the ratings.
type plain struct{ mm, ae [2]float64 } // intercept and slope by r

// fitPlain fits both lines to the fit games, move by move.
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

// straightLine returns intercept and slope of the least-squares regression of y on x.
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

// excess returns how far a player of that rating matches above the line, and how far his error is
// below it, both per move.
func (p plain) excess(rating float64, games []score.Game) (mm, ae float64) {
	var match, loss score.Mean
	for i := range games {
		for j := range games[i].Moves {
			m := &games[i].Moves[j]
			match.Add(indicator(m.Match))
			if m.HasLoss {
				loss.Add(m.Loss)
			}
		}
	}
	matched, _ := match.Actual()
	lost, _ := loss.Actual()
	return matched - p.mm[0] - float64(p.mm[1]*rating), p.ae[0] + float64(p.ae[1]*rating) - lost
}

// simulation replaces moves of honest performances by an engine's moves. Positions after a replaced
// move stay those of the game.
type simulation struct {
	sample *sample
	params *score.Parameters
	models *score.Models
	whole  []performance
	bests  [][]score.Scored // by side
	pools  []*pool          // of other engines
	plain  plain
	honest [2]struct{ mean, sd float64 } // of the plain statistics
	seen   []together                    // of all performances simulated so far
}

func newSimulation(run Runner, c *sample, whole []performance, params *score.Parameters, models *score.Models, train, pooled []Side, foreign []Foreign) *simulation {
	l := &simulation{sample: c, params: params, models: models, plain: fitPlain(train), bests: make([][]score.Scored, len(c.sides)),
		whole: whole, pools: poolsOf(run, c, pooled, models, foreign)}
	run(len(c.sides), func(i int) { l.bests[i] = bests(models, &c.sides[i]) })
	var mm, ae []float64
	for i := range l.whole {
		a, b := l.plain.excess(l.whole[i].rating, c.games(l.whole[i].sides))
		mm, ae = append(mm, a), append(ae, b)
	}
	l.honest[0].mean, l.honest[0].sd, _ = moments(mm)
	l.honest[1].mean, l.honest[1].sd, _ = moments(ae)
	return l
}

// powerReport says which share of whole performances each statistic finds. It also returns the
// sorted ln BF of simulated honest performances.
func powerReport(o *Options, l *simulation) (report calibration.PowerReport, odds []float64) {
	report = calibration.PowerReport{Performances: len(l.whole), Draws: powerDraws, Rate: alarmRate}
	if len(l.whole) < 3 {
		return report, nil
	}
	for i := range l.whole {
		report.Games += float64(len(l.whole[i].sides)) / float64(len(l.whole))
		report.Moves += float64(l.sample.moves(&l.whole[i])) / float64(len(l.whole))
	}
	null, mean := l.null(o.Run)
	report.Simulated, report.MeanOdds = len(null[0]), mean
	var lines []float64
	for k, d := range l.detectors() {
		if d.name == evidenceName {
			odds = null[k]
		}
		lines = append(lines, max(d.least, upper(null[k], alarmRate)))
		report.Lines = append(report.Lines, calibration.TestLine{Test: d.name, Line: lines[k]})
	}
	report.Rows = append(report.Rows, l.row(o.Run, help{name: "none", qualify: func(*side, int) bool { return false }}, lines))
	for _, h := range ways() {
		if len(h.of(l.whole)) == 0 {
			continue
		}
		report.Rows = append(report.Rows, l.row(o.Run, h, lines))
	}
	for _, p := range l.pools {
		report.Engines = append(report.Engines, calibration.EngineMoves{Name: p.engine, Positions: p.moves, SHA256: p.digest})
		for _, f := range foreignShares() {
			report.Rows = append(report.Rows, l.row(o.Run, help{name: p.engine, share: f, pool: p, qualify: func(*side, int) bool { return true }}, lines))
		}
	}
	return report, odds
}

// moves counts the moves of a performance.
func (c *sample) moves(p *performance) (n int) {
	for _, i := range p.sides {
		n += len(c.sides[i].Moves)
	}
	return n
}

// row measures one kind of help on every performance.
func (s *simulation) row(run Runner, h help, limits []float64) calibration.PowerRow {
	type outcome struct {
		replaced float64
		above    [3]float64 // combined Z at or above the lines, as a share of draws
		found    []float64  // each detector at the line
		seen     []together
	}
	all, lines := s.detectors(), powerLines()
	draws := powerDraws
	if h.share == 0 || h.hardest || h.share == 1 && h.company == 0 && h.pool == nil {
		draws = 1 // nothing is drawn
	}
	whole := h.of(s.whole)
	outcomes := make([]outcome, len(whole))
	run(len(whole), func(i int) {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		out := outcome{found: make([]float64, len(all))}
		for range draws {
			p, played, replaced := s.help(&whole[i], h, random)
			a := s.sample.assess(&p, s.params, &played)
			out.replaced += replaced / float64(draws)
			for k, at := range lines {
				out.above[k] += indicator(a.Combined.Z >= at) / float64(draws)
			}
			if h.name == "best" || h.pool != nil {
				out.seen = append(out.seen, togetherOf(&a))
			}
			for k, d := range all {
				out.found[k] += indicator(d.of(s, &p, &a, played.games) >= limits[k]) / float64(draws)
			}
		}
		outcomes[i] = out
	})
	for i := range outcomes {
		s.seen = append(s.seen, outcomes[i].seen...)
	}
	place := func(test string) int { return slices.IndexFunc(all, func(d detector) bool { return d.name == test }) }
	overall, gains := place("combined"), 1+len(lines)+len(all)
	figures := bootstrap(len(outcomes), func(i int) int { return whole[i].event }, func(items []int) []float64 {
		values := make([]float64, gains+len(rivals()))
		for _, i := range items {
			n := float64(len(items))
			values[0] += outcomes[i].replaced / n
			for k, v := range outcomes[i].above {
				values[1+k] += v / n
			}
			for k, v := range outcomes[i].found {
				values[1+len(lines)+k] += v / n
			}
			for k, rival := range rivals() {
				if s.params.Bank != nil {
					values[gains+k] += (outcomes[i].found[overall] - outcomes[i].found[place(rival)]) / n
				}
			}
		}
		return values
	})
	row := calibration.PowerRow{Help: h.name, Share: h.share, Performances: len(whole), Moves: figures[0].Value}
	copy(row.Above[:], figures[1:])
	for k, d := range all {
		row.Found = append(row.Found, calibration.Detection{Test: d.name, Share: figures[1+len(lines)+k]})
	}
	for k, rival := range rivals() {
		if s.params.Bank != nil {
			row.Gain = append(row.Gain, calibration.Detection{Test: rival, Share: figures[gains+k]})
		}
	}
	return row
}

// help replaces moves of a performance. If the kind of help has company, moves of other players of
// the event are replaced too, which moves the field.
func (s *simulation) help(honest *performance, h help, random *rand.Rand) (p performance, played play, replaced float64) {
	p = *honest
	var n int
	played.games, n = s.replace(p.sides, h, random)
	played.opponents = s.sample.games(p.opponents)
	if h.company > 0 {
		field, helped := s.fieldWith(&p, h, random)
		p.field, p.apart = field.Without(s.sample.sides[p.sides[0]].player), field.Apart(s.sample.sides[p.sides[0]].player)
		for at, i := range p.opponents {
			if g, there := helped[i]; there {
				played.opponents[at].Moves = g.Moves
			}
		}
	}
	return p, played, float64(n) / math.Max(float64(s.sample.moves(&p)), 1)
}

// replace returns the games of some sides with moves replaced, and the number of replaced moves.
func (s *simulation) replace(of []int, h help, random *rand.Rand) ([]score.Game, int) {
	sides, games := make([]*side, len(of)), make([]score.Game, len(of))
	for at, i := range of {
		sides[at], games[at] = &s.sample.sides[i], s.sample.sides[i].game
	}
	chosen := h.choose(sides, random)
	copied := map[int]bool{}
	for _, c := range chosen {
		if !copied[c.game] {
			games[c.game].Moves = append([]score.Scored{}, games[c.game].Moves...)
			copied[c.game] = true
		}
		if h.pool != nil {
			games[c.game].Moves[c.move] = h.pool.draw(sides[c.game].Rating, random)
			continue
		}
		games[c.game].Moves[c.move] = s.bests[of[c.game]][c.move]
	}
	return games, len(chosen)
}

// fieldWith returns the field of an event in which others than the player are helped too, and their
// games by side.
func (s *simulation) fieldWith(p *performance, h help, random *rand.Rand) (field *score.Field, helped map[int]score.Game) {
	c := s.sample
	self := c.sides[p.sides[0]].player
	of := map[int][]int{}
	var others []int
	for _, i := range c.inEvent[p.event] {
		who := c.sides[i].player
		if who != self && of[who] == nil {
			others = append(others, who)
		}
		of[who] = append(of[who], i)
	}
	random.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	gradient, helped := map[int]float64{}, map[int]score.Game{}
	for _, who := range others[:min(h.company, len(others))] {
		games, _ := s.replace(of[who], h, random)
		for at, i := range of[who] {
			gradient[i], _ = score.Strength(games[at].Moves)
			helped[i] = games[at]
		}
	}
	return score.NewField(c.strengthsWith(p.event, gradient), s.params.Effects), helped
}
