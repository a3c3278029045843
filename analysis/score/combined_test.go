package score

import (
	"math"
	"strings"
	"testing"
)

func z(v float64) standing { return standing{excess: v, known: 1, ok: true} }

// w'z = 2*3 + 1*2 + 1*1 = 9; w'Sw = 4 + 1 + 1 + 2(2*.8 + 2*.5 + .6) = 12.4.
func TestCombinedByHand(t *testing.T) {
	triple := Triple{Weights: [3]float64{2, 1, 1}, Correlation: alike()}
	for _, c := range []struct {
		name    string
		results [3]standing
		want    float64
		ok      bool
	}{
		{"all", [3]standing{z(3), z(2), z(1)}, 9 / math.Sqrt(12.4), true},
		{"first missing", [3]standing{{excess: 99}, z(2), z(1)}, 3 / math.Sqrt(3.2), true},
		{"only one", [3]standing{{}, {}, z(-1.5)}, -1.5, true},
		{"none", [3]standing{}, 0, false},
	} {
		got, ok := triple.z(c.results, Offset{}, Effects{})
		if ok != c.ok || !near(got, c.want, 1e-12) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, ok, c.want)
		}
	}
	if _, ok := (&Triple{Weights: [3]float64{1, 0, 0}, Correlation: alike()}).z([3]standing{{}, z(1), z(2)}, Offset{}, Effects{}); ok {
		t.Error("values of weight 0 give a Z")
	}
}

func TestTripleIsChecked(t *testing.T) {
	for _, c := range []struct {
		name   string
		triple Triple
		want   string
	}{
		{"good", Triple{[3]float64{1, 0, 2}, alike()}, ""},
		{"negative weight", Triple{[3]float64{1, -1, 1}, alike()}, "negative"},
		{"no weight", Triple{[3]float64{}, alike()}, "positive"},
		{"NaN", Triple{[3]float64{1, math.NaN(), 1}, alike()}, "negative"},
		{"diagonal", Triple{[3]float64{1, 1, 1}, [3][3]float64{{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}, "diagonal"},
		{"not symmetric", Triple{[3]float64{1, 1, 1}, [3][3]float64{{1, .5, 0}, {.4, 1, 0}, {0, 0, 1}}}, "symmetric"},
		{"not a number", Triple{[3]float64{1, 1, 1}, [3][3]float64{{1, math.NaN(), 0}, {math.NaN(), 1, 0}, {0, 0, 1}}}, "symmetric"},
		{"impossible", Triple{[3]float64{1, 1, 1}, [3][3]float64{{1, .9, -.9}, {.9, 1, .9}, {-.9, .9, 1}}}, "positive definite"},
		{"the same thing twice", Triple{[3]float64{1, 1, 1}, [3][3]float64{{1, 1, 0}, {1, 1, 0}, {0, 0, 1}}}, "positive definite"},
	} {
		err := c.triple.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Natural frequencies as the Arbiters' Manual 2022 has them (to more digits), and the one-sided
// normal tail from tables (Abramowitz and Stegun, table 26.1; 1 - P(5) =
// 2.8665e-7).
func TestTail(t *testing.T) {
	for _, c := range []struct{ z, oneIn float64 }{
		{2, 43.956}, {2.5, 161.04}, {3, 740.8}, {3.3, 2068.6}, {4, 31574}, {4.25, 93558}, {4.5, 294319}, {4.75, 983204}, {5, 3488556},
	} {
		if got := OneIn(c.z); !near(got, c.oneIn, 2e-4) {
			t.Errorf("one in %v at z = %v, want %v", got, c.z, c.oneIn)
		}
	}
	if got := Odds(2); !near(got, 42.956, 1e-5) {
		t.Errorf("odds at 2: %v", got)
	}
	if got := Tail(5); !near(got*1e7, 2.8665, 1e-4) {
		t.Errorf("Q(5) = %v", got)
	}
	for _, far := range []float64{1e9, math.Inf(1), 37} {
		if q := Tail(far); !(q > 0) || math.IsInf(OneIn(far), 0) || math.IsInf(Odds(far), 0) || Odds(-far) <= 0 {
			t.Errorf("at %v: %v", far, q)
		}
	}
}

func TestROIScale(t *testing.T) {
	for _, c := range []struct{ z, roi float64 }{{0, 50}, {2, 60}, {-1, 45}, {3.1, 65.5}} {
		if got := ROI(c.z); got != c.roi || !near(FromROI(got), c.z, 1e-12) {
			t.Errorf("ROI(%v) = %v", c.z, got)
		}
	}
}

func TestParametersAreChecked(t *testing.T) {
	good := plain()
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Parameters){
		"effects must":    func(p *Parameters) { p.Effects.Game = -1 },
		"outlying":        func(p *Parameters) { p.Effects.Event.Outlying = p.Effects.Event.Ordinary - 1 },
		"share":           func(p *Parameters) { p.Effects.Event.Share = 1.1 },
		"bias":            func(p *Parameters) { p.Spread.LR.Bias = math.Inf(1) },
		"scale":           func(p *Parameters) { p.Spread.AE.Scale = 0.9 },
		"combined":        func(p *Parameters) { p.Triple.Weights = [3]float64{} },
		"roi":             func(p *Parameters) { p.ROI.Correlation[1][1] = 0 },
		"ratings must be": func(p *Parameters) { p.Ratings.High = 1000 },
	} {
		p := plain()
		spoil(&p)
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// Games of information 3e-5 and 1e-5: phi = 1 + (4e4 1e-9 + 1e4 1.6e-9 +
// 3400 1.6e-9) / 4e-5 for one player, with 3400 1e-9 for two; in a known field of ±20 points the
// event adds 400 1.6e-9.
func TestDispersion(t *testing.T) {
	e := Effects{Game: 200, Rating: math.Sqrt(3400), Event: Mixture{Ordinary: 100, Outlying: 100}}
	perf := &Performance{Games: []Game{{Moves: []Scored{{Chance: Chance{Information: 3e-5}}}}, {Moves: []Scored{{Chance: Chance{Information: 1e-5}}}}}}
	if got, want := e.Dispersion(perf), 1+(4e-5+1.6e-5+5.44e-6)/4e-5; !near(got, want, 1e-12) {
		t.Errorf("of one player %v, want %v", got, want)
	}
	perf.Field = Offset{Mean: 30, SD: 20, OK: true}
	if got, want := e.Dispersion(perf), 1+(4e-5+0.064e-5+5.44e-6)/4e-5; !near(got, want, 1e-12) {
		t.Errorf("in a known field %v, want %v", got, want)
	}
	perf.Field = Offset{}
	perf.Games[0].Player = "another"
	if got, want := e.Dispersion(perf), 1+(4e-5+1.6e-5+3.4e-6)/4e-5; !near(got, want, 1e-12) {
		t.Errorf("of two players %v, want %v", got, want)
	}
	if e.Dispersion(&Performance{}) != 1 || e.Dispersion(perf) <= 1 {
		t.Error("without moves it is 1, and ratings always err")
	}
}
