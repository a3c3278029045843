package api_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
)

// workbook is the type of an XLSX file.
const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// inPDF is text as the properties of a PDF have it.
func inPDF(text string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit>>8), byte(unit))
	}
	return out
}

// checkFiles checks the forms of a document that are files: their types, names and bytes, and that
// the PDF names the digest of the JSON.
func checkFiles(t *testing.T, c *caller, path, name string) {
	t.Helper()
	for _, of := range []struct{ format, kind, begins string }{{"pdf", "application/pdf", "%PDF-"}, {"xlsx", workbook, "PK\x03\x04"}} {
		query := path + "?lang=uk&format=" + of.format
		got := c.want(c.call("GET", query, ""), http.StatusOK, nil)
		if kind := got.header.Get("Content-Type"); kind != of.kind || !strings.HasPrefix(string(got.body), of.begins) {
			t.Errorf("%s: type %s, %.10q", query, kind, got.body)
		}
		if want := `attachment; filename="` + name + "." + of.format + `"`; got.header.Get("Content-Disposition") != want {
			t.Errorf("%s: %s, want %s", query, got.header.Get("Content-Disposition"), want)
		}
		if name == "duties" || name == "completeness" || name == "section" {
			continue // which name the moment of the answer
		}
		if again := c.want(c.call("GET", path+"?lang=uk", "", "Accept: "+of.kind), http.StatusOK, nil); !bytes.Equal(again.body, got.body) {
			t.Errorf("%s: two answers differ", query)
		}
		sum := sha256.Sum256(c.want(c.call("GET", path, ""), http.StatusOK, nil).body)
		if of.format == "pdf" && !bytes.Contains(got.body, inPDF(hex.EncodeToString(sum[:]))) {
			t.Errorf("%s does not name the digest of the JSON", query)
		}
	}
}

// What an event must do, which of its games lack and who made a norm come in every form, to those
// who may read them.
func TestDocumentsOfAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	file, _ := grandSwiss(t)
	event := h.event("Grand Swiss", "")
	h.receive(event, "grand_swiss.trf", file)
	c := h.as(access.Organiser, event)
	for of, says := range map[string][3]string{
		"completeness": {"record,item,demand", "Партии, которые нужно отправить", "0 of 594 games are here"},
		"norms":        {"record,number,name", "Нормы", "norm"}, "level": {"record,level,fact", "Уровень защиты", "level"}, "duties": {"duty,who,demand", "Обязанности по турниру", "What is to be done"},
	} {
		path := "/v1/events/" + event + "/" + of
		checkFiles(t, c, path, of)
		for query, want := range map[string]string{"?format=csv": says[0], "?format=html&lang=ru": says[1], "?format=table": says[2]} {
			if got := c.want(c.call("GET", path+query, ""), http.StatusOK, nil); !strings.Contains(string(got.body), want) {
				t.Errorf("%s%s lacks %q:\n%.2000s", of, query, want, got.body)
			}
		}
		c.refused(c.wrong("GET", path+"?format=docx", ""), http.StatusBadRequest, "format")
		stranger := h.as(access.Organiser, h.event("Another", ""))
		for _, form := range []string{"pdf", "xlsx"} {
			if got := stranger.call("GET", path+"?format="+form, ""); got.status != http.StatusNotFound {
				t.Errorf("a stranger reads %s as %s: %d", of, form, got.status)
			}
		}
	}
}

// The fair-play section comes in every form to the chief arbiter and those who may see what he sees. It names nobody who
// is watched or was checked, and does not tell that there is a complaint; organiser and arbiter get no answer.
func TestFairPlaySectionOfAnEvent(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	event := h.event("Grand Swiss", "")
	h.receive(event, "grand_swiss.trf", tournamentFile(pairingsOfRound8()))
	path, chief := "/v1/events/"+event+"/section", h.as(access.ChiefArbiter, event)
	read := func() map[string]string {
		all := map[string]string{}
		for query, says := range map[string]string{"": `"screening_missing": "not_screened"`, "?format=csv": "record,item,round", "?format=html&lang=ru": "раздел отчёта главного арбитра", "?format=table": "What was screened"} {
			if all[query] = string(chief.want(chief.call("GET", path+query, ""), http.StatusOK, nil).body); !strings.Contains(all[query], says) {
				t.Errorf("%s lacks %q:\n%.2000s", query, says, all[query])
			}
		}
		return all
	}
	before := read()
	checkFiles(t, chief, path, "section")
	h.note(event, tournament.WatchEntry{Player: tournament.NamedPlayer{Name: "Firouzja, Alireza"}, Reason: "a complaint", Evidence: []tournament.EvidenceKind{tournament.ByComplaint}, Begin: &tournament.Beginning{}})
	h.note(event, tournament.LogNote{Player: tournament.NamedPlayer{Name: "Firouzja, Alireza"}, Round: 8, What: tournament.NotedObservation, Text: "as the complaint says"})
	after := read()
	if after["?format=csv"] != before["?format=csv"] {
		t.Errorf("the watch list or an observation changes the section:\n%s", after["?format=csv"])
	}
	for query, text := range after { // other forms name the moment
		if strings.Contains(text, "as the complaint") || strings.Count(text, "Firouzja") != strings.Count(before[query], "Firouzja") {
			t.Errorf("%q tells of watch list or observation", query)
		}
	}
	for _, role := range []access.Role{access.Organiser, access.Arbiter, access.FederationOfficer} {
		if got := h.as(role, event).call("GET", path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s: %d", role, got.status)
		}
	}
}

// The notice for the hall is for everybody who has a token.
func TestNoticeForTheHall(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(access.Arbiter, h.event("City Open", ""))
	for query, kind := range map[string]string{"": "text/html; charset=utf-8", "?format=html": "text/html; charset=utf-8", "?format=pdf": "application/pdf"} {
		if got := c.want(c.call("GET", "/v1/notice"+query, ""), http.StatusOK, nil); got.header.Get("Content-Type") != kind {
			t.Errorf("%s: %s", query, got.header.Get("Content-Type"))
		}
	}
	c.refused(c.wrong("GET", "/v1/notice?format=csv", ""), http.StatusBadRequest, "format")
}

// What is known of a calibration is what the command line says of it, in every form.
func TestReadCalibration(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.as(access.Organiser, h.event("Open", ""))
	const path = "/v1/calibrations/standard-quick"
	checkFiles(t, c, path, "calibrations")
	for query, want := range map[string]string{
		"": `calibration report standard-quick"`, "?format=html&lang=ru": "Отчёт о калибровке", "?format=table": "standard-quick",
	} {
		if got := c.want(c.call("GET", path+query, ""), http.StatusOK, nil); !strings.Contains(string(got.body), want) {
			t.Errorf("%s lacks %q:\n%.2000s", query, want, got.body)
		}
	}
	c.refused(c.call("GET", path+"?format=csv", ""), http.StatusBadRequest, "format")
	c.refused(c.call("GET", "/v1/calibrations/standard-deep", ""), http.StatusNotFound, "calibration")
}

// An approval that is set stands in the documents of its recipe, and in the list of recipes; the JSON stays as it is, and a
// form that was kept before the approval has another ETag.
func TestApprovedMethod(t *testing.T) {
	t.Parallel()
	approve := false
	h := open(t, func(c *api.Config) {
		for _, r := range c.Recipes {
			if approve = r.Recipe.Name == "quick"; approve {
				c.Approvals = []reports.Approval{{Name: "Decision 7/2027", By: "The Commission", On: "2027-03-01", Recipe: r.Recipe.Fingerprint()}}
				break
			}
		}
	})
	if !approve {
		t.Fatal("no quick recipe")
	}
	event := h.event("Open", "")
	c := h.as(access.ChiefArbiter, event)
	base := "/v1/events/" + event
	c.want(c.call("POST", base+"/batches?name=one.pgn", games(t, 2), asPGN), http.StatusAccepted, nil)
	c.finished(event)
	for _, path := range []string{base + "/screening", base + "/screening/rounds", base + "/section"} {
		got := c.want(c.call("GET", path+"?format=table", ""), http.StatusOK, nil)
		if text := strings.Join(strings.Fields(string(got.body)), " "); !strings.Contains(text, "The Commission has approved this method by Decision 7/2027 of 2027-03-01") || strings.Contains(text, "has not approved") {
			t.Errorf("%s:\n%s", path, got.body)
		}
		if got := c.want(c.call("GET", path, ""), http.StatusOK, nil); strings.Contains(string(got.body), "Decision") {
			t.Errorf("%s in JSON names the approval", path)
		}
	}
	var list wire.List[wire.ListedRecipe]
	c.want(c.call("GET", "/v1/recipes", ""), http.StatusOK, &list)
	for _, r := range list.Items {
		if (r.Approval != nil) != (r.Recipe.Name == "quick") {
			t.Errorf("%s: approval %+v", r.Recipe.Name, r.Approval)
		}
	}
}
