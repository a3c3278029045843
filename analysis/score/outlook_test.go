package score_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
	"fairplay/analysis/score/scoretest"
)

func position(t testing.TB, r *analysis.MoveRecord) *choice.Position {
	t.Helper()
	p, err := choice.NewPosition(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// happening is one move with a loss of one class, as the formulas of the doc comments
// have it, without any code of this package: its probability for a player, and for a
// helper.
type happening struct {
	move, class  int
	p, q         float64 // of the logarithm of the loss, LossShare counts in q
	choice, loss float64 // the factors of p
	helped       float64 // the mean over engines, with all of the loss
}

// happenings lists all of them for a player of that rating, in a game that moves the
// index of losses so far.
func happenings(m *score.Models, p *choice.Position, rating, wild float64) (all []happening) {
	ps := m.Choice.Probabilities(p, rating, nil)
	mean, near := 0.0, 0.0
	for i, x := range ps {
		mean += x * p.Delta[i]
		near += math.Exp(-5 * p.Delta[i])
	}
	f := func(v float64) float64 { return math.Copysign(math.Log(1+math.Abs(v)), v) }
	classes := func(l *choice.Loss, i int, player bool) (out [9]float64) {
		g := f(p.Pawns) - f(p.Values[i])
		lg := math.Log(math.Max(g, 0) + 0.03)
		index := func(b [13]float64) float64 {
			x := b[0]*lg + b[1]*math.Max(lg+2.8, 0) + b[2]*math.Max(lg+1.4, 0) + b[3]*g + b[4]*p.Delta[i] +
				b[5]*math.Min(math.Max(p.Pawns, 0), 3)/3 + b[6]*math.Min(math.Max(-p.Pawns, 0), 3)/3 +
				b[7]*math.Min(math.Max(float64(24-p.Turn)/16, 0), 1) + b[8]*(math.Log(near)/1.5-1)
			if player {
				x += wild + b[9]*(rating-2100)/400 + b[10]*math.Max((rating-2500)/400, 0) + b[11]*math.Log(1-ps[p.Best]+0.02) + b[12]*math.Log(mean+0.01)
			}
			return x
		}
		out[0] = 1 / (1 + math.Exp(index(l.Something)-l.Cuts[0]))
		x, below := index(l.HowMuch), 0.0
		for c := 1; c < 9; c++ {
			at := 1.0
			if c < 8 {
				at = 1 / (1 + math.Exp(x-l.Cuts[c]))
			}
			out[c], below = (1-out[0])*(at-below), at
		}
		return out
	}
	u := m.Choice.Utilities(p)
	for i := range ps {
		human := classes(&m.Loss, i, true)
		var helped, whole [9]float64
		for k := range m.Assisted.Assistants {
			h := &m.Assisted.Assistants[k]
			total, own := 0.0, 0.0
			for j := range ps {
				root := math.Sqrt(p.Delta[j])
				x := h.Choice[0]*u.Base[j] + h.Choice[1]*u.Slope[j] + h.Choice[3]*p.Delta[j] + h.Choice[4]*root
				if j == p.Best {
					x += h.Choice[2]
				}
				if j == p.Best || p.Delta[j] < 1e-12 {
					x += h.Choice[5]
				}
				total += math.Exp(x)
				if j == i {
					own = math.Exp(x)
				}
			}
			q := (1 - h.Best) * own / total
			if q < 1e-5 {
				q = 0
			}
			if i == p.Best {
				helped[0] += (q + h.Best) / 2
				whole[0] = helped[0]
				continue
			}
			for c, v := range classes(&h.Loss, i, false) {
				helped[c] += q * math.Pow(v, m.LossShare) / 2
				whole[c] += q * v / 2
			}
		}
		if i == p.Best {
			all = append(all, happening{i, 0, ps[i], helped[0], ps[i], 1, whole[0]})
			continue
		}
		for c, v := range human {
			all = append(all, happening{i, c, ps[i] * v, helped[c], ps[i], v, whole[c]})
		}
	}
	return all
}

// scaledLoss is f(v) - f(v - loss), values at -10 at least.
func scaledLoss(v, loss float64) float64 {
	f := func(v float64) float64 { return math.Copysign(math.Log(1+math.Abs(v)), v) }
	return f(v) - f(math.Max(v-loss, -10))
}

// made is the move of a happening as package score has it.
func made(m *score.Models, p *choice.Position, h happening) score.Figures {
	return score.Figures{
		Match: h.move == p.Best, Equal: p.Tied(h.move), TopThree: p.TopThree(h.move), Delta: p.Delta[h.move],
		Loss: m.Levels[h.class].Loss, ScaledLoss: scaledLoss(p.Pawns, m.Levels[h.class].Loss), HasLoss: true,
	}
}

// Moments, likelihoods and their derivatives, held against sums over everything that
// may happen.
func TestScoresAreThoseOfWhatMayHappen(t *testing.T) {
	for i, r := range scoretest.Records(t) {
		m := scoretest.Models(t)
		m.LossShare = []float64{0.25, 0.5, 0.75, 1}[i%4]
		rating, h := []float64{1900, 2600}[i%2], 0.01
		p := position(t, r)
		o := m.Outlook(p)
		all, up, down := happenings(m, p, rating, 0), happenings(m, p, rating+h, 0), happenings(m, p, rating-h, 0)
		var mean, square, slope score.Each[float64]
		third, information, total := 0.0, 0.0, 0.0
		for k, x := range all {
			total += x.p
			own := x.choice * math.Pow(x.loss, m.LossShare)
			ratio := math.Log((0.86*own + 0.14*x.q) / (0.96*own + 0.04*x.q))
			logP := math.Log(x.choice) + m.LossShare*math.Log(x.loss)
			chosen, lost := (math.Log(up[k].choice)-math.Log(down[k].choice))/(2*h), (math.Log(up[k].loss)-math.Log(down[k].loss))/(2*h)
			gradient := chosen + m.LossShare*lost
			information += x.p * (chosen*chosen + m.LossShare*lost*lost)
			move := made(m, p, x)
			s := o.Score(move, x.move, rating)
			if math.Abs(s.Ratio-ratio) > 1e-7 || math.Abs(s.P-x.choice) > 1e-12 || math.Abs(o.LogP(&move, x.move, rating)-logP) > 1e-7 {
				t.Errorf("%s, move %d, class %d: ratio %v, probability %v, want %v, %v", r.Position, x.move, x.class, s.Ratio, s.P, ratio, x.choice)
			}
			if math.Abs(s.Gradient-gradient) > 1e-7 || math.Abs((s.Helped[0]+s.Helped[1])/2-x.helped) > 1e-9 {
				t.Errorf("%s: gradient %v, helped %v, want %v, %v", r.Position, s.Gradient, s.Helped, gradient, x.helped)
			}
			level := m.Levels[x.class]
			for _, q := range score.Quantities() {
				value, _ := s.Actual(q)
				squared := value * value
				switch q {
				case score.ASD:
					slope := 1 / (1 + math.Abs(math.Max(p.Pawns-level.Loss, -10)))
					squared = value*value + slope*slope*(level.Square-level.Loss*level.Loss)
				case score.AE:
					squared = level.Square
				case score.Root:
					squared = level.Loss
				}
				*mean.At(q) += x.p * value
				*square.At(q) += x.p * squared
				*slope.At(q) += value * (up[k].p - down[k].p) / (2 * h)
			}
			third += x.p * ratio * ratio * ratio
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("%s: probabilities sum to %v", r.Position, total)
		}
		got := o.Score(made(m, p, all[0]), all[0].move, rating)
		for _, q := range score.Quantities() {
			want := *square.At(q) - *mean.At(q)**mean.At(q)
			g := got.At(q)
			if math.Abs(g.Mean-*mean.At(q)) > 1e-7 || math.Abs(g.Var-want) > 1e-7 || math.Abs(g.Slope-*slope.At(q)) > 1e-7 {
				t.Errorf("%s, %v: %+v, want mean %v, variance %v, slope %v", r.Position, q, *g, *mean.At(q), want, *slope.At(q))
			}
		}
		e := mean.LR
		if want := third - 3*e*square.LR + 2*e*e*e; math.Abs(got.Third-want) > 1e-7 {
			t.Errorf("%s: third moment %v, want %v", r.Position, got.Third, want)
		}
		if math.Abs(got.Information-information) > 1e-9 {
			t.Errorf("%s: information %v, want %v", r.Position, got.Information, information)
		}
	}
}

// What the e-value takes of a move is the probability of what happened, for every
// strength and every effect of the game on losses.
func TestHonestLikelihoods(t *testing.T) {
	m := scoretest.Models(t)
	for _, r := range scoretest.Records(t) {
		p := position(t, r)
		o := m.Outlook(p)
		for l, effect := range score.LossEffects() {
			for j, rating := range map[int]float64{0: 1000, 20: 2000, 33: 2650} {
				for _, x := range happenings(m, p, rating, effect*m.LossEffect) {
					move := made(m, p, x)
					want := 0.96*x.p + 0.04*x.helped
					if got := o.Honest(&move, x.move, 2000)[l][j]; math.Abs(got-want) > 1e-9*(1+1e3*want) {
						t.Fatalf("%s, move %d, class %d at %v, effect %v: %v, want %v", r.Position, x.move, x.class, rating, effect, got, want)
					}
				}
			}
		}
	}
}

// What is drawn comes as often as it is likely.
func TestDraw(t *testing.T) {
	m := scoretest.Models(t)
	p := position(t, scoretest.Records(t)[3])
	o := m.Outlook(p)
	random := rand.New(rand.NewPCG(8, 8))
	const draws, rating = 200_000, 2300
	seen := map[[2]int]float64{}
	for range draws {
		move, class := o.Draw(rating, 0.45, random)
		seen[[2]int{move, class}]++
	}
	for _, x := range happenings(m, p, rating, 0.45) {
		n := seen[[2]int{x.move, x.class}]
		if math.Abs(n-draws*x.p) > 5*math.Sqrt(draws*x.p)+1 {
			t.Errorf("move %d with a loss of class %d: %v times, want %.0f", x.move, x.class, n, draws*x.p)
		}
	}
}

// Where the position after the move was not evaluated, only the choice counts.
func TestMoveWithoutLoss(t *testing.T) {
	m := scoretest.Models(t)
	for _, r := range scoretest.Records(t) {
		p := position(t, r)
		o := m.Outlook(p)
		ps := m.Choice.Probabilities(p, 2000, nil)
		for i := range p.Moves {
			move := score.Figures{Match: i == p.Best, HasLoss: i == p.Best}
			if got := o.LogP(&move, i, 2000); math.Abs(got-math.Log(ps[i])) > 1e-9 {
				t.Errorf("%s, move %d: log-likelihood %v, want %v", r.Position, i, got, math.Log(ps[i]))
			}
		}
	}
}

// A move that the wide pass does not list counts as the worst that it does.
func TestUnlistedMove(t *testing.T) {
	r := scoretest.Records(t)[0]
	r.Played, r.Index = analysis.NewMove(0, 63, 0), -1
	p := position(t, r)
	o := scoretest.Models(t).Outlook(p)
	ps := scoretest.Models(t).Choice.Probabilities(p, 2000, nil)
	if got, want := o.Score(score.Of(r), p.Made(), 2000).P, ps[len(ps)-1]; math.Abs(got-want) > 1e-12 {
		t.Errorf("probability %v, want %v", got, want)
	}
}

// Whatever an engine says, every moment is a number and no variance is negative.
func TestMomentsOfOddEvaluations(t *testing.T) {
	for name, change := range map[string]func(l *analysis.Line, i int){
		"equal":     func(l *analysis.Line, _ int) { l.Value = analysis.Score{} },
		"all mate":  func(l *analysis.Line, _ int) { l.Value = analysis.MateIn(3) },
		"all mated": func(l *analysis.Line, _ int) { l.Value = analysis.MatedIn(2) },
		"one mates": func(l *analysis.Line, i int) {
			l.Value = analysis.MatedIn(1)
			if i == 0 {
				l.Value = analysis.MateIn(1)
			}
		},
	} {
		for _, listed := range []int{1, 2, 14} {
			r := scoretest.Records(t)[5]
			for d := range r.Evaluation.Wide {
				lines := r.Evaluation.Wide[d].Lines
				r.Evaluation.Wide[d].Lines = lines[:min(listed, len(lines))]
				for i := range r.Evaluation.Wide[d].Lines {
					change(&lines[i], i)
				}
			}
			last := r.Evaluation.Values()
			r.Evaluation.Deep[len(r.Evaluation.Deep)-1].Line = last[0]
			p := position(t, r)
			r.Index = p.Played
			o := scoretest.Models(t).Outlook(p)
			for _, rating := range []float64{0, 1400, 2800, 4000} {
				c := o.Score(score.Of(r), p.Made(), rating)
				for _, q := range score.Quantities() {
					m := c.At(q)
					if math.IsNaN(m.Mean+m.Var+m.Slope) || math.IsInf(m.Mean+m.Var+m.Slope, 0) || m.Var < 0 {
						t.Errorf("%s, %d moves, rating %v: %v is %+v", name, listed, rating, q, *m)
					}
				}
				if !(c.P >= 0 && c.P <= 1) || math.IsNaN(c.Ratio) {
					t.Errorf("%s, %d moves, rating %v: probability %v, ratio %v", name, listed, rating, c.P, c.Ratio)
				}
			}
		}
	}
}

// BenchmarkScore is what one counted move costs a screening beside its evaluation.
func BenchmarkScore(b *testing.B) {
	m := scoretest.Models(b)
	r := scoretest.Records(b)[3]
	p := position(b, r)
	move := score.Of(r)
	for b.Loop() {
		o := m.Outlook(p)
		o.Score(move, p.Made(), 2200)
	}
}
