package api_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// receive makes a tournament file the one of an event.
func (h *house) receive(event, name string, text []byte) {
	h.t.Helper()
	sum := sha256.Sum256(text)
	digest := hex.EncodeToString(sum[:])
	h.must(h.db.PutUpload(h.t.Context(), digest, int64(len(text)), bytes.NewReader(text), h.clock.now()))
	entry, err := tournament.NewEntry(tournament.TournamentFile{File: name, SHA256: digest, Bytes: int64(len(text))}, "somebody", h.clock.now())
	h.must(err)
	_, err = h.db.AppendJournal(h.t.Context(), event, func(store.Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		return []tournament.JournalEntry{entry}, nil
	})
	h.must(err)
}

// stateFacts states facts of an event, as JSON.
func (c *caller) stateFacts(event, change string) {
	c.t.Helper()
	c.want(c.call("PATCH", "/v1/events/"+event, change, "If-Match: *"), http.StatusOK, nil)
}

// grandSwiss is the Grand Swiss of 2021: its tournament file, and every game as far as its first
// moves, one to a string.
func grandSwiss(t *testing.T) (file []byte, games []string) {
	t.Helper()
	file, err := os.ReadFile("../testdata/trf/grand_swiss_2021.trf")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile("../testdata/trf/grand_swiss_2021_first_moves.pgn.gz")
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	games = strings.Split(strings.TrimPrefix(string(text), "[Event "), "\n\n[Event ")
	for i := range games {
		games[i] = "[Event " + strings.TrimSpace(games[i]) + "\n\n"
	}
	return file, games
}

// The Grand Swiss over the API: every one of its 594 games is there; of a damaged copy each loss is
// named; and norms are undecided, as its tournament file has no federations.
func TestRoundsOfTheGrandSwiss(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	file, games := grandSwiss(t)
	rounds := func(name string, games []string) (event string, r reports.EventRounds) {
		event = h.event(name, "")
		h.receive(event, "grand_swiss.trf", file)
		c := h.as(access.ChiefArbiter, event)
		c.want(c.call("POST", "/v1/events/"+event+"/pause", ""), http.StatusOK, nil) // nobody evaluates them here
		c.want(c.call("POST", "/v1/events/"+event+"/batches?name=all.pgn", strings.Join(games, ""), asPGN), http.StatusAccepted, nil)
		c.want(c.call("POST", "/v1/events/"+event+"/resume", ""), http.StatusOK, nil)
		c.finished(event)
		c.want(h.as(access.Arbiter, event).call("GET", "/v1/events/"+event+"/rounds", ""), http.StatusOK, &r)
		return event, r
	}
	event, whole := rounds("Grand Swiss", games)
	if n := len(whole.Schedule); n != 11 || whole.Schedule[10].Round != 11 || whole.Schedule[0].Start != nil {
		t.Errorf("rounds of the tournament file: %+v", whole.Schedule)
	}
	if c := whole.Coverage; c.Expected != 594 || c.Found != 594 || len(c.Rounds) != 11 || len(c.Deviations)+len(c.Questions) > 0 || c.Basis != tournament.ByFile {
		t.Errorf("%d of %d, %d rounds, %v %v", c.Found, c.Expected, len(c.Rounds), c.Deviations, c.Questions)
	}
	organiser := h.as(access.Organiser, event)
	var first tournament.RoundBoards
	organiser.want(organiser.call("GET", "/v1/events/"+event+"/rounds/1", ""), http.StatusOK, &first)
	if len(first.Boards) != 54 || len(first.Others) > 0 || first.Boards[0].State != tournament.GameIsHere || first.Boards[0].File != "all.pgn" || first.Boards[53].Board != 54 {
		t.Errorf("%+v", first)
	}
	organiser.refused(organiser.call("GET", "/v1/events/"+event+"/rounds/12", ""), http.StatusNotFound, "no_round")
	var norms reports.Norms
	organiser.want(organiser.call("GET", "/v1/events/"+event+"/norms", ""), http.StatusOK, &norms)
	arbiter := h.as(access.ChiefArbiter, event)
	organiser.want(organiser.call("GET", "/v1/events/"+event+"/norms?format=html", ""), http.StatusOK, nil)
	arbiter.refused(arbiter.call("DELETE", "/v1/events/"+event, `{"reason": "a wrong file"}`), http.StatusConflict, "event_read") // a paper was made
	undecided := 0
	for _, p := range norms.Players {
		for _, n := range p.Norms {
			if n.State == "undecided" {
				undecided++
			}
			if n.State == "made" && !n.Held {
				t.Errorf("%s made a norm of %s without federations", p.Name, n.Title)
			}
		}
	}
	if undecided == 0 {
		t.Error("no norm is undecided, though the file has no federations")
	}
	var sent reports.EventGames
	organiser.want(organiser.call("GET", "/v1/events/"+event+"/completeness", ""), http.StatusOK, &sent)
	if sent.Basis != "tournament_file" || len(sent.Duties) == 0 || sent.NormMakers == nil || len(sent.NormMakers.Made) > 0 {
		t.Errorf("%+v", sent)
	}

	damaged := slices.Clone(games)
	named := func(i int) string {
		tag := func(name string) string {
			_, rest, _ := strings.Cut(damaged[i], "["+name+` "`)
			value, _, _ := strings.Cut(rest, `"`)
			return value
		}
		round, _, _ := strings.Cut(tag("Round"), ".")
		return round + " " + tag("White") + " - " + tag("Black")
	}
	want := map[tournament.DeviationKind][]string{}
	for i := 3; i < 23; i++ {
		want[tournament.MissingGame] = append(want[tournament.MissingGame], named(i))
	}
	for _, i := range []int{100, 200} {
		want[tournament.DoubledGame] = append(want[tournament.DoubledGame], named(i))
		damaged[i] += strings.Replace(damaged[i], "[Site ", "[Annotator \"again\"]\n[Site ", 1)
	}
	swapped := strings.NewReplacer("1-0", "0-1", "0-1", "1-0", "1/2-1/2", "1-0")
	for _, i := range []int{300, 400, 500} {
		want[tournament.OtherResult] = append(want[tournament.OtherResult], named(i))
		want[tournament.OtherBoard] = append(want[tournament.OtherBoard], named(i))
		damaged[i] = swapped.Replace(damaged[i])
	}
	for _, i := range []int{110, 210, 330, 410, 510} { // a letter of White's name, whom his FIDE id still tells
		want[tournament.OtherName] = append(want[tournament.OtherName], named(i))
		before, rest, _ := strings.Cut(damaged[i], `[White "`)
		damaged[i] = before + `[White "` + rest[:2] + "q" + rest[3:]
	}
	_, less := rounds("Damaged", slices.Delete(damaged, 3, 23))
	got := map[tournament.DeviationKind][]string{}
	for _, d := range less.Coverage.Deviations {
		got[d.Kind] = append(got[d.Kind], fmt.Sprintf("%d %s - %s", d.Round, d.White, d.Black))
	}
	for _, all := range []map[tournament.DeviationKind][]string{want, got} {
		for _, some := range all {
			slices.Sort(some)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || less.Coverage.Found != 574 {
		t.Errorf("%d found, %v\nwant %v", less.Coverage.Found, got, want)
	}
}

// A schedule is stated, replaced, and refused where it makes no sense; a round robin without a
// tournament file is complete by its tables, as far as its schedule has come.
func TestPlanRounds(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Barcelona", "ESP")
	c := h.as(access.ChiefArbiter, event)
	path := "/v1/events/" + event + "/rounds"
	var r reports.EventRounds
	c.want(c.call("GET", path, ""), http.StatusOK, &r)
	if r.Coverage != nil || r.Untold == "" || len(r.Schedule) != 0 {
		t.Errorf("%+v", r)
	}
	c.stateFacts(event, `{"planned_rounds": 9, "facts": {"system": "round_robin", "time_zone": "Europe/Madrid"}}`)
	text, err := os.ReadFile("../testdata/tournament/barcelona_rr_2025_first_moves.pgn")
	h.must(err)
	first, _, _ := strings.Cut(string(text), "\n[Event \"Round 8") // seven rounds of nine
	c.upload(event, "rounds.pgn", first)

	plan := func(past int) string {
		s := tournament.Schedule{}
		for i := range 9 {
			start := h.clock.now().Add(time.Duration(i-past) * 24 * time.Hour).UTC().Truncate(time.Second)
			s.Rounds = append(s.Rounds, tournament.RoundTimes{Round: i + 1, Start: start, End: start.Add(4 * time.Hour)})
		}
		body, err := json.Marshal(s)
		h.must(err)
		return string(body)
	}
	seven, nine := plan(7), plan(10)
	c.want(c.call("PUT", path, seven, "If-Match: *"), http.StatusOK, &r)
	if r.Coverage == nil || r.Coverage.Expected != 35 || r.Coverage.Found != 35 || r.Coverage.Basis != tournament.ByGames || len(r.Schedule) != 9 || r.Schedule[0].Day == "" {
		t.Errorf("%+v %+v", r, r.Coverage)
	}
	c.want(c.call("PUT", path, seven, "If-Match: *"), http.StatusOK, nil) // once more
	c.want(c.call("PUT", path, nine, "If-Match: *"), http.StatusOK, &r)
	if r.Coverage.Expected != 45 || r.Coverage.Found != 35 {
		t.Errorf("%+v", r.Coverage)
	}
	// Another schedule than the one that was read is not overwritten; the same once more is no change.
	if r.Version != 3 {
		t.Errorf("version %d after two schedules", r.Version)
	}
	if got := c.want(c.call("GET", path, ""), http.StatusOK, nil); got.header.Get("ETag") != `"3"` {
		t.Errorf("ETag %s", got.header.Get("ETag"))
	}
	c.refused(c.call("PUT", path, seven), http.StatusPreconditionRequired, "if_match")
	c.refused(c.call("PUT", path, seven, `If-Match: "2"`), http.StatusPreconditionFailed, "event_changed")
	c.want(c.call("PUT", path, nine, `If-Match: "2"`), http.StatusOK, nil)
	journal, err := h.db.Journal(t.Context(), event)
	h.must(err)
	if len(journal) != 2 || journal[0].By != c.id {
		t.Errorf("%d entries, want both schedules: %+v", len(journal), journal)
	}

	c.refused(c.wrong("PUT", path, `{"rounds": [{"round": 0, "start": "2026-03-14T15:00:00Z", "end": "2026-03-14T19:00:00Z"}]}`, "If-Match: *"), http.StatusBadRequest, "schedule")
	c.refused(c.call("PUT", path, `{"rounds": [{"round": 2, "start": "2026-03-14T15:00:00Z", "end": "2026-03-14T19:00:00Z"}]}`, "If-Match: *"), http.StatusBadRequest, "schedule")
	c.refused(c.wrong("PUT", path, `{"rounds": [{"round": 1, "start": "tomorrow", "end": "2026-03-14T19:00:00Z"}]}`, "If-Match: *"), http.StatusBadRequest, "json")
	c.stateFacts(event, `{"planned_rounds": 8}`)
	c.refused(c.call("PUT", path, seven, "If-Match: *"), http.StatusBadRequest, "schedule")
	c.stateFacts(event, `{"planned_rounds": 0}`)
	h.must(h.close(event))
	c.refused(c.call("PUT", path, plan(3), "If-Match: *"), http.StatusConflict, "event_closed")
}

// Duties over the API: what is mandatory, late, done, waived, and what goes into the report.
func TestDuties(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Kyiv Open", "UKR")
	chief, organiser := h.as(access.ChiefArbiter, event), h.as(access.Organiser, event)
	started := h.clock.now().AddDate(0, 0, -20)
	chief.stateFacts(event, fmt.Sprintf(`{"start": %q, "end": %q, "facts": {"mode": "over_the_board", "system": "swiss", "team": "no", "time_zone": "Europe/Kyiv",
		"official": "no", "rated": "yes", "championship": "none", "women": "no", "prize_fund": 5000, "titles": [], "time_control": "5400+30"}}`,
		started.Format(time.DateOnly), started.AddDate(0, 0, 5).Format(time.DateOnly)))
	path := "/v1/events/" + event + "/duties"
	var d reports.EventDuties
	named := func(duty string) tournament.Due {
		i := slices.IndexFunc(d.Duties, func(one tournament.Due) bool { return one.Duty == duty })
		if i < 0 {
			t.Fatalf("no duty %s", duty)
		}
		return d.Duties[i]
	}
	organiser.want(organiser.call("GET", path, ""), http.StatusOK, &d)
	if d.Level.Level != "C" || len(d.Level.Missing) > 0 || named("registration").State != tournament.DutyLate || named("zones").Breach != tournament.NotInTime {
		t.Errorf("%+v", d)
	}
	if r := d.RateOfPlay; r.White != 120 || len(r.Checks) != 3 || r.Checks[0].Met != "yes" {
		t.Errorf("rate of play %+v", r)
	}
	var section []string
	for _, due := range d.FairPlaySection {
		section = append(section, due.Duty)
	}
	if !slices.Equal(section, []string{"statement", "zones", "measures"}) {
		t.Errorf("fair-play section %v", section)
	}
	day := started.AddDate(0, 0, -10).Format(time.DateOnly)
	d = reports.EventDuties{}
	organiser.want(organiser.call("POST", path, `{"duty": "registration", "state": "done", "date": "`+day+`"}`), http.StatusOK, &d)
	if r := named("registration"); r.State != tournament.DutyDone || r.Breach != "" || r.Date != day {
		t.Errorf("%+v", r)
	}
	d = reports.EventDuties{}
	chief.want(chief.call("POST", path, `{"duty": "zones", "state": "waived", "date": "`+day+`", "note": "Federation, letter 7"}`), http.StatusOK, &d)
	if z := named("zones"); z.State != tournament.DutyWaived || z.Breach != "" || z.WaivedBy != "federation" || z.Note != "Federation, letter 7" {
		t.Errorf("%+v", z)
	}
	for format, says := range map[string]string{"html": "<html lang=\"uk\"", "csv": "registration,organiser,mandatory", "table": "зареєструвати турнір"} {
		page := organiser.want(organiser.call("GET", path+"?lang=uk&format="+format, ""), http.StatusOK, nil)
		if !strings.Contains(string(page.body), says) {
			t.Errorf("%s does not say %q:\n%s", format, says, page.body)
		}
	}
	var level reports.LevelReport
	chief.want(chief.call("GET", "/v1/events/"+event+"/level", ""), http.StatusOK, &level)
	if level.Level != "C" {
		t.Errorf("%+v", level)
	}
	for query, want := range map[string]string{
		"": "C", "?facts=" + url.QueryEscape(`{"titles": ["IM"]}`): "B", "?start=2026-03-14&facts=" + url.QueryEscape(`{"official": "yes", "titles": ["IM"]}`): "A",
	} {
		for _, path := range []string{"/v1/level", "/v1/events/" + event + "/level"} {
			var supposed reports.LevelReport
			chief.want(chief.call("GET", path+query, ""), http.StatusOK, &supposed)
			if supposed.Level != want {
				t.Errorf("%s%s: %+v", path, query, supposed)
			}
		}
	}
	chief.refused(chief.call("GET", "/v1/level?facts=yes", ""), http.StatusBadRequest, "json")
	chief.refused(chief.call("GET", "/v1/level?facts="+url.QueryEscape(`{"system": "lottery"}`), ""), http.StatusBadRequest, "event_facts")
	var sent reports.EventGames
	chief.want(chief.call("GET", "/v1/events/"+event+"/completeness", ""), http.StatusOK, &sent)
	if len(sent.Duties) != 2 || sent.Duties[0].Demand != regulations.Recommended || sent.Duties[0].Complete != "unknown" || sent.Duties[1].Demand != regulations.NoDemand || sent.Untold == "" {
		t.Errorf("%+v", sent)
	}

	chief.refused(chief.call("GET", "/v1/events/"+event+"/norms", ""), http.StatusUnprocessableEntity, "no_tournament_file")
	chief.refused(chief.call("POST", path, `{"duty": "dance", "state": "done", "date": "`+day+`"}`), http.StatusNotFound, "no_duty")
	chief.refused(chief.call("POST", path, `{"duty": "registration", "state": "waived", "date": "`+day+`", "note": "me"}`), http.StatusUnprocessableEntity, "not_waivable")
	chief.refused(chief.call("POST", path, `{"duty": "measures", "state": "waived", "date": "`+day+`"}`), http.StatusBadRequest, "duty")
	chief.refused(chief.call("POST", path, `{"duty": "measures", "state": "done", "date": "`+h.clock.now().AddDate(0, 0, 3).Format(time.DateOnly)+`"}`), http.StatusBadRequest, "duty")
	arbiter := h.as(access.Arbiter, event)
	if got := arbiter.call("POST", path, `{"duty": "measures", "state": "done", "date": "`+day+`"}`); got.status != http.StatusForbidden {
		t.Errorf("an arbiter ticks: %d", got.status)
	}
}
