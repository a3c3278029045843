package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
)

// career shows a player over several events: each by itself, the highest window and the greatest
// change, and what so many games could have shown.
func (t fullTest) career() []section {
	c := t.Career
	s := section{ID: "career", Title: t.say("career.title", nil), Text: []string{t.say("career.explain", nil)}, Chart: t.careerChart(),
		Tables: []*table{t.careerTable(t.say("career.event", nil), true, c.Events)}}
	if len(c.Years) > 1 && len(c.Years) < len(c.Events) {
		s.Tables = append(s.Tables, t.careerTable(t.say("career.year", nil), false, c.Years))
	}
	missing := t.gaps()
	for i := range c.Events {
		missing.add("Z", orAbsent(c.Events[i].Name), c.Events[i].ZMissing)
	}
	s.Notes = append(missing.lines(), t.careerShared())
	if c.Log != nil {
		s.Notes = append(s.Notes, t.say("career.product", fields{"Ratio": t.ratio(c.Log)}))
	}
	return []section{s, t.careerSearch(), t.careerFound(), t.careerLeftOut()}
}

// eventNumber is the place of an event in the table of events, from 1; 0 if it is not there.
func (t fullTest) eventNumber(name string) int {
	if t.Career == nil {
		return 0
	}
	return 1 + slices.IndexFunc(t.Career.Events, func(e reports.CareerPart) bool { return e.Name == name })
}

// careerLeftOut lists the games of the player that have no figures, and why.
func (t fullTest) careerLeftOut() section {
	s := section{ID: "career_left_out", Title: t.say("career.left_out", nil)}
	games := t.Career.LeftOut
	if len(games) == 0 {
		s.Text = []string{t.say("career.none_left_out", nil)}
		return s
	}
	s.Text = []string{t.say("career.left_out_explain", fields{"Games": t.count("career.n_games", len(games), nil)})}
	rows := &table{Columns: []column{{Head: t.say("career.event", nil), Left: true}, {Head: t.say("career.days", nil), Drop: 2}, {Head: t.say("rounds.round", nil), Left: true, Drop: 1},
		{Head: t.slug("color", "white"), Left: true}, {Head: t.slug("color", "black"), Left: true}, {Head: t.say("career.why", nil), Left: true}}}
	for i := range games {
		g := &games[i]
		why := t.slug("exclusion", g.Excluded)
		switch g.Reason {
		case "":
		case reports.Waits:
			why = t.say("career.waiting", nil)
		default:
			why += ": " + printable(g.Reason)
		}
		rows.add(printable(orAbsent(g.Event)), orAbsent(t.days(&reports.CareerPart{From: g.Date, To: g.Date})), printable(orAbsent(g.Round)), printable(orAbsent(g.White)), printable(orAbsent(g.Black)), why)
	}
	s.Tables = []*table{rows.compact()}
	return s
}

// careerShared says what the games of several events are taken to have in common, and what is known of it.
func (t fullTest) careerShared() string {
	taken := t.say("career.shared", fields{"SD": t.decimal(t.Player.RatingSD, 0)})
	found := t.Career.Honest
	if found == nil {
		return taken + " " + t.say("career.unmeasured", nil)
	}
	said := taken + " " + t.say("career.measured", fields{"Shared": t.decimal(found.Shared.Value, 0), "Low": t.decimal(found.Shared.Low, 0), "High": t.decimal(found.Shared.High, 0),
		"Pairs": t.integer(found.Pairs), "Players": t.integer(found.Players)})
	if found.Mean != nil && found.SD != nil {
		said += " " + t.say("career.honest", fields{"N": t.integer(found.Performances), "Mean": t.signed(found.Mean.Value, 2), "Low": t.signed(found.Mean.Low, 2), "High": t.signed(found.Mean.High, 2),
			"SD": t.decimal(found.SD.Value, 2), "Highest": t.decimal(found.Highest, 2)})
	}
	return said
}

// careerTable is the table of events, which are numbered, or years.
func (t fullTest) careerTable(of string, numbered bool, parts []reports.CareerPart) *table {
	s := &table{Columns: []column{{Head: of, Left: true}, {Head: "№"}, {Head: t.say("career.days", nil), Drop: 1}, {Head: t.say("career.games", nil)},
		{Head: t.say("tests.moves", nil)}, {Head: t.say("ipr.rating", nil), Drop: 3}, {Head: "Z"}, {Head: t.say("career.odds", nil), Drop: 4},
		{Head: t.say("ipr.ipr", nil)}, {Head: t.say("ipr.interval", nil), Drop: 2}}}
	for i := range parts {
		p, number := &parts[i], ""
		if numbered {
			number = strconv.Itoa(i + 1)
		}
		s.addFaint(!p.Judged, orAbsent(p.Name), number, t.days(p), t.integer(p.Games), t.integer(p.Moves), t.ratingOr(p.Rating), t.z(p.Z), t.ratio(p.Log),
			t.rating(&p.IPR), t.ratingInterval(&p.IPR))
	}
	return s.compact()
}

// ratingOr writes a rating, absent for none.
func (w *words) ratingOr(rating float64) string {
	if !(rating > 0) {
		return absent
	}
	return w.decimal(rating, 0)
}

// days says when the games of a part were played.
func (t fullTest) days(p *reports.CareerPart) string {
	from, to := strings.ReplaceAll(p.From, ".", "-"), strings.ReplaceAll(p.To, ".", "-")
	if from == to {
		return orAbsent(printable(from))
	}
	return printable(from) + "–" + printable(to)
}

// careerSearch shows what was looked for among the games after the fact, with the price of looking.
func (t fullTest) careerSearch() section {
	s := section{ID: "career_search", Title: t.say("career.search", nil), Text: []string{t.say("career.looking", nil)}}
	if w := t.Career.Window; w != nil {
		s.List = append(s.List, t.say("career.window", fields{"Size": t.integer(w.Size), "Windows": t.integer(w.Windows), "Z": t.z(w.Highest.Z),
			"Days": t.days(&w.Highest), "P": t.small(w.P)}))
	} else {
		s.List = append(s.List, t.say("career.no_window", fields{"Size": t.integer(reports.CareerWindowGames), "Why": t.why(t.Career.WindowMissing)}))
	}
	if c := t.Career.Change; c != nil {
		s.List = append(s.List, t.say("career.change", fields{"After": printable(orAbsent(c.After)), "Before": printable(orAbsent(c.Before)),
			"Difference": t.signed(c.Difference, 1), "P": t.small(c.P), "Orders": t.integer(c.Orders)}))
	} else {
		s.List = append(s.List, t.say("career.no_change", fields{"Why": t.why(t.Career.ChangeMissing)}))
	}
	return s
}

// careerFound shows what would have been found had a helper made a share of the moves.
func (t fullTest) careerFound() section {
	s := section{ID: "career_found", Title: t.say("career.found", nil)}
	if len(t.Career.Found) == 0 {
		s.Text = []string{t.say("power.none", fields{"Why": t.why(cmp.Or(t.PowerMissing, reports.NotJudged))})}
		return s
	}
	rows := &table{Columns: []column{{Head: t.say("career.helper", nil), Left: true}, {Head: t.say("career.games", nil)}, {Head: "Z"}}}
	var shares []float64
	for _, f := range t.Career.Found {
		if !slices.Contains(shares, f.Share) {
			shares = append(shares, f.Share)
			rows.Columns = append(rows.Columns, column{Head: t.percentSign(f.Share, 0)})
		}
	}
	for i := 0; i+len(shares) <= len(t.Career.Found); i += len(shares) {
		f := t.Career.Found[i]
		cells := []string{printable(t.slug("bank_helper", f.Helper)), t.integer(cmp.Or(f.Games, t.careerGames())), t.decimal(f.Threshold, 0)}
		for _, of := range t.Career.Found[i : i+len(shares)] {
			cells = append(cells, t.probable(of.Chance))
		}
		rows.add(cells...)
	}
	s.Text, s.Tables = []string{t.say("career.found_explain", fields{"Games": t.count("career.n_games", t.careerGames(), nil), "Moves": t.integer(t.Moves)})}, []*table{rows}
	s.Notes = []string{t.say("career.found_longer", nil), t.say("career.found_note", nil)}
	return s
}

// careerGames is the number of games of all events.
func (t fullTest) careerGames() (n int) {
	for i := range t.Career.Events {
		n += t.Career.Events[i].Games
	}
	return n
}
