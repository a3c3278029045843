package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"fairplay/analysis"
)

// schemas makes schemas of Go types, as encoding/json writes them.
type schemas struct {
	source  *source
	names   map[reflect.Type]string // of the types that are components
	pending []reflect.Type
}

func newSchemas(root string) *schemas {
	s := &schemas{source: newSource(root), names: map[reflect.Type]string{}}
	for _, t := range nouns() {
		s.name(t, "")
	}
	for name, t := range renamed() {
		s.name(t, name)
	}
	return s
}

// name makes a type a component, under its own name if name is empty.
func (s *schemas) name(t reflect.Type, name string) string {
	if name == "" {
		name = t.Name()
	}
	if _, ok := s.names[t]; !ok {
		s.pending = append(s.pending, t)
	}
	s.names[t] = name
	return name
}

// addTo adds the schema of every noun, and of what it is made of, to the components of a document. What the document
// says of a schema stands.
func (s *schemas) addTo(top *yaml.Node) error {
	hand := get(get(top, "components"), "schemas")
	taken := map[string]reflect.Type{}
	for len(s.pending) > 0 {
		t := s.pending[0]
		s.pending = s.pending[1:]
		name := s.names[t]
		if before := taken[name]; before != nil {
			return fmt.Errorf("%v and %v are both called %s", before, t, name)
		}
		taken[name] = t
		made, err := s.component(t)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if said := get(hand, name); said != nil {
			merge(made, said)
		}
		put(hand, name, made)
	}
	dropUnused(top) // a text whose values are said by hand
	pairs := slices.Collect(slices.Chunk(hand.Content, 2))
	slices.SortStableFunc(pairs, func(a, b []*yaml.Node) int { return strings.Compare(a[0].Value, b[0].Value) })
	hand.Content = slices.Concat(pairs...)
	return nil
}

// component returns the schema of a named type: a structure, or a text with its values.
func (s *schemas) component(t reflect.Type) (*yaml.Node, error) {
	said, err := s.source.of(t)
	if err != nil {
		return nil, err
	}
	doc := said.doc
	if rest, ok := strings.CutPrefix(doc, t.Name()+" "); ok {
		doc = s.names[t] + " " + rest
	}
	if t.Kind() == reflect.String {
		n, err := s.text(t)
		return described(n, doc), err
	}
	made := mapping("type", scalar("object"))
	properties := mapping()
	var required []*yaml.Node
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" {
			continue
		}
		if name == "" {
			return nil, fmt.Errorf("the field %s has no name in JSON", f.Name)
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		if !optional {
			required = append(required, scalar(name))
		}
		property, err := s.schema(f.Type, optional)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		words, err := s.source.field(t, f)
		if err != nil {
			return nil, err
		}
		put(properties, name, flow(described(property, words)))
	}
	if len(required) > 0 {
		put(made, "required", flow(sequence(required...)))
	}
	put(made, "properties", properties)
	return described(made, doc), nil
}

// described adds what a comment says. A reference takes no words beside it, in the opinion of most readers.
func described(n *yaml.Node, doc string) *yaml.Node {
	if doc == "" {
		return n
	}
	if get(n, "$ref") != nil {
		n = mapping("allOf", sequence(n))
	}
	put(n, "description", scalar(doc))
	return n
}

// schema returns the schema of a value. A pointer that is written even if it is nil may be null.
func (s *schemas) schema(t reflect.Type, optional bool) (*yaml.Node, error) {
	switch t {
	case reflect.TypeFor[time.Time]():
		return mapping("type", scalar("string"), "format", scalar("date-time")), nil
	case reflect.TypeFor[json.RawMessage]():
		return mapping(), nil
	}
	if t.Kind() == reflect.Pointer {
		n, err := s.schema(t.Elem(), true)
		if err != nil || optional {
			return n, err
		}
		return orNull(n), nil
	}
	named, err := s.named(t)
	if err != nil {
		return nil, err
	}
	if named {
		if t.Name() == "" {
			return nil, fmt.Errorf("a structure without a name")
		}
		if s.names[t] == "" {
			s.name(t, "")
		}
		return reference("schemas/" + s.names[t]), nil
	}
	switch t.Kind() {
	case reflect.String:
		return mapping("type", scalar("string")), nil
	case reflect.Bool:
		return mapping("type", scalar("boolean")), nil
	case reflect.Int64:
		return mapping("type", scalar("integer"), "format", scalar("int64")), nil
	case reflect.Int:
		return mapping("type", scalar("integer")), nil
	case reflect.Float64:
		return mapping("type", scalar("number"), "format", scalar("double")), nil
	case reflect.Map:
		if t.Elem().Kind() == reflect.Interface {
			return mapping("type", scalar("object"), "additionalProperties", scalar(true)), nil
		}
		n, err := s.schema(t.Elem(), false)
		return mapping("type", scalar("object"), "additionalProperties", n), err
	case reflect.Slice:
		n, err := s.schema(t.Elem(), false)
		return mapping("type", scalar("array"), "items", n), err
	case reflect.Array:
		n, err := s.schema(t.Elem(), false)
		return mapping("type", scalar("array"), "minItems", scalar(t.Len()), "maxItems", scalar(t.Len()), "items", n), err
	}
	return nil, fmt.Errorf("%v has no schema", t)
}

// named reports whether a type is a component of its own: a structure, or a text with constants.
func (s *schemas) named(t reflect.Type) (bool, error) {
	if t.Kind() != reflect.String || t.PkgPath() == "" {
		return t.Kind() == reflect.Struct, nil
	}
	said, err := s.source.of(t)
	return err == nil && len(said.values) > 0, err
}

// text returns the schema of a text, with its values if the type has constants.
func (s *schemas) text(t reflect.Type) (*yaml.Node, error) {
	said, err := s.source.of(t)
	if err != nil {
		return nil, err
	}
	var values []*yaml.Node
	for _, v := range said.values {
		values = append(values, scalar(v))
	}
	return mapping("type", scalar("string"), "enum", flow(sequence(values...))), nil
}

// languages returns the values of the schema Language, which operations.yaml leaves empty.
func languages() *yaml.Node {
	var values []*yaml.Node
	for _, lang := range analysis.Languages() {
		values = append(values, scalar(lang))
	}
	return flow(sequence(values...))
}

// orNull returns what a schema allows, and null.
func orNull(n *yaml.Node) *yaml.Node {
	if kind := get(n, "type"); kind != nil {
		put(n, "type", flow(sequence(kind, scalar("null"))))
		return n
	}
	return mapping("anyOf", sequence(n, mapping("type", scalar("null"))))
}
