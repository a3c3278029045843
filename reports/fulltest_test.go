package reports

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// fullTest is a player's four games of forty counted moves on each side. He
// matches in hits of ten moves where half are expected; the opponent of the last
// game has no rating.
func fullTest(t *testing.T, hits int, change func(*FullTestInput)) *FullTest {
	t.Helper()
	person := analysis.Player{Name: "Anna", Rating: 2400}
	var games []TestedGame
	var played []*analysis.Game
	for round := range 4 {
		opponent := analysis.Player{Name: "Boris " + string(rune('A'+round)), Rating: 2300}
		if round == 3 {
			opponent.Rating = 0
		}
		g := &analysis.Game{
			ID: string(rune('a' + round)), White: person, Black: opponent, Date: "2024.05.01",
			Round: string(rune('1' + round)), Variant: analysis.Standard, Played: true,
		}
		tested := TestedGame{Game: g, Ratings: [2]float64{float64(g.White.Rating), float64(g.Black.Rating)}}
		for turn := range 40 {
			for _, c := range []analysis.Color{analysis.White, analysis.Black} {
				tested.Moves = append(tested.Moves, expectedMove(c, turn, turn%10 < hits, g.Player(c).Rating > 0))
			}
		}
		games, played = append(games, tested), append(played, g)
	}
	roster := roster.Identify(played)
	in := FullTestInput{
		Person: roster.Of(played[0], analysis.White), TestRequest: TestRequest{Rating: 2400, RatingSD: 50, EventPlan: EventPlan{Planned: 4, Players: 5}}, Games: games, Found: 5,
		Provenance: Provenance{Basis: Basis{Recipe: analysis.Full(), Calibration: &UsedCalibration{}}},
		Parameters: testParameters(), Helpers: []string{"own", "modern"}, Roster: roster, Edition: regulations.Shipped().Edition(tournament.Start(played)), Event: tournament.Describe(played, tournament.Options{}),
	}
	change(&in)
	report, err := CompileFullTest(in)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func expectedMove(c analysis.Color, turn int, match, rated bool) ScoredMove {
	m := ScoredMove{Record: analysis.MoveRecord{Color: c, Turn: turn + 9, Ply: 2*turn + 16}}
	best := analysis.DepthLine{Depth: 16}
	m.Record.Evaluation = &analysis.Evaluation{Deep: []analysis.DepthLine{best}}
	m.Scored.Figures = score.Figures{Ply: 2*turn + 16, Match: match, Equal: match, TopThree: match, HasLoss: true}
	if !match {
		m.Scored.Delta, m.Scored.Loss, m.Scored.ScaledLoss = 0.4, 0.6, 0.4
	}
	if rated {
		m.Rating = 2400
		half := score.Indicator(0.5, 1e-4)
		m.Scored.MM, m.Scored.EV, m.Scored.T3 = half, half, half
		m.Scored.ASD = score.Moment{Mean: 0.2, Var: 0.04, Slope: -1e-4}
		m.Scored.Helped = []float64{0.1}
		if match {
			m.Scored.Helped[0] = 0.9
		}
	}
	chances := sameChances{m.Scored}
	m.Chances = chances
	if rated && c == analysis.White { // the tested player
		m.Scored.Aided = []score.Each[score.Moment]{
			{MM: score.Indicator(1, 0), EV: score.Indicator(1, 0)},
			{MM: score.Indicator(0.7, 0), EV: score.Indicator(0.8, 0), ASD: score.Moment{Mean: 0.1, Var: 0.02}},
		}
		m.Scored.Honest = score.HonestOf(func(rating float64) (likely [len(score.Honest{})]float64) {
			for l := range likely {
				likely[l] = math.Exp(chances.LogP(rating))
			}
			return likely
		}, 2400)
	}
	return m
}

// sameChances expect the same of a player of any rating.
type sameChances struct{ scored score.Scored }

func (s sameChances) LogP(rating float64) float64 { return -math.Pow((rating-2400)/4000, 2) }
func (s sameChances) Score(float64) score.Scored  { return s.scored }

func testParameters() *score.Parameters {
	identity := score.Triple{Weights: [3]float64{1, 1, 1}, Correlation: [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	p := &score.Parameters{Triple: identity, ROI: identity, Ratings: score.RatingRange{Low: 2000, High: 2600}}
	for _, q := range score.Quantities() {
		p.Spread.At(q).Scale = 1
	}
	return p
}

func testRow(t *testing.T, rows []TestRow, name string) TestRow {
	t.Helper()
	for _, r := range rows {
		if r.Test == name {
			return r
		}
	}
	t.Fatalf("there is no row %q", name)
	return TestRow{}
}

// 160 moves at one half each: expected 80, raw sd sqrt(40). Seven of ten are 112
// matches, raw z 32/sqrt(40) = 5.06. The slope of 1e-4 a move and 50 points of
// uncertainty add (160 * 1e-4 * 50)² = 0.64 to the variance: z = 32/sqrt(40.64).
func TestFullTestByHand(t *testing.T) {
	r := fullTest(t, 7, func(*FullTestInput) {})
	mm := testRow(t, r.Tests, "mm")
	if mm.N != 160 || *mm.Actual != 0.7 || *mm.Expected != 0.5 ||
		math.Abs(*mm.RawZ-32/math.Sqrt(40)) > 1e-9 || math.Abs(*mm.Z-32/math.Sqrt(40.64)) > 1e-9 {
		t.Errorf("%+v: raw z %v, z %v", mm, *mm.RawZ, *mm.Z)
	}
	if !r.Footing.Judged || r.Actions[0].Action == "no_action" {
		t.Errorf("footing %+v, actions %+v", r.Footing, r.Actions)
	}
	if n := len(r.Rounds); n != 4 || *r.Rounds[3].Z != *r.Combined.Z {
		t.Errorf("%d rounds; the last Z is %v, in all it is %v", n, *r.Rounds[n-1].Z, *r.Combined.Z)
	}
}

func TestNothingIsExpectedOfUnratedOpponents(t *testing.T) {
	r := fullTest(t, 5, func(*FullTestInput) {})
	if mm := testRow(t, r.Opponents.Tests, "mm"); mm.N != 120 || math.Abs(*mm.Z) > 1e-9 {
		t.Errorf("opponents: %+v", mm)
	}
	for i, g := range r.GameRows {
		if rated := i < 3; (g.OpponentMM.Expected != nil) != rated || g.OpponentMM.Actual == nil || g.MM.Expected == nil {
			t.Errorf("game %d: %+v", i, g)
		}
	}
}

// Three opponents of forty moves each, slope 1e-4: ratings that err apart by 50
// points add 3 (40 * 1e-4)² 50² to the variance, games that differ by 100 points 3 (40 * 1e-4 * 100)², and the event, of
// 40 points, (120 * 1e-4 * 40)². One opponent met three times adds (120 * 1e-4)²
// 50².
func TestOpponentsAreSeveralPeople(t *testing.T) {
	effects := func(in *FullTestInput) {
		in.Parameters.Effects = score.Effects{Game: 100, Event: score.Mixture{Ordinary: 40, Outlying: 40}}
	}
	r := fullTest(t, 5, effects)
	common := 120*0.25 + 3*0.4*0.4 + 0.48*0.48
	want := math.Sqrt(common+3*0.004*0.004*2500) / 120
	if sd := *testRow(t, r.Opponents.Tests, "mm").SD; math.Abs(sd-want) > 1e-12 {
		t.Errorf("three opponents: sd %v, want %v", sd, want)
	}
	r = fullTest(t, 5, func(in *FullTestInput) {
		effects(in)
		var played []*analysis.Game
		for i := range in.Games {
			in.Games[i].Game.Black = analysis.Player{Name: "Boris", Rating: in.Games[i].Game.Black.Rating}
			played = append(played, in.Games[i].Game)
		}
		in.Roster = roster.Identify(played)
	})
	want = math.Sqrt(common+0.012*0.012*2500) / 120
	if sd := *testRow(t, r.Opponents.Tests, "mm").SD; math.Abs(sd-want) > 1e-12 {
		t.Errorf("one opponent: sd %v, want %v", sd, want)
	}
}

func TestWithoutCalibrationThereIsNoExpectationAnywhere(t *testing.T) {
	r := fullTest(t, 9, func(in *FullTestInput) {
		in.Parameters = nil
		for i := range in.Games {
			for k := range in.Games[i].Moves {
				m := &in.Games[i].Moves[k]
				m.Rating, m.Scored.Chance, m.Scored.Honest, m.Chances = 0, score.Chance{}, nil, nil
			}
		}
	})
	for _, row := range r.Tests {
		if row.Expected != nil || row.Z != nil || row.RawZ != nil {
			t.Errorf("%+v", row)
		}
	}
	if *testRow(t, r.Tests, "mm").Actual != 0.9 || r.GameRows[0].MM.Expected != nil || r.Combined.Z != nil || r.IPR.Exists {
		t.Errorf("%+v, %+v, %+v", r.GameRows[0], r.Combined, r.IPR)
	}
	if len(r.Actions) != 1 || r.Actions[0].Action != "no_action" {
		t.Errorf("actions %+v", r.Actions)
	}
}

// A calibration that covers no rating names no range, and not the point below all
// ratings that its file holds.
func TestNoRangeWhereNoneIsCovered(t *testing.T) {
	none := fullTest(t, 9, func(in *FullTestInput) { in.Parameters.Ratings = score.RatingRange{Low: 1000, High: 1001} }).Footing
	if !none.Extrapolated || none.RatingLow != 0 || none.RatingHigh != 0 {
		t.Errorf("without a range: %+v", none)
	}
	if some := fullTest(t, 9, func(*FullTestInput) {}).Footing; some.RatingLow != 2000 || some.RatingHigh != 2600 {
		t.Errorf("with a range: %+v", some)
	}
}

func TestExtrapolatedFiguresPermitNothing(t *testing.T) {
	r := fullTest(t, 9, func(in *FullTestInput) { in.Parameters.Ratings.High = 2300 })
	if !r.Footing.Extrapolated || len(r.Actions) != 1 || r.Actions[0].Action != "no_action" {
		t.Errorf("%+v, %+v", r.Footing, r.Actions)
	}
	if c := r.Combined; r.Footing.Judged || c.Z == nil || c.OneIn != nil || c.Odds != nil || c.Among != nil || c.AmongMissing != OutOfRange {
		t.Errorf("%+v, %+v", r.Footing, c)
	}
	if len(r.Posterior) != 0 || r.PosteriorMissing != OutOfRange {
		t.Errorf("posterior %+v, %q", r.Posterior, r.PosteriorMissing)
	}
}

// A prior of online play says nothing of an event that is played over the board.
func TestPriorsAreThoseOfTheMode(t *testing.T) {
	for mode, want := range map[regulations.Mode]string{
		"": "board board online online", regulations.Hybrid: "board board online online", regulations.OverTheBoard: "board board", regulations.Online: "online online",
	} {
		t.Run(string(mode), func(t *testing.T) {
			r := fullTest(t, 9, func(in *FullTestInput) { in.Record = &tournament.EventRecord{Facts: tournament.Facts{Mode: mode}} })
			var settings []string
			for _, row := range r.Posterior {
				settings = append(settings, row.Setting)
			}
			if got := strings.Join(settings, " "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// rated gives the players of a colour that rating in every game.
func rated(in *FullTestInput, c analysis.Color, rating float64) {
	for i := range in.Games {
		in.Games[i].Ratings[c] = rating
	}
}

// Each game is judged at its own rating: the report shows their mean and their range, and nothing is
// said of a player who was once below the least rating.
func TestEachGameHasItsOwnRating(t *testing.T) {
	r := fullTest(t, 7, func(in *FullTestInput) {
		for i := range in.Games {
			in.Games[i].Ratings[analysis.White] = 2400 + 50*float64(i)
		}
	})
	if p := r.Player; p.Rating != 2475 || p.Ratings == nil || *p.Ratings != [2]float64{2400, 2550} || r.GameRows[2].Own != 2500 {
		t.Errorf("%+v, %+v", p, r.GameRows[2])
	}
	r = fullTest(t, 7, func(in *FullTestInput) { in.Games[2].Ratings[analysis.White] = 1390 })
	if !r.Footing.Refused || r.Combined.Z != nil || r.Combined.ZMissing != LowRating {
		t.Errorf("%+v, %+v", r.Footing, r.Combined)
	}
	r = fullTest(t, 7, func(in *FullTestInput) { in.Given, in.Rating = true, 2410 })
	if r.Player.Rating != 2410 || r.Player.Ratings != nil {
		t.Errorf("%+v", r.Player)
	}
}

// The z of every test but LR, which is skewed, and raw z follow from the figures beside them.
func TestZFollowsFromTheReport(t *testing.T) {
	r := fullTest(t, 6, func(in *FullTestInput) {
		in.Parameters.Effects = score.Effects{Game: 100, Event: score.Mixture{Ordinary: 31, Outlying: 339, Share: 0.067}}
		in.Parameters.Spread.ASD.Bias = -0.01
	})
	for _, row := range r.Tests {
		if row.Z == nil || row.Test == "lr" {
			continue
		}
		sign := 1.0
		if row.Test == "asd" {
			sign = -1
		}
		if raw := sign * (*row.Actual - *row.Rated) / *row.RawSD; math.Abs(raw-*row.RawZ) > 1e-9 {
			t.Errorf("%s: raw z %v, reported %v", row.Test, raw, *row.RawZ)
		}
		p := 0.0
		for _, part := range r.EventOffset {
			sd := math.Hypot(*row.KnownSD, part.SD**row.Slope)
			p += part.Weight * math.Erfc((sign*(*row.Actual-*row.Rated-row.Bias)-sign*part.Mean**row.Slope)/sd/math.Sqrt2) / 2
		}
		if math.Abs(score.Tail(*row.Z)-p) > 1e-9 {
			t.Errorf("%s: p %v, reported z %v has %v", row.Test, p, *row.Z, score.Tail(*row.Z))
		}
	}
	if len(r.EventOffset) != 2 || r.FieldMissing != OthersUnknown {
		t.Errorf("%+v, %q", r.EventOffset, r.FieldMissing)
	}
}

// What the report says of one Z: its interval from the spread of honest ones, the highest odds of all
// rounds, the move that carries most, and why odds and z differ.
func TestWhatIsSaidOfOneZ(t *testing.T) {
	honest := &calibration.Honest{Performances: 136, Highest: 2.31, SD: calibration.Figure{Value: 1.04, Low: 0.91, High: 1.18, Bounded: true}}
	r := fullTest(t, 7, func(in *FullTestInput) { in.Honest = honest })
	z := *r.Combined.Z
	if i := r.Combined.OneInInterval; i == nil || math.Abs(i[0]-score.OneIn(z/1.18)) > 1e-6*i[0] || math.Abs(i[1]-score.OneIn(z/0.91)) > 1e-6*i[1] {
		t.Errorf("%+v", r.Combined)
	}
	most := 0.0
	for _, row := range r.Rounds {
		most = max(most, math.Exp(*row.Evidence))
	}
	if e := r.Evidence; e.Highest == nil || math.Abs(*e.Highest-most) > 1e-9*most || *e.Highest < *e.Odds || e.HighestRound == "" {
		t.Errorf("%+v, highest %v", e, most)
	}
	if s := r.Combined.Strongest; s == nil || !(s.Without < z) || s.Round == "" || s.Turn < 9 {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct {
		low, high float64
		want      *Disagreement
	}{
		{-99, 99, nil}, {-99, -98, &Disagreement{"combined", "odds", HardMoves}}, {98, 99, &Disagreement{"combined", "z", UnlikeEngines}},
	} {
		honest.Relation = []calibration.RelationRow{{Test: "combined", Low: 0, High: 20, LogLow: c.low, LogHigh: c.high}}
		if got := fullTest(t, 7, func(in *FullTestInput) { in.Honest = honest }).Disagreement; !reflect.DeepEqual(got, c.want) {
			t.Errorf("odds between %v and %v: %+v, want %+v", c.low, c.high, got, c.want)
		}
	}
	honest.Relation = []calibration.RelationRow{{Test: "combined", Low: z - 1e-6, High: 20, LogLow: 98, LogHigh: 99}, {Test: "combined", Low: -9, High: z - 1e-3, LogLow: -99, LogHigh: 99}}
	if got := fullTest(t, 7, func(in *FullTestInput) { in.Honest = honest }).Disagreement; got == nil || got.Reason != SingleMove {
		t.Errorf("%+v, want one move", got)
	}
}

// A line for each kind of helper: half of the moves of a modern engine are not the choice of this one.
func TestPowerOfEachHelper(t *testing.T) {
	r := fullTest(t, 5, func(*FullTestInput) {})
	if len(r.Power) != 4 || r.Power[0].Helper != "own" || r.Power[1].Helper != "modern" || !(r.Power[0].Share < r.Power[1].Share) {
		t.Errorf("%+v", r.Power)
	}
}

// Of a player below the least rating only what he played is shown, also game by
// game and move by move, and his figures are not weighed as an opponent's.
func TestNothingIsExpectedBelowTheLeastRating(t *testing.T) {
	low := func(in *FullTestInput, c analysis.Color) {
		for i := range in.Games {
			for k := range in.Games[i].Moves {
				if m := &in.Games[i].Moves[k]; m.Record.Color == c {
					m.Rating, m.Scored.Chance = 0, score.Chance{}
				}
			}
		}
	}
	own := fullTest(t, 9, func(in *FullTestInput) { rated(in, analysis.White, 1300); low(in, analysis.White) })
	mm := testRow(t, own.Tests, "mm")
	if mm.N != 160 || *mm.Actual != 0.9 || mm.Expected != nil || own.GameRows[0].MM.Expected != nil || own.GameRows[0].MM.Missing != LowRating {
		t.Errorf("%+v, %+v", mm, own.GameRows[0])
	}
	if m := own.MoveRows[0]; m.PBest != nil || m.PPlayed != nil {
		t.Errorf("%+v", m)
	}
	against := fullTest(t, 5, func(in *FullTestInput) {
		low(in, analysis.Black)
		rated(in, analysis.Black, 1300)
	})
	if o := against.Opponents; o.Z != nil || o.ZMissing != LowRating || against.GameRows[0].OpponentMM.Missing != LowRating {
		t.Errorf("%+v, %+v", o, against.GameRows[0].OpponentMM)
	}
}

// Z = 32/sqrt(40.64) for MM and EV; ASD has 160 * 0.2 - 48 * 0.4 = 12.8 over
// sqrt(160 * 0.04 + 0.64) = sqrt(7.04). Their sum over sqrt 3 is Z. Among five
// players chance puts 5 Q(Z) there; one who was named before is one of one.
func TestZAmongThePlayersOfTheEvent(t *testing.T) {
	z := (2*32/math.Sqrt(40.64) + 12.8/math.Sqrt(7.04)) / math.Sqrt(3)
	q := math.Erfc(z/math.Sqrt2) / 2
	several := fullTest(t, 7, func(*FullTestInput) {}).Combined.Among
	if several.Players != 5 || math.Abs(several.Expected/(5*q)-1) > 1e-9 || several.Bonferroni != several.Expected {
		t.Errorf("%+v, want 5 players and %v", several, 5*q)
	}
	alone := fullTest(t, 7, func(in *FullTestInput) { in.SingledOut = true }).Combined.Among
	if alone.Players != 1 || math.Abs(alone.Bonferroni/q-1) > 1e-9 {
		t.Errorf("%+v, want one player and %v", alone, q)
	}
	usual := fullTest(t, 5, func(*FullTestInput) {}).Combined.Among
	if math.Abs(usual.Expected-2.5) > 1e-9 || usual.Bonferroni != 1 {
		t.Errorf("at Z = 0: %+v, want 2.5 players and p = 1", usual)
	}
	thin := fullTest(t, 7, func(in *FullTestInput) { in.Games = in.Games[:2] })
	if thin.Combined.Z == nil || thin.Combined.Among != nil {
		t.Errorf("on too few moves: %+v", thin.Combined)
	}
}

func TestTheBoundaryIsNamed(t *testing.T) {
	r := fullTest(t, 5, func(in *FullTestInput) { in.Planned = 9 })
	want := Boundary{Threshold: 3, Alpha: 0.0013498980316301, Spending: "lan_demets_obrien_fleming", Looks: 4, Planned: 9}
	if got := *r.Boundary; math.Abs(got.Alpha-want.Alpha) > 1e-15 || got.Looks != want.Looks || got.Planned != want.Planned || got.Threshold != 3 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// While rounds are still to come, less of the error may be spent.
func TestTheBoundaryKnowsThePlan(t *testing.T) {
	soFar := fullTest(t, 5, func(*FullTestInput) {})
	planned := fullTest(t, 5, func(in *FullTestInput) { in.Planned = 9 })
	if a, b := *soFar.Rounds[3].Boundary, *planned.Rounds[3].Boundary; a >= b {
		t.Errorf("after 4 of 4 rounds the boundary is %v, after 4 of 9 %v", a, b)
	}
}

func TestSubsetsOfTheSameGames(t *testing.T) {
	r := fullTest(t, 5, func(in *FullTestInput) { in.Subset = "R2.5:9-13,R9:1-4" })
	s := r.Subset
	if s.Inside != 5 || s.Outside != 35 || len(s.Unmatched) != 1 || !s.Contrasts[0].Exists {
		t.Errorf("%+v", s)
	}
	if c := s.Contrasts[0]; c.InsideExcess != 0.5 || c.P > 0.05 {
		t.Errorf("five matches of five: %+v", c)
	}
}
