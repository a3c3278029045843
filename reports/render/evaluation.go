package render

import (
	"fmt"
	"io"
	"strconv"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// Evaluations writes everything that an engine said of positions, as "table"
// or "json". Values are from the side of the player to move.
func Evaluations(w io.Writer, format string, all []reports.PositionEvaluation) error {
	if format == "json" {
		return writeJSON(w, all)
	}
	t := newTerminal(w, nil, Options{Width: noWrap})
	for i := range all {
		if i > 0 {
			t.line("")
		}
		t.evaluation(&all[i])
	}
	return t.out.Flush()
}

func (t *terminal) evaluation(e *reports.PositionEvaluation) {
	if e.Ply >= 0 {
		t.line(fmt.Sprintf("ply %d, %s (%s)", e.Ply, e.SAN, e.Played))
	}
	t.line(string(e.Position))
	t.line(e.Recipe + " recipe, " + printable(e.Engine))
	if e.Move != nil {
		t.line(counted(e.Move))
	}
	t.table(deep(e))
	if len(e.Wide) > 0 {
		t.table(wide(e))
	}
}

// deep is the history of the deep pass.
func deep(e *reports.PositionEvaluation) *table {
	t := &table{Columns: []column{{Head: "deep pass: depth"}, {Head: "move"}, {Head: "UCI"}, {Head: "value"}}}
	for _, line := range e.Deep {
		t.add(strconv.Itoa(line.Depth), pgn.SAN(e.Position, line.Move), line.Move.String(), line.Value.String())
	}
	return t
}

// counted says what a move adds to the figures, or why it does not count.
func counted(m *reports.MoveRow) string {
	if m.Excluded != "" {
		return "does not count: " + m.Excluded
	}
	text := fmt.Sprintf("counts: the engine's choice is %s (%s); played %s", m.BestSAN, m.Best, m.Played)
	switch {
	case m.Match:
		text += ", the same"
	case m.Equal:
		text += ", of equal value"
	}
	if m.Loss != nil {
		text += fmt.Sprintf("; loss %.2f pawns", *m.Loss)
	} else {
		text += "; no loss: the position after the move was not evaluated"
	}
	if m.PBest != nil && m.PPlayed != nil {
		return text + fmt.Sprintf("; p(best) %.4f, p(played) %.4f", *m.PBest, *m.PPlayed)
	}
	return text + "; no probability without a calibration and a rating of at least 1400"
}

// wide is the value of every move at each completed depth, in the order of the last
// one.
func wide(e *reports.PositionEvaluation) *table {
	t := &table{Columns: []column{{Head: "wide pass: move"}, {Head: "UCI"}}}
	values := make([]map[analysis.Move]analysis.Score, len(e.Wide))
	for i, all := range e.Wide {
		t.Columns = append(t.Columns, column{Head: fmt.Sprintf("depth %d", all.Depth)})
		values[i] = map[analysis.Move]analysis.Score{}
		for _, line := range all.Lines {
			values[i][line.Move] = line.Value
		}
	}
	for _, line := range e.Values() {
		move := pgn.SAN(e.Position, line.Move)
		if line.Move == e.Played {
			move = "played " + move
		}
		cells := []string{move, line.Move.String()}
		for i := range e.Wide {
			cells = append(cells, values[i][line.Move].String())
		}
		t.add(cells...)
	}
	return t
}
