package api_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

const asText = "Content-Type: text/plain"

func testFile(t testing.TB, name string) string {
	t.Helper()
	f, err := os.Open("../testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// listOf2021 is a rating list of October 2021 that has three players.
func listOf2021() string {
	line := "%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s%-4s\n"
	list := "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA OCT21 Gms K  B-day Flag\n"
	list += fmt.Sprintf(line, "2020009", "Caruana, Fabiano", "USA", "M", "GM", "", "", "", "2800", "0", "10", "1992", "")
	list += fmt.Sprintf(line, "13300474", "Aronian, Levon", "ARM", "M", "GM", "", "", "", "2790", "0", "10", "1982", "")
	return list + fmt.Sprintf(line, "12573981", "Firouzja, Alireza", "FRA", "M", "GM", "", "", "", "2770", "0", "40", "2003", "")
}

// An arbiter sets an event up from its tournament file and FIDE's list: names and ratings of the
// screening follow, and everybody but those who may not see it sees the list.
func TestRosterFromTournamentFile(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Grand Swiss", "LAT")
	base := "/v1/events/" + event
	chief, arbiter, officer := h.as(access.ChiefArbiter, event), h.as(access.Arbiter, event), h.as(access.FairPlayOfficer, event)

	admin := h.as(access.Administrator, "")
	var list store.FideList
	admin.want(admin.call("POST", "/v1/fide-lists?name=standard_oct21frl.txt", listOf2021(), asText), http.StatusOK, &list)
	if list.Month != "2021-10" || list.Class != analysis.StandardTime || list.Players != 3 || list.Faulty != 0 {
		t.Errorf("%+v", list)
	}
	admin.want(admin.call("POST", "/v1/fide-lists?name=again.txt", listOf2021(), asText), http.StatusOK, &list) // known by its content
	other := strings.Replace(listOf2021(), "2790", "2791", 1)
	admin.refused(admin.call("POST", "/v1/fide-lists?name=standard_oct21frl.txt", other, asText), http.StatusConflict, "list_exists")
	admin.want(admin.call("POST", "/v1/fide-lists?name=standard_oct21frl.txt&reason=published+anew", other, asText), http.StatusOK, &list)
	if list.Replaces == "" || list.Reason != "published anew" || !strings.HasSuffix(h.lastEntry().Detail, " in the place of "+list.Replaces) {
		t.Errorf("%+v, audit %+v", list, h.lastEntry())
	}
	admin.want(admin.call("POST", "/v1/fide-lists?name=standard_oct21frl.txt&reason=that+was+wrong", listOf2021(), asText), http.StatusOK, &list)
	admin.refused(admin.call("POST", "/v1/fide-lists?name=x.txt", "no list", asText), http.StatusBadRequest, "list_head")

	file := testFile(t, "trf/grand_swiss_2021.trf")
	var roster journal.EventRoster
	wild := strings.Replace(file, "2800         2020009", "3900         2020009", 1)
	chief.refused(chief.call("POST", base+"/roster/import?name=wild.trf", wild, asText), http.StatusBadRequest, "roster")
	arbiter.want(arbiter.call("POST", base+"/roster/import?name=grand_swiss.trf", file, asText), http.StatusOK, &roster)
	var e store.Event
	chief.want(chief.call("GET", base, ""), http.StatusOK, &e)
	if e.Start != "" || e.PlannedRounds != 0 { // neither the file that was refused, nor somebody who may not state facts
		t.Errorf("%+v", e)
	}
	chief.want(chief.call("POST", base+"/roster/import?name=grand_swiss.trf", file, asText), http.StatusOK, &roster)
	if len(roster.Players) != 108 || roster.List != "2021-10 standard" || roster.File != "grand_swiss.trf" {
		t.Errorf("%d players, list %q, file %q", len(roster.Players), roster.List, roster.File)
	}
	aronian, firouzja, sasikiran := roster.Players[1], roster.Players[0], roster.Players[0]
	for _, p := range roster.Players {
		if p.FideID == "12573981" {
			firouzja = p
		}
		if p.FideID == "5004985" { // who is not on the list
			sasikiran = p
		}
	}
	if aronian.InForce.Rating != 2790 || aronian.Rating != 2782 || aronian.Federation != "ARM" || strings.Trim(fmt.Sprint(aronian.Caveats), "[]") != "federation_added rating_differs" {
		t.Errorf("%+v", aronian)
	}
	if firouzja.InForce.SD != 100 || firouzja.InForce.K != 40 { // 18 years old
		t.Errorf("%+v", firouzja)
	}
	chief.want(chief.call("GET", base, ""), http.StatusOK, &e)
	if e.Start != "2021-10-27" || e.End != "2021-11-07" || e.PlannedRounds != 11 || e.Federation != "LAT" || e.Facts.System != tournament.Swiss {
		t.Errorf("the event takes from the file what it does not state: %+v", e)
	}

	chief.upload(event, "round8.pgn", games(t, 1))
	var screening struct {
		Players []struct {
			Name   string
			Rating int
			Basis  string  `json:"rating_basis"`
			SD     float64 `json:"rating_sd"`
		}
		Provenance struct {
			Players string `json:"players_sha256"`
		}
	}
	officer.want(officer.call("GET", base+"/screening", ""), http.StatusOK, &screening)
	for _, p := range screening.Players {
		if p.Name == firouzja.Name && (p.Rating != 2770 || p.Basis != "list" || p.SD != 100) {
			t.Errorf("%+v", p)
		}
	}
	if len(screening.Players) != 2 || screening.Provenance.Players == "" {
		t.Errorf("%+v", screening)
	}

	change := fmt.Sprintf(`{"version": %d, "name": "Firouzja, Alireza", "rating": 2700}`, roster.Version)
	arbiter.want(arbiter.call("PUT", fmt.Sprintf("%s/roster/%d", base, firouzja.Number), change), http.StatusOK, &roster)
	if p := roster.Players[firouzja.Number-1]; p.FideID != "12573981" || p.InForce.Rating != 2770 || p.InForce.Basis != "list" {
		t.Errorf("the list governs, and what nobody states stays: %+v", p)
	}
	arbiter.refused(arbiter.call("PUT", fmt.Sprintf("%s/roster/%d", base, firouzja.Number), change), http.StatusConflict, "roster_changed")
	arbiter.want(arbiter.call("PUT", fmt.Sprintf("%s/roster/%d", base, sasikiran.Number), `{"name": "Sasikiran, Krishnan", "rating": 2600}`), http.StatusOK, &roster)
	same := `{"name": "Somebody", "fide_id": "2020009"}`
	arbiter.refused(arbiter.call("PUT", base+"/roster/200", same), http.StatusBadRequest, "roster")
	if entry := h.lastEntry(); strings.Contains(entry.Detail, "Firouzja") {
		t.Errorf("the audit names a player: %+v", entry)
	}
	chief.finished(event)
	for i := range screening.Players {
		screening.Players[i].Name = ""
	}
	h.eventually("the screening has the estimate", func() bool {
		got := officer.call("GET", base+"/screening", "")
		return strings.Contains(string(got.body), `"rating_basis": "estimate"`) && got.header.Get("Fairplay-Lacking") == "nothing"
	})

	bad := strings.Replace(file, "001    2   GM", "001    1   GM", 1)
	arbiter.refused(arbiter.call("POST", base+"/roster/import?name=bad.trf", bad, asText), http.StatusBadRequest, "roster")
	var after journal.EventRoster
	arbiter.want(arbiter.call("GET", base+"/roster", ""), http.StatusOK, &after)
	if after.Version != roster.Version || len(after.Players) != 108 {
		t.Errorf("version %d with %d players after a file that was refused", after.Version, len(after.Players))
	}
}

// A name that nobody knows is asked for once, and the answer holds.
func TestQuestionsAreAnsweredOnce(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Grand Swiss", "LAT")
	base := "/v1/events/" + event
	c := h.as(access.ChiefArbiter, event)
	game := games(t, 1)
	c.upload(event, "one.pgn", game)
	var roster journal.EventRoster
	c.want(c.call("POST", base+"/roster/import?name=players.csv", "No,Name,Rating\n1,\"Caruana, Fabiano\",2800\n2,\"Firuzja, A. R.\",2770\n3,\"Sasikiran, Krishnan\",2640\n", "Content-Type: text/csv"), http.StatusOK, &roster)
	if len(roster.Players) != 3 {
		t.Fatalf("%+v", roster)
	}
	var list journal.NameQuestions
	c.want(c.call("GET", base+"/questions", ""), http.StatusOK, &list)
	if len(list.Questions) != 1 || len(list.Answers) != 0 {
		t.Fatalf("%+v", list)
	}
	q := list.Questions[0]
	c.refused(c.call("POST", base+"/questions", fmt.Sprintf(`{"name": %q, "fide_id": %q, "number": 7}`, q.Name, q.FideID)), http.StatusBadRequest, "answer")
	c.want(c.call("POST", base+"/questions", fmt.Sprintf(`{"name": %q, "fide_id": %q, "number": 2}`, q.Name, q.FideID)), http.StatusOK, &list)
	if len(list.Questions) != 0 || len(list.Answers) != 1 {
		t.Errorf("%+v", list)
	}
	var players wire.List[work.EventPlayer]
	c.want(c.call("GET", base+"/players", ""), http.StatusOK, &players)
	for _, p := range players.Items {
		if p.Name == "Firuzja, A. R." && p.Rating == 2770 {
			return
		}
	}
	t.Errorf("%+v", players)
}
