package render

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
)

// Norms writes who has made a title norm in an event, in one of Formats. CSV and JSON
// are the same in every language. made says how to get the report again; nil if that is not to
// be said. An unknown
// format or language is fault.Invalid, and nothing is written; any other error is the
// writer's.
func Norms(w io.Writer, format string, r *reports.Norms, made *reports.Provenance, o Options) error {
	return publication[reports.Norms]{
		formats: Formats(), report: r, made: made,
		csv:      func(r *reports.Norms) *table { return norms{Norms: r, made: made}.csv() },
		document: func(words *words, r *reports.Norms) *document { return norms{words, r, made}.document() },
	}.write(w, format, o)
}

// norms says the parts of a report on norms in one language.
type norms struct {
	*words
	*reports.Norms
	made *reports.Provenance
}

func (n norms) document() *document {
	e := n.Event
	d := &document{
		frame: frame{Lang: n.lang, Kind: n.say("norms.title", nil), Title: orAbsent(e.Name), Date: cmp.Or(e.End, e.Start)},
		Notes: []string{n.say("norms.hint", fields{"Rules": n.rules()})},
	}
	for _, fact := range []string{e.Site, e.Federation, n.period(e.Start, e.End), n.system(e.System), n.count("norms.rounds", e.Rounds, nil), n.count("norms.count_players", e.Players, nil)} {
		if fact != "" {
			d.Facts = append(d.Facts, fact)
		}
	}
	if n.Edition.Standing != "in_force" {
		d.Notes = append(d.Notes, n.say("norms.edition_open", fields{"Rules": n.rules()}))
	}
	d.Sections = append(d.Sections, n.makers(), n.undecided(), n.close(), n.certificates(), n.claims(), n.players(), n.conditions())
	d.Sections = slices.DeleteFunc(d.Sections, func(s section) bool { return len(s.Text)+len(s.Facts)+len(s.Tables)+len(s.List) == 0 })
	if n.made != nil {
		d.Program = strings.TrimSpace(n.made.Program + " " + n.made.Version)
		d.Sections = append(d.Sections, section{ID: "provenance", Title: n.say("norms.again", nil), Facts: n.reproduction(n.made)})
	}
	return d
}

// period writes the days of an event, "" if none is known.
func (n norms) period(start, end string) string {
	if end == "" || end == start {
		return start
	}
	return start + " – " + end
}

func (n norms) system(s string) string {
	switch s {
	case "":
		return ""
	case "other": // which the catalogues keep for plural forms
		s = "another"
	}
	return n.slug("system", s)
}

// rules names the edition of the Title Regulations.
func (n norms) rules() string {
	return n.say("norms.rules", fields{"Year": n.Edition.From[:min(4, len(n.Edition.From))]})
}

// each calls do for every norm of a state.
func (n norms) each(state string, do func(*reports.NormPlayer, *reports.TitleNorm)) {
	for i := range n.Players {
		p := &n.Players[i]
		for k := range p.Norms {
			if p.Norms[k].State == state {
				do(p, &p.Norms[k])
			}
		}
	}
}

// makers lists the norms that were made for titles that the players do not hold.
func (n norms) makers() section {
	s := section{ID: "made", Title: n.say("norms.made", nil)}
	t := &table{Columns: []column{
		{Head: n.say("norms.number", nil)}, {Head: n.say("norms.player", nil), Left: true}, {Head: n.say("norms.federation", nil), Left: true, Drop: 2},
		{Head: n.say("norms.rating", nil), Drop: 3}, {Head: n.say("norms.norm", nil), Left: true}, {Head: n.say("norms.points", nil)},
		{Head: n.say("norms.average", nil)}, {Head: n.say("norms.performance", nil), Drop: 1}, {Head: n.say("norms.counts", nil), Drop: 4},
	}}
	held := 0
	n.each("made", func(p *reports.NormPlayer, of *reports.TitleNorm) {
		if of.Held {
			held++
			return
		}
		t.add(strconv.Itoa(p.Number), orAbsent(p.Name), orAbsent(p.Federation), orAbsent(positive(p.Rating)), of.Title,
			n.outOf(of), strconv.Itoa(of.Average), strconv.Itoa(of.Performance), n.integer(of.CountsAs))
		if text := n.special(of); text != "" {
			s.List = append(s.List, n.say("norms.of_player", fields{"Number": p.Number, "Name": orAbsent(p.Name), "Title": of.Title, "Text": text}))
		}
	})
	if len(t.Rows) > 0 {
		s.Tables = []*table{t.compact()}
	} else {
		s.Text = []string{n.nobody()}
	}
	if held > 0 {
		s.List = append(s.List, n.count("norms.held", held, nil))
	}
	return s
}

// nobody says that no norm was made or, while norms are undecided, that none is certain yet.
func (n norms) nobody() string {
	open := map[int]bool{}
	n.each("undecided", func(p *reports.NormPlayer, _ *reports.TitleNorm) { open[p.Number] = true })
	if len(open) > 0 {
		return n.count("norms.nobody_yet", len(open), nil)
	}
	return n.say("norms.nobody", nil)
}

// outOf writes points of games.
func (n norms) outOf(of *reports.TitleNorm) string {
	return n.score(of.Points) + "/" + strconv.Itoa(of.Games)
}

// undecided lists the norms that depend on a missing fact, grouped by these facts. Norms that only
// wait for rounds to be played are counted, not listed.
func (n norms) undecided() section {
	s := section{ID: "undecided", Title: n.say("norms.undecided", nil)}
	var order []string
	names, held, open := map[string][]string{}, map[string]int{}, 0
	n.each("undecided", func(p *reports.NormPlayer, of *reports.TitleNorm) {
		missing := missingOf(of)
		if slices.Contains(missing, "rounds") || slices.Contains(missing, "schedule") && slices.ContainsFunc(of.Checks, func(c reports.NormCheck) bool { return c.Met == "no" }) {
			open++
			return
		}
		facts := make([]string, len(missing))
		for i, f := range missing {
			facts[i] = n.slug("fact", f)
		}
		key := strings.Join(facts, ", ")
		if _, seen := names[key]; !seen {
			order, names[key] = append(order, key), nil
		}
		if of.Held {
			held[key]++
			return
		}
		names[key] = append(names[key], n.say("norms.candidate", fields{"Number": p.Number, "Name": orAbsent(p.Name), "Title": of.Title, "Points": n.outOf(of), "Performance": of.Performance}))
	})
	for _, key := range order {
		all := names[key]
		if held[key] > 0 {
			all = append(all, n.count("norms.held", held[key], nil))
		}
		s.List = append(s.List, n.say("norms.unknown", fields{"Facts": key, "Text": strings.Join(all, "; ")}))
	}
	if open > 0 {
		s.Text = []string{n.count("norms.open", open, nil)}
	}
	return s
}

// missingOf returns the facts that a norm misses, each once.
func missingOf(of *reports.TitleNorm) []string {
	var all []string
	for _, c := range of.Checks {
		if c.Met != "unknown" {
			continue
		}
		for _, f := range c.Missing {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

// close lists who has missed a norm by one requirement alone; by points only if one more half point
// would have been enough.
func (n norms) close() section {
	s := section{ID: "close", Title: n.say("norms.close", nil)}
	n.each("missed", func(p *reports.NormPlayer, of *reports.TitleNorm) {
		if of.Held || of.Games == 0 || len(of.Checks) == 0 || forOthers(of) {
			return
		}
		points := !slices.ContainsFunc(of.Checks, func(c reports.NormCheck) bool {
			return c.Requirement != "least_points" && c.Requirement != "average" && c.Requirement != "performance"
		})
		if points && !(of.Needed > 0 && of.Needed-of.Points <= 1) || !points && len(of.Checks) > 1 {
			return
		}
		texts := make([]string, len(of.Checks))
		for i := range of.Checks {
			texts[i] = n.check(&of.Checks[i])
		}
		if points {
			texts = append(texts, n.say("norms.needed", fields{"Points": n.score(of.Needed)}))
		}
		s.List = append(s.List, n.say("norms.of_player", fields{"Number": p.Number, "Name": orAbsent(p.Name), "Title": of.Title, "Text": n.outOf(of) + "; " + strings.Join(texts, "; ")}))
	})
	return s
}

// score writes points, halves with one decimal.
func (w *words) score(points float64) string {
	if points == float64(int(points)) {
		return strconv.Itoa(int(points))
	}
	return w.decimal(points, 1)
}

// special says what is special about a norm that was made.
func (n norms) special(of *reports.TitleNorm) string {
	var parts []string
	if len(of.Ignored) > 0 {
		parts = append(parts, n.say("norms.ignored", fields{"Rounds": roundList(of.Ignored)}))
	}
	if of.Raised > 0 {
		parts = append(parts, n.say("norms.raised", fields{"Number": of.Raised}))
	}
	if of.EightOfNine {
		parts = append(parts, n.say("norms.eight", nil))
	}
	if of.LastRound {
		parts = append(parts, n.say("norms.last_round", nil))
	}
	if of.Exempt != nil {
		parts = append(parts, n.say("norms.exempt", fields{"Citation": n.citation(of.Exempt.Article, of.Exempt.Citation)}))
	}
	if of.Extra > 0 {
		parts = append(parts, n.count("norms.extra", of.Extra, nil))
	}
	return strings.Join(parts, "; ")
}

// check writes one requirement with the figures and its article.
func (n norms) check(c *reports.NormCheck) string {
	have, need := n.integer(c.Have), n.integer(c.Need)
	if c.Requirement == "least_points" {
		have, need = n.score(float64(c.Have)/2), n.score(float64(c.Need)/2)
	}
	text := n.localizeOr("requirement."+c.Requirement, c.Requirement, fields{"Have": have, "Need": need})
	return text + " (" + n.citation(c.Article, c.Citation) + ")"
}

// roundList writes rounds as "3, 5, 11".
func roundList(rounds []int) string {
	texts := make([]string, len(rounds))
	for i, r := range rounds {
		texts[i] = strconv.Itoa(r)
	}
	return strings.Join(texts, ", ")
}

// players lists the result of every title for everybody.
func (n norms) players() section {
	s := section{ID: "players", Title: n.say("norms.players", nil)}
	t := &table{Tight: true, Columns: []column{
		{Head: n.say("norms.number", nil)}, {Head: n.say("norms.player", nil), Left: true}, {Head: n.say("norms.his_title", nil), Left: true},
		{Head: n.say("norms.federation", nil), Left: true, Drop: 2}, {Head: n.say("norms.rating", nil), Drop: 1},
	}}
	if len(n.Players) == 0 {
		return section{}
	}
	for _, of := range n.Players[0].Norms {
		t.Columns = append(t.Columns, column{Head: of.Title, Left: true})
	}
	holders := false
	for i := range n.Players {
		p := &n.Players[i]
		cells := []string{strconv.Itoa(p.Number), orAbsent(p.Name), orAbsent(p.Title), orAbsent(p.Federation), orAbsent(positive(p.Rating))}
		for k := range p.Norms {
			of := &p.Norms[k]
			text := n.slug("norm_state", of.State)
			switch {
			case forOthers(of):
				text = absent
			case of.Held:
				text, holders = text+" *", true
			}
			cells = append(cells, text)
		}
		t.add(cells...)
	}
	s.Tables = []*table{t.compact()}
	if holders {
		s.Notes = []string{n.say("norms.holder", nil)}
	}
	return s
}

// conditions are what is asked of the event itself.
func (n norms) conditions() section {
	s := section{ID: "conditions", Title: n.say("norms.conditions", nil)}
	for i := range n.Conditions {
		c := &n.Conditions[i]
		s.List = append(s.List, n.say("norms.condition", fields{"Answer": n.slug("norm_answer", c.Met), "Condition": n.check(c)}))
	}
	s.List = append(s.List,
		n.say("norms.one_round_days", fields{"Answer": n.slug("norm_answer", n.Event.OneRoundDays)}),
		n.say("norms.swiss_for_title", fields{"Answer": n.slug("norm_answer", n.Event.SwissForTitle)}))
	for _, r := range n.ToConfirm {
		s.List = append(s.List, n.say("norms.to_confirm", fields{"What": n.slug("confirm", r.Article), "Citation": n.citation(r.Article, r.Citation)}))
	}
	return s
}

// csv is the report for programs: a row for each player and title, "norm", then the
// titles without norms, "claim", and how to get the report again.
func (n norms) csv() *table {
	t := csvTable("record", "number", "name", "fide_id", "sex", "title", "federation", "rating", "norm", "state", "held", "games", "points", "points_needed",
		"average", "performance", "raised", "ignored_rounds", "extra_games", "counts_as", "not_met", "missing", "rating_needed", "least_k", "item", "text")
	for i := range n.Players {
		p := &n.Players[i]
		for k := range p.Norms {
			of := &p.Norms[k]
			var unmet []string
			for _, c := range of.Checks {
				if c.Met == "no" {
					unmet = append(unmet, c.Requirement)
				}
			}
			t.put(map[string]string{
				"record": "norm", "number": strconv.Itoa(p.Number), "name": p.Name, "fide_id": p.FideID, "sex": p.Sex, "title": p.Title,
				"federation": p.Federation, "rating": positive(p.Rating), "norm": of.Title, "state": of.State, "held": strconv.FormatBool(of.Held),
				"games": strconv.Itoa(of.Games), "points": number(&of.Points, 1), "points_needed": number(&of.Needed, 1), "average": positive(of.Average),
				"performance": positive(of.Performance), "raised": positive(of.Raised), "ignored_rounds": strings.ReplaceAll(roundList(of.Ignored), ", ", " "),
				"extra_games": strconv.Itoa(of.Extra), "counts_as": positive(of.CountsAs),
				"not_met": strings.Join(unmet, " "), "missing": strings.Join(missingOf(of), " "),
			})
		}
	}
	for i := range n.Claims {
		c := &n.Claims[i]
		t.put(map[string]string{"record": "claim", "number": strconv.Itoa(c.Number), "name": c.Name, "norm": c.Title, "state": c.Ground,
			"rating": positive(c.Rating), "rating_needed": strconv.Itoa(c.Bound), "least_k": positive(c.LeastK)})
	}
	if n.made != nil {
		t.reproduction(n.made)
	}
	return t
}
