package fit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// Entry is one performance of the public benchmark: a player's moves in one event as they were made,
// or with some of them replaced.
type Entry struct {
	Label
	Judged []Judged
	// Results holds what the baselines say of it, by their names (Baselines).
	Results map[string]Result
}

// Label says what was done to a performance of the benchmark.
type Label struct {
	ID    string  // says nothing of the rest
	Event string  // name and year
	Help  string  // kind of help; Unhelped for a performance as it was played
	Share float64 // of the moves, within [0, 1]; 0 if Help itself says how many
	// Moves counts the judged moves, Replaced those that a helper chose. He may choose the move that was
	// made.
	Moves, Replaced int
}

// Unhelped is the Help of performances as they were played.
const Unhelped = "none"

// Judged is one move of a performance, to be judged in the position in which it was made.
type Judged struct {
	Game string // of the corpus
	Ply  int
	Turn int // the player's, from 1
	Move analysis.Move
}

// benchmarkHelp lists the kinds of help of the benchmark. Two engines are those of testdata/benchmark.
func benchmarkHelp() []help {
	every := func(*side, int) bool { return true }
	all := []help{
		{name: Unhelped, qualify: func(*side, int) bool { return false }},
		{name: "best", share: 0.2, qualify: every},
		{name: "best", share: 0.3, qualify: every},
		{name: "hardest", share: 0.1, qualify: every, hardest: true},
		{name: "two_a_game", each: 2, qualify: every},
	}
	for _, engine := range []string{"sf17-150k", "ethereal-depth12"} {
		for _, f := range foreignShares() {
			all = append(all, help{name: engine, engine: engine, share: f, qualify: every})
		}
	}
	return all
}

// Benchmark returns the performances of the benchmark, ordered by ID: the whole performances of the test
// part, each as it was played and with each kind of help for which the helper's moves are known in all of
// its positions (AddForeign). Which moves are replaced depends on the performance alone, so that half of
// them holds the three tenths.
//
// Models and parameters must have been fitted to the fit part of the same corpus. A test part without whole
// performances is an error of kind Unprocessable.
func Benchmark(c *Corpus, models *score.Models, params *score.Parameters, run Runner) ([]Entry, error) {
	b := bench{
		sample: newSample(run, predict(run, models, c.Part(Test))), models: models, params: params,
		suggested: map[string]map[spot]*Foreign{}, plain: fitPlain(c.Part(Train)), cohort: newCohort(c.Part(Train)),
	}
	for _, name := range enginesOf(c.foreign) {
		b.suggested[name] = map[spot]*Foreign{}
	}
	for i := range c.foreign {
		f := &c.foreign[i]
		b.suggested[f.Engine][spot{f.Game, f.Ply}] = f
	}
	whole := b.sample.whole(wholeGames, score.MinMoves, b.params.Effects)
	if len(whole) == 0 {
		return nil, fault.New(fault.Unprocessable, "test_too_small", "the test part of the games has no whole performance")
	}
	found := make([][]Entry, len(whole))
	run(len(whole), func(i int) {
		for _, h := range benchmarkHelp() {
			if e, ok := b.entry(&whole[i], h, rand.New(rand.NewPCG(seed, uint64(i)))); ok {
				found[i] = append(found[i], e)
			}
		}
	})
	all := slices.Concat(found...)
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
}

// bench makes and judges the performances of the benchmark.
type bench struct {
	sample    *sample
	params    *score.Parameters
	models    *score.Models
	suggested map[string]map[spot]*Foreign // by engine
	plain     plain
	cohort    cohort
}

// entry returns a performance with a kind of help. ok is false if a move of the helper is not known.
func (b *bench) entry(p *performance, h help, random *rand.Rand) (e Entry, ok bool) {
	x := b.exam(p)
	if h.engine != "" && !known(b.suggested[h.engine], x.sides) {
		return e, false
	}
	chosen := h.choose(x.sides, random)
	for _, c := range chosen {
		b.replace(&x, h, c)
	}
	first := x.sides[0]
	sum := sha256.Sum256(fmt.Appendf(nil, "benchmark %q %q %q %v", first.Event, first.Player, h.name, h.share))
	e.Label = Label{ID: "p" + hex.EncodeToString(sum[:5]), Event: first.Event, Help: h.name, Share: h.share, Replaced: len(chosen)}
	for g, s := range x.sides {
		for k := range s.Moves {
			m := &s.Moves[k]
			e.Judged = append(e.Judged, Judged{s.Game, m.Figures.Ply, m.Turn, m.Position.Moves[x.made[g][k]]})
		}
	}
	e.Moves, e.Results = len(e.Judged), b.results(&x)
	return e, true
}

// exam returns a performance as it was played, whose moves can be replaced.
func (b *bench) exam(p *performance) exam {
	x := exam{performance: *p, played: play{b.sample.games(p.sides), b.sample.games(p.opponents)}}
	for at, i := range p.sides {
		s := &b.sample.sides[i]
		made := make([]int, len(s.Moves))
		for k := range s.Moves {
			made[k] = s.Moves[k].Position.Played
		}
		x.sides, x.made = append(x.sides, s), append(x.made, made)
		x.played.games[at].Moves = slices.Clone(x.played.games[at].Moves)
	}
	return x
}

// replace puts the helper's move in the place of one that was made.
func (b *bench) replace(x *exam, h help, at movePlace) {
	s := x.sides[at.game]
	m := &s.Moves[at.move]
	made, figures := m.Position.Best, bestMove(m)
	if h.engine != "" {
		f := b.suggested[h.engine][spot{s.Game, m.Figures.Ply}]
		made = slices.Index(m.Position.Moves, f.Move)
		figures = foreignMove(m.Position, made, *f)
	}
	if made != m.Position.Played {
		outlook := b.models.Outlook(m.Position)
		x.made[at.game][at.move], x.played.games[at.game].Moves[at.move] = made, scoredBy(&outlook, figures, made, s.Rating)
	}
}

// known reports whether an engine's move is known in every position of some sides, among the moves that
// the wide pass lists.
func known(suggested map[spot]*Foreign, sides []*side) bool {
	for _, s := range sides {
		for k := range s.Moves {
			f := suggested[spot{s.Game, s.Moves[k].Figures.Ply}]
			if f == nil || !slices.Contains(s.Moves[k].Position.Moves, f.Move) {
				return false
			}
		}
	}
	return true
}
