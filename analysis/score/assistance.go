package score

import (
	"math"

	"fairplay/analysis/choice"
)

// assistance holds, for an assistant, the probabilities of each move of a position and of its
// losses, and the part of both together that counts.
type assistance struct {
	chooses     []float64
	loses, both []losses
}

func newAssistance(moves int) assistance {
	return assistance{make([]float64, moves), make([]losses, moves), make([]losses, moves)}
}

// ask returns how an assistant would play the position.
func (o *Outlook) ask(h *choice.Assistant, rows []choice.LossRow) assistance {
	out, steps := newAssistance(len(o.index)), h.Loss.Steps()
	out.chooses = h.Probabilities(o.position, o.utilities)
	var slopes losses
	for i, q := range out.chooses {
		switch {
		case i == o.position.Best:
			out.loses[i][0], out.both[i][0] = 1, q
		case q > 0:
			steps.Classes(h.Loss.Index(&rows[i]), choice.LossIndex{}, &out.loses[i], &slopes)
			for c, f := range out.loses[i] {
				out.both[i][c] = q * o.models.counted(f)
			}
		}
	}
	return out
}

// likely returns the likelihood of the move made, and of its loss if that is known.
func (a *assistance) likely(made, class int, known bool) float64 {
	if known {
		return a.chooses[made] * a.loses[made][class]
	}
	return a.chooses[made]
}

// helped returns the likelihoods of the move made for followers of each engine that the odds weigh,
// and their mean over all engines.
func (o *Outlook) helped(made, class int, known bool) (weighed []float64, all float64) {
	for k := range o.assistants {
		likely := o.assistants[k].likely(made, class, known)
		all += likely / float64(len(o.assistants))
		if o.models.Assisted.Assistants[k].Weighed() {
			weighed = append(weighed, likely)
		}
	}
	return weighed, all
}

// aided returns the moments of MM, EV and ASD for an engine in the player's place, for each
// assistant. The engine that evaluates makes its own choice, which loses nothing.
func (o *Outlook) aided() (all []Each[Moment]) {
	for k := range o.assistants {
		var c Each[Moment]
		h := &o.assistants[k]
		if o.models.Assisted.Assistants[k].Kind == choice.OwnKind {
			c.MM.Mean, c.EV.Mean = 1, 1
			all = append(all, c)
			continue
		}
		total, square := 0.0, 0.0
		for i, q := range h.chooses {
			total += q
			if i == o.position.Best {
				c.MM.Mean += q
			}
			if o.position.Tied(i) {
				c.EV.Mean += q
			}
			for class, f := range h.loses[i] {
				mean, squared := o.models.Levels[class].Scaled(o.position.Pawns)
				c.ASD.Mean += float64(q * f * mean)
				square += float64(q * f * squared)
			}
		}
		for _, m := range []*Moment{&c.MM, &c.EV, &c.ASD} {
			m.Mean /= total
		}
		c.MM, c.EV = bounded(c.MM), bounded(c.EV)
		c.ASD.Var = math.Max(square/total-float64(c.ASD.Mean*c.ASD.Mean), 0)
		all = append(all, c)
	}
	return all
}
