package calibration

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
	"fairplay/analysis/score"
)

// Models are the fitted models that expectations come from.
type Models struct {
	Choice   *choice.Model
	Loss     choice.Loss                      // of players, given their choice
	Levels   [choice.LossClasses]choice.Level // what the classes of losses come to
	Assisted Assisted

	// Shift is added to every rating, in Elo points: under another recipe than the one
	// that the models were fitted to, players look weaker or stronger.
	Shift float64
}

// Assisted says how the moves of an assisted player come about: the assistants, who are
// equally likely at every move, and the share e of moves that the likelihood ratio
// takes for theirs (MODEL 5 and 5c).
type Assisted struct {
	Share      float64            `json:"share"`
	Assistants []choice.Assistant `json:"assistants"`
}

// valid tells whether the assisted player is described.
func (a *Assisted) valid() bool {
	for i := range a.Assistants {
		if !a.Assistants[i].Valid() {
			return false
		}
	}
	return a.Share > 0 && a.Share < 1 && len(a.Assistants) > 0
}

// leastProbability keeps likelihood ratios of impossible moves and losses finite.
const leastProbability = 1e-9

// lossShare is how much of the log-likelihood of a loss counts, beside all of that of
// the choice. Losses of one player are more alike than the model knows, as if there
// were half as many of them (McCullagh and Nelder, Generalized Linear Models, 1989,
// section 9.2, with a dispersion of 2). With all of it the e-value of honest players
// of the fit part, with choice and loss predicted by models that had not seen their
// events, was 1.7 on average, where 1 is the most that it may be; with half it keeps
// below. counted follows from it.
const lossShare = 0.5

// counted returns what counts of the probability of a loss: its root, as half of its
// logarithm does.
func counted(p float64) float64 { return math.Sqrt(math.Max(p, 0)) }

// losses are probabilities of the classes of losses.
type losses = [choice.LossClasses]float64

// Outlook is what the models say of a position for any rating. It keeps what is
// costly, so that many ratings can be asked for.
type Outlook struct {
	models    *Models
	position  *choice.Position
	utilities choice.Utilities
	index     []float64 // of the loss of each move, without the player's terms
	steps     choice.Steps

	assistants []helped
	all        helped // the mean of the assistants
}

// helped are the probabilities that an assistant makes each move of a position: whatever
// it loses, and with a loss of each class.
type helped struct {
	chooses []float64
	loses   []losses
}

func newHelped(moves int) helped { return helped{make([]float64, moves), make([]losses, moves)} }

// Outlook looks at a position.
func (m *Models) Outlook(p *choice.Position) Outlook {
	n := len(p.Moves)
	o := Outlook{models: m, position: p, utilities: m.Choice.Utilities(p), index: make([]float64, n), steps: m.Loss.Steps(), all: newHelped(n)}
	rows := make([]choice.LossRow, n)
	for i := range rows {
		rows[i] = p.LossRow(i, choice.PlayerTerms{})
		o.index[i] = m.Loss.Index(&rows[i])
	}
	for k := range m.Assisted.Assistants {
		h := o.ask(&m.Assisted.Assistants[k], rows)
		weight := 1 / float64(len(m.Assisted.Assistants))
		for i := range h.chooses {
			o.all.chooses[i] += float64(weight * h.chooses[i])
			for c, f := range h.loses[i] {
				o.all.loses[i][c] += float64(weight * f)
			}
		}
		o.assistants = append(o.assistants, h)
	}
	return o
}

// ask returns what an assistant makes of the position.
func (o *Outlook) ask(h *choice.Assistant, rows []choice.LossRow) helped {
	out, steps := newHelped(len(o.index)), h.Loss.Steps()
	out.chooses = h.Probabilities(o.position, o.utilities)
	var slopes losses
	for i, q := range out.chooses {
		switch {
		case i == o.position.Best:
			out.loses[i][0] = q
		case q > 0:
			steps.Classes(h.Loss.Index(&rows[i]), &out.loses[i], &slopes)
			for c, f := range out.loses[i] {
				out.loses[i][c] = q * counted(f)
			}
		}
	}
	return out
}

// likelihood returns that of the move made, with its loss where that is known.
func (h *helped) likelihood(made, class int, known bool) float64 {
	if known {
		return h.loses[made][class]
	}
	return h.chooses[made]
}

// outcomes are the probabilities of the moves of a position and of their losses for
// a player of one rating, and the derivatives of both by it, per Elo point.
type outcomes struct {
	p, ds []float64
	f, df []losses
}

func (o *Outlook) outcomes(rating float64) outcomes {
	rating += o.models.Shift
	n := len(o.position.Moves)
	r := outcomes{p: o.utilities.Probabilities(rating, nil), f: make([]losses, n), df: make([]losses, n)}
	r.ds = o.utilities.ProbabilitySlopes(r.p)
	shift, slope := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, r.p, r.ds))
	for i := range r.f {
		if i == o.position.Best {
			r.f[i][0] = 1
			continue
		}
		o.steps.Classes(o.index[i]+shift, &r.f[i], &r.df[i])
		for c := range r.df[i] {
			r.df[i][c] *= slope
		}
	}
	return r
}

// LogP returns the log-likelihood of a move made, in nats, for a player of that
// rating: what an intrinsic rating is made from. It is that of the choice, and of the
// loss where it is known.
func (o *Outlook) LogP(m *score.Move, made int, rating float64) float64 {
	rating += o.models.Shift
	class, known := o.lost(m, made)
	if !known {
		return o.utilities.LogProbability(made, rating)
	}
	ps := o.utilities.Probabilities(rating, nil)
	return exact.Log(ps[made]) + float64(lossShare*exact.Log(math.Max(o.loses(made, class, rating, ps), leastProbability)))
}

// Score returns what a move adds to the figures and what was to be expected of it,
// for a player of that rating. made is the place of the move in the position.
func (o *Outlook) Score(m score.Move, made int, rating float64) score.Scored {
	r := o.outcomes(rating)
	s := score.Scored{Move: m}
	o.expect(&s.Chance, &r)
	o.weigh(&s, &r, made)
	o.inform(&s, &r, made)
	return s
}

// expect fills in the moments of all quantities but LR.
func (o *Outlook) expect(c *score.Chance, r *outcomes) {
	p := o.position
	c.MM = score.Indicator(r.p[p.Best], r.ds[p.Best])
	tied, top := choose(p.Tied), choose(p.TopThree)
	c.EV, c.T3 = indicator(r.moments(tied)), indicator(r.moments(top))
	c.Wide = r.moments(func(i int) float64 { return p.Delta[i] })
	for class := range choice.LossClasses {
		level := &o.models.Levels[class]
		scaled, scaledSquare := level.Scaled(p.Pawns)
		share, slope := r.class(class)
		if class < choice.CloseClasses {
			c.Close.Mean += share
			c.Close.Slope += slope
		}
		for _, x := range []struct {
			of           *score.Moment
			mean, square float64
		}{{&c.AE, level.Loss, level.Square}, {&c.ASD, scaled, scaledSquare}, {&c.Root, level.Root, level.Loss}} {
			x.of.Mean += float64(share * x.mean)
			x.of.Var += float64(share * x.square)
			x.of.Slope += float64(slope * x.mean)
		}
	}
	c.Close = indicator(c.Close)
	for _, m := range []*score.Moment{&c.AE, &c.ASD, &c.Root} {
		m.Var = math.Max(m.Var-float64(m.Mean*m.Mean), 0)
	}
}

// class returns the probability of a loss of one class, and its derivative by the
// rating.
func (r *outcomes) class(c int) (share, slope float64) {
	for i, f := range r.f {
		share += float64(r.p[i] * f[c])
		slope += float64(r.ds[i]*f[c]) + float64(r.p[i]*r.df[i][c])
	}
	return share, slope
}

// moments returns mean, variance and slope of a function of the move.
func (r *outcomes) moments(x func(i int) float64) score.Moment {
	var m score.Moment
	square := 0.0
	for i, p := range r.p {
		v := x(i)
		m.Mean += float64(p * v)
		square += float64(p * v * v)
		m.Slope += float64(r.ds[i] * v)
	}
	m.Var = math.Max(square-float64(m.Mean*m.Mean), 0)
	return m
}

func choose(of func(i int) bool) func(i int) float64 {
	return func(i int) float64 {
		if of(i) {
			return 1
		}
		return 0
	}
}

// indicator draws a mean that is a probability in to [0, 1], past which rounding
// may carry it.
func indicator(m score.Moment) score.Moment {
	return score.Indicator(math.Min(m.Mean, 1), m.Slope)
}

// weigh fills in the likelihood ratio of the move made, and its moments. Where the
// loss is not known, only the choice counts.
func (o *Outlook) weigh(s *score.Scored, r *outcomes, made int) {
	var third float64
	add := func(p, slope, x float64) {
		s.LR.Mean += float64(p * x)
		s.LR.Var += float64(p * x * x)
		s.LR.Slope += float64(slope * x)
		third += float64(p * x * x * x)
	}
	for i, p := range r.p {
		switch {
		case o.all.chooses[i] == 0:
			add(p, r.ds[i], o.models.Assisted.ratio(0, p))
		case i == o.position.Best || !s.HasLoss:
			add(p, r.ds[i], o.models.Assisted.ratio(o.all.chooses[i], p))
		default:
			for c, f := range r.f[i] {
				add(float64(p*f), float64(r.ds[i]*f)+float64(p*r.df[i][c]), o.models.Assisted.ratio(o.all.loses[i][c], p*counted(f)))
			}
		}
	}
	mean, square := s.LR.Mean, s.LR.Var
	s.LR.Var = math.Max(square-float64(mean*mean), 0)
	s.Third = third - float64(3*mean*square) + float64(2*mean*mean*mean)
	own := r.p[made]
	class, known := o.lost(&s.Move, made)
	if known {
		own *= counted(r.f[made][class])
	}
	s.Ratio = o.models.Assisted.ratio(o.all.likelihood(made, class, known), own)
	for k := range o.assistants {
		s.Helped = append(s.Helped, o.assistants[k].likelihood(made, class, known))
	}
}

// loses returns the probability that move i of a player of that rating, with these
// probabilities of his moves, loses so much.
func (o *Outlook) loses(i, class int, rating float64, ps []float64) float64 {
	shift, _ := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, ps, nil))
	return o.steps.Class(o.index[i]+shift, class)
}

// lost returns the class of the loss of the move made, where it tells something.
func (o *Outlook) lost(m *score.Move, made int) (class int, known bool) {
	if made == o.position.Best || !m.HasLoss {
		return 0, false
	}
	return choice.LossClass(m.Loss), true
}

// ratio returns ln(1 - e + e q/p) for a move that an assistant makes with probability q
// and the player himself with probability p.
func (a *Assisted) ratio(q, p float64) float64 {
	return exact.Log(1 - a.Share + a.Share*q/math.Max(p, leastProbability))
}

// inform fills in what the move made tells of the player's strength: the derivative
// of its log-likelihood by the rating, and the variance of that before it is made.
func (o *Outlook) inform(s *score.Scored, r *outcomes, made int) {
	s.Gradient, s.Information = o.utilities.RatingScoreOf(made, r.p)
	class, known := o.lost(&s.Move, made)
	if known {
		s.Gradient += float64(lossShare * r.df[made][class] / math.Max(r.f[made][class], leastProbability))
	}
	s.LogP = exact.Log(math.Max(r.p[made], leastProbability))
	if known {
		s.LogP += float64(lossShare * exact.Log(math.Max(r.f[made][class], leastProbability)))
	}
	if !s.HasLoss {
		return
	}
	for i, p := range r.p {
		for c, f := range r.f[i] {
			if f > leastProbability {
				s.Information += float64(lossShare * p * r.df[i][c] * r.df[i][c] / f)
			}
		}
	}
}

// Draw returns a move that a player of that rating might make, and the class of its
// loss.
func (o *Outlook) Draw(rating float64, random *rand.Rand) (made, class int) {
	rating += o.models.Shift
	ps := o.utilities.Probabilities(rating, nil)
	if made = drawn(ps, random); made == o.position.Best {
		return made, 0
	}
	var classes, slopes losses
	shift, _ := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, ps, nil))
	o.steps.Classes(o.index[made]+shift, &classes, &slopes)
	return made, drawn(classes[:], random)
}

// drawn returns a place, each with its probability.
func drawn(ps []float64, random *rand.Rand) int {
	u := random.Float64()
	for i, p := range ps {
		if u -= p; u < 0 {
			return i
		}
	}
	return len(ps) - 1
}
