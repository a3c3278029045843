package web

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"fairplay/reports/complaint"
	"fairplay/reports/tournament"
)

// caseForm is the form for one kind of entry of a case, in the order in which it is filled in.
type caseForm []casePart

// casePart is a part of a form: the fields of one object within the body of the entry.
type casePart struct {
	Name   string              // in the list of words web.case_part; "" for a part without a heading
	Path   string              // of the object; "" for the body itself, else the part may be left empty
	Least  int                 // how many are shown of a list of such objects; 0 if there is one object
	Fixed  bool                // there are as many as that
	Seldom bool                // most forms have nothing here
	Rows   bool                // each is a row of moves; rows of the same game become one game
	Role   complaint.PartyRole // of each, "" for none
	Fields []caseField
}

// caseField is one field of a form. Its label is in the list of words web.case_field.
type caseField struct {
	Path    string // within the object of its part: "engine.name"
	Sort    fieldSort
	Words   string   // list of words for what can be chosen; "" if it is shown as it is
	Options []string // in their order; "" for nothing chosen
	Must    bool     // nothing can be entered without it
}

// fieldSort says how a field is typed and converted.
type fieldSort string

// The sorts of fields.
const (
	lineField    fieldSort = "line"
	proseField   fieldSort = "prose"
	dayField     fieldSort = "day"
	momentField  fieldSort = "moment"  // in the time zone of the competition
	tickField    fieldSort = "tick"    // true or false
	numberField  fieldSort = "number"  // a whole number
	decimalField fieldSort = "decimal" // a number
	choiceField  fieldSort = "choice"  // one of the options
	choicesField fieldSort = "choices" // any of the options
	linesField   fieldSort = "lines"   // a list, one to a line
	numbersField fieldSort = "numbers" // whole numbers in a row, "12-14" for 12, 13, 14
	pairsField   fieldSort = "pairs"   // names and values, "Threads = 8" to a line
	memberField  fieldSort = "member"  // token of a member of the FPL; his name goes into the field beside it
	judgeField   fieldSort = "judge"   // token of somebody appointed in the case
	fileField    fieldSort = "file"    // one attachment of the case
	filesField   fieldSort = "files"   // any of them
	ballotField  fieldSort = "ballot"  // number of the entry that opened the ballot
	eventField   fieldSort = "event"   // one of the person's events, or none
)

// Slug is the name of a field in lists of words, which keep some names for themselves.
func (c caseField) Slug() string {
	switch c.Path {
	case "id":
		return "game"
	case "other":
		return "others"
	}
	return strings.ReplaceAll(c.Path, ".", "_")
}

// Fields of the sorts, by path.
func textOf(path string) caseField   { return caseField{Path: path, Sort: lineField} }
func proseOf(path string) caseField  { return caseField{Path: path, Sort: proseField} }
func dayOf(path string) caseField    { return caseField{Path: path, Sort: dayField} }
func momentOf(path string) caseField { return caseField{Path: path, Sort: momentField} }
func tickOf(path string) caseField   { return caseField{Path: path, Sort: tickField} }
func numberOf(path string) caseField { return caseField{Path: path, Sort: numberField} }
func linesOf(path string) caseField  { return caseField{Path: path, Sort: linesField} }
func filesOf(path string) caseField  { return caseField{Path: path, Sort: filesField} }
func must(f caseField) caseField     { f.Must = true; return f }
func yesNoOf(path string) caseField {
	return optionOf(path, "web.yes_no", []tournament.YesNo{tournament.Yes, tournament.No})
}
func titleOf(path string) caseField { return optionOf(path, "", tournament.Titles()) }
func criterionOf(path string) caseField {
	return must(choiceOf(path, "criterion", complaint.Criteria()))
}

// choiceOf is a field with one of the options.
func choiceOf[S ~string](path, words string, options []S) caseField {
	return caseField{Path: path, Sort: choiceField, Words: words, Options: choices(options)[1:]}
}

// optionOf is a field with one of the options, or none.
func optionOf[S ~string](path, words string, options []S) caseField {
	f := choiceOf(path, words, options)
	f.Options = append([]string{""}, f.Options...)
	return f
}

// choicesOf is a field with any of the options.
func choicesOf[S ~string](path, words string, options []S) caseField {
	f := choiceOf(path, words, options)
	f.Sort = choicesField
	return f
}

// has reports whether a form has a field of one of these sorts.
func (c caseForm) has(sorts ...fieldSort) bool {
	return slices.ContainsFunc(c, func(p casePart) bool {
		return slices.ContainsFunc(p.Fields, func(f caseField) bool { return slices.Contains(sorts, f.Sort) })
	})
}

// whole is a form of one part without a heading.
func whole(fields ...caseField) caseForm { return caseForm{{Fields: fields}} }

// caseSources are the things of a case among which a form offers a choice.
type caseSources struct {
	Members []complaint.Member
	Judges  []complaint.Member // appointed in the case
	Files   []caseChoice
	Ballots []caseChoice
	Events  []caseChoice
}

// caseChoice is one thing that can be chosen.
type caseChoice struct {
	Value, Text string
	Chosen      bool
}

// formShown is a form of a case, for its template.
type formShown struct {
	Kind   complaint.EntryKind
	Form   caseForm
	Stored url.Values // what its fields hold before anything is typed
	From   caseSources
	say    *visit
}

// partShown is one object of a form.
type partShown struct {
	Name   string
	Number int  // in its list, from 1; 0 if there is no list
	Spare  bool // nothing need be written here
	Fields []fieldShown
}

// fieldShown is a field with what it holds.
type fieldShown struct {
	caseField
	Name    string // in the form
	Label   string
	Hint    string
	Value   string
	Choices []caseChoice
}

// Shown returns the objects of the form for its template, with what was typed.
func (f formShown) Shown(typed url.Values) (parts []partShown) {
	if len(typed) == 0 {
		typed = f.Stored
	}
	t := caseTyped{Values: typed}
	for _, p := range f.Form {
		many := t.shown(p)
		for number := range many {
			part, empty := partShown{Name: p.Name}, true
			if p.Least > 0 && many > 1 {
				part.Number = number + 1
			}
			for _, field := range p.Fields {
				shown := f.field(field, p.at(number)+field.Path, typed)
				part.Fields, empty = append(part.Fields, shown), empty && shown.Value == ""
			}
			part.Spare = empty && (p.Seldom || p.Least > 0 && number >= p.Least)
			for i := range part.Fields { // browsers do not submit a form with a required field that is hidden
				part.Fields[i].Must = part.Fields[i].Must && !part.Spare
			}
			parts = append(parts, part)
		}
	}
	return parts
}

// Grows reports whether more objects may follow those that the form shows.
func (f formShown) Grows() bool {
	return slices.ContainsFunc(f.Form, func(p casePart) bool { return p.Least > 0 && !p.Fixed })
}

// field is one field with what was typed.
func (f formShown) field(field caseField, name string, typed url.Values) fieldShown {
	own := string(f.Kind) + "_" + field.Slug()
	s := fieldShown{caseField: field, Name: name, Value: typed.Get(name), Label: f.say.fieldName(f.Kind, field)}
	for _, slug := range []string{own, strings.ReplaceAll(name, ".", "_"), field.Slug()} {
		if hint := f.say.Slug("web.case_hint", slug); hint != slug && s.Hint == "" {
			s.Hint = hint
		}
	}
	switch field.Sort {
	case choiceField, choicesField:
		for _, o := range field.Options {
			text := o
			if o == "" {
				text = "–"
			} else if field.Words != "" {
				text = f.say.option(field.Words, o)
			}
			s.Choices = append(s.Choices, caseChoice{Value: o, Text: text})
		}
	case memberField:
		s.Choices = peopleOf(f.From.Members)
	case judgeField:
		s.Choices = peopleOf(f.From.Judges)
	case fileField:
		s.Choices = append([]caseChoice{{Text: "–"}}, f.From.Files...)
	case filesField:
		s.Choices = slices.Clone(f.From.Files)
	case ballotField:
		s.Choices = slices.Clone(f.From.Ballots)
	case eventField:
		s.Choices = append([]caseChoice{{Text: f.say.Say("web.case.no_event")}}, f.From.Events...)
	}
	for i := range s.Choices {
		s.Choices[i].Chosen = slices.Contains(typed[name], s.Choices[i].Value)
	}
	return s
}

// peopleOf are people as choices, none chosen first.
func peopleOf(all []complaint.Member) []caseChoice {
	choices := []caseChoice{{Text: "–"}}
	for _, m := range all {
		choices = append(choices, caseChoice{Value: m.Token, Text: m.Name})
	}
	return choices
}

// Control is how a field is shown: as one line, as a text, a list, boxes or one box.
func (f fieldShown) Control() string {
	switch f.Sort {
	case proseField, linesField, pairsField:
		return "text"
	case choicesField, filesField:
		return "boxes"
	case tickField:
		return "tick"
	case choiceField, memberField, judgeField, fileField, ballotField, eventField:
		return "select"
	}
	return "line"
}

// longChoice is how many characters of a choice a narrow field shows.
const longChoice = 28

// Wide reports whether a field needs the whole width of the form.
func (f fieldShown) Wide() bool {
	return f.Control() == "text" || f.Control() == "select" && slices.ContainsFunc(f.Choices, func(c caseChoice) bool { return utf8.RuneCountInString(c.Text) > longChoice })
}

// ID is the id of the field in the page.
func (f fieldShown) ID() string { return "f-" + strings.ReplaceAll(f.Name, ".", "-") }

// Type is the type of a field of one line.
func (f fieldShown) Type() string {
	switch f.Sort {
	case dayField:
		return "date"
	case momentField:
		return "datetime-local"
	}
	return "text"
}

// Rows is how high a field for text is.
func (f fieldShown) Rows() int {
	if f.Sort == proseField {
		return 5
	}
	return 2
}

// fieldName is the name of a field in words: in this kind of entry, or else in all.
func (v *visit) fieldName(kind complaint.EntryKind, f caseField) string {
	own := string(kind) + "_" + f.Slug()
	if name := v.Slug("web.case_field", own); name != own {
		return name
	}
	return v.Slug("web.case_field", f.Slug())
}
