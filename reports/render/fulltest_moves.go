package render

import (
	"cmp"
	"strconv"

	"fairplay/reports"
)

// moveList is the list of the player's moves with what was expected of each. Without
// them it says where they are.
func (t fullTest) moveList(whole bool) section {
	s := section{ID: "moves", Title: t.say("move_list.title", nil), Text: []string{t.say("move_list.explain", t.expectedOf())}}
	if !whole {
		s.Text = []string{t.count("move_list.elsewhere", len(t.MoveRows), nil)}
		return s
	}
	missing := t.gaps()
	list := &table{Tight: true, Columns: []column{
		{Head: t.say("move_list.turn", nil), Left: true}, {Head: t.say("move_list.played", nil), Left: true},
		{Head: t.say("move_list.best", nil), Left: true}, {Head: "UCI", Left: true, Drop: 4}, {Head: t.say("move_list.value", nil)},
		{Head: t.say("move_list.p_best", nil)}, {Head: t.say("move_list.p_played", nil)},
		{Head: t.say("move_list.agrees", nil), Left: true}, {Head: t.say("move_list.loss", nil), Drop: 2}, {Head: t.say("move_list.delta", nil), Drop: 1},
		{Head: t.say("move_list.note", nil), Left: true, Drop: 3},
	}}
	heads := t.gameHeads()
	last := gameKey{}
	for i, n := 0, 0; i < len(t.MoveRows); i += n {
		m := &t.MoveRows[i]
		row := t.move(m)
		if n = uncounted(t.MoveRows[i:]); n > 1 {
			row = t.folded(len(list.Columns), m, &t.MoveRows[i+n-1])
		}
		n = max(n, 1)
		if m.Excluded == "" && m.PBest == nil {
			why := cmp.Or(m.ExpectedMissing, t.Combined.ZMissing)
			missing.add(plainHead(t.say("move_list.p_best", nil)), "", why)
			missing.add(plainHead(t.say("move_list.p_played", nil)), "", why)
		}
		if m.Excluded == "" {
			missing.add(t.say("move_list.loss", nil), t.say("missing_figures.round", fields{"Round": orAbsent(m.Round)}), m.LossMissing)
		}
		if game := (gameKey{m.Event, m.Round, m.Color}); game != last {
			row.Head, last = heads[game], game
			if row.Head == "" {
				row.Head = t.say("move_list.game", fields{"Round": orAbsent(m.Round), "Color": t.slug("color", m.Color), "Opponent": absent, "Result": absent})
			}
		}
		list.Rows = append(list.Rows, row)
	}
	s.Tables, s.Notes = []*table{list.compact()}, missing.lines()
	if len(list.Rows) == 0 {
		s.Text, s.Tables = []string{t.say("games_table.none", nil)}, nil
	}
	return s
}

// uncounted returns how many moves from the first on are left out of one game for
// one reason.
func uncounted(moves []reports.MoveRow) int {
	first, n := &moves[0], 0
	for n < len(moves) && moves[n].Excluded != "" && moves[n].Excluded == first.Excluded &&
		moves[n].Event == first.Event && moves[n].Round == first.Round && moves[n].Color == first.Color && moves[n].Turn == first.Turn+n {
		n++
	}
	return n
}

// folded is one line for moves that do not count, in a list with so many columns. It
// names them by their plies.
func (t fullTest) folded(columns int, first, last *reports.MoveRow) row {
	return row{Faint: true, Cells: make([]cell, columns), Across: t.say("move_list.folded", fields{
		"First": 2*first.Turn - 1, "Last": 2 * last.Turn, "Reason": t.slug("exclusion", first.Excluded)})}
}

// gameKey tells the games of a player apart.
type gameKey struct{ event, round, color string }

// gameHeads names each game by its event, if there are several, its round and the side of the player.
func (t fullTest) gameHeads() map[gameKey]string {
	heads := map[gameKey]string{}
	for i := range t.GameRows {
		g := &t.GameRows[i]
		heads[gameKey{g.Event, g.Round, g.Color}] = inEvent(g.Event, t.say("move_list.game", fields{"Round": orAbsent(g.Round), "Color": t.slug("color", g.Color),
			"Opponent": orAbsent(g.Opponent), "Result": orAbsent(g.Result)}))
	}
	return heads
}

// turnOf writes the number of a turn as it stands before a move: 12. or 12...
func turnOf(turn int, color string) string {
	if color == "black" {
		return strconv.Itoa(turn) + "..."
	}
	return strconv.Itoa(turn) + "."
}

// move writes one move; of a move that does not count, only why.
func (t fullTest) move(m *reports.MoveRow) row {
	turn := turnOf(m.Turn, m.Color)
	if m.Excluded != "" {
		return row{Faint: true, Cells: texts(turn, orAbsent(m.Played), "", "", "", "", "", "", "", "", t.slug("exclusion", m.Excluded))}
	}
	agrees, note := "", ""
	switch {
	case m.Match:
		agrees = t.say("move_list.match", nil)
	case m.Equal:
		agrees = t.say("move_list.equal", nil)
	}
	if m.Subset {
		note = t.say("move_list.named", nil)
	}
	loss := absent
	if m.Loss != nil {
		loss = t.decimal(*m.Loss, 2)
	}
	return row{Cells: texts(turn, orAbsent(m.Played), cmp.Or(m.BestSAN, orAbsent(m.Best)), orAbsent(m.Best), orAbsent(m.Value), t.wholePercent(m.PBest), t.wholePercent(m.PPlayed),
		agrees, loss, t.decimal(m.Delta, 3), note)}
}

// expectedOf says whom the expectations of single moves and games are of.
func (t fullTest) expectedOf() fields {
	if t.Field != nil {
		return fields{"Of": t.say("expected_of.field", nil)}
	}
	return fields{"Of": t.say("expected_of.alone", nil)}
}
