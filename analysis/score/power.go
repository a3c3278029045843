package score

import "math"

// powerShare is the probability with which assistance counts as found.
const powerShare = 0.8

// Power says how much assistance a performance would have revealed.
type Power struct {
	Threshold float64 // line of the combined Z
	Assistant int     // place of the helper among Assisted.Assistants

	// Share is the least share of assisted moves, 0 to 1 of the counted moves, that would have been
	// found with 80 % probability. It means something only if Detectable.
	Share float64

	// Detectable is false if even the helper's choice on every counted move would not have been
	// found with that probability.
	Detectable bool
}

// Power returns, for each kind of helper, the share f of assisted moves that this performance would
// have revealed with 80 % probability at the threshold of the combined Z. It is computed from what was
// expected, not from what was played, and belongs beside every "nothing found". Moves without
// Scored.Aided count as unassisted; without any, there is no answer.
//
// An assisted move is the helper's choice at a counted move drawn at random. With d_t the difference
// of its expectation from that for the player's rating at move t, closer to the engine being positive,
// v_t and a_t the variances of both and the other parts of V as in sums.test, the sum of one quantity has
// under f and an offset m of the event
//
//	mean      f sum d_t + (1-f) m S
//	variance  s² sum ((1-f) v_t + f a_t + f(1-f) d_t²) + (1-f)² (games + players + event)
//
// and the statistic L of the combined Z follows with its correlations as before. It is found if L
// reaches the value at which the combined Z is the threshold: with the offset of the event in parts
// of weight w_k,
//
//	sum_k w_k Q((L* - mean_k(f)) / sd_k(f)) = 0.8
//
// is solved for f. The result is approximate, because positions after an assisted move stay those of
// the game.
//
// With a bank, the helpers are those of its detectors (BankResult.power).
func (p *Parameters) Power(perf *Performance, threshold float64) (all []Power) {
	if p.Bank != nil {
		return p.Assess(perf).Bank.power(threshold)
	}
	own, honest := p.contrasts(perf, -1)
	l, ok := p.Triple.sum(honest, p.Effects)
	if !ok {
		return nil
	}
	line := l.reaching(threshold, perf.Field, p.Effects)
	for k := range helpers(perf) {
		parts, _ := p.contrasts(perf, k)
		for i := range parts {
			parts[i].standing, parts[i].own = honest[i], own[i].own
		}
		found := func(f float64) float64 { return p.found(parts, f, line, perf.Field) }
		all = append(all, least(found, Power{Threshold: threshold, Assistant: k}))
	}
	return all
}

// power returns the same for the helper of each detector. If he makes a share f of the moves, detector h
// has the mean f r_hk shift_k, with r the correlations; its spread is taken for that of honest play, which
// is a little less than it is. It is found if the highest detector reaches the value at which Z is the threshold.
func (b *BankResult) power(threshold float64) (all []Power) {
	if b == nil {
		return nil
	}
	line := b.reaching(threshold)
	for k := range b.Detectors {
		found := func(f float64) float64 { return b.found(k, f, line) }
		all = append(all, least(found, Power{Threshold: threshold, Assistant: k}))
	}
	return all
}

// reaching returns the value that the highest detector must reach for Z to reach the threshold.
func (b *BankResult) reaching(threshold float64) float64 {
	line, high := threshold-1, threshold+2
	for high-line > 1e-10 {
		if middle := (line + high) / 2; highest(middle, b.Correlation) < threshold {
			line = middle
		} else {
			high = middle
		}
	}
	return line
}

// found returns the probability that any detector reaches the line if the helper of detector k makes a
// share f of the moves.
func (b *BankResult) found(k int, f, line float64) float64 {
	at := make([]float64, len(b.Detectors))
	for h := range at {
		at[h] = line - float64(f*b.Correlation.At(h, k)*b.Detectors[k].Shift)
	}
	return anyAbove(at, b.Correlation)
}

// helpers returns the number of assistants whose moves are known.
func helpers(perf *Performance) (n int) {
	for i := range perf.Games {
		for j := range perf.Games[i].Moves {
			n = max(n, len(perf.Games[i].Moves[j].Aided))
		}
	}
	return n
}

// least fills in the least share that is found with sufficient probability.
func least(found func(f float64) float64, p Power) Power {
	if !(found(1) >= powerShare) {
		p.Share = 1
		return p
	}
	p.Detectable = true
	low, high := 0.0, 1.0
	if found(0) >= powerShare {
		return p
	}
	for high-low > 1e-9 {
		if middle := (low + high) / 2; found(middle) >= powerShare {
			high = middle
		} else {
			low = middle
		}
	}
	p.Share = high
	return p
}

// reaching returns the excess at which the z of a standing is the threshold.
func (s standing) reaching(threshold float64, field Offset, e Effects) float64 {
	low, high := -farExcess, farExcess
	for high-low > 1e-10 {
		if s.excess = (low + high) / 2; s.z(field, e) < threshold {
			low = s.excess
		} else {
			high = s.excess
		}
	}
	return high
}

// farExcess is beyond every value of L that matters; its standard deviation is near 1.
const farExcess = 100.0

// contrast is the effect of assistance on one quantity of a performance.
type contrast struct {
	standing
	distance float64 // sum d_t
	squares  float64 // s² sum d_t²
	own      float64 // s² sum v_t
	aided    float64 // s² sum a_t
}

// contrasts returns the effect of one assistant on MM, EV and ASD; with -1 for the assistant, that of
// none.
func (p *Parameters) contrasts(perf *Performance, assistant int) (cs [3]contrast, at [3]standing) {
	for i, q := range [3]Quantity{MM, EV, ASD} {
		spread := *p.Spread.At(q)
		if assistant < 0 {
			var s sums
			s.all(perf.Games, q)
			var r TestResult
			r, at[i] = s.test(q, spread, p.Effects, perf.RatingSD, perf.Field)
			cs[i].own = r.Variance.Moves
			continue
		}
		cs[i].gather(perf, q, spread.Scale*spread.Scale, assistant, p.Effects)
	}
	return cs, at
}

func (c *contrast) gather(perf *Performance, q Quantity, scale float64, assistant int, e Effects) {
	for i := range perf.Games {
		field := perf.Field.Of(perf.Games[i].Event, e).Mean
		for j := range perf.Games[i].Moves {
			m := &perf.Games[i].Moves[j]
			if _, counts := m.Actual(q); !counts || assistant >= len(m.Aided) {
				continue
			}
			own, aided := m.At(q), m.Aided[assistant].At(q)
			d := float64(q.Sign() * (aided.Mean - own.Mean))
			c.distance += d
			d -= float64(q.Sign() * field * own.Slope)
			c.squares += float64(scale * d * d)
			c.aided += float64(scale * aided.Var)
		}
	}
}

// found returns the probability that the statistic L reaches a line under a share f of assisted
// moves.
func (p *Parameters) found(parts [3]contrast, f, line float64, field Offset) (probability float64) {
	e := p.Effects
	var l standing
	var sd [3]float64
	for i := range parts {
		c := &parts[i]
		if !c.ok {
			continue
		}
		size := c.ordinary(e)
		l.excess += float64(p.Triple.Weights[i] / math.Sqrt(size) * f * c.distance)
		rest := float64((1 - f) * (1 - f) * (size - c.own))
		moves := float64((1-f)*c.own) + float64(f*c.aided) + float64(f*(1-f)*c.squares)
		sd[i] = math.Sqrt(max(rest+moves, 0) / size)
		for _, x := range c.events {
			*l.events.of(x.name) += float64(p.Triple.Weights[i] / math.Sqrt(size) * (1 - f) * x.sum)
		}
	}
	v := p.Triple.variance(sd)
	known := max(v-float64(e.Event.Ordinary*e.Event.Ordinary*l.events.squares()), leastKnown*v)
	for _, shift := range field.shifts(l.events, e) {
		probability += float64(shift.weight * Tail((line-l.excess-shift.mean)/math.Sqrt(known+shift.variance)))
	}
	return probability
}
