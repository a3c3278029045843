package render

import (
	"bufio"
	"fmt"
	"io"
	"text/tabwriter"

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
	out := bufio.NewWriter(w)
	for i, e := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := evaluation(out, &e); err != nil {
			return err
		}
	}
	return out.Flush()
}

func evaluation(w io.Writer, e *reports.PositionEvaluation) error {
	if e.Ply >= 0 {
		fmt.Fprintf(w, "ply %d, %s (%s)\n", e.Ply, e.SAN, e.Played)
	}
	fmt.Fprintf(w, "%s\n%s recipe, %s\n", e.Position, e.Recipe, printable(e.Engine))
	if e.Move != nil {
		counted(w, e.Move)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "deep pass: depth\tmove\tUCI\tvalue\t")
	for _, line := range e.Deep {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t\n", line.Depth, pgn.SAN(e.Position, line.Move), line.Move, line.Value)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(e.Wide) == 0 {
		return nil
	}
	return wide(w, e)
}

// counted writes what a move adds to the figures, or why it does not count.
func counted(w io.Writer, m *reports.MoveRow) {
	if m.Excluded != "" {
		fmt.Fprintf(w, "does not count: %s\n", m.Excluded)
		return
	}
	fmt.Fprintf(w, "counts: the engine's choice is %s (%s); played %s", m.BestSAN, m.Best, m.Played)
	switch {
	case m.Match:
		fmt.Fprint(w, ", the same")
	case m.Equal:
		fmt.Fprint(w, ", of equal value")
	}
	if m.Loss != nil {
		fmt.Fprintf(w, "; loss %.2f pawns", *m.Loss)
	} else {
		fmt.Fprint(w, "; no loss: the position after the move was not evaluated")
	}
	if m.PBest != nil && m.PPlayed != nil {
		fmt.Fprintf(w, "; p(best) %.4f, p(played) %.4f", *m.PBest, *m.PPlayed)
	} else {
		fmt.Fprint(w, "; no probability without a calibration and a rating of at least 1400")
	}
	fmt.Fprintln(w)
}

// wide writes the value of every move at each completed depth, in the order of
// the last one.
func wide(w io.Writer, e *reports.PositionEvaluation) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "wide pass: move\tUCI\t")
	values := make([]map[analysis.Move]analysis.Score, len(e.Wide))
	for i, table := range e.Wide {
		fmt.Fprintf(t, "depth %d\t", table.Depth)
		values[i] = map[analysis.Move]analysis.Score{}
		for _, line := range table.Lines {
			values[i][line.Move] = line.Value
		}
	}
	fmt.Fprintln(t)
	for _, line := range e.Values() {
		mark := ""
		if line.Move == e.Played {
			mark = "played "
		}
		fmt.Fprintf(t, "%s%s\t%s\t", mark, pgn.SAN(e.Position, line.Move), line.Move)
		for i := range e.Wide {
			fmt.Fprintf(t, "%s\t", values[i][line.Move])
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}
