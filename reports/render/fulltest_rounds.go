package render

import (
	"math"
	"slices"
	"strings"

	"fairplay/reports"
)

// rounds says what stood after each round.
func (t fullTest) rounds() section {
	s := &table{Columns: []column{{Head: t.say("rounds.round", nil), Left: true}, {Head: t.say("rounds.moves", nil)},
		{Head: t.say("rounds.z", nil)}, {Head: t.say("rounds.boundary", nil)}, {Head: t.say("rounds.evidence", nil)}, t.eventColumn()}}
	missing := t.gaps()
	for i := range t.Rounds {
		r := &t.Rounds[i]
		place := t.say("missing_figures.round", fields{"Round": orAbsent(r.Round)})
		missing.add(plainHead(s.Columns[2].Head), place, r.ZMissing)
		if r.BoundaryMissing != reports.NoPlan && r.BoundaryMissing != reports.SeveralEvents { // the text says it for all rounds
			missing.add(s.Columns[3].Head, place, r.BoundaryMissing)
		}
		missing.add(plainHead(s.Columns[4].Head), place, r.EvidenceMissing)
		s.addFaint(r.Moves < t.Footing.MinMoves, orAbsent(r.Round), t.integer(r.Moves), t.z(r.Z, r.Boundary), t.boundary(r.Boundary, r.Z), t.ratio(r.Evidence), printable(r.Event))
	}
	out := section{ID: "rounds", Title: t.say("rounds.title", nil), Text: []string{t.say("rounds.explain", nil)},
		Chart: newLooksChart(t), Tables: []*table{s.compact()}, Notes: missing.lines()}
	switch t.BoundaryMissing {
	case reports.NoPlan:
		out.Text = append(out.Text, t.say("rounds.unplanned", nil))
	case reports.SeveralEvents:
		out.Text = append(out.Text, t.say("rounds.several_events", nil))
	}
	if b := t.Boundary; b != nil {
		out.Text = append(out.Text, t.say("rounds.line", fields{"Z": t.line(*lineBeside(&b.Threshold, t.Combined.Z)), "OneIn": t.oneIn(1 / b.Alpha),
			"Alpha": t.decimal(b.Alpha, 5), "Looks": t.integer(b.Looks), "Planned": t.integer(b.Planned)}))
		if t.Players.Stated == 0 && !t.Player.SingledOut {
			out.Text = append(out.Text, t.say("rounds.players_unknown", nil))
		}
	}
	if slices.ContainsFunc(t.Rounds, func(r reports.RoundRow) bool { return exists(r.Evidence) }) {
		out.Text = append(out.Text, t.say("rounds.odds", nil))
	}
	if len(t.Rounds) == 0 {
		out.Text, out.Tables = []string{t.say("rounds.none", fields{"Why": t.why(t.BoundaryMissing)})}, nil
	}
	return out
}

// eventColumn is the column of the events of rows; where there is only one, it is empty and is left out.
func (t fullTest) eventColumn() column {
	return column{Head: t.say("career.event", nil), Left: true, Drop: 3}
}

// inEvent puts the event before what is of it; "" if there is only one.
func inEvent(event, what string) string {
	if event == "" {
		return what
	}
	return printable(event) + ", " + what
}

// line writes the Z of a single look with the decimals that it has.
func (w *words) line(z float64) string {
	for decimals := range 2 {
		if math.Abs(z-math.Round(z*math.Pow10(decimals))/math.Pow10(decimals)) < 1e-9 {
			return w.decimal(z, decimals)
		}
	}
	return w.decimal(z, 2)
}

// boundary writes a line of Z beside a Z, absent for nil.
func (w *words) boundary(line, z *float64) string {
	if !exists(line) {
		return absent
	}
	return w.decimal(*lineBeside(line, z), 2)
}

// games is the table of the player's games.
func (t fullTest) games() section {
	pair := func(id string, drop int) []column {
		return []column{{Head: t.say("games_table."+id, nil), Drop: max(0, drop-2)}, {Head: t.say("games_table."+id+"_expected", nil), Drop: drop}}
	}
	s := &table{Columns: []column{
		{Head: t.say("rounds.round", nil), Left: true}, {Head: t.say("games_table.color", nil), Left: true, Drop: 4},
		{Head: t.say("games_table.opponent", nil), Left: true}, {Head: t.say("column.rating.short", nil), Drop: 6},
		{Head: t.say("games_table.result", nil), Drop: 5}, {Head: t.say("tests.moves", nil)}}}
	s.Columns = append(s.Columns, pair("mm", 2)...)
	s.Columns = append(s.Columns, pair("ev", 12)...)
	s.Columns = append(s.Columns, pair("asd", 9)...)
	s.Columns = append(s.Columns, pair("ae", 13)...)
	s.Columns = append(s.Columns, pair("opponent_mm", 14)...)
	s.Columns = append(s.Columns, column{Head: t.say("games_table.excluded", nil), Drop: 11}, t.eventColumn())
	missing := t.gaps()
	for i := range t.GameRows {
		t.game(s, &t.GameRows[i], missing)
	}
	out := section{ID: "games", Title: t.say("games_table.title", nil), Text: []string{t.say("games_table.explain", t.expectedOf())}, Tables: []*table{s.compact()}, Notes: missing.lines()}
	if len(t.GameRows) == 0 {
		out.Text, out.Tables, out.Notes = []string{t.say("games_table.none", nil)}, nil, nil
	}
	return out
}

func (t fullTest) game(s *table, g *reports.GameRow, missing *gaps) {
	rating, place := absent, t.say("missing_figures.round", fields{"Round": orAbsent(g.Round)})
	if g.Rating > 0 {
		rating = t.decimal(float64(g.Rating), 0)
	} else {
		missing.add(t.say("column.rating.short", nil), place, reports.NoRating)
	}
	cells := []string{orAbsent(g.Round), t.slug("color", g.Color), orAbsent(g.Opponent), rating, orAbsent(g.Result), t.integer(g.Moves)}
	share := func(x float64) string { return t.percent(x, 0) }
	average := func(x float64) string { return t.decimal(x, 3) }
	for _, q := range []struct {
		id      string
		figures reports.Compared
		write   func(float64) string
	}{{"mm", g.MM, share}, {"ev", g.EV, share}, {"asd", g.ASD, average}, {"ae", g.AE, average}, {"opponent_mm", g.OpponentMM, share}} {
		if head := "games_table." + q.id; q.figures.Actual == nil {
			missing.add(plainHead(t.say(head, nil)), place, q.figures.Missing)
		} else {
			missing.add(plainHead(t.say(head+"_expected", nil)), place, q.figures.Missing)
		}
		for _, figure := range []*float64{q.figures.Actual, q.figures.Expected} {
			if figure == nil {
				cells = append(cells, absent)
			} else {
				cells = append(cells, q.write(*figure))
			}
		}
	}
	s.add(append(cells, t.integer(g.Excluded), printable(g.Event))...)
}

func joined(names []string) string { return strings.Join(names, ", ") }
