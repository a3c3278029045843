package store

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func newBatch(db *DB, t testing.TB, event, id string) Batch {
	t.Helper()
	body := []byte("file of " + id)
	digest := putUpload(t, db, body)
	return Batch{ID: id, Event: event, State: BatchWaiting, Created: start, Token: "token",
		Files: []Upload{{SHA256: digest, Name: "b.pgn", Size: int64(len(body))}, {SHA256: digest, Name: "a.pgn", Size: int64(len(body))}}}
}

func makeBatch(t testing.TB, db *DB, event, id string) Batch {
	t.Helper()
	b, existed, err := db.CreateBatch(t.Context(), newBatch(db, t, event, id), newTask("import "+id, event))
	if err != nil || existed {
		t.Fatalf("batch %s: existed %v, %v", id, existed, err)
	}
	return b
}

func checkBatches(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	want := newBatch(db, t, "a", "one")
	got := makeBatch(t, db, "a", "one")
	want.Seq = 1
	same(t, "created", got, want)
	same(t, "read", must[Batch](t)(db.Batch(t.Context(), "one")), want)
	same(t, "task", must[Task](t)(db.Task(t.Context(), "import one")), newTask("import one", "a"))

	again := newBatch(db, t, "a", "one")
	again.Files, again.Token = nil, "another"
	got, existed, err := db.CreateBatch(t.Context(), again, newTask("another", "a"))
	if err != nil || !existed {
		t.Errorf("the same batch again: existed %v, %v", existed, err)
	}
	same(t, "the same again", got, want)
	_, err = db.Task(t.Context(), "another")
	expectFault(t, err, fault.NotFound, "task_unknown")

	second := makeBatch(t, db, "a", "0two")
	same(t, "all", must[[]Batch](t)(db.Batches(t.Context(), "a", 0, 0)), []Batch{want, second})
	same(t, "after", must[[]Batch](t)(db.Batches(t.Context(), "a", 1, 5)), []Batch{second})
	same(t, "limited", must[[]Batch](t)(db.Batches(t.Context(), "a", 0, 1)), []Batch{want})
	same(t, "of another event", must[[]Batch](t)(db.Batches(t.Context(), "b", 0, 0)), nil)

	_, _, err = db.CreateBatch(t.Context(), newBatch(db, t, "z", "three"), newTask("x", "z"))
	expectFault(t, err, fault.NotFound, "event_unknown")
	_, err = db.Batch(t.Context(), "three")
	expectFault(t, err, fault.NotFound, "batch_unknown")
	lost := newBatch(db, t, "a", "three")
	lost.Files[1].SHA256 = "not there"
	_, _, err = db.CreateBatch(t.Context(), lost, newTask("x", "a"))
	expectFault(t, err, fault.Internal, "database_rule")
	_, err = db.Batch(t.Context(), "three") // all or nothing
	expectFault(t, err, fault.NotFound, "batch_unknown")

	if _, err := db.ChangeEvent(t.Context(), "a", 0, func(e *Event) error { e.State = EventClosed; return nil }); err != nil {
		t.Fatal(err)
	}
	_, _, err = db.CreateBatch(t.Context(), newBatch(db, t, "a", "three"), newTask("x", "a"))
	expectFault(t, err, fault.Conflict, "event_closed")
	if _, existed, err := db.CreateBatch(t.Context(), newBatch(db, t, "a", "one"), newTask("x", "a")); err != nil || !existed {
		t.Errorf("a batch that was there before the event was closed: existed %v, %v", existed, err)
	}
}

func checkRemember(t *testing.T, db *DB) {
	r := Remembered{Token: "t", Key: "k", Digest: "d", Batch: "b", Created: start}
	got, existed, err := db.Remember(t.Context(), r)
	if err != nil || existed || got != r {
		t.Errorf("%+v, %v, %v", got, existed, err)
	}
	again := r
	again.Batch = "another"
	if got, existed, err = db.Remember(t.Context(), again); err != nil || !existed || got != r {
		t.Errorf("again: %+v, %v, %v", got, existed, err)
	}
	again.Digest = "another"
	_, _, err = db.Remember(t.Context(), again)
	expectFault(t, err, fault.Conflict, "idempotency_key")
	again.Token = "another" // whose key is another
	if _, existed, err = db.Remember(t.Context(), again); err != nil || existed {
		t.Errorf("of another token: %v, %v", existed, err)
	}
}

// newGame is a game whose body contains text. Games with the same id and different texts are
// corrections of each other.
func newGame(id, text string, number int) StoredGame {
	body := []byte(fmt.Sprintf("{%q:%q}", id, text))
	return StoredGame{ID: id, SHA256: hexDigest(body), Body: body, File: "a.pgn", Number: number, Line: 20 * number,
		White: "White of " + id, Black: "Black of " + id, WhiteFide: "100", BlackFide: "200", Round: "3", Date: "2025.03.01",
		Result: "1/2-1/2", Plies: 77}
}

// resultOf is the result of reading these games.
func resultOf(batch string, games ...StoredGame) BatchResult {
	r := BatchResult{ID: batch, Games: games, At: start}
	for _, g := range games {
		r.Outcomes = append(r.Outcomes, GameOutcome{File: g.File, Game: g.Number, Line: g.Line, Kind: OutcomeNew, GameID: g.ID})
	}
	return r
}

func finish(t testing.TB, db *DB, r BatchResult) int64 {
	t.Helper()
	return must[int64](t)(db.FinishBatch(t.Context(), r))
}

func ids(games []StoredGame) (ids []string) {
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

func kinds(outcomes []GameOutcome) (kinds []OutcomeKind) {
	for _, o := range outcomes {
		kinds = append(kinds, o.Kind)
	}
	return kinds
}

func checkFinishBatch(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	for _, id := range []string{"one", "two", "three", "four"} {
		makeBatch(t, db, "a", id)
	}
	g1, g2, g3 := newGame("g1", "", 1), newGame("g2", "", 2), newGame("g3", "cut short", 4)
	r := resultOf("one", g2, g1, g2, g3)
	bad := GameOutcome{File: "a.pgn", Game: 3, Line: 60, Kind: OutcomeBad, Reason: "this is no move", Token: "Zz9"}
	r.Outcomes = append(r.Outcomes[:3:3], bad, r.Outcomes[3])
	r.Outcomes[4].Kind, r.Outcomes[4].Reason = OutcomeCut, "no move"
	if generation := finish(t, db, r); generation != 1 {
		t.Errorf("generation %d", generation)
	}
	b := must[Batch](t)(db.Batch(t.Context(), "one"))
	if want := (BatchCounts{Read: 5, New: 3, Known: 1, Bad: 1}); b.State != BatchDone || b.Counts != want {
		t.Errorf("%s, %+v", b.State, b.Counts)
	}
	outcomes := must[[]GameOutcome](t)(db.Outcomes(t.Context(), "one", 0, 0))
	same(t, "kinds", kinds(outcomes), []OutcomeKind{OutcomeNew, OutcomeNew, OutcomeKnown, OutcomeBad, OutcomeCut})
	bad.N = 4
	same(t, "bad", must[[]GameOutcome](t)(db.Outcomes(t.Context(), "one", 3, 1)), []GameOutcome{bad})
	same(t, "games", ids(must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 0, 0))), []string{"g2", "g1", "g3"})

	// Again, and after a failure that came too late.
	finish(t, db, r)
	ok(t, db.FailBatch(t.Context(), "one", "too late"))
	same(t, "finished again", must[Batch](t)(db.Batch(t.Context(), "one")), b)

	// The next round: one game corrected, one new, the bodies put before.
	corrected, g4 := newGame("g1", "rating 2400", 9), newGame("g4", "", 10)
	ok(t, db.PutGames(t.Context(), []StoredGame{corrected, g4, g2}))
	bodiless := []StoredGame{corrected, g2, g4}
	for i := range bodiless {
		bodiless[i].Body = nil
	}
	if generation := finish(t, db, resultOf("two", bodiless...)); generation != 2 {
		t.Errorf("generation %d", generation)
	}
	outcomes = must[[]GameOutcome](t)(db.Outcomes(t.Context(), "two", 0, 0))
	same(t, "kinds", kinds(outcomes), []OutcomeKind{OutcomeCorrected, OutcomeKnown, OutcomeNew})
	games := must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 0, 0))
	same(t, "games", ids(games), []string{"g2", "g1", "g3", "g4"})
	if games[1].SHA256 != corrected.SHA256 || games[1].Number != 9 {
		t.Errorf("in place of the corrected game there is %+v", games[1])
	}
	same(t, "the body before", must[StoredGame](t)(db.Game(t.Context(), g1.SHA256)).Body, g1.Body)

	// Nothing new.
	if generation := finish(t, db, resultOf("three", bodiless...)); generation != 2 {
		t.Errorf("generation %d after a batch with nothing new", generation)
	}
	// A game whose body is missing changes nothing, and the batch can be finished later.
	g5 := newGame("g5", "", 1)
	ok(t, db.FailBatch(t.Context(), "four", "it could not be read"))
	unput := g5
	unput.Body = nil
	_, err := db.FinishBatch(t.Context(), resultOf("four", unput))
	expectFault(t, err, fault.Internal, "database_rule")
	b = must[Batch](t)(db.Batch(t.Context(), "four"))
	if b.State != BatchFailed || b.Reason != "it could not be read" {
		t.Errorf("%s: %s", b.State, b.Reason)
	}
	if generation := finish(t, db, resultOf("four", g5)); generation != 3 {
		t.Errorf("generation %d", generation)
	}
	b = must[Batch](t)(db.Batch(t.Context(), "four"))
	if b.State != BatchDone || b.Reason != "" {
		t.Errorf("%s: %s", b.State, b.Reason)
	}
	_, err = db.FinishBatch(t.Context(), resultOf("unknown", g5))
	expectFault(t, err, fault.NotFound, "batch_unknown")
	if e := must[Event](t)(db.Event(t.Context(), "a")); e.Games != 3 || e.Version != 1 {
		t.Errorf("generation %d, version %d", e.Games, e.Version)
	}
}

// Overlapping batches are finished by many callers at once, each of them twice. Every game is
// in the event once, and new once.
func checkFinishBatchTogether(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	const batches, games = 6, 30
	for i := range batches {
		makeBatch(t, db, "a", fmt.Sprint(i))
	}
	var wg sync.WaitGroup
	for i := range 2 * batches {
		wg.Go(func() {
			var some []StoredGame
			for j := range games {
				some = append(some, newGame(fmt.Sprintf("g%d", (i*7+j*11)%(2*games)), "", j))
			}
			if _, err := db.FinishBatch(t.Context(), resultOf(fmt.Sprint(i%batches), some...)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	linked := must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 0, 0))
	fresh := 0
	for _, b := range must[[]Batch](t)(db.Batches(t.Context(), "a", 0, 0)) {
		if b.State != BatchDone || b.Counts.Read != games || b.Counts.New+b.Counts.Known != games {
			t.Errorf("batch %s: %s, %+v", b.ID, b.State, b.Counts)
		}
		fresh += b.Counts.New
	}
	seen := map[string]bool{}
	for i, g := range linked {
		if seen[g.ID] || g.Seq != int64(i+1) {
			t.Errorf("game %s twice, or number %d at place %d", g.ID, g.Seq, i+1)
		}
		seen[g.ID] = true
	}
	if fresh != len(linked) || len(linked) < games {
		t.Errorf("%d games are new and %d in the event", fresh, len(linked))
	}
}

func checkGames(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	makeEvent(t, db, "b")
	makeBatch(t, db, "a", "one")
	makeBatch(t, db, "b", "two")
	var want []StoredGame
	for i := range 203 {
		g := newGame(fmt.Sprintf("g%d", i), fmt.Sprint(i), i)
		g.Seq = int64(i + 1)
		want = append(want, g)
	}
	finish(t, db, resultOf("one", want...))
	finish(t, db, resultOf("two", want[5]))

	same(t, "of an event", must[StoredGame](t)(db.EventGame(t.Context(), "a", "g9")), want[9])
	_, err := db.EventGame(t.Context(), "b", "g9")
	expectFault(t, err, fault.NotFound, "game_unknown")
	alone := want[9].At(analysis.Source{})
	alone.Seq = 0
	same(t, "by digest", must[StoredGame](t)(db.Game(t.Context(), alone.SHA256)), alone)
	_, err = db.Game(t.Context(), "unknown")
	expectFault(t, err, fault.NotFound, "game_unknown")

	listed := want[100:102]
	for i := range listed {
		listed[i].Body = nil
	}
	same(t, "list", must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 100, 2)), listed)
	var places []StoredGame
	for _, g := range listed {
		places = append(places, StoredGame{ID: g.ID, SHA256: g.SHA256, File: g.File, Number: g.Number, Line: g.Line, Seq: g.Seq})
	}
	same(t, "places", must[[]StoredGame](t)(db.EventPlaces(t.Context(), "a", 100, 2)), places)

	wrong := newGame("wrong", "", 1)
	wrong.SHA256 = alone.SHA256
	expectFault(t, db.PutGames(t.Context(), []StoredGame{wrong}), fault.Invalid, "game_digest")

	must[int](t)(session{on: db.write, dialect: db.dialect}.exec(t.Context(), `UPDATE games SET body = ? WHERE sha256 = ?`,
		db.packing.pack([]byte("altered")), want[0].SHA256))
	must[int](t)(session{on: db.write, dialect: db.dialect}.exec(t.Context(), `UPDATE games SET body = ? WHERE sha256 = ?`,
		[]byte("not packed"), want[1].SHA256))
	for _, g := range want[:2] {
		_, err = db.Game(t.Context(), g.SHA256)
		expectFault(t, err, fault.Corrupt, "game_damaged")
	}
}

func checkEventInput(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	said := func(file, errors, notes string) FileInput {
		return FileInput{File: file, Errors: json.RawMessage(errors), Notes: json.RawMessage(notes)}
	}
	for _, step := range []struct {
		in         []FileInput
		want       []FileInput
		generation int64
	}{
		{[]FileInput{said("z.pgn", `[1]`, `[]`), said("a.pgn", `["ё"]`, ``)}, []FileInput{said("z.pgn", `[1]`, `[]`), said("a.pgn", `["ё"]`, `null`)}, 1},
		{[]FileInput{said("z.pgn", `[1]`, `[]`)}, []FileInput{said("z.pgn", `[1]`, `[]`), said("a.pgn", `["ё"]`, `null`)}, 1},
		{[]FileInput{said("b.pgn", `[]`, `[]`), said("z.pgn", `[]`, `[]`)},
			[]FileInput{said("z.pgn", `[]`, `[]`), said("a.pgn", `["ё"]`, `null`), said("b.pgn", `[]`, `[]`)}, 2},
	} {
		id := fmt.Sprint(len(must[[]Batch](t)(db.Batches(t.Context(), "a", 0, 0))))
		makeBatch(t, db, "a", id)
		if generation := finish(t, db, BatchResult{ID: id, Inputs: step.in}); generation != step.generation {
			t.Errorf("generation %d, want %d", generation, step.generation)
		}
		same(t, "input", must[[]FileInput](t)(db.EventInput(t.Context(), "a")), step.want)
	}
}

// A batch of many games has the same result as one of few, and lets others write meanwhile. So
// it does if an earlier attempt broke off half-way, and if another batch comes in between.
func checkFinishBatchInPieces(t *testing.T, db *DB) {
	makeEvent(t, db, "a")
	for _, id := range []string{"small", "large", "again"} {
		makeBatch(t, db, "a", id)
	}
	finish(t, db, resultOf("small", newGame("g0", "before", 1), newGame("g1", "", 2)))

	const n = 5 * piece
	var games []StoredGame
	for i := range n {
		games = append(games, newGame(fmt.Sprint("g", i), "", i+1))
	}
	games = append(games, games[7])
	r := resultOf("large", games...)
	s, _, err := db.settleBatch(t.Context(), r)
	ok(t, err)
	s.links = s.links[:n/2]
	ok(t, db.putAside(t.Context(), s)) // and was killed
	if seen := must[[]GameOutcome](t)(db.Outcomes(t.Context(), "large", 0, 0)); len(seen) > 0 {
		t.Errorf("%d outcomes of a batch that is not done", len(seen))
	}

	ended := make(chan int64, 1)
	go func() { ended <- must[int64](t)(db.FinishBatch(t.Context(), r)) }()
	written, generation := 0, int64(0)
	for generation == 0 {
		makeEvent(t, db, fmt.Sprint("other", written))
		written++
		select {
		case generation = <-ended:
		default:
		}
	}
	if generation != 2 || written < 5 {
		t.Errorf("generation %d; others wrote %d times meanwhile", generation, written)
	}
	b := must[Batch](t)(db.Batch(t.Context(), "large"))
	if want := (BatchCounts{Read: n + 1, New: n - 2, Known: 2, Corrected: 1}); b.State != BatchDone || b.Counts != want {
		t.Errorf("%s, %+v", b.State, b.Counts)
	}
	outcomes := must[[]GameOutcome](t)(db.Outcomes(t.Context(), "large", 0, 0))
	same(t, "first outcomes", kinds(outcomes[:3]), []OutcomeKind{OutcomeCorrected, OutcomeKnown, OutcomeNew})
	stored := must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 0, 0))
	if len(outcomes) != n+1 || len(stored) != n || stored[0].SHA256 != games[0].SHA256 {
		t.Errorf("%d outcomes, %d games, the first is %+v", len(outcomes), len(stored), stored[0])
	}
	if generation := finish(t, db, r); generation != 2 {
		t.Errorf("finished again: generation %d", generation)
	}

	// A stage that was settled before another batch came in is not moved.
	late := resultOf("again", games...)
	late.Games[9] = newGame("g9", "corrected", 10)
	s, _, err = db.settleBatch(t.Context(), late)
	ok(t, err)
	ok(t, db.putAside(t.Context(), s))
	makeBatch(t, db, "a", "between")
	finish(t, db, resultOf("between", newGame("g9", "by another", 10)))
	if _, moved, err := db.moveStage(t.Context(), late, s); moved || err != nil {
		t.Errorf("moved %v, %v", moved, err)
	}
	if generation := finish(t, db, late); generation != 4 {
		t.Errorf("generation %d", generation)
	}
	left := must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT (SELECT count(*) FROM staged_games) + (SELECT count(*) FROM staged_outcomes)`))
	if left != 0 {
		t.Errorf("%d rows are left aside", left)
	}
}
