package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Difference is where two reports differ.
type Difference struct {
	Where string // players[Carlsen, Magnus].mm.actual
	Was   string // as JSON, "nothing" where it is absent
	Is    string
}

// FirstDifference compares two reports as JSON and returns the first figure that differs; a
// difference in the provenance comes before all others. It returns nil if the reports are the same
// apart from spaces. Paths for which ignore returns true are not compared. The error is that of
// text that is not JSON.
func FirstDifference(was, is []byte, ignore func(path string) bool) (*Difference, error) {
	a, err := readTree(was)
	if err != nil {
		return nil, err
	}
	b, err := readTree(is)
	if err != nil {
		return nil, err
	}
	c := comparison{ignore}
	const first = "provenance"
	if d := c.compare(first, a.child(first), b.child(first)); d != nil {
		return d, nil
	}
	return c.compare("", a, b), nil
}

// tree is a JSON value with the order of its fields.
type tree struct {
	value  string // text of a value that is neither object nor list
	fields []branch
	list   bool
	object bool
}

type branch struct {
	name string
	tree *tree
}

func (t *tree) child(name string) *tree {
	if t == nil {
		return nil
	}
	for _, f := range t.fields {
		if f.name == name {
			return f.tree
		}
	}
	return nil
}

func readTree(text []byte) (*tree, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return next(d)
}

func next(d *json.Decoder) (*tree, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		text, err := json.Marshal(token)
		return &tree{value: string(text)}, err
	}
	t := &tree{list: delim == '[', object: delim == '{'}
	for d.More() {
		name := strconv.Itoa(len(t.fields))
		if t.object {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			name = fmt.Sprint(key)
		}
		child, err := next(d)
		if err != nil {
			return nil, err
		}
		t.fields = append(t.fields, branch{name, child})
	}
	_, err = d.Token() // the closing bracket
	return t, err
}

type comparison struct{ ignore func(path string) bool }

func (c comparison) compare(path string, a, b *tree) *Difference {
	switch {
	case c.ignore(path):
		return nil
	case a == nil && b == nil:
		return nil
	case a == nil || b == nil || a.list != b.list || a.object != b.object || a.value != b.value && !sameNumber(a.value, b.value):
		return &Difference{path, a.text(), b.text()}
	}
	for i := range max(len(a.fields), len(b.fields)) {
		if d := c.field(path, a, b, i); d != nil {
			return d
		}
	}
	return nil
}

// field compares the i-th field, by its name.
func (c comparison) field(path string, a, b *tree, i int) *Difference {
	if i < len(a.fields) {
		f := a.fields[i]
		if d := c.compare(a.at(path, f), f.tree, b.child(f.name)); d != nil {
			return d
		}
	}
	if i < len(b.fields) && a.child(b.fields[i].name) == nil {
		f := b.fields[i]
		return c.compare(b.at(path, f), nil, f.tree)
	}
	return nil
}

// at returns the path of a field. Elements of lists are named by their own name, or by round and
// turn.
func (t *tree) at(path string, f branch) string {
	if !t.list {
		return strings.TrimPrefix(path+"."+f.name, ".")
	}
	label := f.name
	var words []string
	for _, name := range []string{"name", "test", "round", "turn", "color", "played"} {
		if child := f.tree.child(name); child != nil && child.value != `""` && !slices.Contains([]string{"", "null"}, child.value) {
			words = append(words, strings.Trim(child.value, `"`))
		}
		if name == "name" && len(words) > 0 {
			break
		}
	}
	if len(words) > 0 {
		label = strings.Join(words, " ")
	}
	return path + "[" + label + "]"
}

func (t *tree) text() string {
	switch {
	case t == nil:
		return "nothing"
	case t.object:
		return fmt.Sprintf("an object of %d", len(t.fields))
	case t.list:
		return fmt.Sprintf("a list of %d", len(t.fields))
	}
	return t.value
}

// sameNumber reports whether two texts are the same number, however written.
func sameNumber(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}
