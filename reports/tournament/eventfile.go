package tournament

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"fairplay/analysis/fault"
	"fairplay/reports/roster"
)

// mostEventFile is how long an EVENT file may be, in bytes.
const mostEventFile = 4 << 20

// ReadEventFile reads what is on record of an event from a file in YAML or JSON: the facts as the
// API takes them, schedule, watch list, log, roster, answers and what came of duties, as EventRecord
// has them. Names of rounds and
// entries are checked as those of the service are. An entry of the watch list that does not say
// when the event begins gets it from the schedule of the file, or from its first day and time
// zone. The error is Invalid and names file, line and reason; nothing of a wrong file is taken.
func ReadEventFile(name string, in io.Reader) (*EventRecord, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostEventFile+1))
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "%s cannot be read", name)
	}
	if len(text) > mostEventFile {
		return nil, fault.New(fault.TooLarge, "event_file", "%s has more than %d bytes", name, mostEventFile)
	}
	f := recordFile{name: name}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		line, why := 1, strings.TrimPrefix(err.Error(), "yaml: ")
		if place, rest, ok := strings.Cut(strings.TrimPrefix(why, "line "), ": "); ok {
			if n, err := strconv.Atoi(place); err == nil {
				line, why = n, rest
			}
		}
		return nil, f.wrong(line, "%s", why)
	}
	if len(document.Content) == 0 {
		return nil, f.wrong(1, "it is empty")
	}
	return f.read(document.Content[0])
}

// recordFile reads one file.
type recordFile struct {
	name   string
	record EventRecord
}

func (f *recordFile) wrong(line int, format string, args ...any) error {
	return fault.New(fault.Invalid, "event_file", "%s:%d: %s", f.name, line, fmt.Sprintf(format, args...))
}

func (f *recordFile) read(root *yaml.Node) (*EventRecord, error) {
	if root.Kind != yaml.MappingNode {
		return nil, f.wrong(root.Line, "it is no list of facts; write for instance \"planned_rounds: 9\"")
	}
	if line, why := f.decode(root, func() any { return &EventRecord{} }, &f.record); why != nil {
		return nil, f.wrong(line, "%s", why)
	}
	if err := f.record.Validate(); err != nil {
		return nil, f.wrong(f.blamed(root, err), "%s", reason(err))
	}
	f.rate()
	for _, check := range []struct {
		key  string
		some int
		one  func(i int) error
	}{
		{"schedule", len(f.record.Schedule), f.round}, {"received", len(f.record.Received), f.received},
		{"watch", len(f.record.Watch), f.watch}, {"log", len(f.record.Log), f.note},
		{"answers", len(f.record.Answers), f.answer}, {"duties", len(f.record.Ticks), func(i int) error { return f.record.Ticks[i].Validate() }},
	} {
		for i := range check.some {
			if err := check.one(i); err != nil {
				return nil, f.wrong(valueOf(root, check.key).Content[i].Line, "%s", reason(err))
			}
		}
	}
	return &f.record, nil
}

// rate counts the players of the roster, and gives each the rating that the file gives him, unless it
// says which is in force.
func (f *recordFile) rate() {
	f.record.Players = max(f.record.Players, len(f.record.Roster))
	start := f.record.Stated().Start
	for i := range f.record.Roster {
		if e := &f.record.Roster[i]; e.InForce == (roster.Rating{}) {
			roster.Given(f.record.Roster[i:i+1], start)
		}
		if e := &f.record.Roster[i]; e.Caveats == nil {
			e.Caveats = []roster.EntryCaveat{}
		}
	}
}

// blamed returns the line of the fact that an error is about: the first fact without which the
// rest is right.
func (f *recordFile) blamed(root *yaml.Node, err error) int {
	for i := 0; i < len(root.Content); i += 2 {
		less := *root
		less.Content = slices.Delete(slices.Clone(root.Content), i, i+2)
		var rest EventRecord
		if _, why := f.decode(&less, nil, &rest); why == nil && (rest.Validate() == nil || rest.Validate().Error() != err.Error()) {
			return root.Content[i].Line
		}
	}
	return root.Line
}

// round checks a round beside those before it.
func (f *recordFile) round(i int) error { return Schedule{Rounds: f.record.Schedule[:i+1]}.Validate() }

func (f *recordFile) received(i int) error {
	r := f.record.Received[i]
	if r.Round < 1 || r.Round > mostRounds || r.At.IsZero() {
		return errors.New("say the round, and when its first game came")
	}
	if slices.ContainsFunc(f.record.Received[:i], func(other RoundReceived) bool { return other.Round == r.Round }) {
		return fmt.Errorf("round %d stands here twice", r.Round)
	}
	return nil
}

func (f *recordFile) watch(i int) error {
	w := &f.record.Watch[i]
	if err := cmp.Or(w.Validate(), written(w.At), w.Player.inGames()); err != nil {
		return err
	}
	if w.Withdrawn != nil && (w.Withdrawn.At.Before(w.At) || strings.TrimSpace(w.Withdrawn.Reason) == "") {
		return errors.New("a withdrawal says when, after the entry was written, and why")
	}
	if w.Begin == nil {
		var stated []StatedStart
		if s := f.record.Schedule; len(s) > 0 {
			stated = []StatedStart{{Start: s[0].Start}}
		}
		w.Begin = new(BeginningOf(stated, f.record.Start, f.record.Facts.TimeZone, false))
	}
	return nil
}

func (f *recordFile) note(i int) error {
	n := f.record.Log[i]
	return cmp.Or(n.Validate(), written(n.At), n.Player.inGames(), n.Goes(f.record.Log[:i]))
}

// answer checks that an answer means a player of the roster, where the file has one.
func (f *recordFile) answer(i int) error {
	a := f.record.Answers[i]
	known := a.Number == 0 || len(f.record.Roster) == 0 || slices.ContainsFunc(f.record.Roster, func(e roster.Entry) bool { return e.Number == a.Number })
	if err := a.Validate(); err != nil || known {
		return err
	}
	return fmt.Errorf("the roster has no player with the number %d", a.Number)
}

func written(at time.Time) error {
	if at.IsZero() {
		return errors.New("say when it was written: at, as 2026-03-14T15:00:00+02:00")
	}
	return nil
}

// inGames returns an Invalid error if a player is named in a way that games do not know.
func (p NamedPlayer) inGames() error {
	if p.FideID == "" && p.Name == "" {
		return fault.New(fault.Invalid, "player", "a starting number names nobody in the games; give FIDE id or name")
	}
	return nil
}

// reason returns what an error says to people.
func reason(err error) string {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Msg
	}
	return err.Error()
}

// decode reads a node into a value as JSON is read, strictly. If that fails it says which line is
// at fault, for which it reads each part alone into what fresh makes; nil for no search.
func (f *recordFile) decode(n *yaml.Node, fresh func() any, into any) (line int, why error) {
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

// blame returns the line of the innermost part of a node that cannot be read on its own. around
// puts the parts above it around the text of one.
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
				return line // the name is wrong, or the kind of value
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
		return fmt.Errorf("%s: here stands a %s, and %s is needed", strings.NewReplacer("WatchEntry.", "", "LogNote.", "", "Called.", "").Replace(wrong.Field), wrong.Value, needed(wrong.Type.Kind()))
	}
	if wrong, ok := errors.AsType[*time.ParseError](err); ok {
		return fmt.Errorf("%s is no moment; write it as 2026-03-14T15:00:00+02:00", strings.Trim(wrong.Value, `"`))
	}
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// needed says in words which kind of value is missing.
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

// asJSON writes a node as JSON. Dates stay texts. Aliases, binary values, doubled keys and empty
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

// valueOf returns what a key of a mapping has; the mapping itself where the key is not there.
func valueOf(root *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == key {
			return root.Content[i+1]
		}
	}
	return root
}
