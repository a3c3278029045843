package fit

import (
	"math"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// firstClassical returns the starting point for the fit of the classical form: values of the size
// given in [RH11].
func firstClassical() choice.Classical {
	return choice.Classical{S: choice.RatingLine{Middle: 0.3, PerUnit: -0.05}, C: choice.RatingLine{Middle: 0.6}}
}

// fitClassical fits the classical form by matching moments, as [RH11] does. Its four numbers make
// expected and actual sums agree for first moves (delta = 0) and for delta, both plain and
// multiplied by the relative rating. The form does not know the deep best, so it is matched to the
// first moves of its own order. Ratings are moved by the offsets of events.
func fitClassical(run Runner, sides []Side, o Offsets) (choice.Classical, error) {
	form := firstClassical()
	observed := observe(sides, o.Of)
	miss := mismatch(run, form, observed)
	for range maxSteps {
		step, err := classicalStep(run, form, observed, miss)
		if err != nil {
			return form, err
		}
		next, nextMiss := form, miss
		for size := 1.0; size > 1e-4; size /= 2 {
			next = shifted(form, step, size)
			nextMiss = mismatch(run, next, observed)
			if norm(nextMiss) < norm(miss) {
				break
			}
		}
		if !(norm(nextMiss) < norm(miss)) {
			break
		}
		form, miss = next, nextMiss
		if norm(miss) < 1e-12 {
			break
		}
	}
	if norm(miss) > 1e-6 {
		return form, errDiverged
	}
	return form, nil
}

// classicalStep returns a Newton step; derivatives are taken by differences.
func classicalStep(run Runner, form choice.Classical, observed []observation, miss [4]float64) ([4]float64, error) {
	const h = 1e-5
	var step [4]float64
	jacobian := make([][]float64, 4)
	for i := range jacobian {
		jacobian[i] = make([]float64, 4)
	}
	for j := range 4 {
		var direction [4]float64
		direction[j] = 1
		up := mismatch(run, shifted(form, direction, h), observed)
		for i := range 4 {
			jacobian[i][j] = (up[i] - miss[i]) / h
		}
	}
	solved, ok := exact.Solve(jacobian, miss[:])
	if !ok {
		return step, errDiverged
	}
	for i := range step {
		step[i] = -solved[i]
	}
	return step, nil
}

func shifted(form choice.Classical, step [4]float64, size float64) choice.Classical {
	form.S.Middle += float64(size * step[0])
	form.S.PerUnit += float64(size * step[1])
	form.C.Middle += float64(size * step[2])
	form.C.PerUnit += float64(size * step[3])
	return form
}

func norm(miss [4]float64) float64 {
	sum := 0.0
	for _, m := range miss {
		sum += float64(m * m)
	}
	return math.Sqrt(sum)
}

// mismatch returns expected minus actual, per move, of first moves and of delta, each plain and
// multiplied by the relative rating.
func mismatch(run Runner, form choice.Classical, observed []observation) (miss [4]float64) {
	pieces(run, len(observed), func(from, to int) (part [4]float64) {
		var ps []float64
		for _, o := range observed[from:to] {
			ps = form.Probabilities(o.position, o.rating, ps)
			first, delta := 0.0, 0.0
			for i, p := range ps {
				if o.position.Delta[i] == 0 {
					first += p
				}
				delta += float64(p * o.position.Delta[i])
			}
			played := o.position.Delta[o.position.Played]
			if played == 0 {
				first--
			}
			delta -= played
			r := choice.RelativeRating(o.rating)
			part[0] += first
			part[1] += float64(r * first)
			part[2] += delta
			part[3] += float64(r * delta)
		}
		return part
	}, func(part [4]float64) {
		for i, v := range part {
			miss[i] += v / float64(len(observed))
		}
	})
	return miss
}
