package web_test

import (
	"database/sql"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"fairplay/api"
	"fairplay/api/apitest"
	"fairplay/api/web"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/store/storetest"
)

// onBoth runs a test on a service whose database is a file, and on one whose database is a server of PostgreSQL.
func onBoth(t *testing.T, test func(t *testing.T, h *apitest.Service, run func(string))) {
	mount := func(s *api.Server) {
		if err := web.Mount(web.Config{API: s}); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		h := apitest.Open(t, apitest.Setting{Mount: mount})
		test(t, h, func(statement string) {
			raw, err := sql.Open("sqlite", h.Source+"?_pragma=busy_timeout(10000)")
			h.Must(err)
			defer raw.Close()
			_, err = raw.ExecContext(t.Context(), statement)
			h.Must(err)
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := storetest.Start(t)
		source := server.Fresh(t)
		h := apitest.Open(t, apitest.Setting{Mount: mount, Source: source})
		test(t, h, func(statement string) { server.Exec(t, source, statement) })
	})
}

// named reports whether Check names a row with a reason.
func named(t *testing.T, h *apitest.Service, what, id, reason string) {
	t.Helper()
	found, err := h.DB.Check(t.Context(), nil)
	h.Must(err)
	if !slices.ContainsFunc(found.Damages, func(d store.Damage) bool { return d.What == what && d.ID == id && strings.Contains(d.Reason, reason) }) {
		t.Errorf("check does not name %s %s: %+v", what, id, found.Damages)
	}
}

// The organiser of an event can write to the database. He gives his sign-in to the chair, to read a case, and to the chief
// arbiter, to write into the watch list. He is nobody by it; it is logged, and named even after he has removed the row.
func TestForgedSignIn(t *testing.T) {
	onBoth(t, func(t *testing.T, h *apitest.Service, run func(string)) {
		event := h.Event("City Open", "UKR")
		i := openInquiry(h)
		chief := as(h, access.ChiefArbiter, event)
		mallory := as(h, access.Organiser, event).signIn()
		mallory.want(mallory.get(i.path), http.StatusNotFound)
		digest := ""
		h.Must(signInOf(&digest, mallory))

		run(`UPDATE sign_ins SET token = '` + i.chair.id + `' WHERE digest = '` + digest + `'`)
		if got := mallory.get(i.path); got.at.Path != "/" || strings.Contains(got.text, "Kyiv &lt;b&gt;Open") {
			t.Errorf("he reads the case: %d %s", got.status, got.at)
		}
		named(t, h, "sign-in", digest, "mark of the server")
		if text := h.Log.String(); !strings.Contains(text, "forged: sign-in "+digest) {
			t.Errorf("the log does not say so: %s", text)
		}

		run(`UPDATE sign_ins SET token = '` + chief.id + `' WHERE digest = '` + digest + `'`)
		path := "/events/" + event + "/watch"
		mallory.post(path, path, url.Values{"name": {"Sample, Boris"}, "fide_id": {"1503014"}, "evidence": {"observational"}, "reason": {"invented"}})
		journal, err := h.DB.Journal(t.Context(), event)
		h.Must(err)
		if len(journal) > 0 {
			t.Errorf("he writes in another's name: %+v", journal)
		}
		run(`DELETE FROM sign_ins WHERE digest = '` + digest + `'`)
		named(t, h, "sign-in", digest, "has removed it")
	})
}

// signInOf finds the row of somebody's sign-in.
func signInOf(digest *string, p *person) error {
	at, err := url.Parse(p.URL)
	if err != nil {
		return err
	}
	for _, c := range p.Jar.Cookies(at) {
		*digest = hex.EncodeToString(api.HashSecret(c.Value))
	}
	return nil
}

// asks sends a request of the API with a secret.
func asks(h *apitest.Service, secret, path string) (status int, text string) {
	h.T.Helper()
	r, err := http.NewRequestWithContext(h.T.Context(), http.MethodGet, h.URL+path, nil)
	h.Must(err)
	r.Header.Set("Authorization", "Bearer "+secret)
	answer, err := http.DefaultClient.Do(r)
	h.Must(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	h.Must(err)
	return answer.StatusCode, string(body)
}

// The same person tries what else lets somebody in: the secret, the end, the revocation and the roles of a token, and who sees
// an event or a case.
func TestForgedTokens(t *testing.T) {
	onBoth(t, func(t *testing.T, h *apitest.Service, run func(string)) {
		event := h.Event("City Open", "UKR")
		i := openInquiry(h)
		inquiry := strings.TrimPrefix(i.path, "/cases/")
		mallory := func() *person { return as(h, access.Organiser, event) }
		const opens, nobody = http.StatusOK, http.StatusUnauthorized
		for _, c := range []struct {
			name   string
			asks   string
			alter  func(m *person) string
			who    func(m *person) string // whose token check names
			status int
		}{
			{name: "the secret of the chair becomes one's own", asks: "/v1/cases/" + inquiry, status: nobody, who: func(*person) string { return i.chair.id },
				alter: func(m *person) string {
					return `UPDATE tokens SET digest = '` + hex.EncodeToString(api.HashSecret("fp_"+strings.Repeat("A", 43))) + `' WHERE id = '` + i.chair.id + `'`
				}},
			{name: "a role of the chair", asks: "/v1/cases/" + inquiry, status: nobody,
				alter: func(m *person) string {
					return `INSERT INTO grants (token, role, event, case_id, federation) VALUES ('` + m.id + `', 'fpl-chair', '', '', '')`
				}},
			{name: "one's role becomes that of the chief arbiter", asks: "/v1/events/" + event + "/watch", status: nobody,
				alter: func(m *person) string { return `UPDATE grants SET role = 'chief-arbiter' WHERE token = '` + m.id + `'` }},
			{name: "a revocation undone", asks: "/v1/me", status: nobody,
				alter: func(m *person) string {
					h.Must(h.DB.RevokeToken(t.Context(), m.id, h.Clock.Now()))
					return `UPDATE tokens SET revoked = 0 WHERE id = '` + m.id + `'`
				}},
			{name: "a token without end", asks: "/v1/me", status: nobody,
				alter: func(m *person) string { return `UPDATE tokens SET expires = expires + 1 WHERE id = '` + m.id + `'` }},
			{name: "the mark of another", asks: "/v1/me", status: nobody,
				alter: func(m *person) string {
					return `UPDATE tokens SET mark = (SELECT o.mark FROM tokens o WHERE o.id = '` + i.secretary.id + `') WHERE id = '` + m.id + `'`
				}},
			{name: "nothing", asks: "/v1/me", status: opens, alter: func(m *person) string { return `UPDATE preferences SET value = 'ru'` }},
		} {
			m := mallory()
			run(c.alter(m))
			secret := m.secret
			if c.who != nil {
				secret = "fp_" + strings.Repeat("A", 43)
			}
			status, text := asks(h, secret, c.asks)
			if status != c.status {
				t.Errorf("%s: %d %s", c.name, status, text)
			}
			if c.status == nobody {
				id := m.id
				if c.who != nil {
					id = c.who(m)
				}
				named(t, h, "token", id, "mark of the server")
			}
		}

		abroad := withGrant(h, access.Grant{Role: access.FederationOfficer, Federation: "NOR"})
		run(`UPDATE events SET federation = 'NOR', state = 'closed' WHERE id = '` + event + `'`)
		run(`INSERT INTO case_parties (case_id, role, token, federation, entry) VALUES ('` + inquiry + `', 'federation-officer', '', 'NOR', 1)`)
		for _, path := range []string{"/v1/events/" + event, "/v1/events/" + event + "/screening", "/v1/cases/" + inquiry} {
			if status, text := asks(h, abroad.secret, path); status/100 == 2 {
				t.Errorf("%s is open to another federation: %s", path, text)
			}
		}
		named(t, h, "event", event, "mark of the server")
		named(t, h, "case", inquiry, "mark of the server")
	})
}
