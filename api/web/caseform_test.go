package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
)

// notTyped are the fields of entries that no form has, with the reason.
var notTyped = map[string]string{
	"token":       "whoever is invited gets his token from the service",
	"participant": "the list of players says it",
	"rotation":    "the service counts the cases of the members",
	"ordered_by":  "the report says who ordered it",
	"made":        "the service reads it from the report",
}

func hex64(c string) string { return strings.Repeat(c, 64) }

// filled returns a form in which every field is filled in.
func filled(form caseForm) url.Values {
	known := map[string]string{
		"fide_id": "1503014", "federation": "nor", "report": hex64("a"), "opponents": hex64("b"), "digest": hex64("c"), "engine.sha256": hex64("d"), "language": "en",
		"ranges.0.first": "12", "ranges.0.last": "30", "ranges.0.matches": "3", "ranges.0.moves": "12–13, 15", "round": "3", "id": "0123abcd", "host": "nor", "quorum": "2",
		"answer_by": "2026-04-01T10:00", "settings.seconds": "1,5", "settings.others": "Threads = 8\nContempt = 0",
	}
	all := url.Values{}
	for _, p := range form {
		for number := range max(1, p.Least) {
			for _, f := range p.Fields {
				name := p.at(number) + f.Path
				value := known[f.Path]
				switch f.Sort {
				case choiceField, choicesField:
					value = f.Options[len(f.Options)-1]
				case tickField:
					value = "yes"
				case dayField:
					value = "2026-03-14"
				case momentField:
					if value == "" {
						value = "2026-03-14T15:00"
					}
				case numberField, ballotField:
					if value == "" {
						value = "1"
					}
				case filesField, fileField:
					value = hex64("e")
				case memberField, judgeField:
					value = fmt.Sprintf("t%d", number)
				}
				if value == "" {
					value = "Some words"
				}
				all.Set(name, value)
			}
		}
	}
	return all
}

func typedOf(values url.Values) caseTyped {
	members := []complaint.Member{{Token: "t0", Name: "A. Member"}, {Token: "t1", Name: "B. Member"}, {Token: "t2", Name: "C. Member"}}
	return caseTyped{Values: values, zone: time.FixedZone("", 2*60*60), members: members,
		wrong: func(field, reason string) error { return errors.New(field + ": " + reason) }}
}

// Every kind of entry that people write has a form. What it makes is what the entry says, and every field of the entry is
// reached by one of the form.
func TestEveryEntryHasAForm(t *testing.T) {
	for _, kind := range complaint.EntryKinds() {
		form, ok := formOf(kind)
		if made := slices.Contains([]complaint.EntryKind{complaint.EntryOpened, complaint.EntryAttachment, complaint.EntryClaimOrdered, complaint.EntryClaimFound}, kind); made == ok {
			t.Errorf("%s: a form %v", kind, ok)
		}
		if !ok {
			continue
		}
		says := complaint.NewBody(kind)
		if err := cmp.Or(typedOf(filled(form)).into(says, form), says.Validate()); err != nil {
			t.Errorf("%s: %v: %+v", kind, err, says)
			continue
		}
		for _, path := range unset(reflect.ValueOf(says), "") {
			last := path[strings.LastIndex(path, ".")+1:]
			if _, ok := notTyped[last]; !ok {
				t.Errorf("%s: no field of the form reaches %s: %+v", kind, path, says)
			}
		}
		empty := complaint.NewBody(kind)
		err := typedOf(url.Values{}).into(empty, form)
		if text, wrong := json.Marshal(empty); err != nil || wrong != nil || regexp.MustCompile(`"role":"[a-z]|engine_claim|\[\{`).Match(text) {
			t.Errorf("%s: an empty form makes %s, %v", kind, text, err)
		}
	}
}

// The form with which a case is opened reaches every field of a new case, save the procedure that follows from it.
func TestOpeningForm(t *testing.T) {
	var made registry.NewCase
	if err := typedOf(filled(openingForm())).into(&made, openingForm()); err != nil {
		t.Fatal(err)
	}
	if left := unset(reflect.ValueOf(made), ""); !slices.Equal(left, []string{"competition.procedure"}) || made.In.Ended.Format(time.RFC3339) != "2026-03-14T15:00:00+02:00" {
		t.Errorf("no field of the form reaches %v: %+v", left, made)
	}
}

// unset returns the paths of the fields of a value that are empty.
func unset(v reflect.Value, at string) (paths []string) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return []string{at}
		}
		return unset(v.Elem(), at)
	case reflect.Slice:
		if v.Len() == 0 {
			return []string{at}
		}
		return unset(v.Index(0), at)
	case reflect.Struct:
		if _, ok := v.Interface().(time.Time); ok || v.Type().PkgPath() == "time" {
			break
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous {
				name = at
			} else if at != "" {
				name = at + "." + name
			}
			paths = append(paths, unset(v.Field(i), name)...)
		}
		return paths
	}
	if v.IsZero() {
		return []string{at}
	}
	return nil
}

// What cannot be read is refused with its field; times are those of the competition; rows of one game become one game.
func TestReadingAForm(t *testing.T) {
	for _, tt := range []struct {
		kind               complaint.EntryKind
		field, value, says string
	}{
		{complaint.EntryWarned, "given", "yesterday", "given: moment"},
		{complaint.EntryBallotOpened, "quorum", "two", "quorum: number"},
		{complaint.EntryClaim, "settings.seconds", "long", "settings_seconds: decimal"},
		{complaint.EntryClaim, "settings.others", "Threads 8", "settings_others: pairs"},
		{complaint.EntryClaim, "games.0.ranges.0.moves", "12-x", "ranges_0_moves: numbers"},
		{complaint.EntryClaim, "games.0.ranges.0.moves", "1-2000", "ranges_0_moves: numbers"},
	} {
		form, _ := formOf(tt.kind)
		if err := typedOf(url.Values{tt.field: {tt.value}}).into(complaint.NewBody(tt.kind), form); err == nil || err.Error() != tt.says {
			t.Errorf("%s, %s: %v", tt.field, tt.value, err)
		}
	}
	claim := url.Values{}
	for i, row := range []struct{ round, first, moves string }{{"3", "12", "12-14"}, {"4", "9", "10 11"}, {"3", "25", ""}} {
		at := fmt.Sprintf("games.%d.", i)
		claim.Set(at+"round", row.round)
		claim.Set(at+"ranges.0.first", row.first)
		claim.Set(at+"ranges.0.moves", row.moves)
	}
	form, _ := formOf(complaint.EntryClaim)
	if shown := typedOf(claim).shown(form[1]); shown != 4 {
		t.Errorf("three rows are typed, and %d are shown", shown)
	}
	var made complaint.ClaimMade
	err := typedOf(claim).into(&made, form)
	text, wrong := json.Marshal(made.Games)
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	if want := `[{"round":"3","ranges":[{"first":12,"last":0,"moves":[12,13,14]},{"first":25,"last":0}]},{"round":"4","ranges":[{"first":9,"last":0,"moves":[10,11]}]}]`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	form, _ = formOf(complaint.EntryWarned)
	var warned complaint.Warning
	if err := typedOf(url.Values{"given": {"2026-03-14T15:00"}}).into(&warned, form); err != nil || warned.Given.Format(time.RFC3339) != "2026-03-14T15:00:00+02:00" {
		t.Errorf("%v, %v", warned, err)
	}
}
