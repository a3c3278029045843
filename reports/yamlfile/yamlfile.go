// Package yamlfile reads files that people write by hand, in YAML or JSON, strictly: an unknown,
// repeated, empty or wrongly typed value is an error that names file, line and reason, and nothing
// of a faulty file is taken.
//
// What the values mean is decided by its callers: events in tournament, engine claims in
// complaint/claim, forms in complaint.
package yamlfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"fairplay/analysis/fault"
)

// File is a file that was read but not yet decoded: one mapping of names to values.
type File struct {
	Name string // as errors name it, without folders
	Code string // of its errors
	root *yaml.Node
}

// Open reads a file of at most most bytes. The error is Invalid, TooLarge or NotFound, with the
// given code. If the file is not a mapping, the error shows example.
func Open(name, code string, in io.Reader, most int, example string) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "%s cannot be read", name)
	}
	if len(text) > most {
		return nil, fault.New(fault.TooLarge, code, "%s has more than %d bytes", name, most)
	}
	f := &File{Name: name, Code: code}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		line, why := 1, strings.TrimPrefix(err.Error(), "yaml: ")
		if place, rest, ok := strings.Cut(strings.TrimPrefix(why, "line "), ": "); ok {
			if n, err := strconv.Atoi(place); err == nil {
				line, why = n, rest
			}
		}
		return nil, f.Wrong(line, "%s", why)
	}
	if len(document.Content) == 0 {
		return nil, f.Wrong(1, "it is empty")
	}
	if f.root = document.Content[0]; f.root.Kind != yaml.MappingNode {
		return nil, f.Wrong(f.root.Line, "it is no list of facts; write for instance %q", example)
	}
	return f, nil
}

// Wrong returns an Invalid error about a line.
func (f *File) Wrong(line int, format string, args ...any) error {
	return fault.New(fault.Invalid, f.Code, "%s:%d: "+format, append([]any{f.Name, line}, args...)...)
}

// WrongAt returns an Invalid error about the value at a place: names and positions from the top.
func (f *File) WrongAt(err error, place ...any) error {
	return f.Wrong(f.Line(place...), "%s", Reason(err))
}

// Reason returns the part of an error that people are told.
func Reason(err error) error {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Told()
	}
	return err
}

// Decode decodes the file strictly, as JSON. fresh makes an empty value of the same type.
func (f *File) Decode(fresh func() any, into any) error {
	if line, why := decode(f.root, fresh, into); why != nil {
		return f.Wrong(line, "%s", why)
	}
	return nil
}

// Line returns the line of the value at a place: names (string) and positions (int) from the top.
// If the place does not exist, it is the line of the innermost part that does.
func (f *File) Line(place ...any) int {
	n := f.root
	for _, step := range place {
		next := n
		switch step := step.(type) {
		case string:
			for i := 0; i+1 < len(n.Content); i += 2 {
				if n.Content[i].Value == step {
					next = n.Content[i+1]
				}
			}
		case int:
			if step < len(n.Content) {
				next = n.Content[step]
			}
		}
		n = next
	}
	return n.Line
}

// Blame returns the line of the first top-level name without which the rest is right, or the first
// line if there is none. wrong receives the rest and reports whether the same error remains.
func (f *File) Blame(wrong func(rest *File) bool) int {
	for i := 0; i < len(f.root.Content); i += 2 {
		less := *f.root
		less.Content = slices.Delete(slices.Clone(f.root.Content), i, i+2)
		if !wrong(&File{f.Name, f.Code, &less}) {
			return f.root.Content[i].Line
		}
	}
	return f.root.Line
}

// decode decodes a node strictly, as JSON. If that fails it returns the faulty line: it decodes
// each part by itself into what fresh makes; nil means no search.
func decode(n *yaml.Node, fresh func() any, into any) (line int, why error) {
	text, line, why := asJSON(n)
	if why != nil {
		return line, why
	}
	err := strictly(text, into)
	if err == nil {
		return 0, nil
	}
	line = n.Line
	if fresh != nil {
		line = blame(n, fresh, func(text []byte) []byte { return text })
	}
	return line, err
}

// blame returns the line of the innermost part of a node that cannot be decoded by itself. around
// wraps the text of a part into the parts above it.
func blame(n *yaml.Node, fresh func() any, around func([]byte) []byte) int {
	for i, part := range n.Content {
		wrap, line := around, part.Line
		switch n.Kind {
		case yaml.MappingNode:
			if i%2 == 0 {
				continue
			}
			key, _ := json.Marshal(n.Content[i-1].Value)
			wrap = func(text []byte) []byte {
				return around(slices.Concat([]byte("{"), key, []byte(":"), text, []byte("}")))
			}
			line = n.Content[i-1].Line
		case yaml.SequenceNode:
			wrap = func(text []byte) []byte { return around(slices.Concat([]byte("["), text, []byte("]"))) }
		}
		if text, _, err := asJSON(part); err == nil && strictly(wrap(text), fresh()) != nil {
			if part.Kind == yaml.ScalarNode {
				return line
			}
			if empty, _, _ := asJSON(&yaml.Node{Kind: part.Kind}); strictly(wrap(empty), fresh()) != nil {
				return line // the name, or the kind of value, is wrong
			}
			return blame(part, fresh, wrap)
		}
	}
	return n.Line
}

// strictly reads JSON without unknown fields.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s: here stands a %s, and %s is needed", ownNames(wrong.Field), wrong.Value, needed(wrong.Type.Kind()))
	}
	if wrong, ok := errors.AsType[*time.ParseError](err); ok {
		return fmt.Errorf("%s is no moment; write it as 2026-03-14T15:00:00+02:00", strings.Trim(wrong.Value, `"`))
	}
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// ownNames removes the names of Go types from the path of a field: people write in lower case.
func ownNames(field string) string {
	steps := strings.Split(field, ".")
	return strings.Join(slices.DeleteFunc(steps, func(s string) bool { return s != "" && unicode.IsUpper(rune(s[0])) }), ".")
}

// needed names the kind of value that is expected.
func needed(kind reflect.Kind) string {
	switch kind {
	case reflect.String:
		return "a text (put it between quotes)"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Pointer:
		return "a group of names and values"
	}
	return "another kind of value"
}

// asJSON writes a node as JSON. Dates stay texts. Aliases, binary values, repeated keys and empty
// values are errors, each with its line.
func asJSON(n *yaml.Node) (text []byte, line int, why error) {
	var b bytes.Buffer
	switch n.Kind {
	case yaml.MappingNode:
		seen := map[string]bool{}
		b.WriteString("{")
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode || seen[key.Value] {
				return nil, key.Line, fmt.Errorf("%q stands here twice", key.Value)
			}
			seen[key.Value] = true
			name, _ := json.Marshal(key.Value)
			value, line, err := asJSON(n.Content[i+1])
			if err != nil {
				return nil, line, err
			}
			fmt.Fprintf(&b, "%s%s:%s", comma(i), name, value)
		}
		b.WriteString("}")
	case yaml.SequenceNode:
		b.WriteString("[")
		for i, part := range n.Content {
			value, line, err := asJSON(part)
			if err != nil {
				return nil, line, err
			}
			fmt.Fprintf(&b, "%s%s", comma(i), value)
		}
		b.WriteString("]")
	case yaml.ScalarNode:
		return scalar(n)
	default:
		return nil, n.Line, errors.New("an alias (*name) stands for a value here; write the value")
	}
	return b.Bytes(), 0, nil
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

func scalar(n *yaml.Node) (text []byte, line int, why error) {
	switch n.ShortTag() {
	case "!!bool":
		return []byte(strings.ToLower(n.Value)), 0, nil
	case "!!int", "!!float":
		x, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64)
		if text, wrong := json.Marshal(x); err == nil && wrong == nil {
			return text, 0, nil
		}
		return nil, n.Line, fmt.Errorf("%q is no number that can be used; put a text between quotes", n.Value)
	case "!!str", "!!timestamp":
		text, err := json.Marshal(n.Value)
		return text, n.Line, err
	}
	return nil, n.Line, errors.New("there is no value; leave the line out")
}
