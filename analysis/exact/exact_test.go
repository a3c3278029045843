package exact

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// digits is the precision of the references, in bits. Erfc goes down to e^-729, computed as 1
// minus a sum.
const digits = 1400

func of(x float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(x) }

func num() *big.Float { return new(big.Float).SetPrec(digits) }

// series sums first * ratio(1) * ... * ratio(n) over n until nothing is added.
func series(first *big.Float, next func(term *big.Float, n int)) *big.Float {
	sum, term := num().Set(first), num().Set(first)
	for n := 1; term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-digits; n++ {
		next(term, n)
		sum.Add(sum, term)
	}
	return sum
}

// bigExp is the power series of exp at x/2^64, squared 64 times.
func bigExp(x *big.Float) *big.Float {
	small := num().SetMantExp(x, -64)
	y := series(of(1), func(term *big.Float, n int) { term.Quo(term.Mul(term, small), of(float64(n))) })
	for range 64 {
		y.Mul(y, y)
	}
	return y
}

// bigLog is Newton's method for exp y = x, from the logarithm of package math.
func bigLog(x *big.Float) *big.Float {
	f, _ := x.Float64()
	m, e := math.Frexp(f)
	y := of(math.Log(m) + float64(e)*math.Ln2)
	for range 6 {
		power := bigExp(num().Neg(y))
		y.Add(y, num().Sub(num().Mul(x, power), of(1)))
	}
	return y
}

// bigPi is Machin's formula, 16 atan(1/5) - 4 atan(1/239).
func bigPi() *big.Float {
	atan := func(k float64) *big.Float {
		square, power, sum := of(-k*k), num().Quo(of(1), of(k)), num()
		for n := 1.0; power.MantExp(nil) > -digits; n += 2 {
			sum.Add(sum, num().Quo(power, of(n)))
			power.Quo(power, square)
		}
		return sum
	}
	return num().Sub(num().Mul(of(16), atan(5)), num().Mul(of(4), atan(239)))
}

// bigErfc is 1 - 2/sqrt(pi) exp(-x²) sum 2^n x^(2n+1)/(1*3*...*(2n+1)).
func bigErfc(x, rootPi *big.Float) *big.Float {
	square := num().Mul(x, x)
	sum := series(x, func(term *big.Float, n int) {
		term.Quo(term.Mul(term.Mul(term, square), of(2)), of(float64(2*n+1)))
	})
	erf := num().Quo(num().Mul(num().Mul(of(2), sum), bigExp(num().Neg(square))), rootPi)
	return num().Sub(of(1), erf)
}

// units returns how far got is from want, in units of the last place of want.
func units(got float64, want *big.Float) float64 {
	near, _ := want.Float64()
	unit := math.Nextafter(math.Abs(near), math.Inf(1)) - math.Abs(near)
	d, _ := num().Sub(of(got), want).Float64()
	return math.Abs(d) / unit
}

// spread returns count evenly spaced numbers from low to high.
func spread(low, high float64, count int) (xs []float64) {
	for i := range count {
		xs = append(xs, low+(high-low)*(float64(i)+0.377)/float64(count))
	}
	return xs
}

func checkUnits(t *testing.T, name string, most float64, xs []float64, f func(float64) float64, reference func(*big.Float) *big.Float) {
	t.Helper()
	worst, at := 0.0, 0.0
	for _, x := range xs {
		if u := units(f(x), reference(of(x))); !(u <= worst) {
			worst, at = u, x
		}
	}
	t.Logf("%s: at most %.3f units in the last place, at %v", name, worst, at)
	if !(worst <= most) {
		t.Errorf("%s(%v) is %v units in the last place off; at most %v are promised", name, at, worst, most)
	}
}

func TestExp(t *testing.T) {
	xs := append(spread(-708, 709.7, 150), spread(-3, 3, 150)...)
	checkUnits(t, "Exp", 1, append(xs, 0, 1, -1, 1e-300, 0x1p-30, 709.78, -744, -745.1, -710), Exp, bigExp)
}

func TestLog(t *testing.T) {
	xs := append(spread(0.4, 3, 60), spread(1e-9, 1e9, 20)...)
	checkUnits(t, "Log", 1, append(xs, 0.999999, 1.0000001, 2, 10, 1e300, 1e-300, 5e-324, math.MaxFloat64), Log, bigLog)
}

func TestLog1p(t *testing.T) {
	log1p := func(x *big.Float) *big.Float { return bigLog(num().Add(of(1), x)) }
	xs := append(spread(-0.99, 3, 60), spread(3, 1e6, 10)...)
	checkUnits(t, "Log1p", 1, append(xs, 1e-10, -1e-10, 0x1p-30, 1e-17, 1e-5, 1e17, 1e300), Log1p, log1p)
}

func TestErfc(t *testing.T) {
	root := num().Sqrt(bigPi())
	erfc := func(x *big.Float) *big.Float { return bigErfc(x, root) }
	xs := append(spread(-6, 6, 120), spread(6, 26, 20)...)
	checkUnits(t, "Erfc", 2, append(xs, 0, 1e-20, 0.25, 0.84375, 1.25, 1/0.35), Erfc, erfc)
}

func TestEnds(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(inf)", Exp(inf), inf}, {"Exp(-inf)", Exp(-inf), 0}, {"Exp(nan)", Exp(nan), nan}, {"Exp(710)", Exp(710), inf}, {"Exp(-746)", Exp(-746), 0},
		{"Log(inf)", Log(inf), inf}, {"Log(0)", Log(0), -inf}, {"Log(-1)", Log(-1), nan}, {"Log(nan)", Log(nan), nan}, {"Log(1)", Log(1), 0},
		{"Log1p(inf)", Log1p(inf), inf}, {"Log1p(-1)", Log1p(-1), -inf}, {"Log1p(-2)", Log1p(-2), nan}, {"Log1p(nan)", Log1p(nan), nan}, {"Log1p(0)", Log1p(0), 0},
		{"Erfc(inf)", Erfc(inf), 0}, {"Erfc(-inf)", Erfc(-inf), 2}, {"Erfc(nan)", Erfc(nan), nan}, {"Erfc(30)", Erfc(30), 0},
		{"NormalQuantile(0)", NormalQuantile(0), -inf}, {"NormalQuantile(1)", NormalQuantile(1), inf}, {"NormalQuantile(2)", NormalQuantile(2), nan},
		{"NormalQuantile(1/2)", NormalQuantile(0.5), 0}, {"NormalQuantile(nan)", NormalQuantile(nan), nan},
		{"Round(nan)", Round(nan, 3), nan}, {"Round(-0.0)", 1 / Round(math.Copysign(0, -1), 3), inf}, {"Round(123456)", Round(123456, 2), 120000},
	} {
		if c.got != c.want && !(math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

// near compares with gonum, which computes all of these differently.
func near(t testing.TB, name string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %v, gonum has %v", name, got, want)
	}
}

func TestQuantiles(t *testing.T) {
	for _, p := range []float64{1e-300, 1e-20, 1e-9, 0.0001, 0.025, 0.074, 0.076, 0.3, 0.5001, 0.7, 0.95, 0.999999} {
		near(t, "NormalQuantile", NormalQuantile(p), distuv.UnitNormal.Quantile(p), 1e-13)
	}
	for _, p := range []float64{0.0001, 0.025, 0.3, 0.5, 0.7, 0.95, 0.975} {
		for _, a := range []float64{0.5, 1, 2.5, 17, 90, 4000} {
			for _, b := range []float64{0.5, 1, 3.25, 40, 900} {
				if x := BetaQuantile(p, a, b); x < 0.9999 {
					near(t, "the beta distribution at its quantile", (distuv.Beta{Alpha: a, Beta: b}).CDF(x), p, 2e-9)
				}
			}
		}
	}
}

// The first is a closed form; the others are from tables of many digits.
func TestQuantilesOfTables(t *testing.T) {
	for _, c := range []struct {
		name                string
		got, want, relative float64
	}{
		{"BetaQuantile(0.025, 1, 20)", BetaQuantile(0.025, 1, 20), -math.Expm1(math.Log(0.975) / 20), 1e-13},
		{"NormalQuantile(0.975)", NormalQuantile(0.975), 1.959963984540054, 1e-15},
		{"NormalDensity(1)", NormalDensity(1), 0.24197072451914337, 1e-15},
		{"NormalTail(3)", NormalTail(3), 0.0013498980316300945, 2e-15},
		{"NormalTail(-1)", NormalTail(-1), 0.8413447460685429, 1e-15},
	} {
		if !(math.Abs(c.got-c.want) <= c.relative*math.Abs(c.want)) {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestLogGamma(t *testing.T) {
	for _, x := range append(spread(0.01, 40, 300), 1, 2, 0.5, 1e-9, 1234.5, 1e6) {
		want, _ := math.Lgamma(x)
		if got := logGamma(x); !(math.Abs(got-want) <= 2e-14*max(1, math.Abs(want))) {
			t.Errorf("logGamma(%v) = %v, want %v", x, got, want)
		}
	}
}

// drawn returns a positive definite matrix A A' + 1/100 and a vector.
func drawn(t *rapid.T) (Symmetric, []float64) {
	n := rapid.IntRange(1, 9).Draw(t, "n")
	element := rapid.Float64Range(-2, 2)
	s, b := NewSymmetric(n), make([]float64, n)
	for range n {
		s.AddSquare(rapid.SliceOfN(element, n, n).Draw(t, "a"))
	}
	for i := range n {
		s[i][i] += 0.01
		b[i] = element.Draw(t, "b")
	}
	return s, b
}

func TestMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, b := drawn(t)
		l, ok := s.Cholesky()
		if !ok {
			t.Fatal("not positive definite")
		}
		full := make([][]float64, len(s))
		for i := range s {
			for j := range s {
				full[i] = append(full[i], s.At(i, j))
			}
		}
		x := l.Solve(b)
		inverse := l.Inverse()
		unchanged := inverse.Around(s)
		for i := range s {
			if d := Dot(full[i], x) - b[i]; math.Abs(d) > 1e-9 {
				t.Fatalf("row %d: off by %v", i, d)
			}
			for j := range s {
				if d := unchanged.At(i, j) - inverse.At(i, j); math.Abs(d) > 1e-6*(1+math.Abs(inverse.At(i, j))) {
					t.Fatalf("S⁻¹ S S⁻¹ is off from S⁻¹ by %v at %d, %d", d, i, j)
				}
			}
		}
		y, ok := Solve(full, append([]float64(nil), b...))
		for i := range y {
			if !ok || math.Abs(x[i]-y[i]) > 1e-7*(1+math.Abs(x[i])) {
				t.Fatalf("%v by Cholesky, %v by elimination", x, y)
			}
		}
	})
}

func TestMatricesThatCannotBeSolved(t *testing.T) {
	for name, s := range map[string]Symmetric{
		"indefinite": {{1}, {2, 1}}, "zero": {{0}}, "no number": {{math.NaN()}}, "infinite": {{math.Inf(1)}},
	} {
		if _, ok := s.Cholesky(); ok {
			t.Errorf("%s: factorised", name)
		}
	}
	if _, ok := Solve([][]float64{{1, 2}, {2, 4}}, []float64{1, 1}); ok {
		t.Error("a singular system was solved")
	}
}

func BenchmarkExp(b *testing.B) {
	x, sum := -3.0, 0.0
	for b.Loop() {
		sum += Exp(x)
		x += 1e-9
	}
	b.ReportMetric(sum*0, "nothing")
}

func BenchmarkMathExp(b *testing.B) {
	x, sum := -3.0, 0.0
	for b.Loop() {
		sum += math.Exp(x)
		x += 1e-9
	}
	b.ReportMetric(sum*0, "nothing")
}
