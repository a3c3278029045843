package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/choice"
)

// worldKey is the position that every simulated move is made in. What the engine
// says of its moves is drawn anew each time.
const worldKey = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func worldMoves() (moves []analysis.Move) {
	for _, s := range []string{"e1g1", "e5g6", "d5e6", "f3f6", "a2a3", "c3b5", "e2a6", "g2h3"} {
		m, err := analysis.ParseMove(s)
		if err != nil {
			panic(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// world simulates players who choose by a known model, with known offsets of
// events.
type world struct {
	random *rand.Rand
	model  *choice.Model
	offset map[string]float64
}

func newWorld(t testing.TB, seed uint64, names []string, coefficients []float64) *world {
	t.Helper()
	terms, err := choice.Terms(names...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := choice.NewModel(terms, coefficients, 7)
	if err != nil {
		t.Fatal(err)
	}
	return &world{rand.New(rand.NewPCG(seed, 2)), m, map[string]float64{}}
}

// evaluation draws values that settle from depth to depth.
func (w *world) evaluation() *analysis.Evaluation {
	moves := worldMoves()
	final := make([]float64, len(moves))
	for i := range final {
		final[i] = 40 - 60*w.random.ExpFloat64()
	}
	e := &analysis.Evaluation{}
	for d := 1; d <= 7; d++ {
		e.Wide = append(e.Wide, w.table(d, moves, final, 60/float64(d)))
	}
	for d := 1; d <= 12; d++ {
		best := w.table(d, moves, final, 50/float64(d)).Lines[0]
		e.Deep = append(e.Deep, analysis.DepthLine{Depth: d, Line: best})
	}
	e.BestMove = e.Deep[len(e.Deep)-1].Move
	return e
}

func (w *world) table(depth int, moves []analysis.Move, final []float64, noise float64) analysis.DepthTable {
	t := analysis.DepthTable{Depth: depth}
	for i, m := range moves {
		v := analysis.Centipawns(int(math.Round(final[i] + noise*w.random.NormFloat64())))
		t.Lines = append(t.Lines, analysis.Line{Move: m, Value: v})
	}
	for i := range t.Lines {
		for j := i; j > 0 && t.Lines[j].Value.Compare(t.Lines[j-1].Value) > 0; j-- {
			t.Lines[j], t.Lines[j-1] = t.Lines[j-1], t.Lines[j]
		}
	}
	return t
}

// record draws one move of a player whose strength is that of the rating.
func (w *world) record(ply int, strength float64) analysis.MoveRecord {
	r := analysis.MoveRecord{
		Ply: ply, Turn: ply/2 + 1, Color: analysis.Color(ply % 2), Position: worldKey,
		Evaluation: w.evaluation(), Played: worldMoves()[0],
	}
	if w.model.Uses(choice.Further) {
		r.Evaluation.Further = r.Evaluation.Values()[w.random.IntN(3)].Move
	}
	p, err := choice.NewPosition(&r)
	if err != nil {
		panic(err)
	}
	u := w.random.Float64()
	r.Index = len(p.Moves) - 1
	for i, q := range w.model.Probabilities(p, strength, nil) {
		if u < q {
			r.Index = i
			break
		}
		u -= q
	}
	r.Played = p.Moves[r.Index]
	best, _ := r.Evaluation.Best()
	loss := max(0, 100*(p.Values[0]-p.Values[r.Index])+15*w.random.NormFloat64())
	r.After, r.HasAfter = analysis.Centipawns(best.Value.Int()-int(loss)), w.random.Float64() < 0.98
	return r
}

// game draws one game with n counted moves of each player.
func (w *world) game(id, event string, part Part, players [2]Player, n int) *Game {
	g := &Game{ID: id, Event: event, Date: "2020.01.01", Round: "1", Part: part, White: players[0], Black: players[1]}
	for i := range 2 * n {
		rating := float64(players[i%2].Rating)
		g.Records = append(g.Records, w.record(16+i, rating+w.offset[eventKey(event, g.Date)]))
	}
	return g
}

// event draws an event in which each of six players meets each other once.
func (w *world) event(name string, part Part, rating, n int) (games []*Game) {
	for i := range 6 {
		for j := range i {
			player := func(k int) Player { return Player{fmt.Sprint(name, k), rating + 25*k} }
			games = append(games, w.game(fmt.Sprintf("%s-%d-%d", name, i, j), name, part, [2]Player{player(i), player(j)}, n))
		}
	}
	return games
}

func corpusOf(t testing.TB, games ...*Game) *Corpus {
	t.Helper()
	c := &Corpus{}
	for _, g := range games {
		if err := c.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// atOnce shares the tasks out to three goroutines, the last first.
func atOnce(n int, task func(i int)) {
	var group sync.WaitGroup
	for first := range 3 {
		group.Go(func() {
			for i := n - 1 - first; i >= 0; i -= 3 {
				task(i)
			}
		})
	}
	group.Wait()
}

func TestWorldIsUsable(t *testing.T) {
	w := newWorld(t, 1, []string{"delta"}, []float64{-3})
	c := corpusOf(t, w.event("a", Train, 2000, 20)...)
	if c.Left.Unusable+c.Left.Unlisted+c.Left.Unrated > 0 || moves(c.Sides) != 600 {
		t.Errorf("%d moves, left out %+v", moves(c.Sides), c.Left)
	}
}
