package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// factsContent is the form with what is stated of an event.
type factsContent struct {
	Action  string // address of the form
	Version int64  // of the event that a change rests on; 0 for a new one
	Closed  bool   // the event takes no facts
	Changed bool   // somebody else has changed the event since the form was opened
	Groups  []factGroup
	Level   levelShown
}

// factGroup is a part of the form.
type factGroup struct {
	Name  string
	Facts []factField
}

// factField is one field. Its name is that of the API; label and hint are words of the lists web.fact and
// web.fact_hint.
type factField struct {
	Name    string
	Kind    string // text, date, number, choice, choices
	Words   string // list of words for what can be chosen; "" if it is shown as it is
	Options []string
	Stored  []string // what the event has, as the form writes it
}

// Shown returns the field with what was typed or, otherwise, what is stored.
func (f factField) Shown(typed url.Values, changed bool) factShown {
	s := factShown{factField: f, Values: f.Stored}
	if typed.Has(f.Name) {
		s.Values = slices.DeleteFunc(slices.Clone(typed[f.Name]), func(value string) bool { return value == "" })
	}
	if changed && !strings.EqualFold(strings.Join(s.Values, ", "), strings.Join(f.Stored, ", ")) {
		s.Now = cmp.Or(strings.Join(f.Stored, ", "), "–")
	}
	return s
}

// factShown is a field with what it holds.
type factShown struct {
	factField
	Values []string
	Now    string // what somebody else has written in the meantime, if it differs
}

// Value is what a field holds that has one value.
func (f factShown) Value() string { return strings.Join(f.Values, ", ") }

// Has reports whether a choice is made.
func (f factShown) Has(choice string) bool {
	return slices.Contains(f.Values, choice) || choice == "" && len(f.Values) == 0
}

// levelShown is the level of protection in words, or why the facts have none.
type levelShown struct {
	Level     string
	Undecided []string
	Reasons   []string
	Problem   string
}

// none stands for a list of titles that is known to be empty.
const none = "none"

// factGroups are the fields of the form, without what is stored.
func factGroups() []factGroup {
	text := func(name string) factField { return factField{Name: name, Kind: "text"} }
	number := func(name string) factField { return factField{Name: name, Kind: "number"} }
	date := func(name string) factField { return factField{Name: name, Kind: "date"} }
	yesNo := func(name string) factField {
		return factField{Name: name, Kind: "choice", Words: "web.yes_no", Options: []string{"", string(tournament.Yes), string(tournament.No)}}
	}
	return []factGroup{
		{"event", []factField{text("name"), text("site"), text("federation"), date("start"), date("end"), number("planned_rounds"), number("players")}},
		{"play", []factField{
			{Name: "mode", Kind: "choice", Words: "web.mode", Options: choices(regulations.Modes())},
			{Name: "system", Kind: "choice", Words: "system", Options: choices(tournament.Systems())},
			yesNo("team"), yesNo("predetermined"),
			{Name: "time_class", Kind: "choice", Words: "time_class", Options: []string{string(analysis.StandardTime), string(analysis.Rapid), string(analysis.Blitz)}},
			text("time_control"), text("time_zone"), text("platform"),
		}},
		{"standing", []factField{
			{Name: "rule_set", Kind: "choice", Words: "web.rule_set", Options: choices(regulations.RuleSets())[1:]},
			yesNo("official"), yesNo("rated"),
			{Name: "championship", Kind: "choice", Words: "web.championship", Options: choices(tournament.Championships())},
			yesNo("women"), {Name: "titles", Kind: "choices", Options: append(tournament.Titles(), none)},
		}},
		{"prizes", []factField{number("prize_fund"), text("prize_note")}},
		{"people", []factField{text("chief_arbiter"), text("organiser"), text("appeals"), yesNo("points_after_exclusion")}},
	}
}

// choices are what can be chosen, with nothing first.
func choices[S ~string](all []S) []string {
	texts := []string{""}
	for _, s := range all {
		texts = append(texts, string(s))
	}
	return texts
}

// ofEventItself reports whether a fact is kept beside the others, with the event's name.
func ofEventItself(name string) bool {
	return slices.Contains([]string{"name", "site", "federation", "start", "end", "planned_rounds", "players", "time_class", "rule_set"}, name)
}

// showNew shows the form for a new event.
func showNew(v *visit) (any, error) {
	c := factsContent{Action: "/events/new", Groups: factGroups()}
	for i, g := range c.Groups {
		for j, f := range g.Facts {
			switch f.Name {
			case "time_class":
				c.Groups[i].Facts[j].Stored = []string{string(analysis.StandardTime)}
			case "rule_set":
				c.Groups[i].Facts[j].Stored = []string{string(regulations.FIDE)}
			}
		}
	}
	var err error
	c.Level, err = v.levelOf("lookUpLevel", v.api.SupposedLevel)
	return c, err
}

// showFacts shows the form with what is stored. If somebody has changed the event in the meantime,
// his values are shown beside those typed here.
func showFacts(v *visit) (any, error) {
	event, err := ask(v, "readEvent", v.api.ReadOne)
	if err != nil {
		return nil, err
	}
	c := factsContent{Action: v.at("/facts"), Version: event.Version, Closed: event.State == store.EventClosed, Groups: factGroups()}
	if rests := v.c.Request().PostForm.Get("version"); rests != "" {
		c.Changed = rests != fmt.Sprint(event.Version)
	}
	stored, err := storedFacts(event)
	if err != nil {
		return nil, err
	}
	for _, g := range c.Groups {
		for j := range g.Facts {
			g.Facts[j].Stored = stored[g.Facts[j].Name]
		}
	}
	c.Level, err = v.levelOf("readLevel", v.api.Level)
	return c, err
}

// storedFacts writes what is stored of an event as its form does.
func storedFacts(event store.Event) (map[string][]string, error) {
	all := map[string][]string{}
	for _, part := range []any{event, event.Facts} {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		fields := map[string]any{}
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		if err := d.Decode(&fields); err != nil {
			return nil, err
		}
		for name, value := range fields {
			switch value := value.(type) {
			case string:
				if value != "" {
					all[name] = []string{value}
				}
			case json.Number:
				if all[name] = []string{value.String()}; value == "0" && name != "prize_fund" {
					all[name] = nil
				}
			case []any:
				if len(value) == 0 {
					all[name] = []string{none}
				}
				for _, one := range value {
					all[name] = append(all[name], fmt.Sprint(one))
				}
			}
		}
	}
	return all, nil
}

// levelOf asks which level the typed facts need or, if none were typed, the stored ones.
func (v *visit) levelOf(operation string, look func(context.Context, *door.Caller, wire.EventChange) (*reports.LevelReport, error)) (levelShown, error) {
	var typed wire.EventChange
	var err error
	if v.c.Request().Method == http.MethodPost {
		if typed, err = v.typedFacts(); err != nil {
			return levelShown{Problem: v.why(err)}, nil
		}
	}
	report, err := ask(v, operation, func(ctx context.Context, who *door.Caller) (*reports.LevelReport, error) {
		return look(ctx, who, typed)
	})
	if refused(err, fault.Invalid) {
		return levelShown{Problem: v.why(err)}, nil
	} else if err != nil {
		return levelShown{}, err
	}
	var shown levelShown
	shown.Level, shown.Undecided, shown.Reasons = v.Level(report)
	return shown, nil
}

// typedFacts reads the form of the facts. An empty field takes back what was stated.
func (v *visit) typedFacts() (typed wire.EventChange, err error) {
	fields, err := v.factFields()
	if err != nil {
		return typed, err
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return typed, err
	}
	return typed, json.Unmarshal(text, &typed)
}

// factFields are the fields of the form of the facts, by their names in an event.
func (v *visit) factFields() (map[string]any, error) {
	event, facts := map[string]any{}, map[string]any{}
	event["facts"] = facts
	for _, g := range factGroups() {
		for _, f := range g.Facts {
			into := facts
			if ofEventItself(f.Name) {
				into = event
			}
			text := v.value(f.Name)
			switch {
			case f.Kind == "choices":
				into[f.Name] = ticked(v.c.Request().PostForm[f.Name])
			case f.Kind != "number":
				into[f.Name] = text
			case text != "":
				n, err := strconv.Atoi(strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(text))
				if err != nil {
					return nil, v.refusal("web.facts.number", "Fact", v.Slug("web.fact", f.Name))
				}
				into[f.Name] = n
			case f.Name == "prize_fund":
				into[f.Name] = nil
			default:
				into[f.Name] = 0
			}
		}
	}
	event["federation"] = strings.ToUpper(v.value("federation"))
	return event, nil
}

// ticked are the values of a list of boxes: nil for none ticked, and empty if it is ticked that there are none.
func ticked(values []string) []string {
	values = slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" })
	if len(values) == 0 {
		return nil
	}
	return slices.DeleteFunc(values, func(s string) bool { return s == none })
}

// makeEvent creates an event of the form.
func makeEvent(v *visit) (string, error) {
	typed, err := v.typedFacts()
	if err != nil {
		return "", err
	}
	made, err := v.openEvent(typed)
	if err != nil {
		return "", err
	}
	return "/events/" + made.ID + "?done=saved", nil
}

// changeFacts keeps the facts of the form, unless somebody has changed the event since it was opened.
func changeFacts(v *visit) (string, error) {
	typed, err := v.typedFacts()
	if err != nil {
		return "", err
	}
	return v.at("/facts?done=saved"), v.amend(typed)
}

// openEvent creates an event. A chief arbiter who does so is bound to it, so that his rights are read again.
func (v *visit) openEvent(stated wire.EventChange) (store.Event, error) {
	made, err := ask(v, "createEvent", func(ctx context.Context, who *door.Caller) (store.Event, error) {
		return v.api.OpenEvent(ctx, who, stated, nil)
	})
	if err == nil {
		v.person, err = v.api.SignedIn(v.context(), v.cookie)
	}
	return made, err
}

// amend changes what is stated of the event, on the version that the form was opened on.
func (v *visit) amend(stated wire.EventChange) error {
	return v.do("changeEvent", func(ctx context.Context, who *door.Caller) error {
		return v.api.Amend(ctx, who, stated, v.number("version"))
	})
}

// unsaved shows the form as it was filled in, with the level of protection that would follow, and keeps nothing.
func unsaved(v *visit) (string, error) {
	v.unsaved = true
	return "", nil
}
