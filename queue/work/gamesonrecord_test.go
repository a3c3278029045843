package work

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"fairplay/queue"
	"fairplay/reports"
)

// The games that were handed in are counted in one way: before their files are read, while they are evaluated, and as the
// screening counts them in the end. Every game is somewhere, and every game that is not in the figures has its reason.
func TestGamesAreCountedInOneWay(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t), hard(t), [2]string{"long.pgn", "[White \"E\"]\n\n1. e4 {" + strings.Repeat("long ", 1<<20) + "} *\n"})
	if r := s.countGames(t); r.Files != 1 || r.Counts.Read != 0 {
		t.Errorf("before the files are read: %+v", r)
	}
	next, ok := s.list.take()
	if !ok || next.Kind != queue.ItemKind(Import) {
		t.Fatalf("the first task is %+v", next)
	}
	if err := s.Handlers()[next.Kind](t.Context(), next.ID); err != nil {
		t.Fatal(err)
	}
	read := s.countGames(t)
	if read.Files != 0 || read.Evaluated != 0 || read.Waiting != read.Counts.Analysed || read.Waiting == 0 {
		t.Errorf("after the files are read: %+v", read)
	}
	s.work(t)
	done := s.countGames(t)
	var screening reports.Screening
	if err := json.Unmarshal(s.screened(t).Body, &screening); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(done.Counts, screening.Games) || !reflect.DeepEqual(done.Counts, read.Counts) {
		t.Errorf("the event counts %+v, at first %+v, its screening %+v", done.Counts, read.Counts, screening.Games)
	}
	if done.Waiting != 0 || done.Evaluated != done.Counts.Analysed {
		t.Errorf("in the end %d are evaluated, %d wait", done.Evaluated, done.Waiting)
	}
	if c := done.Counts; c.Read != c.Analysed+len(done.LeftOut)+c.Bad || c.Bad != 1 || len(done.Errors) != len(screening.Errors) {
		t.Errorf("of %d games %d count, %d are left out, %d could not be read; %d errors, %d in the screening",
			c.Read, c.Analysed, len(done.LeftOut), c.Bad, len(done.Errors), len(screening.Errors))
	}
	reasons := map[string]int{}
	for _, g := range done.LeftOut {
		reasons[g.Excluded]++
		if g.File == "" || g.Line == 0 || g.White == "" {
			t.Errorf("nobody can find %+v", g)
		}
	}
	if !reflect.DeepEqual(reasons, done.Counts.Excluded) || reasons["duplicate"] != 2 || reasons["too_short"] != 3 {
		t.Errorf("the games give the reasons %v, the counts %v", reasons, done.Counts.Excluded)
	}
}

// countGames counts the games of the event.
func (s *service) countGames(t *testing.T) *reports.GamesOnRecord {
	t.Helper()
	r, err := s.GamesOnRecord(t.Context(), eventID)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
