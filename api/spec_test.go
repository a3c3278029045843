package api_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

func TestDescriptionIsValid(t *testing.T) {
	doc := spec(t).doc
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Error(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Summary == "" || operation.OperationID == "" || len(operation.Tags) != 1 {
				t.Errorf("%s %s needs a summary, an id and one tag", method, path)
			}
			for status, answer := range operation.Responses.Map() {
				for kind, content := range answer.Value.Content {
					if content.Schema == nil {
						t.Errorf("%s %s, %s, %s has no schema", method, path, status, kind)
					}
				}
			}
		}
	}
}

// The description of the reports names all their fields, and no others.
func TestReportsAreDescribedInFull(t *testing.T) {
	schemas := spec(t).doc.Components.Schemas
	seen := map[reflect.Type]bool{}
	describes(t, schemas["ScreeningReport"].Value, reflect.TypeFor[reports.Screening](), "ScreeningReport", seen)
	describes(t, schemas["ScreeningByRound"].Value, reflect.TypeFor[reports.ByRound](), "ScreeningByRound", seen)
	describes(t, schemas["FullTestReport"].Value, reflect.TypeFor[reports.FullTest](), "FullTestReport", seen)
	describes(t, schemas["SectionScreening"].Value, reflect.TypeFor[reports.SectionScreening](), "SectionScreening", seen)
	describes(t, schemas["SectionEvent"].Value, reflect.TypeFor[reports.SectionEvent](), "SectionEvent", seen)
	describes(t, schemas["NoteCounts"].Value, reflect.TypeFor[tournament.NoteCounts](), "NoteCounts", seen)
	describes(t, schemas["GameMoves"].Value, reflect.TypeFor[reports.GameMoves](), "GameMoves", seen)
	if len(seen) < 30 {
		t.Errorf("only %d types were compared", len(seen))
	}
}

func describes(t *testing.T, s *openapi3.Schema, typ reflect.Type, where string, seen map[reflect.Type]bool) {
	t.Helper()
	switch typ.Kind() {
	case reflect.Pointer:
		described, _ := orNull(s)
		describes(t, described, typ.Elem(), where, seen)
		return
	case reflect.Slice, reflect.Array:
		describes(t, s.Items.Value, typ.Elem(), where+"[]", seen)
		return
	case reflect.Map:
		describes(t, s.AdditionalProperties.Schema.Value, typ.Elem(), where+"{}", seen)
		return
	}
	if len(s.AllOf) == 1 {
		s = s.AllOf[0].Value
	}
	if typ == reflect.TypeFor[time.Time]() {
		if s.Format != "date-time" {
			t.Errorf("%s is a moment, and described as %v", where, s.Format)
		}
		return
	}
	if typ.Kind() != reflect.Struct {
		if want := kindOf(typ); !s.Type.Is(want) {
			t.Errorf("%s is %v, and described as %v", where, want, s.Type)
		}
		return
	}
	if seen[typ] {
		return
	}
	seen[typ] = true
	var names []string
	for _, field := range reflect.VisibleFields(typ) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || name == "-" { // of the first, its fields are among them
			continue
		}
		names = append(names, name)
		property := s.Properties[name]
		if property == nil {
			t.Errorf("%s.%s is not described", where, name)
			continue
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		if optional == slices.Contains(s.Required, name) {
			t.Errorf("%s.%s: required must be %v", where, name, !optional)
		}
		if _, nullable := orNull(property.Value); field.Type.Kind() == reflect.Pointer && !nullable && !optional {
			t.Errorf("%s.%s may be null", where, name)
		}
		describes(t, property.Value, field.Type, where+"."+name, seen)
	}
	for name := range s.Properties {
		if !slices.Contains(names, name) {
			t.Errorf("%s.%s is described and does not exist", where, name)
		}
	}
}

// orNull returns what a schema describes besides null, and whether it allows null.
func orNull(s *openapi3.Schema) (*openapi3.Schema, bool) {
	if len(s.AnyOf) == 2 && s.AnyOf[1].Value.Type.Is("null") {
		return s.AnyOf[0].Value, true
	}
	if !s.Type.IncludesNull() {
		return s, false
	}
	besides := *s
	besides.Type = &openapi3.Types{(*s.Type)[0]}
	return &besides, true
}

func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float64:
		return "number"
	}
	return "integer"
}
