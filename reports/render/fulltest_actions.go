package render

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/reports"
	"fairplay/reports/regulations"
)

// actions says what the regulations permit on these figures at the stage of the event, and why
// nothing graver is named where Z alone would reach further.
func (t fullTest) actions() section {
	s := section{ID: "actions", Title: t.stageTitle(), Text: []string{t.say("actions.explain", nil)}}
	if t.Withheld {
		s.Text = []string{t.say("actions.withheld", nil)}
		return s
	}
	if t.outdated != nil {
		s.Text = append(s.Text, strings.TrimSpace(t.changed()+" "+t.permittedNow()))
	}
	if t.Stage == string(regulations.During) && t.Provenance.Option("at") == "" {
		s.Text = append(s.Text, t.say("actions.open_end", nil))
	}
	if other := t.otherEvidence(); other != "" {
		s.Text = append(s.Text, other)
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		s.List = append(s.List, t.say("actions.item", fields{"Action": t.action(a), "Citation": t.citation(a.Article, cmp.Or(a.Citation, a.Text))}))
	}
	if len(t.Ranges) > 0 {
		s.Text = append(s.Text, t.say("actions.ask", nil))
		s.List = slices.Concat(s.List, t.ranges(), t.rangeReasons())
	} else if t.Held != "" {
		s.Text = append(s.Text, t.slug("held", t.Held))
	}
	return s
}

// stageTitle names the stage for which the permissions of a report hold.
func (t fullTest) stageTitle() string {
	switch regulations.Stage(t.Stage) {
	case regulations.During:
		return t.say("actions.title_during", nil)
	case regulations.After:
		return t.say("actions.title_after", nil)
	}
	return t.say("actions.title", nil)
}

// changed says in one line which facts have changed since the test was made.
func (t fullTest) changed() string {
	facts := make([]string, len(t.outdated.Changed))
	for i, fact := range t.outdated.Changed {
		facts[i] = t.slug("fact_changed", string(fact))
	}
	return t.say("actions.changed", fields{"Made": instant(t.outdated.Made), "Facts": strings.Join(facts, ", ")})
}

// permittedNow says what is permitted with the facts of now; "" where the reader may not see it.
func (t fullTest) permittedNow() string {
	now := t.outdated.Now
	if now == nil {
		return ""
	}
	texts := make([]string, len(now.Actions))
	for i := range now.Actions {
		a := &now.Actions[i]
		texts[i] = t.action(a) + " (" + t.citation(a.Article, cmp.Or(a.Citation, a.Text)) + ")"
	}
	all := fields{"Actions": strings.Join(texts, "; ")}
	text := t.say("actions.now_during", all)
	if t.outdated.Stage == string(regulations.After) {
		text = t.say("actions.now_after", all)
	}
	if now.Held != "" {
		text += " " + t.slug("held", now.Held)
	}
	return text
}

// fullTestOnly is the note of an action that means no more than a full test.
const fullTestOnly = "full_test_only"

// action writes what is permitted; of nothing, why.
func (w *words) action(a *reports.Permitted) string {
	if a.Note == fullTestOnly {
		return w.slug("action", fullTestOnly)
	}
	text := w.slug("action", a.Action)
	if a.Note != "" {
		text += " (" + w.slug("action_note", a.Note) + ")"
	}
	return text
}

// citation says where a rule is printed. Our own keys are printed nowhere.
func (w *words) citation(article, printed string) string {
	if text := w.slug("citation", article); text != article {
		return text
	}
	return w.refusals.word(printed)
}

// ranges says what each number of players would permit.
func (t fullTest) ranges() []string {
	texts := make([]string, len(t.Ranges))
	for i := range t.Ranges {
		r := &t.Ranges[i]
		all := fields{"From": t.integer(r.From), "To": t.integer(r.To), "N": t.integer(r.From - 1), "Z": t.boundary(&r.Threshold, t.Combined.Z),
			"Citation": t.citation(r.Article, r.Citation), "Actions": t.actionList(r.Actions)}
		text := t.say("actions.more_than", all)
		if r.To > 0 {
			text = t.say("actions.from_to", all)
		}
		graver := fields{"N": t.integer(r.UpTo), "Actions": t.actionList(r.Graver)}
		if r.UpTo > 0 && r.UpTo == r.To {
			text += " " + t.say("actions.any", graver)
		} else if r.UpTo > 0 {
			text += " " + t.say("actions.up_to", graver)
		}
		texts[i] = text
	}
	return texts
}

// rangeReasons says why graver measures are not permitted beyond those numbers,
// each reason once.
func (t fullTest) rangeReasons() (texts []string) {
	for i := range t.Ranges {
		if held := t.Ranges[i].Held; held != "" && !slices.Contains(texts, t.slug("held", held)) {
			texts = append(texts, t.slug("held", held))
		}
	}
	return texts
}

// actionList writes actions in few words.
func (w *words) actionList(actions []reports.Permitted) string {
	texts := make([]string, len(actions))
	for i := range actions {
		name := actions[i].Action
		if actions[i].Note == fullTestOnly {
			name = fullTestOnly
		}
		texts[i] = w.slug("action_short", name)
	}
	if len(texts) == 0 {
		return w.say("actions.nothing", nil)
	}
	return strings.Join(texts, ", ")
}
