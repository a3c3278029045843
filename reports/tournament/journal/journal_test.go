package journal_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
	"fairplay/reports/tournament/roster"
)

// room is a service over a database of its own with one event.
type room struct {
	*testing.T
	*journal.Service
	db    *store.DB
	work  work.Intake
	event string
}

func open(t *testing.T, e store.Event) *room {
	t.Helper()
	db, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "fairplay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	w := &work.Service{Store: db, Now: now, Spool: t.TempDir()}
	r := &room{T: t, Service: &journal.Service{Store: db, Games: work.Intake{Service: w}, Dossiers: work.Records{Service: w}, Now: now,
		Room: func(context.Context, *door.Caller) (func(), error) { return func() {}, nil }}, db: db, work: work.Intake{Service: w}, event: "event"}
	e.ID, e.Name, e.State, e.TimeClass, e.Created = r.event, "Open", store.EventOpen, cmp.Or(e.TimeClass, analysis.StandardTime), now()
	r.must(db.CreateEvent(t.Context(), e))
	return r
}

// chief is the chief arbiter of the event, let in.
func (r *room) chief() *door.Caller {
	r.Helper()
	e, err := r.db.Event(r.Context(), r.event)
	r.must(err)
	audit := func(context.Context, ...store.AuditEntry) error { return nil }
	return &door.Caller{Door: door.New(r.db, audit, r.Now), Token: store.Token{ID: "chief", Grants: []access.Grant{{Role: access.ChiefArbiter, Event: r.event}}}, Event: &e}
}

func (r *room) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// codeOf returns the code of an error, "" for none.
func codeOf(err error) string {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Code
	}
	return ""
}

// handIn receives a file for the time of do.
func (r *room) handIn(name, text string, do func(work.Received) error) error {
	r.Helper()
	file, err := r.work.Receive(r.Context(), name, strings.NewReader(text), 1<<20)
	r.must(err)
	defer func() { r.must(file.Discard()) }()
	return do(file)
}

func (r *room) take(name, text string) {
	r.Helper()
	r.must(r.handIn(name, text, func(f work.Received) error {
		_, err := r.ImportRoster(r.Context(), r.chief(), &f)
		return err
	}))
}

// lists imports rating lists of a month, "mar26", in which one player has these ratings.
func (r *room) list(month, reason string, ratings ...int) error {
	r.Helper()
	text := fmt.Sprintf("ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA %s Gms K  B-day Flag\n", strings.ToUpper(month))
	for i, rating := range ratings {
		text += fmt.Sprintf("%-15d%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6d%-4s%-3s%-6s%-4s\n", i+101, fmt.Sprintf("Player, %c", 'A'+i), "UKR", "M", "", "", "", "", rating, "0", "20", "1990", "")
	}
	return r.handIn("standard_"+month+"frl.txt", text, func(f work.Received) error {
		_, err := r.ImportFideList(r.Context(), r.chief(), f, "", reason)
		return err
	})
}

const table = "No,Name,FIDE id,Rating\n1,\"Player, A\",101,2000\n2,\"Player, B\",102,2100\n3,\"Player, C\",,2200\n"

// rated says which rating each player has, and from which list.
func (r *room) rated() string {
	r.Helper()
	now, err := r.Roster(r.Context(), r.chief())
	r.must(err)
	var all []string
	for _, p := range now.Players {
		text := strings.TrimSpace(fmt.Sprintf("%d %s", p.InForce.Rating, p.InForce.List))
		for _, later := range p.Later {
			text += fmt.Sprintf(" then %d", later.InForce.Rating)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

func (r *room) is(want string) {
	r.Helper()
	if got := r.rated(); got != want {
		r.Errorf("ratings %q, want %q", got, want)
	}
}

func (r *room) entries() string {
	r.Helper()
	journal, err := r.db.Journal(r.Context(), r.event)
	r.must(err)
	var kinds []string
	for _, e := range journal {
		kinds = append(kinds, string(e.Kind))
	}
	return strings.Join(kinds, " ")
}

// Ratings are looked up anew when a list comes, when another takes its place and when the day on which
// the event starts is stated, whatever came first; what comes out as before is not written.
func TestRatingsInForce(t *testing.T) {
	t.Parallel()
	r := open(t, store.Event{})
	r.take("players.csv", table)
	r.is("2000; 2100; 2200")
	r.must(r.list("mar26", "", 2010, 2110))
	r.is("2000; 2100; 2200") // nobody has said when the event starts

	e, err := r.db.ChangeEvent(t.Context(), r.event, 0, func(e *store.Event) error { e.Start, e.End = "2026-03-14", "2026-03-22"; return nil })
	r.must(err)
	r.must(r.RateAnew(t.Context(), e, "chief"))
	r.is("2010 2026-03 standard; 2110 2026-03 standard; 2200")
	if got := r.entries(); got != "players ratings" {
		t.Errorf("journal: %s", got)
	}
	r.must(r.RateAnew(t.Context(), e, "chief"))
	r.must(r.list("apr26", "", 2020, 2120)) // of another month
	if got := r.entries(); got != "players ratings" {
		t.Errorf("journal: %s", got)
	}

	if err := r.list("mar26", "", 2011, 2111); codeOf(err) != "list_exists" {
		t.Errorf("another list of the month: %v", err)
	}
	r.must(r.list("mar26", "FIDE has published it anew", 2011, 2111))
	r.is("2011 2026-03 standard; 2111 2026-03 standard; 2200")

	_, err = r.ChangePlayer(t.Context(), r.chief(), journal.PlayerChange{Number: 3, FideID: "102"})
	if fault.KindOf(err) != fault.Invalid { // that of number 2
		t.Errorf("two players of one FIDE id: %v", err)
	}
	now, err := r.ChangePlayer(t.Context(), r.chief(), journal.PlayerChange{Number: 3, Rating: 2250})
	r.must(err)
	if p := now.Players[2]; !p.Estimated || p.InForce.Basis != roster.ByEstimate || now.List != "2026-03 standard" {
		t.Errorf("a rating that no list has: %+v, lists %q", p, now.List)
	}
	r.take("players.csv", table) // what an arbiter has stated stays
	r.is("2011 2026-03 standard; 2111 2026-03 standard; 2250")

	e, err = r.db.ChangeEvent(t.Context(), r.event, 0, func(e *store.Event) error { e.Start, e.End = "2026-04-01", "2026-04-09"; return nil })
	r.must(err)
	r.must(r.RateAnew(t.Context(), e, "chief"))
	r.is("2020 2026-04 standard; 2120 2026-04 standard; 2250")
}

// In events of more than 30 days the list of the day of the game is in force (B01 1.1.4).
func TestLongEvent(t *testing.T) {
	t.Parallel()
	r := open(t, store.Event{Start: "2026-03-14", End: "2026-05-20"})
	r.must(r.list("mar26", "", 2010, 2110))
	r.take("players.csv", table)
	r.is("2010 2026-03 standard; 2110 2026-03 standard; 2200")
	r.must(r.list("may26", "", 2030))
	r.must(r.list("apr26", "", 2020, 2120))
	r.is("2010 2026-03 standard then 2020 then 2030; 2110 2026-03 standard then 2120; 2200")
	now, err := r.Roster(t.Context(), r.chief())
	r.must(err)
	for day, want := range map[string]int{"": 2010, "2026.03.31": 2010, "2026.04.01": 2020, "2026.05.??": 2030, "2026.??.??": 2010} {
		if got := now.Players[0].On(day).Rating; got != want {
			t.Errorf("on %q the rating %d is in force, want %d", day, got, want)
		}
	}
}

// Two who change the roster at once do not lose what the other wrote, and a change that rests on an older
// roster is refused.
func TestChangesAtOnce(t *testing.T) {
	t.Parallel()
	r := open(t, store.Event{Start: "2026-03-14"})
	r.take("players.csv", table)
	before, err := r.Roster(t.Context(), r.chief())
	r.must(err)
	var all sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		all.Go(func() {
			_, errs[i] = r.ChangePlayer(t.Context(), r.chief(), journal.PlayerChange{Number: i + 1, Title: "FM"})
		})
	}
	all.Wait()
	now, err := r.Roster(t.Context(), r.chief())
	r.must(err)
	for i, p := range now.Players {
		if errs[i] != nil || p.Title != "FM" {
			t.Errorf("number %d: %v, %+v", i+1, errs[i], p)
		}
	}
	if _, err := r.ChangePlayer(t.Context(), r.chief(), journal.PlayerChange{Number: 1, Title: "GM", Version: before.Version}); codeOf(err) != "roster_changed" {
		t.Errorf("on an older roster: %v", err)
	}
}

// A closed event takes a tick of a duty and nothing else.
func TestClosedEvent(t *testing.T) {
	t.Parallel()
	r := open(t, store.Event{Start: "2026-03-14"})
	write := func(body tournament.EntryBody) error {
		_, err := r.Write(t.Context(), r.event, "arbiter", body.Kind(), func(store.Event, []tournament.JournalEntry) ([]tournament.EntryBody, error) {
			return []tournament.EntryBody{body}, nil
		})
		return err
	}
	r.must(write(tournament.Closing{Undone: []tournament.Undone{}}))
	r.must(write(tournament.DutyTick{Duty: "registration", State: tournament.DutyDone, Date: "2026-03-01"}))
	for name, err := range map[string]error{
		"answer": write(tournament.NameAnswer{Called: roster.Called{Name: "A"}}),
		"roster": r.handIn("players.csv", table, func(f work.Received) error {
			_, err := r.ImportRoster(t.Context(), r.chief(), &f)
			return err
		}),
	} {
		if codeOf(err) != "event_closed" {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.must(r.list("mar26", "", 2010)) // and its ratings stay as they were
	if got := r.entries(); got != "closing duty" {
		t.Errorf("journal: %s", got)
	}
}

// Without a roster nobody can say whom names mean; with one, names that it does not have are asked for.
func TestQuestionsOfARosterAlone(t *testing.T) {
	t.Parallel()
	r := open(t, store.Event{Start: "2026-03-14"})
	open, err := r.Questions(t.Context(), r.chief())
	r.must(err)
	if open.Known {
		t.Errorf("known without a roster: %+v", open)
	}
	r.take("players.csv", table)
	if open, err = r.Questions(t.Context(), r.chief()); err != nil || !open.Known || open.Answers == nil {
		t.Errorf("%+v, %v", open, err)
	}
}
