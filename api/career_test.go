package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/api/apitest"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// anna is the FIDE id of the player of careers.
const anna = "14100000"

// eventOf is the round as an event of a year in which one player has White in every game, each in a round of its own.
func eventOf(t testing.TB, year int) string {
	t.Helper()
	round := 0
	text := regexp.MustCompile(`\[Round "[^"]*"\]`).ReplaceAllStringFunc(games(t, 6), func(string) string {
		round++
		return fmt.Sprintf(`[Round "%d"]`, round)
	})
	for _, tag := range [][2]string{{"Event", fmt.Sprintf("Open %d", year)}, {"Date", fmt.Sprintf("%d.03.05", year)}, {"White", "Tested, Anna"}, {"WhiteElo", "2650"}, {"WhiteFideId", anna}} {
		text = regexp.MustCompile(`\[`+tag[0]+` "[^"]*"\]`).ReplaceAllString(text, fmt.Sprintf(`[%s "%s"]`, tag[0], tag[1]))
	}
	opponent := 0
	text = regexp.MustCompile(`\[Black "[^"]*"\]`).ReplaceAllStringFunc(text, func(string) string { // the same game twice would be a duplicate
		opponent++
		return fmt.Sprintf(`[Black "Other, %c of %d"]`, 'A'+opponent-1, year)
	})
	return regexp.MustCompile(`\[(BlackFideId|EventDate|UTCDate|WhiteTitle) "[^"]*"\]\n`).ReplaceAllString(text, "")
}

// calibratedHouse is a house that has the evaluations of the round by the engine of the shipped calibrations.
func calibratedHouse(t *testing.T) *house {
	t.Helper()
	s := apitest.Open(t, apitest.Setting{Calibrated: true, Recorded: "../testdata/demo/evaluations.zst"})
	return &house{t: t, db: s.DB, queue: s.Queue, work: s.Work, spool: s.Spool, clock: &clock{s.Clock}, log: s.Log, url: s.URL, service: s}
}

// career is the career of the player as the steps of the command line make it of files.
func career(t *testing.T, h *house, files ...[2]string) *reports.FullTest {
	t.Helper()
	in, err := pipeline.Read(t.Context(), func(yield func(pipeline.Text, error) bool) {
		for _, f := range files {
			if !yield(pipeline.Text{Name: f[0], File: f[0], Reader: strings.NewReader(f[1])}, nil) {
				return
			}
		}
	})
	h.must(err)
	terms := h.work.Quick
	terms.Cache, terms.Assume = h.work.Cache, analysis.StandardTime
	h.must(terms.Under("FIDE"))
	test := pipeline.PlayerTest{Terms: terms, Quick: &terms, TestRequest: reports.TestRequest{Player: anna}}
	report, err := test.Run(t.Context(), in)
	h.must(err)
	return report
}

// The service says of a player over the events that its caller may see what the command line says of their files, byte for byte in
// every format. Of other events it tells nothing.
func TestCareer(t *testing.T) {
	t.Parallel()
	h := calibratedHouse(t)
	var events []string
	var files [][2]string
	for i, year := range []int{2019, 2021, 2023} {
		events = append(events, h.event(fmt.Sprintf("Event %d", i), ""))
		files = append(files, [2]string{fmt.Sprintf("open%d.pgn", year), eventOf(t, year)})
		h.as(access.ChiefArbiter, events[i]).upload(events[i], files[i][0], files[i][1])
	}
	of := func(role access.Role, events ...string) *caller {
		var grants []access.Grant
		for _, e := range events {
			grants = append(grants, access.Grant{Role: role, Event: e})
		}
		secret, id := h.token(grants...)
		return &caller{house: h, secret: secret, id: id}
	}
	const path = "/v1/players/" + anna + "/career"
	two, all := of(access.FPLMember, events[0], events[2]), of(access.FPLMember, events...)
	for _, c := range []struct {
		*caller
		files [][2]string
	}{{two, [][2]string{files[0], files[2]}}, {all, files}} {
		want := career(t, h, c.files...)
		if len(want.Career.Events) != len(c.files) || want.Combined.Z == nil || len(want.Career.Found) == 0 || want.Fields == nil {
			t.Fatalf("the career is %+v", want.Career)
		}
		for i, format := range render.Formats() {
			if len(c.files) == len(files) && format != "json" {
				continue
			}
			lang := render.Languages()[i%3]
			var body bytes.Buffer
			h.must(render.FullTest(&body, format, want, render.Options{Lang: lang, Width: 120}))
			got := c.want(c.call("GET", path+"?format="+format+"&lang="+lang, ""), http.StatusOK, nil)
			if !bytes.Equal(got.body, body.Bytes()) {
				t.Errorf("as %s in %s, over %d events, the service and the command line differ:\n%.3000s\n\n%.3000s", format, lang, len(c.files), got.body, body.Bytes())
			}
			if got.header.Get("Fairplay-Lacking") != "nothing" {
				t.Errorf("it lacks %s", got.header.Get("Fairplay-Lacking"))
			}
			if again := c.call("GET", path+"?format="+format+"&lang="+lang, "", "If-None-Match: "+got.header.Get("ETag")); again.status != http.StatusNotModified {
				t.Errorf("%s: known, and sent again: %d", format, again.status)
			}
		}
	}
	checkFiles(t, two, path, "players-career")
}

// One entry of the audit for each event that is read, in the role that opens it, besides that of the request.
func TestCareerIsAudited(t *testing.T) {
	t.Parallel()
	h := calibratedHouse(t)
	var events []string
	for i, year := range []int{2019, 2021, 2023} {
		events = append(events, h.event(fmt.Sprintf("Event %d", i), ""))
		h.as(access.ChiefArbiter, events[i]).upload(events[i], "open.pgn", eventOf(t, year))
	}
	other := h.event("Another", "") // in which he does not play
	h.as(access.ChiefArbiter, other).upload(other, "round8.pgn", games(t, 1))
	secret, id := h.token(access.Grant{Role: access.FairPlayOfficer, Event: events[0]}, access.Grant{Role: access.ChiefArbiter, Event: events[1]}, access.Grant{Role: access.ChiefArbiter, Event: other})
	c := &caller{house: h, secret: secret, id: id}
	c.want(c.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusOK, nil)
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{Token: id})
	h.must(err)
	var said []string
	for _, e := range entries {
		said = append(said, strings.Join([]string{e.Role, e.Action, e.Subject, e.Detail}, " "))
	}
	want := []string{"fair-play-officer readCareer " + events[0] + " fide_id " + anna, "chief-arbiter readCareer " + events[1] + " fide_id " + anna}
	slices.Sort(want)
	if len(said) != 3 || !strings.HasSuffix(said[0], " readCareer  fide_id "+anna) {
		t.Fatalf("the audit says %q", said)
	}
	if said = slices.Sorted(slices.Values(said[1:])); !slices.Equal(said, want) {
		t.Errorf("the audit says %q, want %q", said, want)
	}
}

// A player of events that are not open to the caller gets the same answer as one whom nobody knows; one event is no career.
func TestCareerTellsNothingOfOtherEvents(t *testing.T) {
	t.Parallel()
	h := calibratedHouse(t)
	theirs, ours, second := h.event("Theirs", "UKR"), h.event("Ours", "UKR"), h.event("Second", "UKR")
	h.as(access.ChiefArbiter, theirs).upload(theirs, "open.pgn", eventOf(t, 2019))
	h.as(access.ChiefArbiter, ours).upload(ours, "open.pgn", eventOf(t, 2021))
	stranger := h.as(access.ChiefArbiter, h.event("Empty", ""))
	var answers [2]string
	for i, id := range []string{anna, "99999999"} {
		got := stranger.call("GET", "/v1/players/"+id+"/career", "")
		stranger.refused(got, http.StatusNotFound, "not_found")
		answers[i] = without(stranger, got, id).Detail
	}
	if answers[0] != answers[1] {
		t.Errorf("a player elsewhere: %q, nobody: %q", answers[0], answers[1])
	}
	c := h.as(access.ChiefArbiter, ours)
	c.refused(c.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusUnprocessableEntity, "one_event")
	c.refused(c.wrong("GET", "/v1/players/abc/career", ""), http.StatusBadRequest, "fide_id")
	for _, role := range []access.Role{access.Organiser, access.Arbiter, access.FPLSecretary, access.Administrator} {
		grant := access.Grant{Role: role, Event: ours}
		if role == access.Administrator {
			grant.Event = ""
		}
		barred := h.holder(grant)
		barred.refused(barred.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusNotFound, "not_found")
	}

	// A federation sees events once they are closed.
	h.as(access.ChiefArbiter, second).upload(second, "open.pgn", eventOf(t, 2023))
	federation := h.holder(access.Grant{Role: access.FederationOfficer, Federation: "UKR"})
	federation.refused(federation.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusNotFound, "not_found")
	h.must(h.close(theirs))
	federation.refused(federation.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusUnprocessableEntity, "one_event")
	h.must(h.close(second))
	var report reports.FullTest
	federation.want(federation.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusOK, &report)
	if names := eventNames(&report); !slices.Equal(names, []string{"Open 2019", "Open 2023"}) {
		t.Errorf("a federation sees %q", names)
	}
}

func eventNames(r *reports.FullTest) (names []string) {
	for _, e := range r.Career.Events {
		names = append(names, e.Name)
	}
	return names
}

// What is of another class and what was too short is named; the figures of the rest are as without it.
func TestCareerNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := calibratedHouse(t)
	first, second, rapid := h.event("First", ""), h.event("Second", ""), h.event("Rapid", "")
	h.as(access.ChiefArbiter, first).upload(first, "open.pgn", eventOf(t, 2019))
	h.as(access.ChiefArbiter, second).upload(second, "open.pgn", eventOf(t, 2021)+"\n[Event \"Open 2021\"]\n[Date \"2021.03.05\"]\n[Round \"7\"]\n[White \"Tested, Anna\"]\n[Black \"Short, S\"]\n[WhiteFideId \""+anna+"\"]\n\n1. e4 e5 1/2-1/2\n")
	_, err := h.db.ChangeEvent(t.Context(), rapid, 0, func(e *store.Event) error { e.TimeClass = analysis.Rapid; return nil })
	h.must(err)
	untimed := regexp.MustCompile(`\[TimeControl "[^"]*"\]\n`).ReplaceAllString(eventOf(t, 2022), "")
	untimed = regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(untimed, "")
	h.as(access.ChiefArbiter, rapid).upload(rapid, "rapid.pgn", untimed)
	var grants []access.Grant
	for _, e := range []string{first, second, rapid} {
		grants = append(grants, access.Grant{Role: access.FPLMember, Event: e})
	}
	c := h.holder(grants[0])
	c.refused(c.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusUnprocessableEntity, "one_event")
	secret, id := h.token(grants...)
	c = &caller{house: h, secret: secret, id: id}
	var report reports.FullTest
	got := c.want(c.call("GET", "/v1/players/"+anna+"/career", ""), http.StatusOK, &report)
	why := map[string]int{}
	for _, g := range report.Career.LeftOut {
		why[g.Event+" "+g.Excluded+" "+g.Reason]++
	}
	wants, err := json.Marshal(map[string]int{"Open 2021 too_short ": 1, "Open 2022 time_class ": 6})
	h.must(err)
	if said, err := json.Marshal(why); err != nil || !bytes.Equal(said, wants) {
		t.Errorf("left out are %s, want %s", said, wants)
	}
	if names := eventNames(&report); !slices.Equal(names, []string{"Open 2019", "Open 2021", "Open 2022"}) || report.Career.Events[2].Games != 0 || report.Career.Events[2].ZMissing != reports.OtherTimeClass {
		t.Errorf("events %+v", report.Career.Events)
	}
	if got.header.Get("Fairplay-Lacking") != "nothing" {
		t.Errorf("it lacks %s", got.header.Get("Fairplay-Lacking"))
	}
}
