package choice

import "math"

// Likelihood is the log-likelihood of chosen moves under a model, with its
// derivatives by the coefficients. Make it with Model.Likelihood.
type Likelihood struct {
	N        int
	Log      float64   // sum of ln p of the moves made, nats
	Gradient []float64 // dLog/db_t
	// Information is -d²Log/db_t db_u, row by row; only t <= u is filled in. It is positive
	// semidefinite, because the log-likelihood is concave.
	Information []float64

	m       *Model
	p       []float64
	mean    []float64 // of the features in use
	product []float64 // their mean products
}

// Likelihood returns an empty sum for the model.
func (m *Model) Likelihood() *Likelihood {
	k, f := len(m.Terms), len(m.design.features)
	return &Likelihood{
		m: m, Gradient: make([]float64, k), Information: make([]float64, k*k),
		mean: make([]float64, f), product: make([]float64, f*f),
	}
}

// Add takes one position in which a player of that rating chose move i:
//
//	dln p_i/db     = z_i - E z
//	-d²ln p_i/db²  = E zz' - Ez Ez',   z_j = the terms of move j
func (l *Likelihood) Add(p *Position, i int, rating float64) {
	base, slope := l.m.weights(p)
	r := RelativeRating(rating)
	for j := range base {
		base[j] += float64(r * slope[j])
	}
	l.Log += l.choose(p, &base, i)
	l.N++
	l.moments(p)
	l.spread(p, i, r)
}

// choose fills in the probabilities and returns ln p_i.
func (l *Likelihood) choose(p *Position, weights *[featureCount]float64, i int) float64 {
	if cap(l.p) < len(p.Moves) {
		l.p = make([]float64, len(p.Moves))
	}
	l.p = l.p[:len(p.Moves)]
	for k := range l.p {
		x, u := p.row(k), 0.0
		for j, f := range l.m.design.features {
			u += float64(weights[j] * x[f])
		}
		l.p[k] = u
	}
	chosen := l.p[i]
	return chosen - softmax(l.p)
}

// moments computes the means of the features in use and of their products.
func (l *Likelihood) moments(p *Position) {
	clear(l.mean)
	clear(l.product)
	features := l.m.design.features
	n := len(features)
	var x [featureCount]float64
	for k, w := range l.p {
		row := p.row(k)
		for j, f := range features {
			x[j] = row[f]
		}
		for j, v := range x[:n] {
			if v == 0 {
				continue
			}
			v = float64(v * w)
			l.mean[j] += v
			products := l.product[j*n : (j+1)*n]
			for h := j; h < n; h++ {
				products[h] += float64(v * x[h])
			}
		}
	}
}

// spread adds the derivatives by the features to those by the terms.
func (l *Likelihood) spread(p *Position, i int, r float64) {
	by := p.modifiers(l.m.UsualDepth)
	by[ByRating] = r
	d, n, k := l.m.design, len(l.mean), len(l.m.Terms)
	x := p.row(i)
	for t, term := range l.m.Terms {
		a, w := d.column[t], by[term.Times]
		l.Gradient[t] += float64(w * (x[d.features[a]] - l.mean[a]))
		for u := t; u < k; u++ {
			b := d.column[u]
			covariance := l.product[min(a, b)*n+max(a, b)] - float64(l.mean[a]*l.mean[b])
			l.Information[t*k+u] += float64(w * by[l.m.Terms[u].Times] * covariance)
		}
	}
}

// Plus adds another sum of the same model.
func (l *Likelihood) Plus(other *Likelihood) {
	l.N += other.N
	l.Log += other.Log
	for i, v := range other.Gradient {
		l.Gradient[i] += v
	}
	for i, v := range other.Information {
		l.Information[i] += v
	}
}

// LogLoss returns the mean of -ln p, in nats per move; NaN without moves.
func (l *Likelihood) LogLoss() float64 {
	if l.N == 0 {
		return math.NaN()
	}
	return -l.Log / float64(l.N)
}
