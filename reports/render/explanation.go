package render

import (
	"io"
	"strings"
	"time"

	"fairplay/reports"
)

// Explanation is the answer to a person who asks how a machine took part in what is known about him
// (privacy statement of the complaint forms, point 13, E).
type Explanation struct {
	Number string            // of the request or the case, as people see it
	Date   time.Time         // of the answer
	Test   *reports.FullTest // of his moves; nil if there is none
}

// DataExplanation says in plain words what is compared, with the person's own figures, what they
// cannot show, and who decides, in one of PaperFormats. An unknown format or language is
// fault.Invalid, and nothing is written; any other error is the writer's.
func DataExplanation(w io.Writer, format string, e *Explanation, o Options) error {
	return publication[Explanation]{formats: PaperFormats(), document: func(in *words, _ *Explanation) *document { return explanation{in, e}.document() }}.write(w, format, o)
}

// explanation says an explanation in one language.
type explanation struct {
	*words
	*Explanation
}

// recipe is the fingerprint of that of the test, "" for none.
func (e explanation) recipe() string {
	if e.Test == nil {
		return ""
	}
	return e.Test.Provenance.RecipeFingerprint
}

func (e explanation) document() *document {
	cannot := []string{"why", "absence", "chance", "rating"}
	if _, approved := reports.ApprovalOf(e.approvals, e.recipe()); !approved {
		cannot = append(cannot, "presumption")
	}
	d := &document{
		frame: frame{Lang: e.lang, Kind: e.say("explain.kind", nil), Title: e.say("explain.title", nil), Date: e.Date.Format(time.DateOnly)},
		Facts: []string{e.Number, e.day(e.Date)},
		Notes: []string{e.say("explain.short", nil), e.standing(e.recipe())},
		Sections: []section{
			{ID: "compared", Title: e.say("explain.compared", nil), List: e.points("moves", "expected", "counted", "z")},
			e.figures(),
			{ID: "cannot", Title: e.say("explain.cannot", nil), List: e.points(cannot...)},
			{ID: "decides", Title: e.say("letter.decides", nil), Text: []string{e.say("explain.people", nil)}},
			{ID: "next", Title: e.say("letter.next", nil), List: e.points("copy", "correct", "statement", "authority")},
		},
	}
	return d
}

// points are sentences of a list, in that order.
func (e explanation) points(ids ...string) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = e.slug("explain_point", id)
	}
	return all
}

// figures are those of the person, as far as there are any.
func (e explanation) figures() section {
	s := section{ID: "figures", Title: e.say("explain.figures", nil)}
	if e.Test == nil {
		s.Text = []string{e.say("explain.none", nil)}
		return s
	}
	t := fullTest{e.words, e.Test}
	s.Text = []string{e.say("explain.read", fields{"Event": printable(e.eventName(t.Event)), "N": e.integer(t.Moves), "Rating": e.decimal(t.Player.Rating, 0), "SD": e.decimal(t.Player.RatingSD, 0)})}
	if !isFull(e.Test) {
		s.Text = append(s.Text, e.say("explain.quick", nil))
	}
	if !t.Footing.Judged {
		s.Text = append(s.Text, e.say("explain.too_little", nil))
	} else {
		s.Text = append(s.Text, e.chance(t)...)
	}
	for i := range t.Tests {
		r := &t.Tests[i]
		if r.Test != "mm" && r.Test != "ev" && r.Test != "asd" {
			continue
		}
		s.Facts = append(s.Facts, fact{Label: e.slug("test_meaning", r.Test), Value: e.say("explain.beside", fields{
			"Actual": e.measure(r.Test, r.Actual), "Expected": e.measure(r.Test, r.Expected)})})
	}
	s.Facts = append(s.Facts,
		fact{Label: e.slug("test", "combined"), Value: t.z(t.Combined.Z)},
		fact{Label: e.slug("glossary", "intrinsic"), Value: strings.Join([]string{t.rating(&t.IPR), e.say("explain.interval", fields{"Interval": t.ratingInterval(&t.IPR)})}, ", ")},
		fact{Label: e.say("explain.opponents", nil), Value: strings.Join([]string{t.rating(&t.Opponents.IPR), e.say("explain.interval", fields{"Interval": t.ratingInterval(&t.Opponents.IPR)})}, ", ")})
	if digest, err := digestOf(publication[reports.FullTest]{report: e.Test}.json); err == nil { // a report that was read can be written
		s.Facts = append(s.Facts, fact{Label: e.say("explain.report", nil), Value: digest, Code: true})
	}
	return s // without the report's caveats, which name other people
}

// chance says how often chance alone gives such a Z, to anybody and among all players of the event.
func (e explanation) chance(t fullTest) []string {
	texts := t.odds(&t.Combined)
	if len(texts) > 0 {
		texts = append(texts[:1], t.extrapolated(&t.Combined)...)
	}
	if m := t.Combined.Among; m != nil && m.Players > 1 {
		texts = append(texts, e.say("explain.among", fields{"N": e.integer(m.Players), "Expected": t.adjusted(m.Expected)}))
	}
	return texts
}
