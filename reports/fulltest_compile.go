package reports

import (
	"cmp"
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/ipr"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// powerThresholds are the thresholds of Z for which a full test says what it would have found
// (MODEL 5).
func powerThresholds() []float64 { return []float64{3, 4} }

// permutations is the greatest number of draws of a subset test. Its random source has a fixed
// seed, so that the same games give the same p.
const permutations = 20_000

// FullTestInput is everything that a full test is compiled from.
type FullTestInput struct {
	// TestRequest is what was asked for, completed with the rating at which the player is tested,
	// its uncertainty, and the rounds of the event if they are known.
	TestRequest
	Given    bool                    // the rating was given by the person who asks
	Absences []tournament.ListedNote // absences from which the subset follows; nil if the caller names it

	Person     *roster.Person
	Games      []TestedGame
	Found      int               // number of players named in the files
	Parameters *score.Parameters // nil without a calibration: counts and averages alone
	Helpers    []string          // kinds of the assistants (choice.Assistant.Kind) in the order of score.Scored.Aided
	Honest     *calibration.Honest

	// Others counts the games of the event that are evaluated under the quick recipe, the player's
	// included; nil if there are none. FieldEffects are the effects of their calibration.
	Others       *Count
	FieldEffects score.Effects

	Second *SecondInput // nil if no second test was asked for

	// LeftOut are the games of the player that were handed in and have no figures, each with its event and
	// day; one that is there once more is not among them.
	LeftOut []GameLeftOut

	Roster     *roster.Roster
	Event      tournament.EventTags
	Edition    regulations.Edition
	Counts     tournament.GameCounts
	Errors     []InputError
	Notes      []InputNote
	Provenance Provenance

	uncalibrated bool
	ratings      *[2]float64 // the lowest and the highest of the games; nil if they do not differ
	stated       int         // players, before those who were found count too
}

// CompileFullTest makes the report of a full test. The error, of kind Invalid, says why the subset
// cannot be read.
func CompileFullTest(in FullTestInput) (*FullTest, error) {
	in.settle()
	field, apart := in.field(math.MaxInt)
	own, found := in.assess(field, apart)

	t := &FullTest{
		Kind: kindOf(in.Provenance.Recipe), Stage: in.stage(), Event: in.Event, Players: EventPlayers{Stated: in.stated, Found: in.Found}, Record: in.Record, Player: in.player(), Footing: footing(found.Footing, in.Parameters), Moves: found.Moves,
		Tests: in.testRows(found), Combined: in.combined(found), Evidence: in.odds(found), Opponents: in.opponents(field, apart),
		IPR:   in.estimate(&own, func(g *TestedGame, m *ScoredMove) bool { return m.Record.Color == g.Color }),
		Games: in.Counts, Errors: slices.Clone(in.Errors), Caveats: in.caveats(), Provenance: in.Provenance,
		Exclusions: in.exclusions(), Posterior: []PosteriorRow{}, Power: []DetectableShare{},
	}
	in.setAgainst(t, &own)
	in.strongest(t.Tests, &t.Combined, &own, found)
	t.Disagreement = in.disagreement(t)
	t.Provenance.GamesSHA256 = in.digest()
	t.Provenance.Complete(TaskTest)
	sortErrors(&t.Errors)
	t.Notes = sortedNotes(in.Notes)
	if err := in.follow(t, &own, found); err != nil {
		return nil, err
	}
	if err := in.rule(t); err != nil {
		return nil, err
	}
	t.Second = in.second(t, found, field, apart)
	t.Career = in.career(&own, field, apart, found)
	if err := in.single(t, field); err != nil {
		return nil, err
	}
	return t, nil
}

// single fills in single games, moves and named moves, compared with what was expected in the
// field.
func (in *FullTestInput) single(t *FullTest, field score.Offset) error {
	there := *in
	there.Games = inField(in.Games, field)
	own := there.performance(true)
	subset, err := there.subset(&own, t)
	if err != nil {
		return err
	}
	t.GameRows, t.MoveRows = there.gameRows(), there.moveRows(subset)
	return nil
}

// settle puts the games into the order of play, and uses empty parameters if there is no
// calibration. If the games name more players than are stated, it takes that number: thresholds
// rise with it.
func (in *FullTestInput) settle() {
	in.Games = slices.SortedFunc(slices.Values(in.Games), func(a, b TestedGame) int { return analysis.CompareGames(a.Game, b.Game) })
	if in.uncalibrated = in.Parameters == nil; in.uncalibrated {
		in.Parameters = &score.Parameters{}
	}
	in.RatingSD = usualSD(in.RatingSD, in.Parameters)
	in.rate()
	if in.stated = in.Players; in.stated > 0 {
		in.Players = max(in.stated, in.Found)
	}
}

// assess returns the counted moves of the player and their assessment in a field (field).
func (in *FullTestInput) assess(field, apart score.Offset) (score.Performance, score.Assessment) {
	own := in.performance(true)
	own.Field, own.Apart = field, apart
	return own, in.Parameters.Assess(&own)
}

// caveats returns the caveats of the roster; over several events, those about the player or about nobody by
// name. If a rating was given for the player, it does not matter that he has several.
func (in *FullTestInput) caveats() []PlayerCaveat {
	several := in.severalEvents()
	return caveats(slices.DeleteFunc(in.Roster.Caveats(), func(c roster.Caveat) bool {
		return c.Kind == roster.SeveralRatings && in.isPlayer(c) && in.Given || several && len(c.Names) > 0 && !slices.Contains(c.Names, in.Person.Name)
	}))
}

func (in *FullTestInput) isPlayer(c roster.Caveat) bool {
	ids := in.Person.FideID == "" && len(c.FideIDs) == 0 || slices.Contains(c.FideIDs, in.Person.FideID)
	return ids && len(c.Names) > 0 && c.Names[0] == in.Person.Name
}

// follow fills in the figures that need an expectation, or why they are missing.
func (in *FullTestInput) follow(t *FullTest, own *score.Performance, found score.Assessment) (err error) {
	if found.Footing.Refused {
		why := in.withoutZ(found.Moves)
		t.PowerMissing, t.PosteriorMissing, t.BoundaryMissing = why, why, why
		return nil
	}
	if t.Rounds, t.Boundary, err = in.rounds(own); err != nil {
		return err
	}
	if t.Boundary == nil {
		t.BoundaryMissing = cmp.Or(in.noPlan(), NoMoves)
	}
	t.Evidence.highest(t.Rounds)
	if found.Footing.Judged() {
		t.Power = in.power(own)
	} else {
		t.PowerMissing = in.notJudged(found)
	}
	if t.Posterior = in.posterior(found); len(t.Posterior) == 0 {
		t.PosteriorMissing = in.notJudged(found)
	}
	return nil
}

// noPlan is the reason if the number of planned rounds is unknown, or there is no common plan.
func (in *FullTestInput) noPlan() Reason {
	switch {
	case in.severalEvents():
		return SeveralEvents
	case in.Planned == 0:
		return NoPlan
	}
	return ""
}

// notJudged says why nothing may follow from a Z.
func (in *FullTestInput) notJudged(a score.Assessment) Reason {
	switch {
	case !a.Combined.OK:
		return in.withoutZ(a.Moves)
	case a.Footing.Insufficient:
		return FewMoves
	case a.Footing.Extrapolated:
		return OutOfRange
	case in.RatingSD > score.MaxRatingSD:
		return VagueRating
	}
	return NotJudged
}

// judged reports whether anything may follow from a Z: there are enough moves, and the rating lies in
// the range that the calibration rests on.
func judged(f score.Footing) bool { return f.Judged() && !f.Extrapolated }

func (in *FullTestInput) player() TestedPlayer {
	p := TestedPlayer{
		Name: in.Person.Name, FideID: in.Person.FideID, Title: in.Person.Title, Federation: in.Person.Federation,
		Rating: in.Rating, Ratings: in.ratings, RatingSD: in.RatingSD, RatingSource: "games", SingledOut: in.SingledOut,
	}
	switch basis := in.Person.RatingBasis(); {
	case in.Given:
		p.RatingSource = GivenRating
	case basis != "":
		p.RatingSource = string(basis)
	}
	return p
}

// withoutEstimate says why there is no intrinsic rating: nothing says how likely the moves were, or
// there are none.
func (in *FullTestInput) withoutEstimate() Reason {
	if in.uncalibrated {
		return in.Provenance.unfitted()
	}
	return NoMoves
}

// opponentRating returns the average rating of the opponents, each weighted by his moves that keep
// accepts; 0 if none has a rating.
func (in *FullTestInput) opponentRating(keep func(*ScoredMove) bool) float64 {
	sum, n := 0.0, 0
	for i := range in.Games {
		g := &in.Games[i]
		rating := g.Ratings[g.Color.Other()]
		for k := range g.Moves {
			if m := &g.Moves[k]; keep(m) && m.Record.Color != g.Color && rating > 0 {
				sum += rating
				n++
			}
		}
	}
	return sum / float64(max(n, 1))
}

// estimate returns the IPR of the moves that keep accepts.
func (in *FullTestInput) estimate(p *score.Performance, keep func(*TestedGame, *ScoredMove) bool) RatingEstimate {
	var moves []func(float64) float64
	for i := range in.Games {
		g := &in.Games[i]
		for k := range g.Moves {
			if m := &g.Moves[k]; m.counted() && m.Chances != nil && keep(g, m) {
				moves = append(moves, m.Chances.LogP)
			}
		}
	}
	if len(moves) == 0 {
		return RatingEstimate{Missing: in.withoutEstimate()}
	}
	e := ipr.Of(func(rating float64) (sum float64) {
		for _, l := range moves {
			sum += l(rating)
		}
		return sum
	}, in.Parameters.Effects.Dispersion(p), ipr.Everybody())
	return RatingEstimate{
		Exists: e.OK, Moves: len(moves), Rating: e.Rating, Low: e.Low, High: e.High,
		AtMost: e.AtMost, AtLeast: e.AtLeast, LowOpen: e.LowOpen, HighOpen: e.HighOpen,
	}
}

func (in *FullTestInput) opponents(field, apart score.Offset) OpponentFigures {
	p := in.performance(false)
	p.Field, p.Apart = field, apart
	found := in.Parameters.Assess(&p)
	o := OpponentFigures{
		Moves: found.Moves, Rating: in.opponentRating((*ScoredMove).counted), Tests: testRows(&found.Tests, found.Footing),
		IPR: in.estimate(&p, func(g *TestedGame, m *ScoredMove) bool { return m.Record.Color != g.Color }),
	}
	why := in.withoutOpponentZ(o.Moves, o.Rating)
	if o.Rating == 0 {
		o.RatingMissing = NoRating
	}
	if found.Combined.OK && !found.Footing.Refused {
		o.Z = &found.Combined.Z
	} else {
		o.ZMissing = why
	}
	nameMissing(o.Tests, why)
	return o
}

// withoutOpponentZ says why the opponents' moves have no z.
func (in *FullTestInput) withoutOpponentZ(moves int, rating float64) Reason {
	switch {
	case in.uncalibrated:
		return in.Provenance.unfitted()
	case rating == 0:
		return NoRating
	case rating < score.MinRating:
		return LowRating
	case moves == 0:
		return NoMoves
	}
	return NoVariance
}

// nameMissing sets the reason in rows that lack a figure. Rows that lack a loss have a reason of
// their own.
func nameMissing(rows []TestRow, why Reason) {
	for i := range rows {
		r := &rows[i]
		if r.Z != nil {
			continue
		}
		if r.N == 0 && ofLoss(r.Test) && why == NoVariance {
			r.Missing = NoLoss
		} else {
			r.Missing = why
		}
	}
}

// ofLoss reports whether a test is about the loss of moves.
func ofLoss(test string) bool {
	for _, q := range []score.Quantity{score.ASD, score.AE, score.Close, score.Root} {
		if test == q.String() {
			return true
		}
	}
	return false
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

func footing(f score.Footing, p *score.Parameters) Firmness {
	out := Firmness{
		Judged: judged(f), Insufficient: f.Insufficient, MinMoves: score.MinMoves, Refused: f.Refused, Extrapolated: f.Extrapolated,
	}
	if !p.Ratings.Empty() {
		out.RatingLow, out.RatingHigh = p.Ratings.Low, p.Ratings.High
	}
	return out
}

// testRows returns the tests of the player. A row that lacks a figure has the reason.
func (in *FullTestInput) testRows(a score.Assessment) []TestRow {
	rows := testRows(&a.Tests, a.Footing)
	nameMissing(rows, in.withoutZ(a.Moves))
	return rows
}

// testRows returns the tests as averages per move.
func testRows(tests *score.Each[score.TestResult], f score.Footing) []TestRow {
	var rows []TestRow
	for _, q := range score.Quantities() {
		r := tests.At(q)
		row := TestRow{Test: q.String(), N: r.N}
		if n := float64(r.N); r.N > 0 && !(q == score.LR && f.Refused) { // a likelihood ratio needs likelihoods
			row.Actual = pointer(r.Actual / n)
			if !f.Refused {
				row.Expected, row.Rated, row.RawSD, row.SD = pointer(r.Expected/n), pointer(r.Rated/n), pointer(r.RawSD/n), pointer(r.SD/n)
			}
		}
		if r.OK && !f.Refused {
			row.RawZ, row.Z = pointer(r.RawZ), pointer(r.Z)
			row.Slope, row.KnownSD, row.Bias = pointer(r.Slope/float64(r.N)), pointer(r.KnownSD/float64(r.N)), r.Bias
		}
		rows = append(rows, row)
	}
	return rows
}

func pointer[T any](v T) *T { return &v }

func (in *FullTestInput) power(own *score.Performance) []DetectableShare {
	rows := []DetectableShare{}
	for _, z := range powerThresholds() {
		for _, p := range in.Parameters.Power(own, z) {
			if p.Assistant < len(in.Helpers) {
				rows = append(rows, DetectableShare{Threshold: z, Helper: in.Helpers[p.Assistant], Share: p.Share, Detectable: p.Detectable})
			}
		}
	}
	return rows
}
