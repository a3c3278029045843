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
		rows[i].Few, rows[i].Head = few(r), w.headAbove(players, i)
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

// headAbove returns the heading that stands above the i-th row, "" for none. The
// first rows need none unless they are provisional.
func (w *words) headAbove(players []reports.PlayerRow, i int) string {
	now := few(&players[i])
	switch {
	case i > 0 && few(&players[i-1]) == now, i == 0 && !now:
		return ""
	case now:
		return w.say("provisional.title", fields{"Enough": score.MinMoves})
	}
	return w.say("provisional.enough", fields{"Enough": score.MinMoves})
}

// legend explains the marks that these columns hold.
func (w *words) legend(columns []column, players []reports.PlayerRow) []string {
	lined := slices.ContainsFunc(columns, func(c column) bool { return c.id == "mm" })
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
	return append(lines, w.missingOf(columns, players)...)
}

// missingOf says which figures of these columns are missing, whose and why.
func (w *words) missingOf(columns []column, players []reports.PlayerRow) []string {
	missing := w.gaps()
	compared := slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return r.ROI != nil })
	inField := slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return r.ROI != nil && r.ROI.RatingAlone != nil })
	for i := range players {
		r := &players[i]
		missing.add(w.say("column.rating.name", nil), printable(orAbsent(r.Name)), r.RatingMissing)
		if compared { // otherwise nobody has one, and the report says why
			missing.add(w.say("column.roi.name", nil), printable(orAbsent(r.Name)), r.ROIMissing)
		}
		if r.ROI != nil && !few(r) { // the heading says so of the provisional ones
			missing.add(w.say("column.roi_chance.name", nil)+", "+w.say("column.roi_holm.name", nil), printable(orAbsent(r.Name)), r.ChanceMissing)
		}
		if inField && r.ROI != nil && r.ROI.RatingAlone == nil { // his figures are against the rating alone
			missing.add(w.say("missing_figures.field", nil), printable(orAbsent(r.Name)), reports.FewPlayers)
		}
		missing.add(w.say("column.line.name", nil), printable(orAbsent(r.Name)), r.HintMissing)
		for _, c := range columns {
			if c.of != nil {
				missing.add(w.missingPart(c, r), printable(orAbsent(r.Name)), c.of(r).Missing)
			}
		}
	}
	return missing.lines()
}

// missingPart names what a column lacks in a row: all figures of a player without
// counted moves, that of the column, or its spread alone.
func (w *words) missingPart(c column, r *reports.PlayerRow) string {
	name := w.shortHeading(c)
	switch {
	case c.of(r).Actual != nil:
		return w.say("missing_figures.spread", fields{"What": name})
	case c.group != "opponents" && r.Moves == 0:
		return w.say("missing_figures.all", nil)
	}
	return name
}

// explanations says in plain words what each of these columns means, under the
// heading that it has there. Columns of the same meaning are explained once.
func (w *words) explanations(columns []column, heading func(column) string) []fact {
	var facts []fact
	place := map[string]int{}
	for _, c := range columns {
		text := w.meaning(c)
		i, known := place[text]
		switch {
		case !known:
			place[text] = len(facts)
			facts = append(facts, fact{Label: heading(c), Value: text})
		case !slices.Contains(strings.Split(facts[i].Label, ", "), heading(c)):
			facts[i].Label += ", " + heading(c)
		}
	}
	if slices.ContainsFunc(columns, func(c column) bool { return c.spread != nil }) {
		facts = append(facts,
			fact{Label: w.percent(.524, 1) + "–" + w.percent(.691, 1), Value: w.say("spread.explain_shares", nil)},
			fact{Label: "±" + w.decimal(.012, 3), Value: w.say("spread.explain_averages", nil)})
	}
	return facts
}

// meaning says what a column means. Expectations and z mean the same of every
// quantity, and so do the figures of the opponents.
func (w *words) meaning(c column) string {
	switch {
	case c.group == "opponents":
		return w.say("group.explain_opponents", nil)
	case strings.HasSuffix(c.id, "_expected"):
		return w.say("column.mm_expected.explain", nil)
	case strings.HasSuffix(c.id, "_z"):
		return w.say("column.mm_z.explain", nil)
	}
	return w.say("column."+c.id+".explain", nil)
}

// fullHeading is the heading of a column where there is room.
func (w *words) fullHeading(c column) string { return w.say("column."+c.id+".name", nil) }

// shortHeading is the heading of a column in a narrow table, on one line. A part
// of a word that is broken off for want of room is joined again.
func (w *words) shortHeading(c column) string {
	text := w.say("column."+c.id+".short", nil)
	return strings.ReplaceAll(strings.ReplaceAll(text, "-\n", ""), "\n", " ")
}

// notJudged says how many of the players who are not judged stand where an event
// is first compared with chance; of the provisional ones, where nobody has an ROI,
// how many above the hint line.
func (w *words) notJudged(s *reports.Screening) (sentences []string) {
	st, all := s.Standing, fields{"Of": w.integer(s.Standing.Provisional), "Enough": score.MinMoves}
	if len(s.Lines) == 0 {
		if st.Provisional > 0 {
			sentences = append(sentences, w.count("provisional.above", st.ProvisionalAbove, all))
		}
		return sentences
	}
	l := &s.Lines[0]
	if all["ROI"] = w.decimal(l.ROI, 0); st.Provisional > 0 {
		sentences = append(sentences, w.count("provisional.at_line", l.Provisional, all))
	}
	if st.Extrapolated > 0 {
		sentences = append(sentences, w.count("extrapolated.at_line", l.Extrapolated, fields{"Of": w.integer(st.Extrapolated), "ROI": all["ROI"]}))
	}
	return sentences
}
