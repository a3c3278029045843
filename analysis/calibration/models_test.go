package calibration

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
)

// records reads the positions that package choice keeps for its tests.
func records(t testing.TB) (all []*analysis.MoveRecord) {
	t.Helper()
	f, err := os.Open("../choice/testdata/features.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var read []struct {
		Position, Color               string
		Played, Previous, PreviousOwn analysis.Move
		PreviousCaptured              bool
		Evaluation                    *analysis.Evaluation
	}
	if err := json.NewDecoder(z).Decode(&read); err != nil {
		t.Fatal(err)
	}
	for _, r := range read {
		m := &analysis.MoveRecord{
			Position: r.Position, Played: r.Played, Previous: r.Previous, PreviousOwn: r.PreviousOwn,
			PreviousCaptured: r.PreviousCaptured, Evaluation: r.Evaluation, Index: -1,
		}
		if r.Color == "black" {
			m.Color = analysis.Black
		}
		for i, l := range r.Evaluation.Values() {
			if l.Move == r.Played {
				m.Index = i
			}
		}
		all = append(all, m)
	}
	return all
}

func models(t testing.TB) *Models {
	t.Helper()
	terms, err := choice.Terms("dbest", "delta", "sdelta", "lrank", "lastbest", "dbest*r", "delta*r", "lastbest*r")
	if err != nil {
		t.Fatal(err)
	}
	m, err := choice.NewModel(terms, []float64{0.5, -1, -2, -0.4, 0.8, 0.2, -0.5, 0.3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	return &Models{
		Choice:   m,
		Loss:     choice.Loss{Mean: [6]float64{-0.5, -0.3, 1, 0.3, 0.1, 0.4}, Variance: [6]float64{-0.1, -0.5, 1, -0.2, 0.1, 1}},
		Scaled:   choice.Loss{Mean: [6]float64{-0.7, -0.2, 0, 0.4, 0.1, 0.4}, Variance: [6]float64{-1.3, -0.3, 0.2, -0.1, 0.1, 1}},
		Assisted: Assisted{Share: 0.2, Soft: 0.15, Width: 0.1},
	}
}

func position(t testing.TB, r *analysis.MoveRecord) *choice.Position {
	t.Helper()
	p, err := choice.NewPosition(r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// instead returns the likelihood ratio of every move.
func instead(o *Outlook, p *choice.Position, rating float64) []float64 {
	ratios := make([]float64, len(p.Moves))
	for i := range ratios {
		ratios[i], _ = o.Instead(i, rating)
	}
	return ratios
}

// The moments are summed here as they are defined, from probabilities and from
// what package score says of every possible move.
func TestMomentsAreThoseOfTheMoves(t *testing.T) {
	m := models(t)
	const rating = 1900
	for _, r := range records(t) {
		p := position(t, r)
		ps := m.Choice.Probabilities(p, rating, nil)
		o := m.Outlook(p)
		got := o.Chance(rating)
		ratios := instead(&o, p, rating)
		var mean, square score.Each[float64]
		for i, prob := range ps {
			played := *r
			played.Played, played.Index = p.Moves[i], i
			s := score.Scored{Move: score.Of(&played), Chance: score.Chance{Ratio: ratios[i]}}
			for _, q := range []score.Quantity{score.MM, score.EV, score.T3, score.ASD, score.LR} {
				x, _ := s.Actual(q)
				*mean.At(q) += prob * x
				*square.At(q) += prob * x * x
			}
		}
		for _, q := range []score.Quantity{score.MM, score.EV, score.T3, score.ASD, score.LR} {
			want := *square.At(q) - *mean.At(q)**mean.At(q)
			if g := got.At(q); math.Abs(g.Mean-*mean.At(q)) > 1e-9 || math.Abs(g.Var-want) > 1e-9 {
				t.Errorf("%s, %v: mean %v and variance %v, want %v and %v", r.Position, q, g.Mean, g.Var, *mean.At(q), want)
			}
		}
		if want := math.Log(ps[p.Played]); math.Abs(got.LogP-want) > 1e-9 || math.Abs(o.LogP(rating)-want) > 1e-9 {
			t.Errorf("%s: log-probability %v and %v, want %v", r.Position, got.LogP, o.LogP(rating), want)
		}
		const h = 0.01
		high, low := m.Choice.Probabilities(p, rating+h, nil), m.Choice.Probabilities(p, rating-h, nil)
		information := 0.0
		for i, prob := range ps {
			gradient := math.Log(high[i]/low[i]) / (2 * h)
			information += prob * gradient * gradient
			if _, said := o.Instead(i, rating); math.Abs(said-gradient) > 1e-8 || i == p.Played && math.Abs(got.Gradient-gradient) > 1e-8 {
				t.Errorf("%s: gradient %v and %v, want %v", r.Position, said, got.Gradient, gradient)
			}
		}
		if math.Abs(got.Information-information) > 1e-10 {
			t.Errorf("%s: information %v, want %v", r.Position, got.Information, information)
		}
		if got.Ratio != ratios[p.Played] {
			t.Errorf("%s: ratio %v, want %v", r.Position, got.Ratio, ratios[p.Played])
		}
	}
}

// Slopes are held against differences of the means. That of LR keeps the ratios
// of the rating named and lets only the choice change.
func TestSlopesAreDerivatives(t *testing.T) {
	m := models(t)
	const rating, h = 2300.0, 0.01
	for _, r := range records(t) {
		p := position(t, r)
		o := m.Outlook(p)
		got, up, down := o.Chance(rating), o.Chance(rating+h), o.Chance(rating-h)
		for _, q := range []score.Quantity{score.MM, score.EV, score.T3, score.ASD, score.AE, score.ScaledAE} {
			want := (up.At(q).Mean - down.At(q).Mean) / (2 * h)
			if math.Abs(got.At(q).Slope-want) > 1e-8 {
				t.Errorf("%s, %v: slope %v, want %v", r.Position, q, got.At(q).Slope, want)
			}
		}
		ratios, want := instead(&o, p, rating), 0.0
		high, low := m.Choice.Probabilities(p, rating+h, nil), m.Choice.Probabilities(p, rating-h, nil)
		for i, x := range ratios {
			want += x * (high[i] - low[i]) / (2 * h)
		}
		if math.Abs(got.LR.Slope-want) > 1e-8 {
			t.Errorf("%s: slope of LR %v, want %v", r.Position, got.LR.Slope, want)
		}
	}
}

// The formula of the loss, term by term.
func TestExpectedLoss(t *testing.T) {
	m := models(t)
	const rating = 2500
	for _, r := range records(t) {
		p := position(t, r)
		ps := m.Choice.Probabilities(p, rating, nil)
		e, e2 := 0.0, 0.0
		for i, prob := range ps {
			e += prob * p.Delta[i]
			e2 += prob * p.Delta[i] * p.Delta[i]
		}
		z := []float64{1, 1, math.Min(math.Abs(p.Pawns), 3) / 3, math.Log(1 - ps[p.Best] + 0.02), math.Log(e + 0.01), math.Log(math.Sqrt(e2-e*e) + 0.02)}
		a, c := 0.0, 0.0
		for i, x := range z {
			a += m.Loss.Mean[i] * x
			c += m.Loss.Variance[i] * x
		}
		o := m.Outlook(p)
		got := o.Chance(rating).AE
		if math.Abs(got.Mean-math.Exp(a)) > 1e-9 || math.Abs(got.Var-math.Exp(c)) > 1e-9 {
			t.Errorf("%s: loss %v and variance %v, want %v and %v", r.Position, got.Mean, got.Var, math.Exp(a), math.Exp(c))
		}
	}
}

// A move that the wide pass does not list counts as the worst that it does.
func TestUnlistedMove(t *testing.T) {
	r := records(t)[0]
	r.Played, r.Index = analysis.NewMove(0, 63, 0), -1
	p := position(t, r)
	o := models(t).Outlook(p)
	ps := models(t).Choice.Probabilities(p, 2000, nil)
	if got, want := o.Chance(2000).LogP, math.Log(ps[len(ps)-1]); math.Abs(got-want) > 1e-12 {
		t.Errorf("log-probability %v, want %v", got, want)
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
			r := records(t)[5]
			for d := range r.Evaluation.Wide {
				lines := r.Evaluation.Wide[d].Lines
				r.Evaluation.Wide[d].Lines = lines[:min(listed, len(lines))]
				for i := range r.Evaluation.Wide[d].Lines {
					change(&lines[i], i)
				}
			}
			last := r.Evaluation.Values()
			r.Evaluation.Deep[len(r.Evaluation.Deep)-1].Line = last[0]
			o := models(t).Outlook(position(t, r))
			for _, rating := range []float64{0, 1400, 2800, 4000} {
				c := o.Chance(rating)
				for _, q := range score.Quantities() {
					m := c.At(q)
					if math.IsNaN(m.Mean+m.Var+m.Slope) || math.IsInf(m.Mean+m.Var+m.Slope, 0) || m.Var < 0 {
						t.Errorf("%s, %d moves, rating %v: %v is %+v", name, listed, rating, q, *m)
					}
				}
				if math.IsNaN(c.LogP) || c.LogP > 1e-12 || math.IsNaN(c.Ratio) {
					t.Errorf("%s, %d moves, rating %v: log-probability %v, ratio %v", name, listed, rating, c.LogP, c.Ratio)
				}
			}
		}
	}
}
