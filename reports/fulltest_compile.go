package reports

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Thresholds for which a full test says what it would have found (MODEL 5).
func powerThresholds() []float64 { return []float64{3, 4} }

// permutations is how many draws a subset test makes at most; its randomness
// has a fixed seed, so that the same games give the same p.
const permutations = 20_000

// FullTestInput is everything that a full test is compiled from.
type FullTestInput struct {
	Person     *tournament.Person
	Rating     float64 // Elo; the chances of the player's moves are those of it
	RatingSD   float64
	Given      bool // the rating was given by whoever asks
	SingledOut bool // before the event
	Subset     string

	Games      []TestedGame
	Rounds     int // of the event, as planned; at least those played
	Players    int // of the event
	Finished   bool
	Parameters *score.Parameters // nil without a calibration: counts and averages alone

	Roster     *tournament.Roster
	Event      tournament.Event
	Edition    regulations.Edition
	Counts     GameCounts
	Errors     []InputError
	Notes      []InputNote
	Provenance Provenance

	uncalibrated bool
}

// TestedGame is one game of the tested player.
type TestedGame struct {
	Game  *analysis.Game
	Color analysis.Color // of the tested player
	Moves []TestedMove   // of both sides, in order; also those that do not count
}

// TestedMove is one move of either side. Scored and Likelihood are set only
// where it counts.
type TestedMove struct {
	Record analysis.MoveRecord
	Scored score.Scored
	// Expected tells that Scored holds what was to be expected: the player has a
	// rating, and there is a calibration.
	Expected bool
	// Likelihood is the log-probability of the move made by a player of any
	// rating, in nats.
	Likelihood func(rating float64) float64
}

// counted tells whether the move enters the figures.
func (m *TestedMove) counted() bool { return m.Record.Excluded == analysis.Counted }

// CompileFullTest makes the report of a full test. The error, of kind Invalid,
// is that of a subset which cannot be read.
func CompileFullTest(in FullTestInput) (*FullTest, error) {
	games := slices.Clone(in.Games)
	slices.SortFunc(games, func(a, b TestedGame) int { return tournament.Compare(a.Game, b.Game) })
	in.Games = games
	if in.Parameters == nil {
		in.Parameters, in.uncalibrated = &score.Parameters{}, true
	}
	own := in.performance(true)
	found := in.Parameters.Assess(&own)

	t := &FullTest{
		Event: event(in.Event), Player: in.player(), Footing: footing(found.Footing, in.Parameters), Moves: found.Moves,
		Tests: testRows(&found.Tests, found.Footing), Combined: in.combined(found), Opponents: in.opponents(),
		IPR:   in.estimate(&own, func(g *TestedGame, m *TestedMove) bool { return m.Record.Color == g.Color }),
		Games: in.Counts, Errors: slices.Clone(in.Errors), Caveats: caveats(in.Roster), Provenance: in.Provenance,
		Exclusions: in.exclusions(), Posterior: []PosteriorRow{}, Power: []PowerRow{},
	}
	t.Provenance.GamesSHA256 = in.digest()
	t.Provenance.complete(TaskTest)
	sortErrors(&t.Errors)
	t.Notes = sortedNotes(in.Notes)
	if !found.Footing.Refused {
		t.Rounds, t.Boundary = in.rounds(&own)
		t.Power = in.power(&own)
		t.Posterior = posterior(found)
	}
	t.Actions = in.actions(found)
	subset, err := in.subset(&own, t)
	if err != nil {
		return nil, err
	}
	t.GameRows, t.MoveRows = in.gameRows(), in.moveRows(subset)
	return t, nil
}

func (in *FullTestInput) player() TestedPlayer {
	p := TestedPlayer{
		Name: in.Person.Name, FideID: in.Person.FideID, Title: in.Person.Title, Federation: in.Person.Federation,
		Rating: in.Rating, RatingSD: in.RatingSD, RatingSource: "games", SingledOut: in.SingledOut,
	}
	if in.Given {
		p.RatingSource = "given"
	}
	return p
}

// performance gathers the counted moves of the player, or of his opponents,
// game by game.
func (in *FullTestInput) performance(own bool) score.Performance {
	p := score.Performance{Rating: in.Rating, RatingSD: in.RatingSD}
	if !own {
		p.Rating, p.RatingSD = in.opponentRating(), score.UsualRatingSD
	}
	if in.uncalibrated {
		p.Rating = math.NaN() // nothing is expected of such a player
	}
	for i := range in.Games {
		g := &in.Games[i]
		game := score.Game{ID: g.Game.ID, Round: mainRound(g.Game.Round)}
		if !own {
			opponent := in.Roster.Of(g.Game, g.Color.Other())
			game.Player = opponent.FideID + " " + opponent.Name
		}
		for k := range g.Moves {
			// Without a rating nothing is expected of an opponent, and he is left out.
			if m := &g.Moves[k]; m.counted() && (m.Record.Color == g.Color) == own && (m.Expected || in.uncalibrated) {
				game.Moves = append(game.Moves, m.Scored)
			}
		}
		p.Games = append(p.Games, game)
	}
	return p
}

// opponentRating is the average rating of the opponents, each weighing as much
// as he has counted moves; 0 where none has a rating.
func (in *FullTestInput) opponentRating() float64 {
	sum, n := 0.0, 0
	for i := range in.Games {
		g := &in.Games[i]
		rating := g.Game.Player(g.Color.Other()).Rating
		for k := range g.Moves {
			if m := &g.Moves[k]; m.counted() && m.Record.Color != g.Color && rating > 0 {
				sum += float64(rating)
				n++
			}
		}
	}
	return sum / float64(max(n, 1))
}

// estimate returns the IPR of the moves that keep lets through.
func (in *FullTestInput) estimate(p *score.Performance, keep func(*TestedGame, *TestedMove) bool) RatingEstimate {
	var moves []func(float64) float64
	for i := range in.Games {
		g := &in.Games[i]
		for k := range g.Moves {
			if m := &g.Moves[k]; m.counted() && m.Likelihood != nil && keep(g, m) {
				moves = append(moves, m.Likelihood)
			}
		}
	}
	if len(moves) == 0 {
		return RatingEstimate{}
	}
	e := ipr.Of(func(rating float64) (sum float64) {
		for _, l := range moves {
			sum += l(rating)
		}
		return sum
	}, in.Parameters.Dispersion.Factor(p), ipr.Everybody())
	return RatingEstimate{
		Exists: e.OK, Moves: len(moves), Rating: e.Rating, Low: e.Low, High: e.High,
		AtMost: e.AtMost, AtLeast: e.AtLeast, LowOpen: e.LowOpen, HighOpen: e.HighOpen,
	}
}

func (in *FullTestInput) opponents() OpponentFigures {
	p := in.performance(false)
	found := in.Parameters.Assess(&p)
	o := OpponentFigures{
		Moves: found.Moves, Rating: in.opponentRating(), Tests: testRows(&found.Tests, found.Footing),
		IPR: in.estimate(&p, func(g *TestedGame, m *TestedMove) bool { return m.Record.Color != g.Color }),
	}
	if found.Combined.OK && !found.Footing.Refused {
		o.Z = &found.Combined.Z
	}
	return o
}

func (in *FullTestInput) exclusions() map[string]int {
	counts := map[string]int{}
	for i := range in.Games {
		g := &in.Games[i]
		for k := range g.Moves {
			if r := &g.Moves[k].Record; r.Color == g.Color && r.Excluded != analysis.Counted {
				counts[string(r.Excluded)]++
			}
		}
	}
	return counts
}

func (in *FullTestInput) digest() string {
	games := make([]string, len(in.Games))
	for i, g := range in.Games {
		games[i] = g.Game.ID
	}
	return digest(games)
}

func footing(f score.Footing, p *score.Parameters) Footing {
	out := Footing{
		Judged: f.Judged(), Insufficient: f.Insufficient, MinMoves: score.MinMoves, Refused: f.Refused, Extrapolated: f.Extrapolated,
	}
	if !p.Ratings.Empty() {
		out.RatingLow, out.RatingHigh = p.Ratings.Low, p.Ratings.High
	}
	return out
}

// testRows writes the tests as averages per move.
func testRows(tests *score.Each[score.Result], f score.Footing) []TestRow {
	var rows []TestRow
	for _, q := range []score.Quantity{score.MM, score.EV, score.T3, score.ASD, score.AE, score.ScaledAE, score.LR} {
		r := tests.At(q)
		row := TestRow{Test: q.String(), N: r.N}
		if n := float64(r.N); r.N > 0 && !(q == score.LR && f.Refused) { // a likelihood ratio needs likelihoods
			row.Actual = pointer(r.Actual / n)
			if !f.Refused {
				row.Expected, row.RawSD, row.SD = pointer(r.Expected/n), pointer(r.RawSD/n), pointer(r.SD/n)
			}
		}
		if r.OK && !f.Refused {
			row.RawZ, row.Z = pointer(r.RawZ), pointer(r.Z)
		}
		rows = append(rows, row)
	}
	return rows
}

func pointer[T any](v T) *T { return &v }

func (in *FullTestInput) power(own *score.Performance) []PowerRow {
	var rows []PowerRow
	for _, z := range powerThresholds() {
		p := in.Parameters.Power(own, z)
		rows = append(rows, PowerRow{Threshold: z, Share: p.Share, Detectable: p.Detectable})
	}
	return rows
}

// actions asks the regulations what the figures permit, on their own: the
// report knows of no other evidence. Figures for a rating that the calibration
// does not cover permit nothing.
func (in *FullTestInput) actions(a score.Assessment) []Action {
	ev := regulations.Evidence{
		Mode: regulations.OverTheBoard, Players: in.Players, Finished: in.Finished, SingledOut: in.SingledOut,
		FullTest: a.Combined.OK && a.Footing.Judged() && !a.Footing.Extrapolated, Z: a.Combined.Z, HighestZ: a.Combined.Z,
	}
	for _, q := range []score.Quantity{score.MM, score.EV, in.Parameters.ASD.Quantity()} {
		if r := a.Tests.At(q); r.OK {
			ev.HighestZ = max(ev.HighestZ, r.Z)
		}
	}
	var actions []Action
	for _, p := range in.Edition.Gate(ev) {
		actions = append(actions, Action{Action: string(p.Action), Article: p.Source.Article, Text: p.Source.Text})
	}
	return actions
}
