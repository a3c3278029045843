package render

import (
	"slices"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// groups returns the headings above the columns' own.
func groups(w *words, columns []column) []heading {
	var groups []heading
	last := ""
	for i, c := range columns {
		if i == 0 || c.group != last {
			text := ""
			if c.group != "" {
				text = w.say("group."+c.group, nil)
			}
			groups = append(groups, heading{Text: text})
		}
		groups[len(groups)-1].Span++
		last = c.group
	}
	return groups
}

// headings returns the columns' own headings. A table with many columns has
// short ones, each with its full name.
func headings(w *words, columns []column, dense bool) []heading {
	var all []heading
	for _, c := range columns {
		h := heading{Text: w.say("column."+c.id+".name", nil), Left: c.text}
		if dense {
			h.Name, h.Text = h.Text, w.say("column."+c.id+".short", nil)
		}
		all = append(all, h)
	}
	return all
}

func (w *words) rows(columns []column, players []reports.PlayerRow) []pageRow {
	f := figures{words: w, bounds: 1}
	marks := map[string]string{
		aboveMark: w.say("mark.above", nil), aboveFewMark: w.say("mark.above_few", nil), sampleMark: w.say("mark.sample", nil),
		beyondMark: w.say("mark.beyond", nil),
	}
	rows := make([]pageRow, len(players))
	for i := range players {
		r := &players[i]
		rows[i].Few = few(r)
		for _, c := range columns {
			cell := pageCell{Figure: c.figure(f, r)}
			if c.spread != nil {
				cell.Note = c.spread(f, r)
			}
			if c.mark != nil {
				cell.Mark = c.mark(r)
				cell.MarkWords = marks[cell.Mark]
			}
			rows[i].Cells = append(rows[i].Cells, cell)
		}
		rows[i].Name, rows[i].Cells = rows[i].Cells[0], rows[i].Cells[1:]
		rows[i].Name.Note = strings.TrimSpace(r.Title + " " + r.Federation)
		if !slices.ContainsFunc(columns, func(c column) bool { return c.id == "fide_id" }) {
			rows[i].Name.Note = strings.TrimSpace(rows[i].Name.Note + " " + r.FideID)
		}
	}
	return rows
}

// legend explains the marks that these columns hold.
func (w *words) legend(columns []column, players []reports.PlayerRow) []string {
	lined := slices.ContainsFunc(columns, func(c column) bool { return c.id == "line" })
	anyAbove, anyFew, anyBeyond := false, false, false
	for i := range players {
		anyAbove = anyAbove || above(&players[i]) && lined
		anyFew = anyFew || few(&players[i])
		anyBeyond = anyBeyond || players[i].Extrapolated
	}
	var lines []string
	if anyAbove {
		lines = append(lines, w.say("legend.above", fields{"Mark": aboveMark, "Few": aboveFewMark}))
	}
	if anyFew {
		lines = append(lines, w.say("legend.sample", fields{"Mark": sampleMark, "N": score.MinMoves}))
	}
	if anyBeyond {
		lines = append(lines, w.say("legend.beyond", fields{"Mark": beyondMark}))
	}
	return lines
}

// explanations says in plain words what the columns mean.
func (w *words) explanations(columns []column) []fact {
	has := func(id string) bool {
		return slices.ContainsFunc(columns, func(c column) bool { return c.id == id })
	}
	var facts []fact
	for _, id := range []string{"moves", "roi", "roi_chance", "roi_holm", "mm", "line", "ev", "t3", "ae", "asd", "mm_expected", "mm_z"} {
		if has(id) {
			facts = append(facts, fact{Label: w.say("column."+id+".name", nil), Value: w.say("column."+id+".explain", nil)})
		}
	}
	facts = append(facts, fact{Label: w.say("group.opponents", nil), Value: w.say("group.explain_opponents", nil)})
	if slices.ContainsFunc(columns, func(c column) bool { return c.spread != nil }) {
		facts = append(facts,
			fact{Label: w.percent(.524, 1) + "–" + w.percent(.691, 1), Value: w.say("spread.explain_shares", nil)},
			fact{Label: "±" + w.decimal(.012, 3), Value: w.say("spread.explain_averages", nil)})
	}
	return facts
}
