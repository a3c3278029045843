package registry_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// played is an event with its games.
type played []*analysis.Game

func (p played) WholeDossier(context.Context, store.Event) (*reports.Dossier, error) {
	return &reports.Dossier{Record: &tournament.EventRecord{}, Games: p}, nil
}

// reported keeps cases, with one report of every event.
type reported struct {
	*store.DB
	body []byte
}

func (r reported) ReportIn(_ context.Context, event, id string) (store.Report, error) {
	return store.Report{ID: id, Event: event, Body: r.body}, nil
}

// In a masked case file no byte names a player who has no part in the case: no name in any spelling, no FIDE ID, wherever people or
// the program wrote it. What cannot be masked is left out, and the index says so.
func TestMaskedCaseFile(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	text, err := os.ReadFile("../../../testdata/pgn/lezcano.pgn")
	if err != nil {
		t.Fatal(err)
	}
	var games played
	for g, err := range pgn.Games(bytes.NewReader(text), "lezcano.pgn", pgn.Options{}) {
		if err == nil {
			games = append(games, g)
		}
	}
	var others []analysis.Player
	for _, g := range games {
		others = append(others, g.White, g.Black)
	}
	if len(others) < 20 {
		t.Fatalf("%d players", len(others))
	}
	accused, opponent := others[0], others[1]
	others = others[1:]

	test := reports.FullTest{Player: reports.TestedPlayer{Name: accused.Name, FideID: accused.FideID}}
	for i, p := range others {
		test.GameRows = append(test.GameRows, reports.GameRow{Round: fmt.Sprint(i), Opponent: p.Name})
		test.Notes = append(test.Notes, reports.InputNote{File: "games of " + p.Name + ".pgn"})
	}
	body, err := json.Marshal(test)
	if err != nil {
		t.Fatal(err)
	}
	event := store.Event{ID: o.newID(), Name: "Lezcano", Federation: "ESP", Start: "2026-03-10", Facts: tournament.Facts{ChiefArbiter: "Koval, Petro"}}
	if err := o.db.CreateEvent(ctx, event); err != nil {
		t.Fatal(err)
	}
	o.reg.Store, o.reg.Events = reported{o.db, body}, games

	secretary := o.holder(access.Grant{Role: access.FPLSecretary})
	paper := somePaper([]byte(pdf))
	paper.Event = event.ID
	form := &paper.Filing.Form
	form.Respondents[0].Name, form.Respondents[0].FideID = accused.Name, accused.FideID
	surname, given, _ := strings.Cut(opponent.Name, ", ")
	form.Facts = "He spoke with " + given + " " + strings.ToUpper(surname) + " after every move."
	form.Grounds = "The arbiter saw him with the player " + opponent.FideID + "."
	form.WhyNoITC = "Nobody told me."
	filed, err := secretary.File(ctx, paper)
	if err != nil {
		t.Fatal(err)
	}
	digest := strings.Repeat("a", 64)
	for i, b := range []complaint.Body{
		&complaint.Exhibit{Of: complaint.Statistical, Title: "Test", Origin: "service", Author: "service", Taken: o.now, Files: []string{}, Report: digest},
		&complaint.Exhibit{Of: complaint.Observational, Title: opponent.Name, Text: "x", Origin: opponent.Name, Author: others[3].Name, Taken: o.now, Files: []string{}},
		&complaint.Exhibit{Of: complaint.Observational, Title: "Seen", Text: "Both Almeidas were there, and Алмейда too.", Origin: "hall", Author: "arbiter", Taken: o.now, Files: []string{}},
		&complaint.Party{Role: complaint.WitnessParty, Individual: complaint.Individual{Name: others[5].Name, FideID: others[5].FideID}},
		&complaint.LetterSent{Letter: complaint.LetterReceipt, To: complaint.ToComplainant, Name: "Petrenko, Ivan", Language: "en", Manner: "e-mail", Sent: o.now},
	} {
		if _, err := secretary.Write(ctx, filed.ID, b); err != nil {
			t.Fatalf("entry %d: %v", i, err)
		}
	}
	witness := others[5]
	others = slices.DeleteFunc(others, func(p analysis.Player) bool { return p.Name == witness.Name || p.Name == accused.Name })

	members := func(masked bool) map[string]string {
		var out bytes.Buffer
		if err := secretary.Export(ctx, &out, filed.ID, registry.Export{Lang: "en", Masked: masked}); err != nil {
			t.Fatal(err)
		}
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			all[f.Name] = string(content)
		}
		return all
	}
	whole := members(false)
	if !strings.Contains(whole["entries.json"], opponent.Name) || !strings.Contains(whole["index.txt"], strings.ToUpper(surname)) {
		t.Error("the whole file lacks what the masked one has to lose")
	}
	masked := members(true)
	for name, content := range masked {
		words := strings.Join(roster.Fold(content), " ")
		for _, p := range others {
			if p.FideID != "" && strings.Contains(content, p.FideID) {
				t.Errorf("%s has the FIDE ID of %s", name, p.Name)
			}
			for _, w := range roster.Fold(p.Name) {
				part := slices.Contains(roster.Fold(accused.Name+" "+witness.Name+" Petrenko Ivan Koval Petro"), w)
				if len(w) >= 5 && !part && strings.Contains(words, w) {
					t.Errorf("%s names %s: %q", name, p.Name, w)
				}
			}
			if strings.Contains(words, "алмейда") {
				t.Errorf("%s names somebody in Cyrillic", name)
			}
		}
	}
	for _, want := range []string{accused.Name, witness.Name, "player ", "Nobody told me."} {
		if !strings.Contains(masked["entries.json"], want) {
			t.Errorf("the masked entries lack %q", want)
		}
	}
	for _, want := range []string{"Entry 2: a text that names another player is left out", "Report " + digest, "cannot be masked"} {
		if !strings.Contains(strings.Join(strings.Fields(masked["index.txt"]), " "), want) {
			t.Errorf("the index does not say %q:\n%s", want, masked["index.txt"][:2000])
		}
	}
	again, reports := members(true), 0
	for name, content := range masked {
		if strings.HasPrefix(name, "attachments/") {
			t.Errorf("%s is in the masked file", name)
		}
		if strings.HasPrefix(name, "reports/") && strings.HasSuffix(name, ".json") {
			reports++
			if content == again[name] {
				t.Errorf("%s numbers the players in an order that a list of the event tells", name)
			}
		}
	}
	if reports == 0 {
		t.Error("no report is in the masked file")
	}
}
