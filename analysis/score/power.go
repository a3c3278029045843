package score

import "math"

// powerPoint is the normal quantile of 80 %. An expected value this many standard deviations above
// a line is at or above the line four times out of five.
const powerPoint = 0.8416212335729143

// Power says how much assistance a performance would have revealed.
type Power struct {
	Threshold float64 // line of the combined Z

	// Share is the least share of assisted moves, 0 to 1 of the counted moves, that would have been
	// found with 80 % probability. It means something only if Detectable.
	Share float64

	// Detectable is false if even the engine's choice on every counted move would not have been
	// found with that probability.
	Detectable bool
}

// Power returns the share f of assisted moves that this performance would have revealed with 80 %
// probability at the threshold of the combined Z. It is computed from what was expected, not from
// what was played, and belongs beside every "nothing found".
//
// An assisted move is the engine's choice at a counted move drawn at random: it matches and loses
// nothing. With m_t the expected distance from that at move t (1-p for an indicator, the mean for a
// difference), v_t its variance and the other parts of V as in Test, each z has under f
//
//	mean      f sum m_t / sqrt V
//	variance  [ s² sum ((1-f) v_t + f(1-f) m_t²) + (1-f)² (games + players + event) ] / V
//
// and Z has mean w'mu / sqrt(w'Sw) and variance w'DSDw / w'Sw, with D the diagonal matrix of those
// standard deviations and S as before. f solves
//
//	mean(f) - threshold = 0.8416 sd(f)
//
// The result is approximate, because positions after an assisted move stay those of the game. f
// rises with the threshold.
func (p *Parameters) Power(perf *Performance, threshold float64) Power {
	parts := p.contrasts(perf)
	none := Power{Threshold: threshold, Share: 1}
	// The margin is convex or rising in f: on [0, 1] it crosses the line once.
	margin := func(f float64) float64 { return p.margin(parts, f) - threshold }
	switch {
	case !(p.Combined.variance(scales(parts, 0)) > 0) || !(margin(1) >= 0):
		return none
	case margin(0) >= 0:
		return Power{Threshold: threshold, Detectable: true}
	}
	low, high := 0.0, 1.0
	for high-low > 1e-9 {
		if middle := (low + high) / 2; margin(middle) >= 0 {
			high = middle
		} else {
			low = middle
		}
	}
	return Power{Threshold: threshold, Share: high, Detectable: true}
}

// contrast is the effect of assistance on one quantity of a performance.
type contrast struct {
	ok       bool
	distance float64 // sum m_t
	squares  float64 // s² sum m_t²
	variance Variance
}

func (p *Parameters) contrasts(perf *Performance) [3]contrast {
	quantities := [3]Quantity{MM, EV, ASD}
	var cs [3]contrast
	for i, q := range quantities {
		spread := *p.Spread.At(q)
		r := Test(perf, q, spread, p.Effects)
		cs[i] = contrast{ok: r.OK, variance: r.Variance}
		cs[i].gather(perf, q, spread.Scale)
	}
	return cs
}

func (c *contrast) gather(perf *Performance, q Quantity, scale float64) {
	for i := range perf.Games {
		for j := range perf.Games[i].Moves {
			move := &perf.Games[i].Moves[j]
			if _, counts := move.Actual(q); !counts {
				continue
			}
			m := move.At(q).Mean + float64(perf.Field.Mean*move.At(q).Slope)
			if q.Sign() > 0 {
				m = 1 - m
			}
			m = max(m, 0)
			c.distance += m
			c.squares += float64(scale * scale * m * m)
		}
	}
}

// mean returns the expected z under a share f of assisted moves.
func (c *contrast) mean(f float64) float64 {
	if !c.ok {
		return 0
	}
	return f * c.distance / math.Sqrt(c.variance.Total())
}

// sd returns the standard deviation of z under f.
func (c *contrast) sd(f float64) float64 {
	if !c.ok {
		return 0
	}
	v := c.variance
	rest := v.Games + v.Players + v.Event
	changed := float64((1-f)*v.Moves) + float64(f*(1-f)*c.squares) + float64((1-f)*(1-f)*rest)
	return math.Sqrt(changed / v.Total())
}

func scales(parts [3]contrast, f float64) (sd [3]float64) {
	for i := range parts {
		sd[i] = parts[i].sd(f)
	}
	return sd
}

// margin returns the value that the combined Z reaches in four of five cases under a share f of
// assisted moves.
func (p *Parameters) margin(parts [3]contrast, f float64) float64 {
	mean := 0.0
	for i := range parts {
		mean += float64(p.Combined.Weights[i] * parts[i].mean(f))
	}
	honest := p.Combined.variance(scales(parts, 0))
	changed := p.Combined.variance(scales(parts, f))
	return (mean - float64(powerPoint*math.Sqrt(changed))) / math.Sqrt(honest)
}
