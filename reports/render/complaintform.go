package render

import (
	"cmp"
	"io"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
	"fairplay/reports/tournament"
)

// ComplaintForm writes the form of a complaint, an ITC or a PTC, in one of PaperFormats: the fields
// of FIDE's form in its order, and those that rules require although the form lacks them. Without a
// filing it is blank, with room to write. zone is the time zone of the event. Another kind of case
// and an unknown format or language are fault.Invalid, and nothing is written; any other error is
// the writer's.
func ComplaintForm(w io.Writer, format string, kind complaint.CaseKind, f *complaint.Filing, zone string, o Options) error {
	if !kind.IsComplaint() {
		return fault.New(fault.Invalid, "form", "there is no form for %q; choose %s or %s", string(kind), complaint.ITC, complaint.PTC)
	}
	return publication[complaint.Filing]{formats: PaperFormats(), document: func(words *words, _ *complaint.Filing) *document {
		form := complaintForm{words: words, kind: kind, zone: zone, filing: f}
		if f == nil {
			form.blank, form.filing = true, new(complaint.Filing)
			form.filing.Form.Respondents = make([]complaint.Party, 1)
		}
		return form.document()
	}}.write(w, format, o)
}

// complaintForm says the parts of a form in one language.
type complaintForm struct {
	*words
	kind   complaint.CaseKind
	zone   string
	filing *complaint.Filing
	blank  bool
}

func (c complaintForm) document() *document {
	form := &c.filing.Form
	d := &document{
		frame: frame{Lang: c.lang, Kind: c.say("form.kind", nil), Title: c.say("form."+string(c.kind), nil), Date: form.Date},
		Notes: []string{c.say("form.words", nil), c.say("form.hand_"+string(c.kind), nil)},
	}
	d.Sections = append(d.Sections, c.person("complainant", c.say("form.complainant", nil), form.Complainant.Individual))
	d.Sections[0].Notes = []string{c.say("form.fide_id_note", nil)}
	for i, r := range form.Respondents {
		title := c.say("form.respondent", nil)
		if len(form.Respondents) > 1 {
			title += " " + c.integer(i+1)
		}
		d.Sections = append(d.Sections, c.person("respondent_"+strconv.Itoa(i+1), title, r.Individual))
	}
	d.Sections = append(d.Sections, c.facts())
	if c.kind == complaint.PTC || form.Engine != nil || form.EngineResults != "" {
		d.Sections = append(d.Sections, c.engine())
	}
	if c.kind == complaint.PTC {
		d.Sections = append(d.Sections, section{ID: "why_no_itc", Title: c.say("form.why_no_itc", nil), Notes: []string{c.say("form.why_note", nil)},
			Text: c.prose(form.WhyNoITC), Facts: c.room(c.say("form.why", nil), 3)})
	}
	return c.end(d)
}

// end adds what stands below what the complainant reports.
func (c complaintForm) end(d *document) *document {
	form := &c.filing.Form
	d.Sections = append(d.Sections,
		section{ID: "attachments", Title: c.say("form.attachments", nil), Notes: []string{c.say("form.attachments_note", nil)},
			List: form.Attachments, Facts: c.room(c.say("form.list", nil), 3)},
		section{ID: "signed", Title: c.say("form.signed_title", nil), Facts: []fact{c.field("form.date", form.Date, 1), c.signature(form.Signed)}},
		section{ID: "privacy", Title: c.say("form.privacy", nil), Text: []string{c.say("form.privacy_note", nil)}, List: c.privacy()},
		section{ID: "consent", Title: c.say("form.consent_title", nil), Facts: []fact{{Label: c.say("form.consent", nil), Value: c.boxes(form.Consent)}, c.field("form.date", form.Agreed, 1), c.signature(form.Agreed != "")},
			Notes: []string{c.say("form.consent_note", nil)}})
	received := absent
	if !c.filing.Received.IsZero() {
		received = c.moment(c.filing.Received, c.zone)
	}
	d.Sections = append(d.Sections, section{ID: "service", Title: c.say("form.service", nil), Facts: []fact{
		c.field("form.received", strings.Trim(received, absent), 1), c.field("form.channel", c.channel(), 1), c.field("form.taken_by", c.filing.By, 1),
	}})
	return d
}

func (c complaintForm) channel() string {
	if c.filing.Channel == "" {
		return ""
	}
	return c.slug("form_channel", string(c.filing.Channel))
}

// field is one field of the form: its content, or room for it.
func (c complaintForm) field(id, value string, lines int) fact {
	if c.blank {
		return fact{Label: c.say(id, nil), Room: lines}
	}
	return fact{Label: c.say(id, nil), Value: orAbsent(printable(value))}
}

// room is a field for prose on a blank form.
func (c complaintForm) room(label string, lines int) []fact {
	if !c.blank {
		return nil
	}
	return []fact{{Label: label, Room: lines}}
}

// prose is what stands in a field for prose, in paragraphs.
func (c complaintForm) prose(text string) []string {
	if c.blank {
		return nil
	}
	if all := paragraphs(text); all != nil {
		return all
	}
	return []string{absent}
}

func (c complaintForm) person(id, title string, p complaint.Individual) section {
	number := c.field("form.fide_id", p.FideID, 1)
	if id == "complainant" || c.kind == complaint.PTC {
		number = c.field("form.fide_id_if", p.FideID, 1)
	}
	return section{ID: id, Title: title, Facts: []fact{
		c.field("form.name", p.Name, 1), number, c.field("form.federation", p.Federation, 1),
		c.field("form.address", p.Address, 1), c.field("form.email", p.Email, 1), c.field("form.phone", p.Telephone, 1),
	}}
}

// facts is the field for what happened, with what it must name.
func (c complaintForm) facts() section {
	form := &c.filing.Form
	s := section{ID: "facts", Title: c.say("form.facts", nil), Text: c.prose(form.Facts), Facts: []fact{
		c.field("form.event", strings.Join(form.Tournaments, "; "), 1), c.field("form.organiser", form.Organiser, 1),
		c.field("form.arbiter", strings.Join(form.Arbiters, "; "), 1),
	}, Notes: []string{c.say("form.facts_note", nil), c.say("form.rating_note", nil)}}
	if c.blank {
		s.Facts = append(s.Facts, fact{Label: c.say("form.reported", nil), Room: 8}, fact{Label: c.say("form.grounds", nil), Room: 5})
	} else {
		s.Facts = append(s.Facts, c.field("form.grounds", form.Grounds, 1))
	}
	return s
}

// engine is the field for the results of a check with an engine, with what Regan's notes require of
// such a claim.
func (c complaintForm) engine() section {
	form := &c.filing.Form
	s := section{ID: "engine", Title: c.say("form.engine", nil), Notes: []string{c.say("form.engine_note", nil)}, Text: c.prose(form.EngineResults)}
	claim := cmp.Or(form.Engine, new(complaint.ClaimMade))
	if form.Engine == nil && !c.blank {
		return s
	}
	join := func(a, b string) string { return strings.TrimSpace(a + " " + b) }
	s.Facts = []fact{
		c.field("form.engine_name", join(claim.Engine.Name, claim.Engine.Version), 1), c.field("form.engine_settings", c.settings(claim), 1),
		c.field("form.engine_lines", positive(claim.Settings.Lines), 1), c.field("form.engine_interface", join(claim.Interface, claim.Platform), 1),
		c.field("form.engine_procedure", claim.Procedure, 2),
	}
	if c.blank {
		s.Facts = append(s.Facts, fact{Label: c.say("form.engine_range", nil), Room: 3}, fact{Label: c.say("form.engine_matches", nil), Room: 2})
	}
	s.List = c.games(claim)
	return s
}

// settings are those of the engine besides the number of lines.
func (c complaintForm) settings(claim *complaint.ClaimMade) string {
	var all []string
	s := &claim.Settings
	for _, of := range []struct {
		name  string
		value int
	}{{"hash (MiB)", s.Hash}, {"threads", s.Threads}, {"depth", s.Depth}, {"nodes", s.Nodes}} {
		if of.value > 0 {
			all = append(all, of.name+" "+strconv.Itoa(of.value))
		}
	}
	if s.Seconds > 0 {
		all = append(all, "seconds "+strconv.FormatFloat(s.Seconds, 'f', -1, 64))
	}
	for _, o := range s.Others {
		all = append(all, o.Name+" "+o.Value)
	}
	return strings.Join(all, ", ")
}

// games says what is claimed of each range of moves.
func (c complaintForm) games(claim *complaint.ClaimMade) (all []string) {
	for i := range claim.Games {
		g := &claim.Games[i]
		name := c.say("form.engine_game", fields{"Round": orAbsent(printable(g.Round)), "Opponent": orAbsent(printable(g.Opponent))})
		for _, r := range g.Ranges {
			matches := absent
			if r.Matches != nil {
				matches = c.integer(*r.Matches)
			}
			text := c.say("form.engine_claim", fields{"Game": name, "First": r.First, "Last": r.Last, "Matches": matches, "Reason": orAbsent(printable(r.Reason))})
			if len(r.Moves) > 0 {
				text += "; " + c.say("form.engine_moves", fields{"Moves": roundList(r.Moves)})
			}
			all = append(all, text)
		}
	}
	return all
}

func (c complaintForm) signature(signed bool) fact {
	f := fact{Label: c.say("form.signature", nil)}
	switch {
	case c.blank:
		f.Room = 2
	case signed:
		f.Value = c.say("form.signed", nil)
	default:
		f.Value = c.say("form.unsigned", nil)
	}
	return f
}

// boxes are the boxes for yes and no, one of them crossed where there is an answer.
func (c complaintForm) boxes(a tournament.YesNo) string {
	box := func(word string, crossed bool) string {
		if crossed {
			return "☒" + noBreakSpace + c.say(word, nil)
		}
		return "☐" + noBreakSpace + c.say(word, nil)
	}
	return box("form.yes", a == tournament.Yes) + noBreakSpace + noBreakSpace + " " + box("form.no", a == tournament.No)
}

// privacy summarises FIDE's privacy statement on the form in our own words.
func (c complaintForm) privacy() []string {
	var all []string
	for _, point := range []string{"purpose", "basis", "storage", "publication", "research", "term", "transfer", "safety", "rights"} {
		all = append(all, c.slug("form_privacy", point))
	}
	return all
}

// known returns an error unless a value of a list has words.
func known(w *words, what, list, value string) error {
	if w.slug(list, value) == value {
		return fault.New(fault.Invalid, what, "there is no %s %.50q", what, value)
	}
	return nil
}
