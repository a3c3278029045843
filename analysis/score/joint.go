package score

import (
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// BankShare is the share of assisted moves that the likelihood ratios of the bank assume (MODEL 5d).
const BankShare = 0.3

// Where the quantities of the bank stand in its vectors. bankRatio is the likelihood ratio against the
// choice of the evaluating engine (choice.OwnKind). bankFurther says whether a further engine would play
// the move too, where the models know what it would play; elsewhere vectors end before it. Ratios against other assistants follow from
// the same likelihoods so closely that they add only what those are wrong by: on the fit part they
// cost power against every other engine.
const (
	bankMM = iota
	bankClose
	bankRoot
	bankRatio
	bankFurther
	bankMost
)

// BankQuantities are those quantities of the bank that have a z of their own, in the order of its
// vectors.
func BankQuantities() []Quantity { return []Quantity{MM, Close, Root} }

// Joint is what one counted move adds to the quantities of the bank, in the units of those, and what
// was expected of it. Vectors hold MM, Close, Root and the likelihood ratio. Close and Root are 0
// everywhere if the loss is unknown.
type Joint struct {
	Actual, Mean, Slope []float64       // Slope per Elo point
	Cov                 exact.Symmetric // of all quantities of this move
	Shift               [][]float64     // by assistant: what his move adds on average, less Mean
}

// outcome is a move together with a class of its loss, and what both add to each quantity.
type outcome struct {
	values []float64
	square float64 // mean square of the root of the loss
}

// Joint returns what the move made adds to the quantities of the bank, and the joint moments of all
// moves that a player of that rating may make. With p the probability of a move and f that of the
// class of its loss, the mean of a quantity x is sum p f x and the covariance of two is
// sum p f x y less the product of their means. Root spreads within its class too.
func (o *Outlook) Joint(m *Figures, made int, rating float64) *Joint {
	n := o.models.bankCount()
	r := o.outcomes(rating)
	j := &Joint{Actual: make([]float64, n), Mean: make([]float64, n), Slope: make([]float64, n), Cov: exact.NewSymmetric(n)}
	assisted := o.models.Assisted
	assisted.Share = BankShare
	engine := o.engine()
	totals := make([]float64, len(o.assistants))
	for k := range o.assistants {
		j.Shift = append(j.Shift, make([]float64, n))
		for _, q := range o.assistants[k].chooses {
			totals[k] += q
		}
	}
	at := outcome{values: make([]float64, n)}
	for i, p := range r.p {
		at.values[bankMM] = indicator(i == o.position.Best)
		at.values[bankRatio] = assisted.ratio(engine.chooses[i], p)
		if n > bankFurther {
			at.values[bankFurther] = indicator(i == o.position.Further)
		}
		seldom := true // no assistant plays it
		for k := range o.assistants {
			seldom = seldom && o.assistants[k].chooses[i] == 0
		}
		if !m.HasLoss {
			j.add(&at, p, r.ds[i])
			j.help(o, &at, i, -1, totals)
			continue
		}
		for c, f := range r.f[i] {
			if i == o.position.Best && c > 0 {
				break
			}
			level := &o.models.Levels[c]
			at.values[bankClose], at.values[bankRoot], at.square = indicator(c < choice.CloseClasses), level.Root, level.Loss
			if i != o.position.Best && engine.chooses[i] > 0 {
				at.values[bankRatio] = assisted.ratio(engine.both[i][c], float64(p*o.models.counted(f)))
			}
			j.add(&at, float64(p*f), float64(r.ds[i]*f)+float64(p*r.df[i][c]))
			if !seldom {
				j.help(o, &at, i, c, totals)
			}
		}
	}
	for a, row := range j.Cov {
		for b := range row {
			row[b] -= float64(j.Mean[a] * j.Mean[b])
		}
		row[a] = math.Max(row[a], 0)
	}
	for k, shift := range j.Shift {
		for a := range shift {
			shift[a] = shift[a]/totals[k] - j.Mean[a]
		}
	}
	o.actual(j, m, &r, made, &assisted)
	return j
}

// bankCount returns how many quantities the bank has under these models.
func (m *Models) bankCount() int {
	if m.Choice.Uses(choice.Further) {
		return bankMost
	}
	return bankFurther
}

// engine returns the assistant that plays as the evaluating engine does.
func (o *Outlook) engine() *assistance {
	return &o.assistants[slices.IndexFunc(o.models.Assisted.Assistants, func(a choice.Assistant) bool { return a.Kind == choice.OwnKind })]
}

// add adds an outcome of this probability for the player, and the derivative of that.
func (j *Joint) add(at *outcome, p, slope float64) {
	for a, x := range at.values {
		j.Mean[a] += float64(p * x)
		j.Slope[a] += float64(slope * x)
		for b, y := range at.values[:a+1] {
			if a == bankRoot && b == bankRoot {
				j.Cov[a][b] += float64(p * at.square)
				continue
			}
			j.Cov[a][b] += float64(p * x * y)
		}
	}
}

// help adds an outcome for each assistant: move i with a loss of this class, or any if class is
// below 0. The engine that evaluates makes its own choice.
func (j *Joint) help(o *Outlook, at *outcome, i, class int, totals []float64) {
	for k := range o.assistants {
		h := &o.assistants[k]
		p := h.chooses[i]
		switch {
		case o.models.Assisted.Assistants[k].Kind == choice.OwnKind:
			p = float64(indicator(i == o.position.Best) * totals[k])
		case class >= 0:
			p = float64(p * h.loses[i][class])
		}
		for a, x := range at.values {
			j.Shift[k][a] += float64(p * x)
		}
	}
}

// actual fills in what the move made adds.
func (o *Outlook) actual(j *Joint, m *Figures, r *outcomes, made int, assisted *Assisted) {
	j.Actual[bankMM] = indicator(m.Match)
	if m.HasLoss {
		j.Actual[bankClose], j.Actual[bankRoot] = indicator(m.Loss < choice.CloseLoss), math.Sqrt(m.Loss)
	}
	own := r.p[made]
	class, known := o.lost(m, made)
	if known {
		own *= o.models.counted(r.f[made][class])
	}
	engine := o.engine()
	helped := engine.chooses[made]
	if known {
		helped = engine.both[made][class]
	}
	j.Actual[bankRatio] = assisted.ratio(helped, own)
	if len(j.Actual) > bankFurther {
		j.Actual[bankFurther] = indicator(made == o.position.Further)
	}
}
