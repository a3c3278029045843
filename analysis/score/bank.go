package score

import (
	"math"
	"slices"

	"fairplay/analysis/choice"
	"fairplay/analysis/exact"
)

// Bank holds what the bank of detectors needs beside Effects and Spread.
type Bank struct {
	// Helpers are the kinds of the models' assistants (choice.Assistant), in their order; one of each.
	Helpers []string `json:"helpers"`
	// Ratio says how the likelihood ratio of the bank lies and spreads on honest games.
	Ratio Spread `json:"ratio"`
	// Further says the same of the matches with the further engine; nil where none is asked.
	Further *Spread `json:"further,omitempty"`
}

// mostHelpers is the greatest number of detectors for whose maximum there is a joint tail.
const mostHelpers = 3

func (b *Bank) validate() error {
	if b == nil {
		return nil
	}
	if n := len(b.Helpers); n == 0 || n > mostHelpers {
		return invalid("the bank must have 1 to %d helpers", mostHelpers)
	}
	if !slices.Contains(b.Helpers, choice.OwnKind) {
		return invalid("the bank needs a helper of kind %s", choice.OwnKind)
	}
	if b.Further != nil {
		if err := b.Further.validate(MM); err != nil {
			return err
		}
	}
	return b.Ratio.validate(LR)
}

// bankSpreads are bias and scale of every quantity of the bank, in the order of its vectors. The scale of
// a quantity that the bank does not have is 0.
type bankSpreads [bankMost]Spread

// count returns how many quantities the bank has.
func (s *bankSpreads) count() int {
	if s[bankFurther].Scale > 0 {
		return bankMost
	}
	return bankFurther
}

func (p *Parameters) spreads() (all bankSpreads) {
	for i, q := range BankQuantities() {
		all[i] = *p.Spread.At(q)
	}
	all[bankRatio] = p.Bank.Ratio
	if p.Bank.Further != nil {
		all[bankFurther] = *p.Bank.Further
	}
	return all
}

// ownShare is the share of its variance that a quantity of a side at least has for itself, and
// leastOwn its least variance. Of few moves, one quantity may follow from the others so closely that
// a detector would look at nothing but the rest, of which the models know nothing.
const (
	ownShare = 0.01
	leastOwn = 1e-6
)

// bankSide is all that the detectors need of the moves of one player in one game. With B the covariances
// of the moves, S their slopes, x their excess over expectation and bias, and delta_h what helper h shifts
// them by, all of them by quantity:
type bankSide struct {
	known  float64                           // S'B⁻¹S
	excess float64                           // S'B⁻¹x
	along  [mostHelpers]float64              // S'B⁻¹delta_h
	found  [mostHelpers]float64              // x'B⁻¹delta_h
	shift  [mostHelpers][mostHelpers]float64 // delta_k'B⁻¹delta_h
}

// side applies bias and scale to the sums of a game. ok is false if none of its moves has what the
// bank needs.
func (b *BankSums) side(spreads *bankSpreads, helpers int) (s bankSide, ok bool) {
	if b == nil || b.Moves == 0 || len(b.Excess) != spreads.count() || len(b.Shift) != helpers {
		return s, false
	}
	if kept := b.kept.Load(); kept != nil && kept.spreads == *spreads {
		return kept.bankSide, kept.ok
	}
	s, ok = b.solve(spreads)
	b.kept.Store(&keptSide{s, ok, *spreads})
	return s, ok
}

func (b *BankSums) solve(spreads *bankSpreads) (s bankSide, ok bool) {
	excess, cov := slices.Clone(b.Excess), exact.NewSymmetric(len(b.Excess))
	for a := range b.Excess {
		moves := b.Moves
		if a == bankClose || a == bankRoot {
			moves = b.Losses
		}
		excess[a] -= float64(float64(moves) * spreads[a].Bias)
		for c := range a + 1 {
			cov[a][c] = b.Cov[a][c] * spreads[a].Scale * spreads[c].Scale
		}
		cov[a][a] += float64(ownShare*cov[a][a]) + leastOwn
	}
	factor, ok := cov.Cholesky()
	if !ok {
		return s, false
	}
	slope := factor.Solve(b.Slope)
	s.known, s.excess = math.Max(exact.Dot(b.Slope, slope), 0), exact.Dot(excess, slope)
	for h, delta := range b.Shift {
		solved := factor.Solve(delta)
		s.along[h], s.found[h] = exact.Dot(b.Slope, solved), exact.Dot(excess, solved)
		for k, other := range b.Shift {
			s.shift[h][k] = exact.Dot(other, solved)
		}
	}
	return s, true
}

// BankDetector is one detector of the bank.
type BankDetector struct {
	Kind  string // of the helper it looks for
	Z     float64
	Shift float64   // of Z, in standard deviations, expected if the helper made every move
	Games []float64 // what each game of the performance adds to Z, in order, the event's offset aside
}

// BankResult is what the bank says of a performance.
type BankResult struct {
	Z         float64 // of the highest detector, given how many there are
	Detectors []BankDetector
	Highest   int // the detector with the highest Z
	// Correlation is that of the detectors under honest play.
	Correlation exact.Symmetric
}

// banked computes the bank of the games added so far (MODEL 5d). apart is the offset of the event from
// those games in which the player has no part (Field.Apart): the bank weighs his opponents itself. It
// is nil without a calibrated bank, and if a detector has nothing to look at, as without any Joint.
//
// D holds the sums of the quantities by side, of the player and of his opponents in the same games.
// With B the covariances of the moves of each side, S the slopes and C the covariance of the sides'
// strengths, in Elo points squared,
//
//	Cov(D) = B + S C S',   C_st = tau_game² [same game] + sigma_R² [same person] + s_F² [same event]
//
// A helper h shifts the player's sums by delta_h, expected if he made every move, and those of the
// opponents by nothing. The detector is the linear one that shows this shift best (Fisher, Annals of
// Eugenics 7, 1936, p. 179),
//
//	w_h = Cov⁻¹ delta_h,   z_h = w_h'(D - E) / sqrt(w_h' Cov w_h)
//
// where the offset of the event has the tail of sums.test (MODEL 6a). Opponents enter through Cov⁻¹:
// they take out what both sides of a game share. Z is the normal quantile of the probability that the
// highest of as many normal values with the correlations of the detectors is at least the highest z_h.
func (r *Running) banked(p *Parameters, ratingSD float64, apart Offset) *BankResult {
	if p.Bank == nil {
		return nil
	}
	l := r.linear(linearKey{p.spreads(), len(p.Bank.Helpers), ratingSD, p.Effects.Rating, p.Effects.Game})
	if l == nil {
		return nil
	}
	sds := make([]float64, len(l.events))
	for e, name := range l.events {
		sds[e] = apart.Of(name, p.Effects).SD
	}
	helpers := len(p.Bank.Helpers)
	taken, ok := l.taken(sds, helpers)
	if !ok {
		return nil
	}
	b := &BankResult{Correlation: exact.NewSymmetric(helpers)}
	sd := make([]float64, helpers)
	for h := range helpers {
		for k := range h + 1 {
			b.Correlation[h][k] = l.shift[h][k] - exact.Dot(taken[h], l.along[k])
		}
		if sd[h] = math.Sqrt(math.Max(b.Correlation[h][h], 0)); !(sd[h]*sd[h] > leastVariance) {
			return nil
		}
	}
	for h := range helpers {
		for k := range h + 1 {
			b.Correlation[h][k] /= sd[h] * sd[k]
		}
		b.Correlation[h][h] = 1
		d := BankDetector{Kind: p.Bank.Helpers[h], Shift: sd[h], Games: make([]float64, len(r.games))}
		at := standing{ok: true, known: sd[h] * sd[h]}
		for g := range d.Games {
			x := l.found[h][g]
			for e, c := range taken[h] {
				x -= float64(c * l.excess[e][g])
			}
			at.excess += x
			d.Games[g] = x / sd[h]
		}
		for e, name := range l.events {
			slope := l.along[h][e] - exact.Dot(taken[h], l.known[e])
			at.events = append(at.events, namedSum{name, slope})
			at.known -= float64(sds[e] * sds[e] * slope * slope)
		}
		at.known = math.Max(at.known, leastKnown*sd[h]*sd[h])
		if d.Z = at.z(apart, p.Effects); math.IsNaN(d.Z) || math.IsInf(d.Z, 0) {
			return nil
		}
		b.Detectors = append(b.Detectors, d)
		if d.Z > b.Detectors[b.Highest].Z {
			b.Highest = h
		}
	}
	b.Z = highest(b.Detectors[b.Highest].Z, b.Correlation)
	return b
}

// linear is what the bank needs of a performance, whatever is known of its events: the forms of Cov_0, the
// covariance of the sums if the offsets of events were known. With S_e the slopes of the sides of event e:
type linear struct {
	key    linearKey
	events []string
	shift  [mostHelpers][mostHelpers]float64 // delta_k'Cov_0⁻¹delta_h
	along  [mostHelpers][]float64            // S_e'Cov_0⁻¹delta_h, by event
	known  [][]float64                       // S_f'Cov_0⁻¹S_e, by event e and event f
	found  [mostHelpers][]float64            // (Cov_0⁻¹delta_h)'x, by game
	excess [][]float64                       // (Cov_0⁻¹S_e)'x, by event and game
}

// linearKey is what the forms depend on beside the games.
type linearKey struct {
	spreads                  bankSpreads
	helpers                  int
	ratingSD, opponent, game float64 // standard deviations: of the player's rating, of his opponents' and of games
}

// linear returns the forms of the games added so far; nil if there is nothing in them. They are kept: a
// performance is judged in its field and by the rating alone.
func (r *Running) linear(k linearKey) *linear {
	if r.kept == nil || r.kept.key != k {
		r.kept = r.line(k)
	}
	return r.kept
}

// line computes the forms.
//
// With C_0 the covariance of the sides' strengths without events, J = diag(S'B⁻¹S) and
// A = I + J^½ C_0 J^½,
//
//	Cov_0⁻¹ = B⁻¹ - B⁻¹S J^-½ (I - A⁻¹) J^-½ S'B⁻¹
//
// so nothing larger than the number of sides is factorised, and the detector takes from side i its own
// B⁻¹delta_h less B⁻¹S times a number.
func (r *Running) line(key linearKey) *linear {
	sides := r.bankSides(&key)
	n := len(sides)
	if n == 0 {
		return nil
	}
	root, a := make([]float64, n), exact.NewSymmetric(n)
	for i := range sides {
		root[i] = math.Sqrt(sides[i].known)
		for j := range i + 1 {
			a[i][j] = float64(root[i] * root[j] * sides[i].shared(&sides[j], &key))
		}
		a[i][i]++
	}
	factor, ok := a.Cholesky()
	if !ok {
		return nil
	}
	l := &linear{key: key}
	for i := range sides {
		sides[i].event = l.number(sides[i].of)
	}
	for h := range key.helpers {
		l.helper(h, sides, root, factor, len(r.games))
	}
	l.known, l.excess = make([][]float64, len(l.events)), make([][]float64, len(l.events))
	for e := range l.events {
		l.event(e, sides, root, factor, len(r.games))
	}
	return l
}

// number returns the place of an event.
func (l *linear) number(event string) int {
	if e := slices.Index(l.events, event); e >= 0 {
		return e
	}
	l.events = append(l.events, event)
	return len(l.events) - 1
}

// helper computes the forms of Cov_0⁻¹delta_h.
func (l *linear) helper(h int, sides []placedSide, root []float64, factor exact.Cholesky, games int) {
	l.along[h], l.found[h] = make([]float64, len(l.events)), make([]float64, games)
	along := make([]float64, len(sides))
	for i := range sides {
		if s := &sides[i]; s.own && root[i] > 0 {
			along[i] = s.along[h] / root[i]
		}
	}
	rest := factor.Solve(along)
	for i := range sides {
		s := &sides[i]
		strength := 0.0
		if root[i] > 0 {
			strength = (along[i] - rest[i]) / root[i]
		}
		l.found[h][s.game] -= float64(strength * s.excess)
		l.along[h][s.event] -= float64(strength * s.known)
		if !s.own {
			continue
		}
		l.found[h][s.game] += s.found[h]
		l.along[h][s.event] += s.along[h]
		for k := range l.shift[h] {
			l.shift[h][k] += s.shift[h][k] - float64(strength*s.along[k])
		}
	}
}

// event computes the forms of Cov_0⁻¹S_e: on side i it is B⁻¹S times what A⁻¹ leaves of its slope.
func (l *linear) event(e int, sides []placedSide, root []float64, factor exact.Cholesky, games int) {
	l.known[e], l.excess[e] = make([]float64, len(l.events)), make([]float64, games)
	slopes := make([]float64, len(sides))
	for i := range sides {
		if sides[i].event == e {
			slopes[i] = root[i]
		}
	}
	for i, left := range factor.Solve(slopes) {
		if root[i] > 0 {
			s := &sides[i]
			l.known[e][s.event] += float64(root[i] * left)
			l.excess[e][s.game] += float64(s.excess * (left / root[i]))
		}
	}
}

// taken returns by helper and event how often Cov_0⁻¹S_e is taken from Cov_0⁻¹delta_h because the offsets
// of the events are not known either (Woodbury's formula). With D = diag(s_e) and K = S'Cov_0⁻¹S it is
//
//	D (I + D K D)⁻¹ D S'Cov_0⁻¹delta_h
func (l *linear) taken(sds []float64, helpers int) (taken [mostHelpers][]float64, ok bool) {
	m := exact.NewSymmetric(len(sds))
	for e, row := range m {
		for f := range row {
			row[f] = float64(sds[e] * sds[f] * l.known[e][f])
		}
		row[e]++
	}
	factor, ok := m.Cholesky()
	if !ok {
		return taken, false
	}
	for h := range helpers {
		along := make([]float64, len(sds))
		for e, sd := range sds {
			along[e] = float64(sd * l.along[h][e])
		}
		taken[h] = factor.Solve(along)
		for e, sd := range sds {
			taken[h][e] *= sd
		}
	}
	return taken, true
}

// placedSide is a side of a performance: the player's own or an opponent's.
type placedSide struct {
	bankSide
	own         bool
	game, event int    // places among the games and the events of the performance
	of, person  string // names
}

// shared returns the covariance of the strengths of two sides, but for what the event adds.
func (s *placedSide) shared(t *placedSide, k *linearKey) (shared float64) {
	if s.game == t.game {
		shared += float64(k.game * k.game)
	}
	if s.own && t.own && s.person == t.person {
		shared += float64(k.ratingSD * k.ratingSD)
	}
	if !s.own && !t.own && s.person == t.person {
		shared += float64(k.opponent * k.opponent)
	}
	return shared
}

// bankSides returns the sides of the games added so far: the player's, then his opponents'.
func (r *Running) bankSides(k *linearKey) (sides []placedSide) {
	for i := range r.games {
		g := &r.games[i]
		if s, ok := g.own.side(&k.spreads, k.helpers); ok {
			sides = append(sides, placedSide{s, true, i, 0, g.event, g.player})
		}
	}
	for i := range r.games {
		g := &r.games[i]
		if s, ok := g.other.side(&k.spreads, k.helpers); ok {
			sides = append(sides, placedSide{s, false, i, 0, g.event, g.opponent})
		}
	}
	return sides
}
