package work

import (
	"math"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
)

// oneFit is one calibration for whatever is asked.
type oneFit struct{ *pipeline.Fit }

func (o oneFit) Find(analysis.Recipe, analysis.Policy, analysis.TimeClass) (*pipeline.Fit, error) {
	return o.Fit, nil
}

// calibrated gives a service the shipped calibration of the quick test for all it does.
func calibrated(t testing.TB, s *service) {
	t.Helper()
	all, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	fit, err := pipeline.EngineLibrary{Library: all[:1]}.Find(all[0].Recipe, all[0].Policy, all[0].TimeClass)
	if err != nil {
		t.Fatal(err)
	}
	s.Quick.Fits, s.Full.Fits = oneFit{fit}, oneFit{fit}
}

func (s *service) moves(t testing.TB, game, recipe, report string) *reports.GameMoves {
	t.Helper()
	moves, pending, err := s.GameMoves(t.Context(), eventID, game, recipe, report)
	if err != nil || pending {
		t.Fatalf("pending %v, %v", pending, err)
	}
	return moves
}

// games returns the games of the event.
func (s *service) games(t testing.TB) []store.StoredGame {
	t.Helper()
	games, err := s.Store.EventGames(t.Context(), eventID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// The moves of a game say what a test of one of its players says of them: which of them count,
// and with which probabilities.
func TestMovesAgreeWithTheTest(t *testing.T) {
	t.Parallel()
	s := serve(t)
	calibrated(t, s)
	s.accept(t, round8(t))
	s.work(t)
	for _, kind := range []string{reports.QuickKind, reports.FullKind} {
		game := s.gameOf(t, "Firouzja")
		if _, _, err := s.GameMoves(t.Context(), eventID, game, kind, ""); kind == reports.FullKind && fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("before a full test: %v", err)
		}
		order := reports.TestRequest{Kind: kind, Player: "Firouzja"}
		if _, err := s.StartTest(t.Context(), eventID, order, ""); err != nil {
			t.Fatal(err)
		}
		if _, pending, err := s.GameMoves(t.Context(), eventID, game, kind, ""); kind == reports.FullKind && !pending {
			t.Errorf("while it is evaluated: %v", err)
		}
		s.work(t)
		made, err := s.StartTest(t.Context(), eventID, order, "")
		if err != nil || made.Report == "" {
			t.Fatalf("%+v, %v", made, err)
		}
		agrees(t, s, game, made.Report)
		alone := s.moves(t, game, kind, "")
		if alone.Report != "" || alone.Field != nil || alone.Basis.Recipe.Name != kind || alone.White.Counted == 0 {
			t.Errorf("%+v", alone)
		}
	}
}

func (s *service) gameOf(t testing.TB, name string) string {
	t.Helper()
	for _, g := range s.games(t) {
		if strings.Contains(g.White+g.Black, name) {
			return g.ID
		}
	}
	t.Fatalf("no game of %s", name)
	return ""
}

func agrees(t *testing.T, s *service, game, report string) {
	t.Helper()
	test, err := s.madeTest(t.Context(), store.Event{ID: eventID}, report)
	if err != nil || test.Field == nil {
		t.Fatalf("%+v, %v", test, err)
	}
	moves := s.moves(t, game, "", report)
	own := moves.White
	var rows []reports.GameMove
	for _, m := range moves.Moves {
		if m.Color == test.MoveRows[0].Color {
			rows = append(rows, m)
		}
	}
	if test.MoveRows[0].Color == "black" {
		own = moves.Black
	}
	if own.Rating != test.Player.Rating || len(rows) != len(test.MoveRows) || own.Counted != test.Moves || own.Counted == 0 {
		t.Fatalf("%+v, %d moves, of %d in the test", own, len(rows), len(test.MoveRows))
	}
	for i, want := range test.MoveRows {
		got := rows[i].MoveRow
		if got.Excluded != want.Excluded || got.Played != want.Played || got.Match != want.Match || got.Equal != want.Equal ||
			got.Excluded == "" && (got.Best != want.Best || got.Value != want.Value) {
			t.Errorf("%+v, the test says %+v", got, want)
		}
		for _, p := range [][2]*float64{{got.PBest, want.PBest}, {got.PPlayed, want.PPlayed}, {got.Loss, want.Loss}} {
			if (p[0] == nil) != (p[1] == nil) || p[0] != nil && math.Abs(*p[0]-*p[1]) > 1e-8 {
				t.Errorf("ply %d: %v and %v", rows[i].Ply, got, want)
			}
		}
	}
}

// Without a calibration moves are counted, and it is said why nothing is expected.
func TestMovesWithoutACalibration(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	game := ""
	for game == "" { // the import comes first
		next, _ := s.list.take()
		if err := s.Handlers()[next.Kind](t.Context(), next.ID); err != nil {
			t.Fatal(err)
		}
		game = s.games(t)[0].ID
	}
	if _, pending, err := s.GameMoves(t.Context(), eventID, game, "", ""); !pending || err != nil {
		t.Errorf("before it is evaluated: %v, %v", pending, err)
	}
	s.work(t)
	moves := s.moves(t, game, "", "")
	if moves.White.Counted == 0 || moves.White.ExpectedMissing != reports.NoCalibration || moves.Basis.UncalibratedFor != reports.NoCalibration {
		t.Errorf("%+v of %+v", moves.White, moves.Basis)
	}
	counted := 0
	for _, m := range moves.Moves {
		if m.Excluded != "" {
			continue
		}
		counted++
		if m.PPlayed != nil || m.PBest != nil || m.ExpectedMissing != reports.NoCalibration || m.Pawns == nil || m.PlayedPawns == nil || m.Position == "" {
			t.Errorf("%+v", m)
		}
	}
	if counted != moves.White.Counted+moves.Black.Counted {
		t.Errorf("%d moves count, %+v", counted, moves)
	}
}

// Games that do not count show their moves and why; a record that is cut off stops with its
// reason.
func TestMovesThatAreNotCounted(t *testing.T) {
	t.Parallel()
	s := serve(t)
	calibrated(t, s)
	const tags = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Round \""
	s.accept(t, round8(t), [2]string{"odd.pgn", tags + "1\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. O-O *\n\n" +
		tags + "2\"]\n\n1. e4 e5 2. Ke3 *\n\n" + tags + "3\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n"})
	s.work(t)
	byRound := map[string]*reports.GameMoves{}
	for _, g := range s.games(t) {
		byRound[g.Round] = s.moves(t, g.ID, "", "")
	}
	shuffled, cut, nowhere := byRound["1"], byRound["2"], byRound["3"]
	if shuffled.FiguresMissing != string(analysis.NonStandard) || len(shuffled.Moves) != 3 || shuffled.Moves[2].Played != "O-O" ||
		shuffled.Moves[2].Position != "" || shuffled.Moves[2].Turn != 2 || shuffled.Start != "" {
		t.Errorf("%+v", shuffled)
	}
	if cut.FiguresMissing != string(analysis.TooShort) || len(cut.Moves) != 2 || cut.Moves[1].Excluded != string(analysis.TooShort) ||
		cut.Stopped == nil || cut.Stopped.Ply != 2 || cut.Stopped.Token != "Ke3" || cut.Stopped.Reason == "" || cut.Moves[1].Position == "" {
		t.Errorf("%+v", cut)
	}
	if nowhere.Stopped == nil || nowhere.Stopped.Ply != -1 || nowhere.Moves == nil || len(nowhere.Moves) != 0 {
		t.Errorf("%+v", nowhere)
	}
}

// What cannot be answered is refused with its reason.
func TestMovesThatAreRefused(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	games, screening := s.games(t), s.screened(t)
	test, err := s.StartTest(t.Context(), eventID, reports.TestRequest{Kind: "quick", Player: "Firouzja"}, "")
	if err != nil {
		t.Fatal(err)
	}
	s.work(t)
	if test, err = s.Store.Test(t.Context(), test.ID); err != nil {
		t.Fatal(err)
	}
	other := ""
	for _, g := range games {
		if !strings.Contains(g.White+g.Black, "Firouzja") {
			other = g.ID
		}
	}
	for _, c := range []struct {
		game, recipe, report string
		want                 fault.Kind
	}{
		{"none", "", "", fault.NotFound}, {games[0].ID, "deep", "", fault.Invalid}, {games[0].ID, "", screening.ID, fault.Invalid},
		{games[0].ID, "", "none", fault.NotFound}, {games[0].ID, "full", test.Report, fault.Invalid}, {other, "", test.Report, fault.Unprocessable},
	} {
		if _, pending, err := s.GameMoves(t.Context(), eventID, c.game, c.recipe, c.report); pending || fault.KindOf(err) != c.want {
			t.Errorf("%+v: %v, %v", c, pending, err)
		}
	}
	if err := s.Cancel(t.Context(), eventID); err != nil {
		t.Fatal(err)
	}
	if moves := s.moves(t, other, "", ""); moves.White.Counted == 0 {
		t.Error("what is evaluated stays when the rest is cancelled")
	}
}
