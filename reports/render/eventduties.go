package render

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"time"

	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// EventDuties writes what must be done for an event, by whom and until when, in one of Formats. CSV
// and JSON are the same in every language; CSV holds the duties alone. made says how to get the
// report again; nil if that is not to be said. An unknown format or language is fault.Invalid,
// and nothing is written; any other error is the writer's.
func EventDuties(w io.Writer, format string, r *reports.EventDuties, made *reports.Provenance, o Options) error {
	return publication[reports.EventDuties]{
		formats: Formats(), report: r, made: made,
		csv:      func(r *reports.EventDuties) *table { return dutiesCSV(r.Duties) },
		document: func(words *words, r *reports.EventDuties) *document { return duties{words, r, made}.document() },
	}.write(w, format, o)
}

// duties says the parts of a list of duties in one language.
type duties struct {
	*words
	*reports.EventDuties
	made *reports.Provenance
}

func (d duties) document() *document {
	zone := d.say("duties.no_zone", nil)
	if d.TimeZone != "" {
		zone = d.say("duties.zone", fields{"Zone": printable(d.TimeZone)})
	}
	level := d.levelSection(d.Level)
	level.Title = d.say("level.title", nil)
	page := &document{
		frame:    frame{Lang: d.lang, Kind: d.say("duties.title", nil), Title: cmp.Or(d.Level.Event, level.Figure), Date: d.Now.UTC().Format(time.DateOnly)},
		Facts:    []string{d.say("duties.at", fields{"Time": d.instant(d.Now)})},
		Notes:    append([]string{zone}, d.editions()...),
		Sections: []section{level, d.list(), d.fairPlay(), d.rate()},
	}
	if d.made != nil {
		page.Program = strings.TrimSpace(d.made.Program + " " + d.made.Version)
		page.Sections = append(page.Sections, section{ID: "provenance", Title: d.say("norms.again", nil), Facts: d.reproduction(d.made)})
	}
	return page
}

// editions names the texts of which a later edition may be in force that the program does not know, and
// those that are younger than the event.
func (d duties) editions() (notes []string) {
	if texts := d.standing(regulations.LaterUnread); len(texts) > 0 {
		notes = append(notes, d.say("duties.later", fields{"Texts": strings.Join(texts, ", ")}))
	}
	if texts := d.standing(regulations.NotYet); len(texts) > 0 {
		notes = append(notes, d.say("duties.older", fields{"Texts": strings.Join(texts, ", ")}))
	}
	return notes
}

// standing returns the texts of rules with a standing.
func (d duties) standing(as regulations.Standing) (texts []string) {
	note := func(s regulations.RuleSource) {
		if s.Standing == as && !slices.Contains(texts, s.Text) {
			texts = append(texts, s.Text)
		}
	}
	for i := range d.Duties {
		note(d.Duties[i].Rule)
	}
	for _, c := range d.RateOfPlay.Checks {
		note(c.Rule)
	}
	return texts
}

// instant writes a moment in the event's time zone. The midnight with which a day ends is its hour
// 24.
func (d duties) instant(t time.Time) string {
	if zone, err := time.LoadLocation(d.TimeZone); err == nil {
		t = t.In(zone)
	}
	switch hour, minute, second := t.Clock(); {
	case hour+minute+second == 0:
		return t.AddDate(0, 0, -1).Format(time.DateOnly) + " 24:00"
	case second > 0:
		return t.Format(time.DateTime)
	}
	return t.Format("2006-01-02 15:04")
}

func (d duties) list() section {
	t := &table{Columns: []column{
		{Head: d.say("duties.until", nil), Left: true}, {Head: d.say("duties.state", nil), Left: true}, {Head: d.say("duties.who", nil), Left: true},
		{Head: d.say("duties.demand", nil), Left: true}, {Head: d.say("duties.waived_by", nil), Left: true, Drop: 1},
	}}
	for i := range d.Duties {
		due := &d.Duties[i]
		until, waived := absent, ""
		if due.By != nil {
			until = d.instant(*due.By)
		}
		if due.WaivedBy != "" {
			waived = d.slug("duty_who", due.WaivedBy)
		}
		t.Rows = append(t.Rows, row{
			Head:  d.say("duties.by_rule", fields{"Duty": d.what(due), "Citation": d.citation(due.Rule.Article, due.Rule.Citation)}),
			Cells: texts(until, d.state(due), d.slug("duty_who", due.Who), d.slug("duty_demand", string(due.Demand)), waived),
		})
	}
	s := section{ID: "duties", Title: d.say("duties.list", nil), Tables: []*table{t}}
	for i := range d.Duties {
		if due := &d.Duties[i]; len(due.Missing) > 0 {
			s.List = append(s.List, d.what(due)+": "+d.say("duties.missing", fields{"Facts": d.factNames(due.Missing)}))
		}
	}
	return s
}

// what says what is to be done.
func (d duties) what(due *tournament.Due) string {
	text := d.slug("duty", due.Duty)
	if due.Least > 0 {
		text += ", " + d.say("duties.least", fields{"N": d.integer(due.Least)})
	}
	if due.Games == tournament.OfNormMakers {
		text += ", " + d.say("duties.of_makers", nil)
	}
	return text
}

// state says how a duty stands.
func (d duties) state(due *tournament.Due) string {
	text := d.slug("duty_state", string(due.State))
	if due.Date != "" {
		text += " " + due.Date
	}
	if due.Note != "" {
		text = d.say("duties.waived", fields{"State": text, "Note": printable(due.Note)})
	}
	return text
}

// fairPlay lists what the chief arbiter's report must name.
func (d duties) fairPlay() section {
	s := section{ID: "fair_play", Title: d.say("duties.section", nil)}
	for i := range d.FairPlaySection {
		due := &d.FairPlaySection[i]
		s.List = append(s.List, d.say("duties.breach", fields{
			"Duty": d.what(due), "Breach": d.slug("breach", string(due.Breach)), "Citation": d.citation(due.Rule.Article, due.Rule.Citation),
		}))
	}
	if len(s.List) == 0 {
		s.Text = []string{d.say("duties.section_none", nil)}
	}
	return s
}

// rate says whether rules allow the rate of play.
func (d duties) rate() section {
	r := &d.RateOfPlay
	s := section{ID: "rate", Title: d.say("duties.rate", nil)}
	switch {
	case r.Text == "":
		s.Text = []string{d.say("duties.rate_none", nil)}
	case r.White == 0:
		s.Text = []string{d.say("duties.rate_unread", fields{"Text": printable(r.Text)})}
	default:
		s.Text = []string{d.say("duties.rate_text", fields{"Text": printable(r.Text), "White": d.minutes(r.White), "Black": d.minutes(r.Black)})}
	}
	for _, c := range r.Checks {
		said := fields{
			"Rule": d.slug("rate_rule", string(c.Check)), "Met": d.slug("rate_met", c.Met), "Citation": d.citation(c.Rule.Article, c.Rule.Citation),
			"Have": d.minutes(c.Have), "Need": d.minutes(c.Need),
		}
		text := d.say("duties.check_figures", said)
		if c.Need == 0 {
			text = d.say("duties.check", said)
		}
		if len(c.Missing) > 0 {
			text += "; " + d.say("duties.missing", fields{"Facts": d.factNames(c.Missing)})
		}
		s.List = append(s.List, text)
	}
	return s
}

// minutes writes whole minutes, or such with one decimal.
func (d duties) minutes(x float64) string {
	if x == float64(int(x)) {
		return d.integer(int(x))
	}
	return d.decimal(x, 1)
}
