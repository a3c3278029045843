package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"fairplay/api/wire"
	"fairplay/reports/access"
	"fairplay/reports/pack"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// pairingsOfRound8 are those of the first games that games returns.
func pairingsOfRound8() [][3]string {
	return [][3]string{
		{"Firouzja, Alireza", "Sasikiran, Krishnan", "1 0"}, {"Vachier-Lagrave, Maxime", "Shirov, Alexei", "= ="}, {"Grandelius, Nils", "Caruana, Fabiano", "0 1"},
	}
}

// tournamentFile writes the report file of an event of which round 8 alone was played.
func tournamentFile(pairings [][3]string) []byte {
	var text bytes.Buffer
	text.WriteString("012 FIDE Grand Swiss 2021\r\n042 2021/10/27\r\n")
	for i, p := range pairings {
		for side, color := range []string{"w", "b"} {
			number, opponent := 2*i+1+side, 2*i+2-side
			fmt.Fprintf(&text, "001 %4d %1s%3s %-33s %4d %3s %11s %10s %4s %4d%s  %4d %s %s\r\n", number, "", "", p[side], 2600, "", "", "", "0.0", number,
				strings.Repeat(" ", 70), opponent, color, strings.Fields(p[2])[side])
		}
	}
	return text.Bytes()
}

// note writes into the journal of an event.
func (h *house) note(event string, says tournament.EntryBody) {
	h.t.Helper()
	_, err := h.db.AppendJournal(h.t.Context(), event, func(store.Event, []tournament.JournalEntry) ([]tournament.JournalEntry, error) {
		entry, err := tournament.NewEntry(says, "somebody", h.clock.now())
		return []tournament.JournalEntry{entry}, err
	})
	h.must(err)
}

// kinds are the kinds of the entries of a journal.
func (h *house) kinds(event string) string {
	h.t.Helper()
	journal, err := h.db.Journal(h.t.Context(), event)
	h.must(err)
	var kinds []string
	for _, e := range journal {
		kinds = append(kinds, string(e.Kind))
	}
	return strings.Join(kinds, " ")
}

// everyFact are facts of an event of which every duty can be told, and none is due.
const everyFact = `{"start": "2021-10-27", "end": "2021-11-07", "planned_rounds": 8, "facts": {"mode": "over_the_board", "system": "swiss", "team": "no",
	"official": "no", "rated": "no", "championship": "none", "women": "no", "prize_fund": 0, "titles": [], "time_zone": "Europe/Riga"}}`

func (c *caller) undone(event string) string {
	c.t.Helper()
	var list wire.List[tournament.Undone]
	c.want(c.call("GET", "/v1/events/"+event+"/closing", ""), http.StatusOK, &list)
	var all []string
	for _, u := range list.Items {
		text := string(u.Kind)
		if u.About != "" {
			text += " " + fmt.Sprintf("%s %s", u.About, strings.Trim(strings.ReplaceAll(fmt.Sprint(u.Missing), " ", ","), "[]"))
		}
		if u.White != "" {
			text += fmt.Sprintf(" %d %s - %s", u.Round, u.White, u.Black)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// An organiser gets the package once every game is there; before that, only the chief arbiter can say
// why it is made all the same.
func TestPackage(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Riga", "LAT")
	organiser, chief := h.as(access.Organiser, event), h.as(access.ChiefArbiter, event)
	path := "/v1/events/" + event + "/package"
	organiser.upload(event, "round8.pgn", games(t, 2))
	if got := organiser.undone(event); !strings.Contains(got, "untold games tournament_file; untold names roster; untold duty rated") {
		t.Errorf("of an event of which nothing is stated: %s", got)
	}
	chief.refused(chief.call("POST", "/v1/events/"+event+"/close", ""), http.StatusConflict, "event_unfinished")
	chief.stateFacts(event, everyFact)
	organiser.refused(organiser.call("POST", path, ""), http.StatusUnprocessableEntity, "no_tournament_file")
	organiser.refused(organiser.call("GET", path, ""), http.StatusNotFound, "no_package")

	h.receive(event, "event.trf", tournamentFile(pairingsOfRound8()))
	const lacking = "8 Grandelius, Nils - Caruana, Fabiano"
	if got := organiser.undone(event); got != "game "+lacking {
		t.Errorf("undone: %s", got)
	}
	refused := organiser.call("POST", path, "")
	organiser.refused(refused, http.StatusUnprocessableEntity, "package_lacks")
	if !strings.Contains(string(refused.body), "round 8: Grandelius, Nils - Caruana, Fabiano: missing") {
		t.Errorf("%s", refused.body)
	}
	if uk := organiser.call("POST", path+"?lang=uk", ""); !strings.Contains(string(uk.body), "тур 8: Grandelius, Nils - Caruana, Fabiano: немає") {
		t.Errorf("%s", uk.body)
	}
	organiser.refused(organiser.wrong("POST", path+"?lang=de", ""), http.StatusBadRequest, "lang")
	organiser.refused(organiser.call("POST", path, `{"reason": "it is lost"}`), http.StatusForbidden, "override")
	chief.refused(chief.call("POST", path, `{"reason": " "}`), http.StatusBadRequest, "reason")
	var made, again wire.EventPackage
	chief.want(chief.call("POST", path, `{"reason": "it is lost"}`), http.StatusCreated, &made)
	if made.Games != 2 || len(made.Lacks) != 1 || made.Reason != "it is lost" {
		t.Errorf("made %+v", made)
	}
	if m := downloaded(organiser, path, made); m.Overridden == nil || m.Overridden.Reason != "it is lost" || m.Overridden.By != "somebody" {
		t.Errorf("the manifest says %+v", m.Overridden)
	}

	organiser.upload(event, "round8.pgn", games(t, 3))
	made = wire.EventPackage{}
	organiser.want(organiser.call("POST", path, ""), http.StatusCreated, &made)
	if made.Games != 3 || len(made.Lacks) != 0 || made.Reason != "" || downloaded(organiser, path, made).Overridden != nil {
		t.Errorf("made %+v", made)
	}
	organiser.want(organiser.call("POST", path, ""), http.StatusCreated, &again)
	if again.SHA256 != made.SHA256 || !again.Made.Equal(made.Made) {
		t.Errorf("made again %+v, before %+v", again, made)
	}
	if got := h.kinds(event); got != "tournament_file package package" {
		t.Errorf("journal: %s", got)
	}
	var known wire.EventPackage
	organiser.want(organiser.call("GET", path, "", "Accept: application/json"), http.StatusOK, &known)
	if known.SHA256 != made.SHA256 || known.Games != made.Games || !known.Made.Equal(made.Made) {
		t.Errorf("known %+v, made %+v", known, made)
	}
	tag := organiser.call("GET", path, "").header.Get("ETag")
	if entry := h.lastEntry(); entry.Action != "readPackage" || entry.Detail != "package "+made.SHA256 {
		t.Errorf("a download is audited as %+v", entry)
	}
	organiser.want(organiser.call("GET", path, "", "If-None-Match: "+tag), http.StatusNotModified, nil)
	audit, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	for _, entry := range audit {
		if strings.Contains(entry.Detail, "lost") || strings.Contains(entry.Detail, "Caruana") {
			t.Errorf("the audit says %+v", entry)
		}
	}
}

// downloaded proves the package that is there now.
func downloaded(c *caller, path string, made wire.EventPackage) *pack.Manifest {
	c.t.Helper()
	got := c.call("GET", path, "")
	c.want(got, http.StatusOK, nil)
	sum := sha256.Sum256(got.body)
	if hex.EncodeToString(sum[:]) != made.SHA256 || int64(len(got.body)) != made.Bytes || got.header.Get("ETag") != `"`+made.SHA256+`"` ||
		got.header.Get("Content-Disposition") != `attachment; filename="`+made.SHA256+`.zip"` {
		c.t.Errorf("%v is not %+v", got.header, made)
	}
	m, err := pack.Verify(bytes.NewReader(got.body), int64(len(got.body)))
	c.must(err)
	return m
}

// What people have said of single players goes into the corrected tournament file, and nothing else.
func TestPackageHasCorrections(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Riga", "LAT")
	organiser := h.as(access.Organiser, event)
	organiser.upload(event, "round8.pgn", games(t, 1))
	received := string(tournamentFile(pairingsOfRound8()[:1]))
	h.receive(event, "event.trf", []byte(received))
	h.note(event, corrected(2, "Sasikiran, Krishnan", "IND"))
	path := "/v1/events/" + event + "/package"
	var made wire.EventPackage
	organiser.want(organiser.call("POST", path, ""), http.StatusCreated, &made)
	downloaded(organiser, path, made)
	body := string(organiser.call("GET", path, "").body)
	want := strings.Replace(received, "Sasikiran, Krishnan               2600    ", "Sasikiran, Krishnan               2600 IND", 1)
	if !strings.Contains(body, received) || want == received || !strings.Contains(body, want) {
		t.Errorf("the package lacks one of\n%s\n%s", received, want)
	}
}

// An event is closed when nothing is undone, or for a reason, and opened again for a reason.
func TestClosing(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Riga", "LAT")
	chief, organiser := h.as(access.ChiefArbiter, event), h.as(access.Organiser, event)
	path := "/v1/events/" + event
	chief.stateFacts(event, everyFact)
	chief.upload(event, "round8.pgn", games(t, 2))
	h.receive(event, "event.trf", tournamentFile(pairingsOfRound8()))
	chief.want(chief.call("POST", path+"/pause", ""), http.StatusOK, nil)
	chief.want(chief.call("POST", path+"/tests", testOfFirouzja), http.StatusAccepted, nil)
	const lacking = "game 8 Grandelius, Nils - Caruana, Fabiano"
	if got := chief.undone(event); got != lacking+"; test" {
		t.Errorf("undone: %s", got)
	}
	if got := organiser.undone(event); got != lacking {
		t.Errorf("an organiser sees %s", got)
	}
	chief.refused(chief.call("POST", path+"/close", ""), http.StatusConflict, "event_unfinished")
	chief.refused(chief.wrong("POST", path+"/close", `{"reason": ""}`), http.StatusConflict, "event_unfinished")
	chief.refused(chief.call("POST", path+"/close", `{"reason": "\t"}`), http.StatusBadRequest, "reason")
	var now store.Event
	chief.want(chief.call("POST", path+"/close", `{"reason": "it is lost"}`), http.StatusOK, &now)
	if now.State != store.EventClosed {
		t.Errorf("closed: %+v", now)
	}
	chief.want(chief.call("POST", path+"/close", `{"reason": "it is lost"}`), http.StatusOK, &now)
	chief.refused(chief.call("POST", path+"/resume", ""), http.StatusBadRequest, "reason")
	chief.want(chief.call("POST", path+"/resume", `{"reason": "it was found"}`), http.StatusOK, &now)
	if now.State != store.EventOpen {
		t.Errorf("reopened: %+v", now)
	}
	chief.finished(event)
	chief.upload(event, "round8.pgn", games(t, 3))
	if got := chief.undone(event); got != "" {
		t.Errorf("undone: %s", got)
	}
	chief.want(chief.call("POST", path+"/close", ""), http.StatusOK, &now)
	if got := h.kinds(event); got != "tournament_file closing reopening closing" {
		t.Errorf("journal: %s", got)
	}
	journal, err := h.db.Journal(t.Context(), event)
	h.must(err)
	closings, err := tournament.EntriesOf[tournament.Closing](journal)
	h.must(err)
	if len(closings) != 2 || closings[0].By != chief.id || closings[0].Says.Reason != "it is lost" || len(closings[0].Says.Undone) != 2 || len(closings[1].Says.Undone) != 0 {
		t.Errorf("closings %+v", closings)
	}
}

// corrected is a change of one player by hand.
func corrected(number int, name, federation string) tournament.PlayersList {
	return tournament.PlayersList{Players: []roster.Entry{{Number: number, Name: name, Federation: federation, Caveats: []roster.EntryCaveat{}}}}
}

// Duties and absences are undone as well. Who may not see the log is not told of absences.
func TestClosingTellsDutiesAndAbsences(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Riga", "LAT")
	chief, organiser := h.as(access.ChiefArbiter, event), h.as(access.Organiser, event)
	chief.stateFacts(event, `{"start": "2026-03-14", "end": "2026-03-22", "facts": {"rated": "yes", "time_zone": "Europe/Riga"}}`)
	h.note(event, tournament.LogNote{Player: tournament.NamedPlayer{Number: 1}, Round: 1, What: tournament.NotedAbsence, Left: 12})
	seen := organiser.undone(event)
	if !strings.Contains(seen, "duty") || strings.Contains(seen, "absence") || chief.undone(event) != seen+"; absence" {
		t.Errorf("an organiser sees %s, the chief arbiter %s", seen, chief.undone(event))
	}
	audit, err := h.db.AuditEntries(t.Context(), store.AuditQuery{})
	h.must(err)
	if len(audit) != 2 || audit[1].Action != "readClosing" || audit[1].Token != chief.id { // the first is the change of the event
		t.Errorf("audit %+v", audit)
	}

	h.receive(event, "event.trf", tournamentFile(pairingsOfRound8()[:1]))
	organiser.upload(event, "round8.pgn", games(t, 1))
	path := "/v1/events/" + event + "/package"
	var made wire.EventPackage
	organiser.want(organiser.call("POST", path, ""), http.StatusCreated, &made)
	downloaded(organiser, path, made)
	body := string(organiser.call("GET", path, "").body)
	if !strings.Contains(body, "duty,who,demand,least,by,state") || !strings.Contains(body, ",late,") || !strings.Contains(body, "measures.html") {
		t.Error("the package says nothing of duties")
	}
	var again wire.EventPackage
	organiser.want(organiser.call("POST", path, ""), http.StatusCreated, &again)
	if again.SHA256 != made.SHA256 || !again.Made.Equal(made.Made) {
		t.Errorf("made again %+v, before %+v", again, made)
	}
}

// A name that people have answered for is no open question any more, and its game is there.
func TestPackageAfterAnAnswer(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Riga", "LAT")
	arbiter, organiser := h.as(access.Arbiter, event), h.as(access.Organiser, event)
	path := "/v1/events/" + event
	text := strings.NewReplacer("Sasikiran, Krishnan", "Krishna", `[BlackFideId "5004985"]`, "").Replace(games(t, 1))
	h.as(access.ChiefArbiter, event).stateFacts(event, everyFact)
	organiser.upload(event, "round8.pgn", text)
	arbiter.want(arbiter.call("POST", path+"/roster/import?name=event.trf", string(tournamentFile(pairingsOfRound8()[:1])), asText), http.StatusOK, nil)
	if got := arbiter.undone(event); got != "game 8 Firouzja, Alireza - Sasikiran, Krishnan; question" {
		t.Errorf("undone: %s", got)
	}
	arbiter.want(arbiter.call("POST", path+"/questions", `{"name": "Krishna", "number": 2}`), http.StatusOK, nil)
	if got := arbiter.undone(event); got != "" {
		t.Errorf("undone after the answer: %s", got)
	}
	var made wire.EventPackage
	organiser.want(organiser.call("POST", path+"/package", ""), http.StatusCreated, &made)
	downloaded(organiser, path+"/package", made)
	if made.Games != 1 || !strings.Contains(string(organiser.call("GET", path+"/package", "").body), `[Black "Krishna"]`) {
		t.Errorf("made %+v", made)
	}
}
