package score

import (
	"math"
	"math/rand/v2"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// leastProbability keeps likelihood ratios of impossible moves and losses finite.
const leastProbability = 1e-9

// counted returns p to the power of LossShare: the part of a loss's likelihood that counts.
// LossShare is a multiple of a quarter, so square roots are enough.
func (m *Models) counted(p float64) float64 {
	p = math.Max(p, 0)
	half := math.Sqrt(p)
	switch m.LossShare {
	case 0.25:
		return math.Sqrt(half)
	case 0.5:
		return half
	case 0.75:
		return half * math.Sqrt(half)
	}
	return p
}

// losses holds the probabilities of the classes of losses.
type losses = [choice.LossClasses]float64

// Outlook is what the models say of a position for any rating. It keeps what is costly to compute,
// so that many ratings can be asked for.
type Outlook struct {
	models    *Models
	position  *choice.Position
	utilities choice.Utilities
	index     []choice.LossIndex // index of the loss of each move, without the player's terms
	steps     choice.Steps

	assistants []assistance
	all        assistance // mean of the assistants
}

// Outlook prepares the expectations for a position.
func (m *Models) Outlook(p *choice.Position) Outlook {
	n := len(p.Moves)
	o := Outlook{models: m, position: p, utilities: m.Choice.Utilities(p), index: make([]choice.LossIndex, n), steps: m.Loss.Steps(), all: newAssistance(n)}
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
			for c, f := range h.both[i] {
				o.all.both[i][c] += float64(weight * f)
			}
		}
		o.assistants = append(o.assistants, h)
	}
	return o
}

// outcomes holds the probabilities of the moves of a position and of their losses for a player of
// one rating, and the derivatives of both with respect to the rating, per Elo point.
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
		o.steps.Classes(o.index[i].Add(shift), slope, &r.f[i], &r.df[i])
	}
	return r
}

// LogP returns the log-likelihood, in nats, of the move made by a player of that rating, including
// its loss if that is known. Intrinsic ratings are computed from it.
func (o *Outlook) LogP(m *Figures, made int, rating float64) float64 {
	rating += o.models.Shift
	class, known := o.lost(m, made)
	if !known {
		return o.utilities.LogProbability(made, rating)
	}
	ps := o.utilities.Probabilities(rating, nil)
	return exact.Log(ps[made]) + float64(o.models.LossShare*exact.Log(math.Max(o.loses(made, class, rating, ps), leastProbability)))
}

// Honest returns how likely the move and its loss are for honest players around a rating; e-values
// are computed from it. A share of honest moves, Unaided, is as likely as an assistant's.
func (o *Outlook) Honest(m *Figures, made int, rating float64) *Honest {
	class, known := o.lost(m, made)
	like := o.models.Assisted.Unaided
	_, helped := o.helped(made, class, known)
	effects := LossEffects()
	return HonestOf(func(rating float64) (likely [len(effects)]float64) {
		rating += o.models.Shift
		ps := o.utilities.Probabilities(rating, nil)
		index := o.index[made]
		if known {
			shift, _ := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, ps, nil))
			index = index.Add(shift)
		}
		for l, x := range effects {
			own := ps[made]
			if known {
				effect := float64(x * o.models.LossEffect)
				own *= o.steps.Class(index.Add(choice.LossIndex{effect, effect}), class)
			}
			likely[l] = float64((1-like)*own) + float64(like*helped)
		}
		return likely
	}, rating)
}

// Score returns what a move adds to the figures, and what was expected of it, for a player of that
// rating. made is the index of the move in the position.
func (o *Outlook) Score(m Figures, made int, rating float64) Scored {
	r := o.outcomes(rating)
	s := Scored{Figures: m}
	o.expect(&s.Chance, &r)
	o.weigh(&s, &r, made)
	o.inform(&s, &r, made)
	return s
}

// expect fills in the moments of all quantities but LR.
func (o *Outlook) expect(c *Chance, r *outcomes) {
	p := o.position
	c.MM = Indicator(r.p[p.Best], r.ds[p.Best])
	tied, top := choose(p.Tied), choose(p.TopThree)
	c.EV, c.T3 = bounded(r.moments(tied)), bounded(r.moments(top))
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
			of           *Moment
			mean, square float64
		}{{&c.AE, level.Loss, level.Square}, {&c.ASD, scaled, scaledSquare}, {&c.Root, level.Root, level.Loss}} {
			x.of.Mean += float64(share * x.mean)
			x.of.Var += float64(share * x.square)
			x.of.Slope += float64(slope * x.mean)
		}
	}
	c.Close = bounded(c.Close)
	for _, m := range []*Moment{&c.AE, &c.ASD, &c.Root} {
		m.Var = math.Max(m.Var-float64(m.Mean*m.Mean), 0)
	}
}

// class returns the probability of a loss of class c, and its derivative with respect to the
// rating.
func (o *outcomes) class(c int) (share, slope float64) {
	for i, f := range o.f {
		share += float64(o.p[i] * f[c])
		slope += float64(o.ds[i]*f[c]) + float64(o.p[i]*o.df[i][c])
	}
	return share, slope
}

// moments returns mean, variance and slope of a function of the move.
func (o *outcomes) moments(x func(i int) float64) Moment {
	var m Moment
	square := 0.0
	for i, p := range o.p {
		v := x(i)
		m.Mean += float64(p * v)
		square += float64(p * v * v)
		m.Slope += float64(o.ds[i] * v)
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

// bounded keeps the mean of a probability within [0, 1], which rounding may leave.
func bounded(m Moment) Moment {
	return Indicator(math.Min(m.Mean, 1), m.Slope)
}

// weigh fills in the likelihood ratio of the move made, and its moments. If the loss is unknown,
// only the choice counts.
func (o *Outlook) weigh(s *Scored, r *outcomes, made int) {
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
				add(float64(p*f), float64(r.ds[i]*f)+float64(p*r.df[i][c]), o.models.Assisted.ratio(o.all.both[i][c], p*o.models.counted(f)))
			}
		}
	}
	mean, square := s.LR.Mean, s.LR.Var
	s.LR.Var = math.Max(square-float64(mean*mean), 0)
	s.Third = third - float64(3*mean*square) + float64(2*mean*mean*mean)
	own := r.p[made]
	class, known := o.lost(&s.Figures, made)
	helped := o.all.chooses[made]
	if known {
		own *= o.models.counted(r.f[made][class])
		helped = o.all.both[made][class]
	}
	s.Ratio = o.models.Assisted.ratio(helped, own)
	s.Helped, s.Alike = o.helped(made, class, known)
}

// loses returns the probability that move i, made by a player of that rating whose moves have the
// probabilities ps, has a loss of this class.
func (o *Outlook) loses(i, class int, rating float64, ps []float64) float64 {
	shift, _ := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, ps, nil))
	return o.steps.Class(o.index[i].Add(shift), class)
}

// lost returns the class of the loss of the move made. known is false if the loss says nothing.
func (o *Outlook) lost(m *Figures, made int) (class int, known bool) {
	if made == o.position.Best || !m.HasLoss {
		return 0, false
	}
	return choice.LossClass(m.Loss), true
}

// inform fills in how likely the move made was, and what it tells of the player's strength: the
// derivative of its log-likelihood with respect to the rating, and the variance of that derivative
// before the move is made.
func (o *Outlook) inform(s *Scored, r *outcomes, made int) {
	s.Gradient, s.Information = o.utilities.RatingScoreOf(made, r.p)
	s.P = r.p[made]
	class, known := o.lost(&s.Figures, made)
	if known {
		s.Gradient += float64(o.models.LossShare * r.df[made][class] / math.Max(r.f[made][class], leastProbability))
	}
	if !s.HasLoss {
		return
	}
	for i, p := range r.p {
		for c, f := range r.f[i] {
			if f > leastProbability {
				s.Information += float64(o.models.LossShare * p * r.df[i][c] * r.df[i][c] / f)
			}
		}
	}
}

// Draw returns a random move of a player of that rating and the class of its loss, under that
// effect on the index of losses.
func (o *Outlook) Draw(rating, effect float64, random *rand.Rand) (made, class int) {
	rating += o.models.Shift
	ps := o.utilities.Probabilities(rating, nil)
	if made = drawn(ps, random); made == o.position.Best {
		return made, 0
	}
	var classes, slopes losses
	shift, _ := o.models.Loss.PlayerIndex(choice.PlayerTermsOf(o.position, rating, ps, nil))
	o.steps.Classes(o.index[made].Add(shift).Add(choice.LossIndex{effect, effect}), choice.LossIndex{}, &classes, &slopes)
	return made, drawn(classes[:], random)
}

// drawn returns a random index, i with probability ps[i].
func drawn(ps []float64, random *rand.Rand) int {
	u := random.Float64()
	for i, p := range ps {
		if u -= p; u < 0 {
			return i
		}
	}
	return len(ps) - 1
}

// Made is a counted move with the outlook on its position.
type Made struct {
	outlook Outlook
	move    Figures
	at      int // index of the move in the position
}

// Made prepares the expectations for a counted record. The error is that of choice.NewPosition.
func (m *Models) Made(r *analysis.MoveRecord) (*Made, error) {
	p, err := choice.NewPosition(r)
	if err != nil {
		return nil, err
	}
	return &Made{m.Outlook(p), Of(r), p.Made()}, nil
}

// LogP returns the log-likelihood of the move for a player of that rating, in nats (Outlook.LogP).
func (m *Made) LogP(rating float64) float64 { return m.outlook.LogP(&m.move, m.at, rating) }

// Honest returns how likely the move is for honest players around a rating.
func (m *Made) Honest(rating float64) *Honest { return m.outlook.Honest(&m.move, m.at, rating) }

// Joint returns what the move adds to the bank for a player of that rating.
func (m *Made) Joint(rating float64) *Joint { return m.outlook.Joint(&m.move, m.at, rating) }

// Aided returns what an engine in the player's place would add (Scored.Aided).
func (m *Made) Aided() []Each[Moment] { return m.outlook.aided() }

// Score returns what the move adds for a player of that rating.
func (m *Made) Score(rating float64) Scored { return m.outlook.Score(m.move, m.at, rating) }
