package work

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// storedSheets stores made-up sheets for so many games of 350 players.
func storedSheets(t testing.TB, s *service, games int) (*keptSheets, *pipeline.EventScreening, *tournament.Selection) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	in := &eventInput{digests: map[string]string{}}
	for i := range games {
		g := &analysis.Game{ID: fmt.Sprintf("%064x", i), Round: fmt.Sprint(1 + i/175), Variant: analysis.Standard, Date: fmt.Sprintf("2020.01.%02d", 1+i/175%28), Awarded: "1-0", Played: true}
		a := i % 350
		b := (a + 1 + i/350) % 350
		g.White, g.Black = player(a), player(b)
		g.Plies = make([]analysis.Ply, 60)
		in.Games = append(in.Games, g)
		in.digests[g.ID] = fmt.Sprintf("body %d", i)
	}
	terms, err := s.terms(EvaluateQuick, store.Event{TimeClass: analysis.StandardTime})
	if err != nil {
		t.Fatal(err)
	}
	screening := &pipeline.EventScreening{Terms: terms}
	chosen := screening.Choose(in.Input)
	k := s.sheets(in)
	var sheets []store.StoredSheet
	names := k.names(screening, chosen.Games, chosen.Roster, nil)
	for i, g := range chosen.Games {
		sheet := reports.NewSheet(g, nil)
		for c := range sheet.Sides {
			for _, q := range score.Quantities() {
				*sheet.Sides[c].Sums.At(q) = score.Sum{N: 20, Actual: 10, Squares: random.Float64(), Expected: random.Float64() * 20, Variance: 4, Slope: 0.01, Third: random.Float64()}
			}
			sheet.Sides[c].Sums.Gradient, sheet.Sides[c].Sums.Information = random.NormFloat64()*0.01, 4e-5*(1+random.Float64())
			sheet.Sides[c].Excluded[analysis.InBook] = 8
			sheet.Sides[c].Excluded[analysis.Forced] = 1
		}
		sheets = append(sheets, store.StoredSheet{Name: names[i], Body: reports.EncodeSheet(sheet)})
	}
	if err := s.Store.PutSheets(t.Context(), sheets, s.at()); err != nil {
		t.Fatal(err)
	}
	return k, screening, chosen
}

func player(n int) analysis.Player {
	return analysis.Player{Name: fmt.Sprintf("Player%c%c, A", 'a'+n/26, 'a'+n%26), Rating: 2000 + n}
}

// BenchmarkSheets adds up the stored sheets of an event, as one more game makes it do.
func BenchmarkSheets(b *testing.B) {
	for _, n := range []int{2000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := serve(b)
			k, screening, chosen := storedSheets(b, s, n)
			if len(chosen.Games) != n {
				b.Fatal(len(chosen.Games), chosen.Counts)
			}
			for b.Loop() {
				if _, _, err := k.count(b.Context(), screening, chosen.Games, chosen.Roster, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// compiled returns the present screening of the event, compiled anew.
func (s *service) compiled(t *testing.T) []byte {
	t.Helper()
	e, err := s.Store.Event(t.Context(), eventID)
	if err != nil {
		t.Fatal(err)
	}
	today, err := s.screeningTask(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	body, _, err := s.screen(t.Context(), e, today)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// Sheets in memory never outlive those of the store: whatever another process does to them, the
// next screening is that of a process which has just started.
func TestSheetsInMemoryAreThoseOfTheStore(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, fileText(t, demo))
	s.work(t)
	before := s.compiled(t)
	name := s.anySheet(t)
	sheets, err := s.Store.Sheets(t.Context(), []string{name})
	if err != nil || len(sheets) != 1 {
		t.Fatalf("%d sheets, %v", len(sheets), err)
	}
	other, err := reports.DecodeSheet(sheets[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	other.Sides[analysis.White].Sums.AE.Actual += 5
	for _, c := range []struct {
		name  string
		write []byte
		same  bool
	}{
		{"written otherwise", reports.EncodeSheet(other), false},
		{"removed", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.removeSheet(t, name)
			if c.write != nil {
				if err := s.Store.PutSheets(t.Context(), []store.StoredSheet{{Name: name, Body: c.write}}, s.at()); err != nil {
					t.Fatal(err)
				}
			}
			got, want := s.compiled(t), reopen(t, s.source).compiled(t)
			if !bytes.Equal(got, want) {
				t.Errorf("with sheets in memory\n%s\nwithout\n%s", got, want)
			}
			if bytes.Equal(got, before) != c.same {
				t.Errorf("the screening is the same as before: %v", !c.same)
			}
		})
	}
}

// anySheet returns the name of a stored sheet.
func (s *service) anySheet(t *testing.T) (name string) {
	t.Helper()
	db, err := sql.Open("sqlite", s.source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT min(name) FROM sheets`).Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

func (s *service) removeSheet(t *testing.T, name string) {
	t.Helper()
	db, err := sql.Open("sqlite", s.source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `DELETE FROM sheets WHERE name = ?`, name); err != nil {
		t.Fatal(err)
	}
}

// What a running service keeps from one screening to the next is never out of date: after each change its screening is that
// of a process which has just started.
func TestWhatIsKeptIsUpToDate(t *testing.T) {
	t.Parallel()
	s := serve(t)
	file := fileText(t, demo)[1]
	last := strings.LastIndex(file, "[Event ")
	first := strings.LastIndex(file[:last], "[Event ")
	handIn := func(name, text string) func() {
		return func() { s.accept(t, [2]string{name, text}) }
	}
	state := func(says tournament.EntryBody) func() {
		return func() {
			if _, err := s.note(t.Context(), eventID, "token", s.at(), says, func(store.Event) bool { return true }); err != nil {
				t.Fatal(err)
			}
		}
	}
	change := func(to func(*store.Event)) func() {
		return func() {
			if _, err := s.Store.ChangeEvent(t.Context(), eventID, 0, func(e *store.Event) error { to(e); return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	player := roster.Entry{Number: 1, Name: "Firouzja, Alireza", FideID: "12573981", Rating: 2770, InForce: roster.Rating{Rating: 2600, Basis: roster.ByList}}
	before := []byte(nil)
	for _, c := range []struct {
		name string
		does func()
		same bool
	}{
		{"games come", handIn("one.pgn", file[:last]), false},
		{"one more game", handIn("two.pgn", file[last:]), false},
		{"a game of an earlier day", handIn("three.pgn", strings.Replace(strings.Replace(file[last:], "2021.11.04", "2021.11.03", 1), "8.", "7.", 1)), false},
		{"a game of a later day", handIn("four.pgn", strings.Replace(strings.Replace(file[last:], "2021.11.04", "2021.11.05", 1), "8.", "9.", 1)), false},
		{"a corrected rating", handIn("one.pgn", strings.Replace(file[:last], `"2770"`, `"2710"`, 1)), false},
		{"a corrected name", handIn("one.pgn", strings.Replace(file[:last], "Firouzja, Alireza", "Firouzja, A.", 1)), false},
		{"a shorter file", handIn("one.pgn", file[:first]), false},
		{"players are stated", state(tournament.PlayersList{Players: []roster.Entry{player}}), false},
		{"another class", change(func(e *store.Event) { e.TimeClass = analysis.Rapid }), false},
		{"the class again", change(func(e *store.Event) { e.TimeClass = analysis.StandardTime }), false},
		{"nothing", func() {}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.does()
			s.work(t)
			got, want := s.compiled(t), reopen(t, s.source).compiled(t)
			if !bytes.Equal(got, want) {
				t.Errorf("a running service says\n%s\none that has just started\n%s", got, want)
			}
			if bytes.Equal(got, before) != c.same {
				t.Errorf("the screening is the same as before: %v", !c.same)
			}
			before = got
		})
	}
}
