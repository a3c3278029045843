package web

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
)

// caseTyped is a form of a case as somebody filled it in, with what is needed to read it.
type caseTyped struct {
	url.Values
	zone    *time.Location
	members []complaint.Member // who can be chosen
	wrong   func(field, reason string) error
}

// into reads a form into what it makes, a pointer to the body of an entry or to a new case. Where nothing is typed nothing is made,
// neither objects nor elements of lists.
func (c caseTyped) into(made any, form caseForm) error {
	body := reflect.ValueOf(made)
	for _, p := range form {
		for number := range c.shown(p) {
			if err := c.part(body, p, number); err != nil {
				return err
			}
		}
		if p.Rows && p.made(body) > 0 {
			games := field(body, p.Path, false).Addr().Interface().(*[]claim.Game)
			*games = joinRows(*games)
		}
	}
	return nil
}

// part reads the fields of one object.
func (c caseTyped) part(body reflect.Value, p casePart, number int) error {
	at, said := p.at(p.made(body)), false
	for _, f := range p.Fields {
		value, err := c.value(f, p.at(number)+f.Path)
		if err != nil {
			return err
		}
		if value == nil {
			continue
		}
		fill(field(body, at+f.Path, true), reflect.ValueOf(value))
		said = true
		if i := slices.IndexFunc(c.members, func(m complaint.Member) bool { return any(m.Token) == value }); f.Sort == memberField && i >= 0 {
			fill(field(body, at+"name", true), reflect.ValueOf(c.members[i].Name))
		}
	}
	if said && p.Role != "" {
		fill(field(body, at+"role", true), reflect.ValueOf(p.Role))
	}
	return nil
}

// made returns how many objects of the list of a part there are.
func (c casePart) made(body reflect.Value) int {
	if c.Least == 0 {
		return 0
	}
	list := field(body, c.Path, false)
	if !list.IsValid() {
		return 0
	}
	return list.Len()
}

// at is the path of an object of a part: of the only one, or of one of the list.
func (c casePart) at(number int) string {
	switch {
	case c.Path == "":
		return ""
	case c.Least == 0:
		return c.Path + "."
	}
	return c.Path + "." + strconv.Itoa(number) + "."
}

// shown is how many objects of a part a form shows: those that are filled in, and one more where another may follow.
func (c caseTyped) shown(p casePart) int {
	if p.Least == 0 {
		return 1
	}
	last := 0
	for name, values := range c.Values {
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

// value reads a field, nil if it is empty.
func (c caseTyped) value(f caseField, name string) (any, error) {
	text := strings.TrimSpace(strings.ReplaceAll(c.Get(name), "\r\n", "\n"))
	switch {
	case f.Sort == filesField || f.Sort == choicesField:
		return slices.DeleteFunc(append([]string{}, c.Values[name]...), func(s string) bool { return s == "" }), nil
	case f.Sort == linesField:
		return lines(text), nil
	case text == "":
		return nil, nil
	}
	switch f.Sort {
	case tickField:
		return true, nil
	case momentField:
		return c.moment(f, text)
	case numberField, ballotField:
		n, err := strconv.Atoi(strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(text))
		if err != nil {
			return nil, c.wrong(f.Slug(), "number")
		}
		return n, nil
	case decimalField:
		x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		if err != nil || x != x || x > 1e9 || x < -1e9 {
			return nil, c.wrong(f.Slug(), "decimal")
		}
		return x, nil
	case numbersField:
		return c.numbers(f, text)
	case pairsField:
		return c.pairs(f, text)
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
func (c caseTyped) moment(f caseField, text string) (any, error) {
	zone := c.zone
	if name := c.Get("competition.time_zone"); name != "" {
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
	return nil, c.wrong(f.Slug(), "moment")
}

// numbers reads numbers in a row, with ranges.
func (c caseTyped) numbers(f caseField, text string) (any, error) {
	var all []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\n\t", r) }) {
		from, to, isRange := strings.Cut(strings.NewReplacer("–", "-", "—", "-").Replace(word), "-")
		if !isRange {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, wrong := strconv.Atoi(to)
		if err != nil || wrong != nil || last < first || last-first > 1000 {
			return nil, c.wrong(f.Slug(), "numbers")
		}
		for n := first; n <= last; n++ {
			all = append(all, n)
		}
	}
	return all, nil
}

// pairs reads names and values, one pair to a line.
func (c caseTyped) pairs(f caseField, text string) (any, error) {
	var all []claim.EngineSetting
	for _, line := range lines(text) {
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, c.wrong(f.Slug(), "pairs")
		}
		all = append(all, claim.EngineSetting{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
	}
	return all, nil
}

// joinRows makes one game of rows of moves of the same game.
func joinRows(rows []claim.Game) (games []claim.Game) {
	for _, row := range rows {
		i := slices.IndexFunc(games, func(g claim.Game) bool {
			return g.Round == row.Round && g.Opponent == row.Opponent && g.Color == row.Color && g.ID == row.ID
		})
		if i < 0 {
			games = append(games, row)
			continue
		}
		games[i].Ranges = append(games[i].Ranges, row.Ranges...)
	}
	return games
}
