package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

const (
	firouzja  = "12573981"
	sasikiran = `{"name": "Sasikiran, Krishnan"}`
)

// An entry of the watch list that was written before round 1 lowers the threshold; one written at
// its start or a second later does not, nor does moving the schedule then.
func TestAWatchEntryCountsFromBeforeRoundOne(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for _, c := range []struct {
		name  string
		after time.Duration // the start of round 1, when the entry is written
		moved bool          // the schedule, in between
		dated bool          // the games are, of 2021
		want  tournament.WatchStanding
	}{
		{"before", -30 * time.Second, false, false, tournament.BeforeEvent},
		{"before, of games played long ago", -30 * time.Second, false, true, tournament.BeforeEvent},
		{"a second after", time.Second, false, false, tournament.AfterBegin},
		{"a second after, and the schedule moved", time.Second, true, false, tournament.AfterBegin},
	} {
		t.Run(c.name, func(t *testing.T) {
			event := h.event("Open", "")
			base := "/v1/events/" + event
			chief := h.as(access.ChiefArbiter, event)
			start := h.clock.now().Add(time.Hour)
			plan := func(start time.Time) {
				chief.want(chief.call("PUT", base+"/rounds", fmt.Sprintf(`{"rounds": [{"round": 1, "start": %q, "end": %q}]}`,
					start.Format(time.RFC3339Nano), start.Add(6*time.Hour).Format(time.RFC3339Nano)), "If-Match: *"), http.StatusOK, nil)
			}
			chief.stateFacts(event, `{"players": 96, "planned_rounds": 9}`)
			plan(start)
			h.clock.advance(start.Add(c.after).Sub(h.clock.now()))
			if c.moved {
				plan(start.Add(24 * time.Hour))
			}
			var item journal.WatchListItem
			chief.want(chief.call("POST", base+"/watch", `{"player": {"fide_id": "`+firouzja+`"}, "reason": "named in a report", "evidence": ["earlier_statistics"]}`), http.StatusCreated, &item)
			if item.Standing != c.want {
				t.Errorf("standing %s, want %s", item.Standing, c.want)
			}
			text := games(t, 1)
			if !c.dated {
				text = strings.NewReplacer(`"2021.11.04"`, `"????.??.??"`, `"2021.10.27"`, `"????.??.??"`).Replace(text)
			}
			chief.upload(event, "round8.pgn", text)
			made := chief.test(event, `{"kind": "quick", "player": "`+firouzja+`"}`)
			if counts := c.want == tournament.BeforeEvent && !c.dated; made.Player.SingledOut != counts || made.Players.Stated != 96 || len(made.Record.Watch) != 1 {
				t.Errorf("singled out %v, players %+v, record %+v", made.Player.SingledOut, made.Players, made.Record)
			}
			var list wire.List[journal.WatchListItem]
			chief.want(chief.call("GET", base+"/watch", ""), http.StatusOK, &list)
			want := c.want
			if c.dated {
				want = tournament.AfterGames // as the test has it
			}
			if len(list.Items) != 1 || list.Items[0].Standing != want {
				t.Errorf("list %+v", list)
			}
		})
	}
}

// Officers of a federation see the figures of a closed event, and nothing of its watch list and log.
func TestFederationsReadNoWatchList(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "UKR")
	base := "/v1/events/" + event
	chief, officer := h.as(access.ChiefArbiter, event), h.holder(access.Grant{Role: access.FederationOfficer, Federation: "UKR"})
	chief.want(chief.call("POST", base+"/watch", `{"player": {"fide_id": "`+firouzja+`"}, "reason": "seen with a lens", "evidence": ["observational"]}`), http.StatusCreated, nil)
	chief.upload(event, "round8.pgn", games(t, 1))
	made := chief.test(event, `{"kind": "quick", "player": "`+firouzja+`"}`)
	if len(made.Record.Watch) != 1 {
		t.Fatalf("record %+v", made.Record)
	}
	h.must(h.close(event))
	var all wire.List[store.Report]
	officer.want(officer.call("GET", base+"/reports", ""), http.StatusOK, &all)
	read := 0
	for _, r := range all.Items {
		for _, format := range []string{"json", "html", "csv", "table"} {
			got := officer.want(officer.call("GET", base+"/reports/"+r.ID+"?format="+format, ""), http.StatusOK, nil)
			whole := chief.want(chief.call("GET", base+"/reports/"+r.ID+"?format="+format, ""), http.StatusOK, nil)
			for _, word := range []string{"lens", "observational", "ingled out, with", `"singled_out_before_event": true`, `"action": "orange_alert"`} {
				if strings.Contains(string(got.body), word) {
					t.Errorf("%s tells of the watch list by %q: %s", format, word, got.body)
				}
			}
			if strings.Contains(string(whole.body), "lens") {
				read++
			}
		}
	}
	if read < 3 {
		t.Errorf("the chief arbiter reads of the watch list in %d forms", read)
	}
}

// test makes a test and returns its report.
func (c *caller) test(event, request string) (made reports.FullTest) {
	c.t.Helper()
	var test wire.ListedTest
	c.want(c.call("POST", "/v1/events/"+event+"/tests", request), http.StatusAccepted, &test)
	c.finished(event)
	c.want(c.call("GET", "/v1/events/"+event+"/tests/"+test.ID+"/report", ""), http.StatusOK, &made)
	return made
}

// Once games are there an entry is no longer one from before the event. Withdrawn, it is evidence
// of nothing; what is permitted follows what is on record.
func TestWatchListIsWithdrawnAndNotEdited(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	base := "/v1/events/" + event
	chief, officer := h.as(access.ChiefArbiter, event), h.as(access.FairPlayOfficer, event)
	chief.upload(event, "round8.pgn", games(t, 2))
	chief.finished(event)
	var item journal.WatchListItem
	officer.want(officer.call("POST", base+"/watch", `{"player": `+sasikiran+`, "reason": "spoke in the lobby", "evidence": ["observational"]}`), http.StatusCreated, &item)
	if item.Standing != tournament.AfterGames || item.Entry.Begin.Basis != "games" {
		t.Errorf("%+v", item)
	}
	if got := chief.permitted(event, "Sasikiran"); !slices.Equal(got.During, []string{"unobtrusive", "intrusive_warranted"}) || got.After[1] != "private_enquiry" || got.Evidence[0] != "observational" {
		t.Errorf("observed: %+v", got)
	}
	if got := chief.permitted(event, "Shirov"); !slices.Equal(got.During, []string{"no_action"}) || len(got.Evidence) != 0 {
		t.Errorf("nothing on record: %+v", got)
	}
	withdraw := fmt.Sprintf("%s/watch/%d/withdraw", base, item.Entry.Seq)
	chief.want(chief.call("POST", withdraw, `{"reason": "another man"}`), http.StatusOK, &item)
	if item.Standing != tournament.OffTheList || item.Entry.Withdrawn.Reason != "another man" {
		t.Errorf("%+v", item)
	}
	chief.refused(chief.call("POST", withdraw, `{"reason": "again"}`), http.StatusConflict, "withdrawn")
	chief.refused(chief.call("POST", base+"/watch/999/withdraw", `{"reason": "nobody"}`), http.StatusNotFound, "not_found")
	if got := chief.permitted(event, "Sasikiran"); !slices.Equal(got.During, []string{"no_action"}) {
		t.Errorf("withdrawn: %+v", got)
	}
	chief.refused(chief.call("POST", base+"/watch", `{"player": {}, "reason": "x", "evidence": ["complaint"]}`), http.StatusBadRequest, "player")
	chief.refused(chief.call("POST", base+"/watch", `{"player": `+sasikiran+`, "reason": " ", "evidence": ["complaint"]}`), http.StatusBadRequest, "watch")
	if entry := h.lastEntry(); strings.Contains(entry.Detail, "Sasikiran") {
		t.Errorf("the audit names him: %+v", entry)
	}
}

// permittedTo is what /actions says of one player.
type permittedTo struct{ During, After, Evidence []string }

func (c *caller) permitted(event, name string) (p permittedTo) {
	c.t.Helper()
	var all reports.PermittedActions
	c.want(c.call("GET", "/v1/events/"+event+"/actions", ""), http.StatusOK, &all)
	for _, item := range all.Items {
		if !strings.Contains(item.Name, name) {
			continue
		}
		for _, a := range item.During.Actions {
			if p.During = append(p.During, a.Action); a.Citation == "" {
				c.t.Errorf("%+v cites nothing", a)
			}
		}
		for _, a := range item.After.Actions {
			p.After = append(p.After, a.Action)
		}
		for _, kind := range item.Evidence {
			p.Evidence = append(p.Evidence, string(kind))
		}
	}
	return p
}

// Arbiters write into the log and see their own notes; the chief sees all. Notes from before the
// games came name the moves of a test, and change no z.
func TestArbitersLog(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	base := "/v1/events/" + event
	chief, first, second := h.as(access.ChiefArbiter, event), h.as(access.Arbiter, event), h.as(access.Arbiter, event)
	absence := `{"player": {"fide_id": "` + firouzja + `"}, "round": 8, "what": "absence", %s}`
	var note tournament.ListedNote
	first.want(first.call("POST", base+"/log", fmt.Sprintf(absence, `"left": 11`)), http.StatusCreated, &note)
	second.refused(second.call("POST", base+"/log", fmt.Sprintf(absence, fmt.Sprintf(`"back": 12, "corrects": %d`, note.Seq))), http.StatusBadRequest, "log")
	first.want(first.call("POST", base+"/log", fmt.Sprintf(absence, fmt.Sprintf(`"left": 11, "back": 12, "corrects": %d`, note.Seq))), http.StatusCreated, &note)
	check := `{"player": ` + sasikiran + `, "round": 8, "what": "check", "requested": true}`
	second.want(second.call("POST", base+"/log", check), http.StatusCreated, nil)
	first.refused(first.call("POST", base+"/log", check), http.StatusConflict, "check_repeated")
	first.refused(first.wrong("POST", base+"/log", `{"player": `+sasikiran+`, "round": 0, "what": "check"}`), http.StatusBadRequest, "log")
	chief.want(chief.call("POST", base+"/watch", `{"player": `+sasikiran+`, "reason": "named in a report", "evidence": ["earlier_statistics"]}`), http.StatusCreated, nil)
	first.want(first.call("POST", base+"/log", `{"player": `+sasikiran+`, "round": 8, "what": "check"}`), http.StatusCreated, nil)
	for _, seen := range []struct {
		c    *caller
		want string // number of each note, and of that which it corrects
	}{{chief, "1 0, 2 1, 3 0, 5 0"}, {first, "1 0, 2 1, 3 0"}, {second, "1 0"}} { // no gap tells of the watch list or of others
		var log wire.List[tournament.ListedNote]
		seen.c.want(seen.c.call("GET", base+"/log", ""), http.StatusOK, &log)
		var got []string
		for _, n := range log.Items {
			got = append(got, fmt.Sprint(n.Seq, " ", n.Corrects))
		}
		if text := strings.Join(got, ", "); text != seen.want {
			t.Errorf("notes %s, want %s", text, seen.want)
		}
	}
	first.refused(first.call("POST", base+"/log", fmt.Sprintf(absence, `"left": 11, "corrects": 1`)), http.StatusConflict, "note_corrected")
	chief.upload(event, "round8.pgn", games(t, 1))
	before := chief.test(event, `{"kind": "quick", "player": "`+firouzja+`"}`)
	if s := before.Subset; s == nil || s.Named != "R8:12-14" || len(s.Notes) != 1 || s.Notes[0].Digest != note.Digest || s.MovesAfter != 3 {
		t.Fatalf("subset %+v", s)
	}
	// The games are there; that the device tells of an earlier tap changes nothing.
	first.want(first.call("POST", base+"/log", fmt.Sprintf(absence, `"left": 20, "back": 21, "tapped": "2021-11-04T14:00:00Z", "sent": "2021-11-04T20:00:00Z"`)), http.StatusCreated, nil)
	first.want(first.call("POST", base+"/log", `{"player": {"fide_id": "`+firouzja+`"}, "round": 8, "what": "incident", "code": "device"}`), http.StatusCreated, nil)
	after := chief.test(event, `{"kind": "quick", "player": "`+firouzja+`"}`)
	if after.Subset.Named != before.Subset.Named {
		t.Errorf("a note that is not blind names moves: %s", after.Subset.Named)
	}
	if !sameTests(before, after) {
		t.Error("a note changes figures")
	}
	if a := after.Actions; len(a) == 0 || !slices.ContainsFunc(a, func(p reports.Permitted) bool {
		return p.Action == string(regulations.IntrusiveWarranted) && strings.Contains(p.Citation, "11.3.2")
	}) {
		t.Errorf("a device on record permits %+v", a)
	}
	h.must(h.close(event))
	first.refused(first.call("POST", base+"/log", check), http.StatusConflict, "event_closed")
}

// A device without a network sends later: the time of the tap stands beside that of receipt, with how far its clock
// is from the server's, and a note that is sent twice is one.
func TestNotesKeepTheTimeOfTheTap(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Open", "")
	log := "/v1/events/" + event + "/log"
	arbiter, other := h.as(access.Arbiter, event), h.as(access.Arbiter, event)
	now := h.clock.now()
	said := func(tapped, sent time.Time, what string) string {
		return fmt.Sprintf(`{"player": {"fide_id": "`+firouzja+`"}, "round": 8, %s, "tapped": %q, "sent": %q}`, what,
			tapped.Format(time.RFC3339Nano), sent.Format(time.RFC3339Nano))
	}
	left := `"what": "absence", "left": 11`
	var first, again, second tournament.ListedNote
	fast := 7 * time.Minute
	arbiter.want(arbiter.call("POST", log, said(now.Add(fast-time.Hour), now.Add(fast), left)), http.StatusCreated, &first)
	if first.Tapped.IsZero() || !first.Tapped.Equal(now.Add(fast-time.Hour)) || first.At.Before(now.Add(-time.Second)) {
		t.Errorf("%+v", first)
	}
	if a := first.Ahead; a > 420 || a < 390 {
		t.Errorf("ahead by %v seconds, want about 420", a)
	}
	arbiter.want(arbiter.call("POST", log, said(now.Add(fast-time.Hour), now.Add(2*fast), left)), http.StatusCreated, &again)
	if again.Digest != first.Digest {
		t.Errorf("sent again, it is note %d beside %d", again.Seq, first.Seq)
	}
	for _, another := range []string{said(now.Add(fast-time.Hour), now, `"what": "absence", "left": 12`), said(now.Add(fast), now, left)} {
		if arbiter.want(arbiter.call("POST", log, another), http.StatusCreated, &second); second.Digest == first.Digest {
			t.Errorf("%s is taken for the first note", another)
		}
	}
	if other.want(other.call("POST", log, said(now.Add(fast-time.Hour), now, left)), http.StatusCreated, &second); second.Digest == first.Digest {
		t.Error("another arbiter's note is taken for the first")
	}
	arbiter.refused(arbiter.call("POST", log, `{"player": {"number": 1}, "round": 1, "what": "check", "sent": "2021-11-04T20:00:00Z"}`), http.StatusBadRequest, "log")
}

// sameTests reports whether two reports have the same figures of every test.
func sameTests(a, b reports.FullTest) bool {
	return slices.EqualFunc(a.Tests, b.Tests, func(x, y reports.TestRow) bool {
		same := func(p, q *float64) bool { return p == nil && q == nil || p != nil && q != nil && *p == *q }
		return x.Test == y.Test && x.N == y.N && same(x.Z, y.Z) && same(x.Actual, y.Actual) && same(x.Expected, y.Expected)
	})
}
