package render

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// FairPlaySection writes the fair-play section of the chief arbiter's report in one of Formats. CSV and JSON are the
// same in every language. made says how to get the report again; nil if that is not to be said. An unknown format
// or language is fault.Invalid, and nothing is written; any other error is the writer's.
func FairPlaySection(w io.Writer, format string, r *reports.FairPlaySection, made *reports.Provenance, o Options) error {
	return publication[reports.FairPlaySection]{
		formats: Formats(), report: r, made: made, csv: sectionCSV,
		document: func(words *words, r *reports.FairPlaySection) *document {
			return fairPlaySection{words, r, duties{words, r.Measures, made}}.document()
		},
	}.write(w, format, o)
}

// fairPlaySection says the parts of the section in one language.
type fairPlaySection struct {
	*words
	*reports.FairPlaySection
	measures duties
}

func (s fairPlaySection) document() *document {
	d := s.measures.document()
	d.Kind, d.Title = s.say("section.title", nil), cmp.Or(s.Event.Name, d.Title)
	d.Notes = append([]string{s.say("section.names_nobody", nil), s.standing(s.recipe())}, d.Notes...)
	tail := []section{s.games(), s.screening()}
	if c := s.Screening; c != nil {
		tail = append(tail, s.how(c))
	}
	tail = append(tail, s.log(), section{ID: "elsewhere", Title: s.say("section.elsewhere", nil), Text: []string{
		s.say("section.unnoticed", nil), s.say("section.confidential", nil),
	}})
	all := []section{{ID: "event", Title: s.say("section.event", nil), Facts: s.event()}}
	for _, part := range d.Sections {
		switch part.ID {
		case "rate":
			continue // which is no matter of fair play
		case "duties":
			part.Title = s.say("section.measures", nil)
		case "fair_play":
			part.Title = s.say("section.named", nil)
		case "provenance":
			all, tail = append(all, tail...), nil
		}
		all = append(all, part)
	}
	d.Sections = append(all, tail...)
	return d
}

// recipe is the fingerprint of the recipe of the screening, "" for none.
func (s fairPlaySection) recipe() string {
	if s.Screening == nil {
		return ""
	}
	return s.Screening.RecipeFingerprint
}

// event lists the facts of the event, those that nobody has stated too.
func (s fairPlaySection) event() (facts []fact) {
	e := &s.Event
	days := strings.Join(slices.Compact([]string{cmp.Or(e.Start, "…"), cmp.Or(e.End, "…")}), " – ")
	for _, known := range []struct{ label, value string }{
		{s.slug("web.fact", "site"), printable(e.Site)}, {s.slug("web.fact", "federation"), e.Federation}, {s.say("section.days", nil), days},
		{s.slug("web.fact", "chief_arbiter"), printable(e.ChiefArbiter)}, {s.slug("web.fact", "organiser"), printable(e.Organiser)},
		{s.slug("web.fact", "mode"), s.named("web.mode", e.Mode)}, {s.slug("web.fact", "platform"), printable(e.Platform)},
		{s.slug("web.fact", "system"), norms{words: s.words}.system(e.System)}, {s.slug("web.fact", "championship"), s.named("web.championship", e.Championship)},
		{s.slug("web.fact", "rated"), s.named("norm_answer", e.Rated)}, {s.slug("web.fact", "time_class"), s.named("time_class", string(e.TimeClass))},
		{s.slug("web.fact", "time_control"), printable(e.TimeControl)}, {s.slug("web.fact", "planned_rounds"), positive(e.Rounds)}, {s.slug("web.fact", "players"), positive(e.Players)},
	} {
		facts = append(facts, fact{Label: known.label, Value: cmp.Or(known.value, s.say("section.unknown", nil))})
	}
	return facts
}

// named is the word for a value, "" for none.
func (s fairPlaySection) named(list, value string) string {
	if value == "" {
		return ""
	}
	return s.slug(list, value)
}

// games says, for both duties to send games, how many games there should be and how many are there.
func (s fairPlaySection) games() section {
	of := completeness{s.words, s.Games}
	out := section{ID: "games", Title: s.say("section.games", nil), Text: append([]string{s.slug("games_basis", s.Games.Basis)}, of.left()...)}
	for i := range s.Games.Duties {
		part := of.duty(&s.Games.Duties[i], i)
		text := append([]string{part.Figure}, part.Text...)
		for _, f := range part.Facts {
			text = append(text, f.Label+": "+f.Value)
		}
		text = slices.DeleteFunc(text, func(t string) bool { return t == "" })
		out.List = append(out.List, part.Title+": "+strings.Join(text, "; "))
	}
	return out
}

// screening says what was screened.
func (s fairPlaySection) screening() section {
	out := section{ID: "screening", Title: s.say("section.screening", nil)}
	c := s.Screening
	if c == nil {
		out.Text = []string{s.why(s.ScreeningMissing)}
		return out
	}
	out.Text = []string{s.say("section.hints", nil)}
	if !c.Current {
		out.Text = append(out.Text, s.say("section.later", fields{"Files": s.integer(c.Unread), "Games": s.integer(c.Unevaluated)}))
	}
	out.Facts = append(s.gameFacts(c.Games), s.exclusions(c.Games.Excluded)...)
	for _, of := range []struct {
		label string
		n     int
	}{{s.say("section.players", nil), c.Players}, {s.say("section.judged", nil), c.Judged}, {s.say("section.provisional", nil), c.Provisional}, {s.say("section.extrapolated", nil), c.Extrapolated},
		{s.say("section.without_roi", nil), c.WithoutROI}} {
		out.Facts = append(out.Facts, fact{Label: of.label, Value: s.integer(of.n)})
	}
	out.Facts = append(out.Facts, fact{Label: s.say("section.report", nil), Value: c.Report, Code: true})
	return out
}

// how says by which evaluations and which calibration.
func (s fairPlaySection) how(c *reports.SectionScreening) section {
	out := section{ID: "how", Title: s.say("section.how", nil), Facts: s.engineFacts(&c.Basis)}
	if text := s.unfitted(&reports.Provenance{Basis: c.Basis}); text != "" {
		out.Text = []string{text}
	}
	out.Facts = append(out.Facts, s.plain("policy", c.Policy.Name+": "+s.policy(c.Policy)), s.coded("policy_fingerprint", c.PolicyFingerprint),
		s.coded("games_sha256", c.GamesSHA256))
	out.Facts = append(out.Facts, s.calibrationFacts(&c.Basis)...)
	for _, f := range s.exclusions(c.Exclusions) {
		out.List = append(out.List, s.say("section.move_left_out", fields{"Reason": f.Label, "N": f.Value}))
	}
	return out
}

// log counts the notes of the arbiters.
func (s fairPlaySection) log() section {
	out := section{ID: "log", Title: s.say("section.log", nil)}
	if len(s.Log) == 0 {
		out.Text = []string{s.say("section.no_notes", nil)}
		return out
	}
	t := &table{Columns: []column{
		{Head: s.say("completeness.round", nil)}, {Head: s.say("section.absences", nil)}, {Head: s.say("section.checks", nil)}, {Head: s.say("section.incidents", nil)},
	}}
	add := func(head string, n tournament.NoteCounts) {
		t.add(head, s.integer(n.Absences), s.integer(n.Checks), s.integer(n.Incidents))
	}
	var all tournament.NoteCounts
	for _, n := range s.Log {
		add(strconv.Itoa(n.Round), n)
		all.Absences, all.Checks, all.Incidents = all.Absences+n.Absences, all.Checks+n.Checks, all.Incidents+n.Incidents
	}
	add(s.say("checked.all", nil), all)
	out.Tables, out.Notes = []*table{t}, []string{s.say("section.incidents_apart", nil)}
	return out
}

// sectionCSV is the section for programs: a row for each fact, duty, count and reason.
func sectionCSV(r *reports.FairPlaySection) *table {
	t := csvTable("record", "item", "round", "value", "state", "text", "citation")
	put := func(record, item string, value string) {
		t.put(map[string]string{"record": record, "item": item, "value": value})
	}
	e := &r.Event
	for _, f := range [][2]string{
		{"name", e.Name}, {"site", e.Site}, {"federation", e.Federation}, {"start", e.Start}, {"end", e.End}, {"time_class", string(e.TimeClass)},
		{"time_control", e.TimeControl}, {"mode", e.Mode}, {"system", e.System}, {"championship", e.Championship}, {"rated", e.Rated},
		{"rounds", positive(e.Rounds)}, {"players", positive(e.Players)}, {"chief_arbiter", e.ChiefArbiter}, {"organiser", e.Organiser}, {"platform", e.Platform},
	} {
		put("event", f[0], f[1])
	}
	for _, l := range levelCSV(r.Measures.Level).Rows {
		t.put(map[string]string{"record": "level_" + l.Cells[0].Text, "item": l.Cells[2].Text, "value": l.Cells[1].Text, "citation": l.Cells[5].Text})
	}
	duty := func(record string, d *tournament.Due, text string) {
		by := ""
		if d.By != nil {
			by = d.By.Format(time.RFC3339)
		}
		t.put(map[string]string{"record": record, "item": d.Duty, "value": by, "state": string(d.State), "text": text, "citation": d.Rule.Citation})
	}
	for i := range r.Measures.Duties {
		duty("measure", &r.Measures.Duties[i], string(r.Measures.Duties[i].Demand))
	}
	for i := range r.Measures.FairPlaySection {
		duty("named", &r.Measures.FairPlaySection[i], string(r.Measures.FairPlaySection[i].Breach))
	}
	for _, g := range r.Games.Duties {
		citation := ""
		if g.Rule != nil {
			citation = g.Rule.Citation
		}
		t.put(map[string]string{"record": "games", "item": g.Duty, "value": strconv.Itoa(g.Found) + "/" + strconv.Itoa(g.Expected), "state": string(g.State), "text": g.Complete, "citation": citation})
	}
	if c := r.Screening; c != nil {
		for _, f := range []struct {
			item string
			n    int
		}{
			{"unread", c.Unread}, {"unevaluated", c.Unevaluated}, {"games_read", c.Games.Read}, {"games_played", c.Games.Played},
			{"games_analysed", c.Games.Analysed}, {"games_cut", c.Games.Cut}, {"games_bad", c.Games.Bad}, {"players", c.Players},
			{"players_judged", c.Judged}, {"players_provisional", c.Provisional}, {"players_extrapolated", c.Extrapolated},
			{"players_without_roi", c.WithoutROI},
		} {
			put("screening", f.item, strconv.Itoa(f.n))
		}
		for _, of := range []struct {
			record string
			counts map[string]int
		}{{"game_left_out", c.Games.Excluded}, {"move_left_out", c.Exclusions}} {
			for _, reason := range slices.Sorted(maps.Keys(of.counts)) {
				put(of.record, reason, strconv.Itoa(of.counts[reason]))
			}
		}
		put("how", "report", c.Report)
		put("how", "current", strconv.FormatBool(c.Current))
		put("how", "engine", c.Engine.Name)
		put("how", "engine_sha256", c.Engine.SHA256)
		put("how", "network", c.Engine.Network)
		put("how", "recipe", c.Recipe.Name)
		put("how", "recipe_fingerprint", c.RecipeFingerprint)
		put("how", "policy", c.Policy.Name)
		put("how", "policy_fingerprint", c.PolicyFingerprint)
		put("how", "games_sha256", c.GamesSHA256)
		if cal := c.Calibration; cal != nil {
			put("how", "calibration", cal.Name)
			put("how", "calibration_sha256", cal.SHA256)
			put("how", "calibration_corpus", cal.Corpus)
		} else {
			put("how", "uncalibrated", string(c.UncalibratedFor))
		}
	} else {
		put("screening", "missing", string(r.ScreeningMissing))
	}
	for _, n := range r.Log {
		for _, of := range []struct {
			item string
			n    int
		}{{"absences", n.Absences}, {"checks", n.Checks}, {"incidents", n.Incidents}} {
			t.put(map[string]string{"record": "log", "item": of.item, "round": strconv.Itoa(n.Round), "value": strconv.Itoa(of.n)})
		}
	}
	return t
}
