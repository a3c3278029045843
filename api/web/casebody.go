package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// caseTyped is a form of a case as somebody filled it in, with what is needed to read it.
type caseTyped struct {
	url.Values
	zone    *time.Location
	members []caseMember // members who can be chosen
	wrong   func(field, reason string) error
}

// caseMember is somebody who may be appointed, or is.
type caseMember struct {
	Token string `json:"token"`
	Name  string `json:"name"`
	Cases int    `json:"cases"` // open ones in which he acts
}

// body converts a form to the body of its entry. A part that is empty is left out.
func (t caseTyped) body(form caseForm) (map[string]any, error) {
	all := map[string]any{}
	for _, part := range form {
		for number := range t.shown(part) {
			one, err := t.part(part, part.at(number))
			if err != nil {
				return nil, err
			}
			if len(one) == 0 && part.Path != "" {
				continue
			}
			for name, value := range part.Always {
				one[name] = value
			}
			into(all, part, one)
		}
	}
	return all, nil
}

// at is the path of an object of a part: of the only one, or of one of the list.
func (p casePart) at(number int) string {
	switch {
	case p.Path == "":
		return ""
	case p.Least == 0:
		return p.Path + "."
	}
	return p.Path + "." + strconv.Itoa(number) + "."
}

// shown is how many objects of a part a form shows: those that are filled in, and one more where another may follow.
func (t caseTyped) shown(p casePart) int {
	if p.Least == 0 {
		return 1
	}
	last := 0
	for name, values := range t.Values {
		rest, ok := strings.CutPrefix(name, p.Path+".")
		number, _, _ := strings.Cut(rest, ".")
		if n, err := strconv.Atoi(number); ok && err == nil && n >= last && n < mostParts && strings.Join(values, "") != "" {
			last = n + 1
		}
	}
	if p.Fixed {
		return p.Least
	}
	return max(p.Least, last) + 1
}

// mostParts is the greatest number of people or games in one form.
const mostParts = 200

// into puts an object into the body at the path of its part.
func into(all map[string]any, p casePart, one map[string]any) {
	steps := strings.Split(p.Path, ".")
	if p.Path == "" || p.Least == 0 {
		at := all
		if p.Path != "" {
			at = within(all, steps)
		}
		for name, value := range one {
			at[name] = value
		}
		return
	}
	last := len(steps) - 1
	at := within(all, steps[:last])
	list, _ := at[steps[last]].([]any)
	list = append(list, any(one))
	if p.Rows {
		list = joinRows(list)
	}
	at[steps[last]] = list
}

// within returns the object at a path and makes it if necessary.
func within(all map[string]any, steps []string) map[string]any {
	for _, step := range steps {
		next, ok := all[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			all[step] = next
		}
		all = next
	}
	return all
}

// part reads the fields of one object. It is empty if nothing was typed.
func (t caseTyped) part(p casePart, at string) (map[string]any, error) {
	one := map[string]any{}
	for _, f := range p.Fields {
		value, err := t.value(f, at+f.Path)
		if err != nil {
			return nil, err
		}
		if value == nil {
			continue
		}
		steps := strings.Split(f.Path, ".")
		if slices.Contains(steps, "0") { // the only element of a list
			list, _ := one[steps[0]].([]any)
			if list == nil {
				list = []any{map[string]any{}}
			}
			list[0].(map[string]any)[steps[2]] = value
			one[steps[0]] = list
			continue
		}
		within(one, steps[:len(steps)-1])[steps[len(steps)-1]] = value
		if i := slices.IndexFunc(t.members, func(m caseMember) bool { return f.Sort == memberField && any(m.Token) == value }); i >= 0 && len(p.Fields) > 2 {
			one["name"] = t.members[i].Name
		}
	}
	return one, nil
}

// value reads a field, nil if it is empty.
func (t caseTyped) value(f caseField, name string) (any, error) {
	text := strings.TrimSpace(strings.ReplaceAll(t.Get(name), "\r\n", "\n"))
	switch {
	case f.Sort == filesField || f.Sort == choicesField:
		return slices.DeleteFunc(append([]string{}, t.Values[name]...), func(s string) bool { return s == "" }), nil
	case f.Sort == linesField:
		return lines(text), nil
	case text == "":
		return nil, nil
	}
	switch f.Sort {
	case tickField:
		return true, nil
	case momentField:
		return t.moment(f, text)
	case numberField, ballotField:
		n, err := strconv.Atoi(strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(text))
		if err != nil {
			return nil, t.wrong(f.Slug(), "number")
		}
		return n, nil
	case decimalField:
		x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		if err != nil || x != x || x > 1e9 || x < -1e9 {
			return nil, t.wrong(f.Slug(), "decimal")
		}
		return x, nil
	case numbersField:
		return t.numbers(f, text)
	case pairsField:
		return t.pairs(f, text)
	}
	if f.Path == "federation" || f.Path == "host" {
		return strings.ToUpper(text), nil
	}
	return text, nil
}

// lines of a text that are not empty; never nil.
func lines(text string) []string {
	all := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// moment reads a time as a field for times has it, in the zone of the competition, or with a zone of its own.
func (t caseTyped) moment(f caseField, text string) (any, error) {
	zone := t.zone
	if name := t.Get("competition.time_zone"); name != "" {
		if its, err := time.LoadLocation(strings.TrimSpace(name)); err == nil {
			zone = its
		}
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	return nil, t.wrong(f.Slug(), "moment")
}

// numbers reads numbers in a row, with ranges.
func (t caseTyped) numbers(f caseField, text string) (any, error) {
	var all []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\n\t", r) }) {
		from, to, isRange := strings.Cut(strings.NewReplacer("–", "-", "—", "-").Replace(word), "-")
		if !isRange {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, wrong := strconv.Atoi(to)
		if err != nil || wrong != nil || last < first || last-first > 1000 {
			return nil, t.wrong(f.Slug(), "numbers")
		}
		for n := first; n <= last; n++ {
			all = append(all, n)
		}
	}
	return all, nil
}

// pairs reads names and values, one pair to a line.
func (t caseTyped) pairs(f caseField, text string) (any, error) {
	var all []map[string]string
	for _, line := range lines(text) {
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, t.wrong(f.Slug(), "pairs")
		}
		all = append(all, map[string]string{"name": strings.TrimSpace(name), "value": strings.TrimSpace(value)})
	}
	return all, nil
}

// joinRows makes one game of rows of moves of the same game.
func joinRows(games []any) []any {
	var joined []any
	for _, g := range games {
		game, _ := g.(map[string]any)
		same := func(other any) bool {
			o, _ := other.(map[string]any)
			return !slices.ContainsFunc([]string{"round", "opponent", "color", "id"}, func(name string) bool { return o[name] != game[name] })
		}
		if i := slices.IndexFunc(joined, same); i >= 0 {
			before := joined[i].(map[string]any)
			rows, _ := before["ranges"].([]any)
			more, _ := game["ranges"].([]any)
			before["ranges"] = append(rows, more...)
			continue
		}
		joined = append(joined, game)
	}
	return joined
}
