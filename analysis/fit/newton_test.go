package fit

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"fairplay/analysis/choice"
)

func modelTerms() []string {
	return []string{"dbest", "tied", "delta", "mlr", "lastbest", "dbest*r", "lastbest*r", "delta*r", "tied*r"}
}

func modelCoefficients() []float64 { return []float64{0.3, 0.4, -4, -0.6, 0.9, 0.3, 0.4, -1, 0.1} }

// events draws several events over a range of ratings.
func (w *world) events(count, n int) (games []*Game) {
	for i := range count {
		games = append(games, w.event(string(rune('a'+i%26))+string(rune('a'+i/26)), Train, 1400+1400*i/count, n)...)
	}
	return games
}

// Known coefficients must come back within four standard errors, and the sums
// that the free terms stand for must be exact.
func TestFitFindsTheModel(t *testing.T) {
	w := newWorld(t, 11, modelTerms(), modelCoefficients())
	c := corpusOf(t, w.events(10, 20)...)
	sides := c.Part(Train)
	start := w.model.With(make([]float64, len(w.model.Terms)))
	pen := ridge(start.Terms)
	s, err := maximise(InOrder, start, observe(sides, nil), pen, settled)
	if err != nil {
		t.Fatal(err)
	}
	factor, ok := s.curvature.Cholesky()
	if !ok {
		t.Fatal("the curvature is not positive definite")
	}
	inverse := factor.Inverse()
	for i, want := range modelCoefficients() {
		se := math.Sqrt(inverse.At(i, i))
		if got := s.model.Coefficients[i]; math.Abs(got-want) > 4*se || se > 0.6 {
			t.Errorf("%v: %.3f +- %.3f, truth %v", start.Terms[i], got, se, want)
		}
	}
	mm, ev, asd := 0.0, 0.0, 0.0
	for _, o := range observe(sides, nil) {
		p := o.position
		for i, q := range s.model.Probabilities(p, o.rating, nil) {
			x := 0.0
			if i == p.Played {
				x = 1
			}
			mm += (x - q) * p.Feature(i, choice.DeepBest)
			ev += (x - q) * p.Feature(i, choice.Tied)
			asd += (x - q) * p.Feature(i, choice.Delta)
		}
	}
	if math.Abs(mm) > 1e-4 || math.Abs(ev) > 1e-4 || math.Abs(asd) > 1e-4 {
		t.Errorf("actual less expected: MM %v, EV %v, ASD %v", mm, ev, asd)
	}
}

func TestOffsetsOfEvents(t *testing.T) {
	w := newWorld(t, 5, modelTerms(), modelCoefficients())
	games := w.events(12, 12)
	w.offset = map[string]float64{}
	for i, g := range games {
		if _, known := w.offset[eventKey(g.Event, g.Date)]; !known {
			w.offset[eventKey(g.Event, g.Date)] = []float64{350, -200, 50, 0, -150, 150}[i/6%6]
		}
	}
	games = w.events(12, 12)
	c := corpusOf(t, games...)
	start := w.model.With(make([]float64, len(w.model.Terms)))
	f, err := fitChoice(InOrder, start, c.Part(Train), ridge(start.Terms))
	if err != nil {
		t.Fatal(err)
	}
	var truth, found []float64
	for name, u := range w.offset {
		truth, found = append(truth, u), append(found, f.offsets.Of[name])
	}
	if r := stat.Correlation(truth, found, nil); r < 0.8 {
		t.Errorf("offsets found correlate %.2f with the truth", r)
	}
	if s := f.offsets.Spread; s < 100 || s > 350 {
		t.Errorf("the offsets spread by %.0f, in truth by about 190", s)
	}
}

func TestFitWithoutMoves(t *testing.T) {
	w := newWorld(t, 3, modelTerms(), modelCoefficients())
	s, err := maximise(InOrder, w.model, nil, ridge(w.model.Terms), settled)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range s.model.Coefficients {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			t.Fatalf("coefficients %v", s.model.Coefficients)
		}
	}
}
