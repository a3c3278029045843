package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Reference: Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		share     Frequency
		low, high float64
	}{
		{Frequency{81, 263}, 0.2553, 0.3662},
		{Frequency{15, 148}, 0.0624, 0.1605},
		{Frequency{0, 20}, 0, 0.1611},
		{Frequency{1, 29}, 0.0061, 0.1718},
		{Frequency{0, 0}, 0, 1},
	} {
		low, high := c.share.Wilson()
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%+v: [%.4f, %.4f], want [%.4f, %.4f]", c.share, low, high, c.low, c.high)
		}
	}
}

func TestWilsonHoldsTheShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "n")
		s := Frequency{rapid.IntRange(0, n).Draw(t, "hits"), n}
		low, high := s.Wilson()
		p, _ := s.Actual()
		if !(0 <= low && low <= p+1e-12 && p-1e-12 <= high && high <= 1) {
			t.Fatalf("%+v: %v outside [%v, %v]", s, p, low, high)
		}
	})
}

// The reference is the two-pass formula.
func TestMeanAgreesWithTwoPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(-10, 10), 2, 200).Draw(t, "xs")
		var m Mean
		var all Sum
		sum := 0.0
		for _, x := range xs {
			m.Add(x)
			all.add(&Scored{Figures: Figures{Delta: x}}, Wide)
			sum += x
		}
		n := float64(len(xs))
		mean, squares := sum/n, 0.0
		for _, x := range xs {
			squares += (x - mean) * (x - mean)
		}
		got, _ := m.Actual()
		se, _ := m.StandardError()
		want := math.Sqrt(squares / (n - 1) / n)
		other, _ := all.Mean().Actual()
		error, _ := all.Mean().StandardError()
		if math.Abs(got-mean) > 1e-9 || math.Abs(se-want) > 1e-9 || math.Abs(other-mean) > 1e-9 || math.Abs(error-want) > 1e-7 {
			t.Fatalf("mean %v, %v and error %v, %v, want %v and %v", got, other, se, error, mean, want)
		}
	})
}

func TestMeanOfFewValues(t *testing.T) {
	var m Mean
	if _, ok := m.Actual(); ok {
		t.Error("the mean of nothing exists")
	}
	m.Add(2)
	if v, ok := m.Actual(); !ok || v != 2 {
		t.Errorf("mean of one value: %v, %v", v, ok)
	}
	if _, ok := m.StandardError(); ok {
		t.Error("one value has a standard error")
	}
}
