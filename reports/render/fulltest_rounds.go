package render

import (
	"strings"

	"fairplay/reports"
)

// rounds says what stood after each round.
func (t fullTest) rounds() section {
	s := &sheet{Columns: []sheetColumn{{Head: t.say("rounds.round", nil), Left: true}, {Head: t.say("rounds.moves", nil)},
		{Head: t.say("rounds.z", nil)}, {Head: t.say("rounds.boundary", nil)}}}
	for i := range t.Rounds {
		r := &t.Rounds[i]
		s.faintRow(r.Moves < t.Footing.MinMoves, orAbsent(r.Round), t.integer(r.Moves), t.z(r.Z), t.boundary(r.Boundary))
	}
	out := section{ID: "rounds", Title: t.say("rounds.title", nil), Text: []string{t.say("rounds.explain", nil)},
		Looks: newLooksChart(t), Sheets: []*sheet{s.compact()}}
	if b := t.Boundary; b != nil {
		out.Text = append(out.Text, t.say("rounds.line", fields{"Z": t.decimal(b.Threshold, 0), "OneIn": t.oneIn(1 / b.Alpha),
			"Alpha": t.decimal(b.Alpha, 5), "Looks": t.integer(b.Looks), "Planned": t.integer(b.Planned)}))
	}
	if len(t.Rounds) == 0 {
		out.Text, out.Sheets = []string{t.say("rounds.none", nil)}, nil
	}
	return out
}

func (w *words) boundary(z *float64) string {
	if z == nil {
		return absent
	}
	return w.decimal(*z, 2)
}

// games is the table of the player's games.
func (t fullTest) games() section {
	pair := func(id string, drop int) []sheetColumn {
		return []sheetColumn{{Head: t.say("games_table."+id, nil), Drop: max(0, drop-2)}, {Head: t.say("games_table."+id+"_expected", nil), Drop: drop}}
	}
	s := &sheet{Columns: []sheetColumn{
		{Head: t.say("rounds.round", nil), Left: true}, {Head: t.say("games_table.color", nil), Left: true, Drop: 4},
		{Head: t.say("games_table.opponent", nil), Left: true}, {Head: t.say("column.rating.short", nil), Drop: 6},
		{Head: t.say("games_table.result", nil), Drop: 5}, {Head: t.say("tests.moves", nil)}}}
	s.Columns = append(s.Columns, pair("mm", 2)...)
	s.Columns = append(s.Columns, pair("ev", 12)...)
	s.Columns = append(s.Columns, pair("asd", 9)...)
	s.Columns = append(s.Columns, pair("ae", 13)...)
	s.Columns = append(s.Columns, pair("opponent_mm", 14)...)
	s.Columns = append(s.Columns, sheetColumn{Head: t.say("games_table.excluded", nil), Drop: 11})
	for i := range t.GameRows {
		t.game(s, &t.GameRows[i])
	}
	out := section{ID: "games", Title: t.say("games_table.title", nil), Text: []string{t.say("games_table.explain", nil)}, Sheets: []*sheet{s.compact()}}
	if len(t.GameRows) == 0 {
		out.Text, out.Sheets = []string{t.say("games_table.none", nil)}, nil
	}
	return out
}

func (t fullTest) game(s *sheet, g *reports.GameRow) {
	rating := absent
	if g.Rating > 0 {
		rating = t.decimal(float64(g.Rating), 0)
	}
	cells := []string{orAbsent(g.Round), t.slug("color", g.Color), orAbsent(g.Opponent), rating, orAbsent(g.Result), t.integer(g.Moves)}
	share := func(x float64) string { return t.percent(x, 0) }
	average := func(x float64) string { return t.decimal(x, 3) }
	for _, q := range []struct {
		figures reports.Compared
		write   func(float64) string
	}{{g.MM, share}, {g.EV, share}, {g.ASD, average}, {g.AE, average}, {g.OpponentMM, share}} {
		for _, figure := range []*float64{q.figures.Actual, q.figures.Expected} {
			if figure == nil {
				cells = append(cells, absent)
			} else {
				cells = append(cells, q.write(*figure))
			}
		}
	}
	s.row(append(cells, t.integer(g.Excluded))...)
}

func joined(names []string) string { return strings.Join(names, ", ") }
