package web_test

import (
	"archive/zip"
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/queue/work"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/uci/ucitest"
)

// The first hour: games are chosen on the first page, an event named after them is made, and the work is
// followed without a reload.
func TestFirstHour(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := as(h, access.ChiefArbiter, "").tab(t, browser(t))
	b.look("events-none")
	games, err := filepath.Abs("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#files"), []string{games}), chromedp.Click(chromedp.CSS("form.drop button")))
	b.see("body[data-page=event]")
	at, err := chromedp.Run(b.Context, chromedp.Location())
	h.Must(err)
	event := strings.TrimPrefix(at, h.URL)
	b.worked(strings.TrimPrefix(event, "/events/"))
	b.do(chromedp.WaitReady(chromedp.CSS("#progress:not(:has(progress))")))
	b.fits("event")
	b.open(event + "/screening")
	b.fits("screening")
	b.open(event + "/screening?by=round")
	b.look("rounds-of-all")
	b.do(chromedp.Click(chromedp.CSS("tbody tr a")))
	b.see("body[data-page=player]")
	b.fits("player")
	b.do(chromedp.Click(chromedp.CSS("form.card button")))
	b.see("section.test")
	b.worked(strings.TrimPrefix(event, "/events/"))
	b.do(chromedp.Reload())
	b.look("test")
	b.open("/events")
	b.fits("events")
	b.open("/account")
	b.fits("account")
}

// News that comes while the page still waits for an answer is not lost, though the answer replaces what it was asked for:
// on a slow line the page says in the end that the work is done.
func TestTheLastNewsReachesASlowPage(t *testing.T) {
	t.Parallel()
	h := apitest.Open(t, apitest.Setting{Calibrated: true, Engine: ucitest.Engine{Delay: 20 * time.Millisecond}, Mount: func(s *api.Server) {
		if err := web.Mount(web.Config{API: s}); err != nil {
			t.Fatal(err)
		}
	}})
	service, err := url.Parse(h.URL)
	h.Must(err)
	arrives, first := make(chan struct{}), make(chan struct{}, 1)
	first <- struct{}{}
	line := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(service)
			r.Out.Host = r.In.Host
		},
		ModifyResponse: func(r *http.Response) error {
			if r.Request.Header.Get("HX-Request") == "" {
				return nil
			}
			select {
			case <-first:
				<-arrives
			default:
			}
			return nil
		},
	})
	t.Cleanup(line.Close)
	h.URL = line.URL
	b := as(h, access.ChiefArbiter, "").tab(t, browser(t))
	games, err := os.ReadFile("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	h.Must(err)
	event := b.want(b.handIn("/events", map[string]string{"round8.pgn": string(games)}), http.StatusOK).at.Path
	b.open(event)
	b.worked(strings.TrimPrefix(event, "/events/"))
	time.Sleep(2 * time.Second) // the page asks a second after the news
	close(arrives)
	b.do(chromedp.WaitReady(chromedp.CSS("#progress:not(:has(progress))")))
}

// A file in which no game is found, whatever its form, makes no event, and is not taken by one: the reason stands where it was
// dropped.
func TestAFileWithoutGamesMakesNoEvent(t *testing.T) {
	t.Parallel()
	p := as(open(t), access.ChiefArbiter, "").signIn()
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	member, err := archive.Create("letter.pgn")
	p.Must(err)
	_, err = member.Write([]byte("Dear arbiter, the games follow tomorrow."))
	p.Must(err)
	p.Must(archive.Close())
	for name, text := range map[string]string{
		"letter.pgn": "Dear arbiter, the games follow tomorrow.", "empty.pgn": "", "photo.jpg": "\xff\xd8\xff\xe0 a picture",
		"letter.zip": packed.String(), "event.trf": "012 An event without players\n", "players.csv": "number,name\n",
	} {
		p.want(p.handIn("/events", map[string]string{name: text}), http.StatusBadRequest, "No game was found in "+name)
	}
	if got := p.get("/events"); strings.Contains(got.text, `href="/events/`+"0") || regexp.MustCompile(`href="/events/[0-9a-f]{32}"`).MatchString(got.text) {
		t.Errorf("there is an event: %s", got.text)
	}
	event := p.round8()
	for name, text := range map[string]string{"letter.pgn": "Dear arbiter, the games follow tomorrow.", "empty.pgn": "", "photo.jpg": "\xff\xd8\xff\xe0 a picture"} {
		p.want(p.handIn("/events/"+event+"/upload", map[string]string{name: text}), http.StatusBadRequest, "No game was found in "+name)
	}
	if got := p.get("/events/" + event + "/upload"); strings.Count(got.text, `class="batch"`) != 1 {
		t.Errorf("a file without a game was taken: %s", got.text)
	}
	sent, err := http.NewRequestWithContext(t.Context(), "POST", p.URL+"/v1/events/"+event+"/batches?name=letter.pgn", strings.NewReader("Dear arbiter, the games follow tomorrow."))
	p.Must(err)
	sent.Header = http.Header{"Authorization": {"Bearer " + p.secret}, "Content-Type": {"application/x-chess-pgn"}}
	p.want(p.do(sent), http.StatusAccepted) // a program is told by the outcome
	p.worked(event)
	for _, page := range []string{"", "/upload", "/screening/file?format=html"} {
		if got := p.want(p.get("/events/"+event+page), http.StatusOK, "there is text in letter.pgn but no game"); strings.Contains(got.text, "letter.pgn</bdi>:0") || strings.Contains(got.text, "letter.pgn:0") {
			t.Errorf("%q names a line of a file that has none", page)
		}
	}
}

// Whatever is asked under /v1 is answered as a problem, also where there is nothing or a method is
// not possible; elsewhere people see a page.
func TestUnknownAddressesOfTheAPIAreProblems(t *testing.T) {
	t.Parallel()
	p := as(open(t), access.ChiefArbiter, "").signIn()
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/v1", 404}, {"GET", "/v1/", 404}, {"GET", "/v1/nothing", 404}, {"DELETE", "/v1/nothing/at/all", 404}, {"GET", "/v1/events/7/nothing", 404},
		{"DELETE", "/v1/events", 405}, {"PUT", "/v1/events/7/screening", 405}, {"POST", "/v1/me", 405}, {"PATCH", "/v1/recipes", 405},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, p.URL+c.path, nil)
		p.Must(err)
		r.Header.Set("Authorization", "Bearer "+p.secret)
		got := p.do(r)
		if got.status != c.status || got.header.Get("Content-Type") != "application/problem+json" || !strings.Contains(got.text, `"status":`) {
			t.Errorf("%s %s: %d %s %s", c.method, c.path, got.status, got.header.Get("Content-Type"), firstLine(got.text))
		}
	}
	if got := p.get("/nothing"); got.status != http.StatusNotFound || !strings.Contains(got.text, "<html") {
		t.Errorf("a page that is not there: %d", got.status)
	}
}

// A closed event takes no fact, player, schedule or note, and its pages say so in place of forms.
func TestAClosedEventTakesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Riga", "LAT")
	p := as(h, access.ChiefArbiter, event).signIn()
	p.riga(event)
	base := "/events/" + event
	p.call("POST", "/v1"+base+"/close", `{"reason": "called off"}`)
	const closed = "The event is closed: it takes no games, facts, players, schedule or notes"
	for _, page := range []string{"/facts", "/roster", "/rounds", "/watch", "/log", "/upload", "/questions"} {
		got := p.want(p.get(base+page), http.StatusOK, closed)
		if forms := regexp.MustCompile(`(?s)<main.*</main>`).FindString(got.text); strings.Count(forms, "<button") > 0 {
			t.Errorf("%s still has a form: %s", page, forms)
		}
	}
	for _, c := range [][3]string{
		{"PATCH", "", `{"players": 96}`}, {"POST", "/watch", `{"player": {"number": 1}, "reason": "x", "evidence": ["complaint"]}`},
		{"PUT", "/rounds", `{"rounds": []}`}, {"POST", "/roster/import?name=event.csv", "number,name\n1,Anna\n"},
		{"POST", "/log", `{"player": {"number": 1}, "round": 1, "what": "absence", "left": 3}`},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c[0], p.URL+"/v1"+base+c[1], strings.NewReader(c[2]))
		p.Must(err)
		r.Header = http.Header{"Authorization": {"Bearer " + p.secret}, "If-Match": {"*"}, "Content-Type": {"application/json"}}
		if strings.HasPrefix(c[1], "/roster") {
			r.Header.Set("Content-Type", "text/plain")
		}
		if got := p.do(r); got.status != http.StatusConflict || !strings.Contains(got.text, "event_closed") {
			t.Errorf("%s %s: %d %s", c[0], c[1], got.status, got.text)
		}
	}
	p.call("POST", "/v1"+base+"/resume", `{"reason": "played after all"}`)
	p.call("PATCH", "/v1"+base, `{"players": 96}`)
}

// Games that were given up for one reason are one line on the first page of the event, in the words of the visitor, with one
// button that tries all of them again. The event is not called evaluated, and nothing is said to be under way.
func TestWhatWasGivenUp(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Riga", "LAT")
	chief, arbiter := as(h, access.ChiefArbiter, event).signIn(), as(h, access.Arbiter, event).signIn()
	at := time.Now().UTC()
	for i, code := range []string{"engine_failed", "engine_failed", "engine_failed", "never_heard_of", ""} {
		kind, reason := work.EvaluateQuick, store.TaskFailure{Kind: fault.Internal, Code: code, Text: "the <b>engine</b> sneezed"}
		if code == "" {
			kind, reason.Code = work.Report, "nor_of_this"
		}
		task := store.Task{ID: strings.Repeat(strconv.Itoa(i), 32), Kind: kind, Event: event, State: store.TaskOpen, Positions: 9, Created: at, Changed: at}
		_, err := h.DB.AddTasks(t.Context(), []store.Task{task})
		h.Must(err)
		h.Must(h.DB.FailTask(t.Context(), task.ID, reason, true, at))
	}
	page := "/events/" + event
	got := chief.want(chief.get(page), http.StatusOK, "Nothing is being worked on, but not everything is done", "3 games are not evaluated",
		"The engine failed on positions again and again.", "1 game is not evaluated", "the &lt;b&gt;engine&lt;/b&gt; sneezed",
		"The table of the event was not made.", "Something went wrong inside the program.")
	if strings.Contains(got.text, "Everything that was handed in is evaluated") || strings.Contains(got.text, "<progress") || strings.Count(got.text, `name="code"`) != 3 {
		t.Errorf("it says that all is done or under way, or lacks a button: %s", got.text)
	}
	if got := arbiter.want(arbiter.get(page), http.StatusOK, "3 games are not evaluated"); strings.Contains(got.text, `name="code"`) {
		t.Error("an arbiter, who may not, has a button")
	}
	chief.call("POST", "/v1"+page+"/pause", "") // there are no such games
	got = chief.want(chief.post(page, page+"/retry", url.Values{"code": {"engine_failed"}, "kind": {"evaluate-quick"}}), http.StatusOK, "1 game is not evaluated")
	if strings.Contains(got.text, "3 games are not evaluated") || strings.Contains(got.text, "The engine failed") {
		t.Error("nothing was tried again")
	}
}

// While the service starts, its page shows what it waits for and, once that is known, how long: in the visitor's language, for
// whatever he asks, and it asks again by itself.
func TestPageOfAStart(t *testing.T) {
	t.Parallel()
	starting := api.NewStarting(slog.New(slog.DiscardHandler))
	if err := web.MountStarting(starting, nil, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	see := func(method, lang string, status int, texts ...string) {
		t.Helper()
		r := httptest.NewRequest(method, "/events/7/screening?by=round", nil)
		r.Header.Set("Accept-Language", lang)
		w := httptest.NewRecorder()
		starting.Handler().ServeHTTP(w, r)
		for _, text := range texts {
			if w.Code != status || w.Header().Get("Refresh") != "2" || w.Header().Get("Content-Language") != lang || !strings.Contains(w.Body.String(), text) {
				t.Errorf("%d %v lacks %q: %s", w.Code, w.Header(), text, w.Body)
			}
		}
		if strings.Contains(w.Body.String(), "db.example.org") {
			t.Error("a stranger is told where the database is")
		}
	}
	see("GET", "en", 503, "It opens its database and its engine.")
	starting.Wait(api.Wait{For: api.ForDatabase, Reason: fault.New(fault.Unavailable, "database_unreachable", "the database %s %s", "db.example.org", "does not answer")})
	see("GET", "en", 503, "It waits for its database")
	see("POST", "ru", 503, "Ожидается база данных")
	starting.Wait(api.Wait{For: api.ForEngines, Done: 12, Total: 40, Left: 7 * time.Minute})
	see("GET", "uk", 503, `max="40" value="12"`, "12 з 40", "7 хвилин")
	see("GET", "en", 503, "about 7 minutes left")
}

// A chief arbiter removes an event made by mistake, with a reason and a tick; once figures were read the page says why it stays.
func TestAnEventMadeByMistakeIsRemoved(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	id := h.Event("Wrong", "")
	h.Must(h.DB.Grant(t.Context(), p.id, access.Grant{Role: access.ChiefArbiter, Event: id}))
	h.Must(work.Control{Service: h.Work}.Pause(t.Context(), id)) // figures that are there are read with the overview
	page := "/events/" + id
	p.want(p.handIn(page+"/upload", map[string]string{"wrong.pgn": demoGames(t)}), http.StatusOK)
	remove := url.Values{"reason": {"<b>a wrong file</b>"}}
	p.want(p.get(page), http.StatusOK, "This event was made by mistake")
	p.want(p.post(page, page+"/remove", remove), http.StatusBadRequest, "Tick that you have read", "&lt;b&gt;a wrong file")
	p.want(p.post(page, page+"/remove", url.Values{"sure": {"yes"}}), http.StatusBadRequest, "say why")
	organiser := as(h, access.Organiser, strings.TrimPrefix(page, "/events/")).signIn()
	if strings.Contains(organiser.get(page).text, "made by mistake") {
		t.Error("an organiser is offered to remove the event")
	}
	remove.Set("sure", "yes")
	organiser.want(organiser.post(page, page+"/remove", remove), http.StatusNotFound)
	gone := p.want(p.post(page, page+"/remove", remove), http.StatusOK, "The event is removed.")
	if gone.at.Path != "/events" {
		t.Errorf("it goes on at %s", gone.at)
	}
	p.want(p.get(page), http.StatusNotFound)

	page = "/events/" + p.round8()
	if got := p.want(p.get(page), http.StatusOK, "judged"); strings.Contains(got.text, "made by mistake") {
		t.Error("an event whose figures are read is offered to be removed")
	}
	p.want(p.post(page, page+"/remove", remove), http.StatusConflict, "the event stays: somebody has read or ordered figures")
	p.want(p.get(page), http.StatusOK)
}

// Where nobody has stated the first day, it is proposed from the games or the schedule, and one click keeps it.
func TestStartIsProposed(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	id := p.round8()
	page := "/events/" + id
	event := func() store.Event {
		e, err := h.DB.Event(t.Context(), id)
		h.Must(err)
		return e
	}
	fields := func() url.Values {
		m := proposed.FindStringSubmatch(p.get(page).text)
		if m == nil {
			t.Fatalf("no start is proposed: %s", p.get(page).text)
		}
		return url.Values{"start": {m[1]}, "version": {m[2]}}
	}
	_, err := h.DB.ChangeEvent(t.Context(), id, 0, func(e *store.Event) error { e.Start, e.Facts.TimeZone = "", "Europe/Riga"; return nil })
	h.Must(err)
	p.want(p.get(page), http.StatusOK, "From the games: 27 Oct")
	organiser := as(h, access.Organiser, id).signIn()
	if strings.Contains(organiser.get(page).text, `action="/events/`+id+`/start"`) {
		t.Error("an organiser is offered to state the start")
	}

	rounds := page + "/rounds"
	p.want(p.post(rounds, rounds, url.Values{"version": {"1"}, "day1": {"2021-10-26"}, "start1": {"00:30"}, "end1": {"05:00"}}), http.StatusOK, "Saved.")
	p.want(p.get(page), http.StatusOK, "From the schedule: 26 Oct 2021") // the day in the time zone of the event
	kept := fields()
	_, err = h.DB.ChangeEvent(t.Context(), id, 0, func(e *store.Event) error { e.Site = "Riga"; return nil })
	h.Must(err)
	p.want(p.post(page, page+"/start", kept), http.StatusPreconditionFailed) // somebody else has changed the event
	p.want(p.post(page, page+"/start", fields()), http.StatusOK, "Saved.")
	if e := event(); e.Start != "2021-10-26" || e.Site != "Riga" {
		t.Errorf("%+v", e)
	}
	if strings.Contains(p.get(page).text, "Nobody has stated when") {
		t.Error("a start is proposed although it is stated")
	}
}

var proposed = regexp.MustCompile(`(?s)name="start" value="([^"]+)">.*?<input type="hidden" name="version" value="([0-9]+)"`)

// The number of players is proposed from their list and the time zone from the town, and one click states both.
func TestFactsAreProposed(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.ChiefArbiter, "").signIn()
	file, _, _ := lezcano(t)
	page := p.want(p.handIn("/events", map[string]string{"report.txt": file}), http.StatusOK).at.Path
	id := strings.TrimPrefix(page, "/events/")
	_, err := h.DB.ChangeEvent(t.Context(), id, 0, func(e *store.Event) error {
		e.Site, e.Players, e.Facts.TimeZone = "Hotel Sol, Buenos Aires ARG", 0, ""
		return nil
	})
	h.Must(err)
	got := p.want(p.get(page), http.StatusOK, `name="players" value="151"`, `name="time_zone" value="America/Buenos_Aires"`)
	version := regexp.MustCompile(`name="version" value="([0-9]+)"`).FindStringSubmatch(got.text)
	got = p.want(p.post(page, page+"/start", url.Values{"players": {"151"}, "time_zone": {"America/Buenos_Aires"}, "version": {version[1]}}), http.StatusOK, "Saved.")
	if e, err := h.DB.Event(t.Context(), id); err != nil || e.Players != 151 || e.Facts.TimeZone != "America/Buenos_Aires" || strings.Contains(got.text, `name="time_zone"`) {
		t.Errorf("%+v %v", e, err)
	}
}
