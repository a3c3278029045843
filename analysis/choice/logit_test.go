package choice

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"pgregory.net/rapid"
)

// allTerms is every feature plain and times every modifier.
func allTerms() (terms []Term) {
	for f := range featureCount {
		for m := range modifierEnds {
			terms = append(terms, Term{f, m})
		}
	}
	return terms
}

func randomModel(t testing.TB, terms []Term, seed uint64, scale float64) *Model {
	random := rand.New(rand.NewPCG(seed, 1))
	b := make([]float64, len(terms))
	for i := range b {
		b[i] = scale * random.NormFloat64()
	}
	m, err := NewModel(terms, b, 7)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The sum is taken term by term from the names, as the formula stands.
func TestProbabilitiesByHand(t *testing.T) {
	terms, err := Terms("dbest", "delta", "delta*r", "sdelta*av", "lrank*wd")
	if err != nil {
		t.Fatal(err)
	}
	b := []float64{1.5, -2, -0.7, 0.3, -0.2}
	m, err := NewModel(terms, b, 6)
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range references(t) {
		p, err := NewPosition(ref.record())
		if err != nil {
			t.Fatal(err)
		}
		const rating = 2500
		advantage := math.Min(math.Abs(p.MaxValue), 3) / 3
		depth := math.Max(-1.5, math.Min(2, (float64(p.Depth)-6)/2))
		total, us := 0.0, make([]float64, len(p.Moves))
		for i := range us {
			x := func(name string) float64 { return ref.Features[name][i] }
			us[i] = math.Exp(b[0]*x("dbest") + b[1]*x("delta") + b[2]*x("delta")*(rating-2100)/400 +
				b[3]*x("sdelta")*advantage + b[4]*x("lrank")*depth)
			total += us[i]
		}
		for i, got := range m.Probabilities(p, rating, nil) {
			if want := us[i] / total; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s, move %d: %v, want %v", ref.Position, i, got, want)
			}
			if l := m.Utilities(p).LogProbability(i, rating); math.Abs(l-math.Log(us[i]/total)) > 1e-9 {
				t.Errorf("%s, move %d: log-probability %v", ref.Position, i, l)
			}
		}
	}
}

func TestProbabilitiesSumToOne(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, err := NewPosition(oddRecord(rt))
		if err != nil {
			rt.Fatal(err)
		}
		m := randomModel(t, allTerms(), rapid.Uint64().Draw(rt, "seed"), rapid.SampledFrom([]float64{0, 1, 30}).Draw(rt, "scale"))
		sum := 0.0
		for _, q := range m.Probabilities(p, rapid.Float64Range(0, 4000).Draw(rt, "rating"), nil) {
			if !(q >= 0 && q <= 1) {
				rt.Fatalf("probability %v", q)
			}
			sum += q
		}
		if math.Abs(sum-1) > 1e-12 {
			rt.Fatalf("probabilities sum to %v", sum)
		}
	})
}

func positions(t testing.TB) (all []*Position) {
	t.Helper()
	for _, ref := range references(t) {
		p, err := NewPosition(ref.record())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// likelihood of the played moves of all positions, by players of several
// ratings.
func likelihood(m *Model, positions []*Position) *Likelihood {
	l := m.Likelihood()
	for i, p := range positions {
		l.Add(p, p.Played, 1500+200*float64(i))
	}
	return l
}

// The gradient is compared with central differences of the log-likelihood, and the information
// with those of the gradient.
func TestDerivatives(t *testing.T) {
	var terms []Term
	for i, term := range allTerms() {
		if i%3 == 0 {
			terms = append(terms, term)
		}
	}
	m := randomModel(t, terms, 3, 0.5)
	positions := positions(t)
	l := likelihood(m, positions)
	at := func(b []float64) *Likelihood {
		moved, err := NewModel(terms, b, 7)
		if err != nil {
			t.Fatal(err)
		}
		return likelihood(moved, positions)
	}
	settings := &fd.Settings{Formula: fd.Central, Step: 1e-5}
	gradient := fd.Gradient(nil, func(b []float64) float64 { return at(b).Log }, m.Coefficients, settings)
	for i, want := range gradient {
		if math.Abs(l.Gradient[i]-want) > 1e-6 {
			t.Errorf("gradient of %v: %v, want %v", terms[i], l.Gradient[i], want)
		}
	}
	for _, i := range []int{0, 9, 17, 40} {
		b := append([]float64(nil), m.Coefficients...)
		const h = 1e-5
		b[i] += h
		up := at(b)
		b[i] -= 2 * h
		down := at(b)
		for j := i; j < len(terms); j++ {
			want := -(up.Gradient[j] - down.Gradient[j]) / (2 * h)
			if got := l.Information[i*len(terms)+j]; math.Abs(got-want) > 1e-6 {
				t.Errorf("information of %v and %v: %v, want %v", terms[i], terms[j], got, want)
			}
		}
	}
}

func TestSumsOfLikelihoods(t *testing.T) {
	m := randomModel(t, allTerms(), 5, 0.5)
	one, two := likelihood(m, positions(t)), likelihood(m, positions(t))
	one.Plus(two)
	if one.N != 2*two.N || one.Log != 2*two.Log || one.Gradient[3] != 2*two.Gradient[3] || one.Information[8] != 2*two.Information[8] {
		t.Error("twice the same positions is not twice the sum")
	}
	if math.Abs(one.LogLoss()-two.LogLoss()) > 1e-15 || !math.IsNaN(m.Likelihood().LogLoss()) {
		t.Error("the mean loss is wrong")
	}
}

func TestTermNames(t *testing.T) {
	for _, term := range allTerms() {
		if back, err := ParseTerm(term.String()); err != nil || back != term {
			t.Errorf("%v became %v, %v", term, back, err)
		}
	}
	for _, bad := range []string{"", "delta*", "*r", "delta*x", "Delta", "delta*r*r", "unknown"} {
		if term, err := ParseTerm(bad); err == nil {
			t.Errorf("%q was read as %v", bad, term)
		}
	}
}

func TestModelsRefused(t *testing.T) {
	delta := Term{Feature: Delta}
	for name, make := range map[string]func() (*Model, error){
		"no terms":      func() (*Model, error) { return NewModel(nil, nil, 7) },
		"too few":       func() (*Model, error) { return NewModel([]Term{delta}, nil, 7) },
		"twice":         func() (*Model, error) { return NewModel([]Term{delta, delta}, []float64{1, 2}, 7) },
		"no number":     func() (*Model, error) { return NewModel([]Term{delta}, []float64{math.NaN()}, 7) },
		"no such depth": func() (*Model, error) { return NewModel([]Term{delta}, []float64{1}, math.Inf(1)) },
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
