package render

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/reports"
)

// orders are a terminal's escape, a bell, a C1 control, a carriage return and
// marks that turn the direction of writing.
const orders = "\x1b[2J\a\u009b\r\u202e\u2066\u200f\u061c"

// pollute adds orders to every text in a report.
func pollute(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			pollute(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			pollute(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			pollute(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if count := v.MapIndex(key); key.Kind() == reflect.String {
				v.SetMapIndex(key, reflect.Value{})
				v.SetMapIndex(reflect.ValueOf(key.String()+orders).Convert(key.Type()), count)
			}
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(v.String() + orders)
		}
	}
}

func checkNoOrders(t *testing.T, what, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if i := strings.IndexFunc(strings.TrimRight(line, "\r\n"), func(r rune) bool { return unsafe(r) && r != '\t' }); i >= 0 {
			t.Errorf("%s gives orders: %q", what, line[max(0, i-40):min(len(line), i+20)])
			return
		}
	}
}

// Whatever text comes from outside, no format passes on control characters or
// marks of direction: names, events, files, engines, also inside pictures.
func TestNoFormatGivesOrders(t *testing.T) {
	t.Parallel()
	for _, s := range []*reports.Screening{fixture(), calibrated()} {
		pollute(reflect.ValueOf(s))
		for _, format := range Formats() {
			checkNoOrders(t, "screening, "+format, written(t, format, s, Options{}))
		}
		var back reports.Screening
		if err := json.Unmarshal([]byte(written(t, "json", s, Options{})), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(published(t, s.Players), back.Players); diff != "" {
			t.Errorf("JSON loses something of the names:\n%s", diff)
		}
	}
	r := fullTestFixture()
	pollute(reflect.ValueOf(r))
	for _, format := range Formats() {
		checkNoOrders(t, "full test, "+format, tested(t, format, r, Options{Moves: true}))
	}
	found := &reports.PGNCheck{Files: []reports.FileCheck{{File: "a.pgn", Unplayed: 1, Variants: map[string]int{"atomic": 2}}}, Errors: fixtureErrors(),
		Notes: []reports.InputNote{{File: "b.pgn", Line: 3, Game: 1, Note: "cut"}}}
	evaluations := []reports.PositionEvaluation{{Ply: 3, SAN: "Nf3", Engine: "Stockfish", Recipe: "quick", Position: "8/8/8/8/8/8/8/K1k5 w - - 0 1"}}
	pollute(reflect.ValueOf(found))
	evaluations[0].Engine += orders
	for _, format := range []string{"table", "json"} {
		var out bytes.Buffer
		if err := PGNCheck(&out, format, found, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := Evaluations(&out, format, evaluations); err != nil {
			t.Fatal(err)
		}
		checkNoOrders(t, "pgn check and evaluate, "+format, out.String())
	}
}

// Each reason for leaving something out has words, and the report gives them in
// the order in which they are asked.
func TestEveryExclusionHasWords(t *testing.T) {
	counts := map[string]int{}
	for _, e := range analysis.Exclusions() {
		counts[string(e)] = 1
	}
	for _, lang := range Languages() {
		w := wordsOf(t, lang)
		facts, all := w.exclusions(counts), messages(t, lang)
		for i, e := range analysis.Exclusions() {
			if want := all["exclusion."+string(e)]; facts[i].Label != want || want == "" {
				t.Errorf("%s: place %d has %q, want the words of %s, %q", lang, i, facts[i].Label, e, want)
			}
		}
	}
}
