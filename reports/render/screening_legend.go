package render

import (
	"slices"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// legend explains the marks that these columns hold.
func (w *words) legend(columns []playerColumn, players []reports.PlayerRow) []string {
	lined := slices.ContainsFunc(columns, func(c playerColumn) bool { return c.id == "mm" })
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
	if slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return r.Ratings != nil }) {
		lines = append(lines, w.say("legend.ratings", nil))
	}
	return append(lines, w.missingOf(columns, players)...)
}

// missingOf says which figures of these columns are missing, for whom and why.
func (w *words) missingOf(columns []playerColumn, players []reports.PlayerRow) []string {
	missing := w.gaps()
	compared := slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return r.ROI != nil })
	inField := slices.ContainsFunc(players, func(r reports.PlayerRow) bool { return r.ROI != nil && r.ROI.RatingAlone != nil })
	for i := range players {
		r := &players[i]
		missing.add(w.say("column.rating.name", nil), printable(orAbsent(r.Name)), r.RatingMissing)
		if compared { // if nobody has one, the report says why
			missing.add(w.say("column.roi.name", nil), printable(orAbsent(r.Name)), r.ROIMissing)
		}
		if r.ROI != nil && !few(r) { // the heading says it for provisional players
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

// missingPart names what a row lacks in a column: all figures for a player without
// counted moves, otherwise the figure or its spread alone.
func (w *words) missingPart(c playerColumn, r *reports.PlayerRow) string {
	name := w.shortHeading(c)
	switch {
	case c.of(r).Actual != nil:
		return w.say("missing_figures.spread", fields{"What": name})
	case c.group != "opponents" && r.Moves == 0:
		return w.say("missing_figures.all", nil)
	}
	return name
}

// explanations says in plain words what each of these columns means, under its heading
// there. Columns of the same meaning are explained once.
func (w *words) explanations(columns []playerColumn, heading func(playerColumn) string) []fact {
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
	if slices.ContainsFunc(columns, func(c playerColumn) bool { return c.spread != nil }) {
		facts = append(facts,
			fact{Label: w.percent(.524, 1) + "–" + w.percent(.691, 1), Value: w.say("spread.explain_shares", nil)},
			fact{Label: "±" + w.decimal(.012, 3), Value: w.say("spread.explain_averages", nil)})
	}
	return facts
}

// meaning says what a column means. Expectations and z mean the same for every
// quantity, and so do the figures of the opponents.
func (w *words) meaning(c playerColumn) string {
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
func (w *words) fullHeading(c playerColumn) string { return w.say("column."+c.id+".name", nil) }

// nameInGroup names a column in a sentence.
func (w *words) nameInGroup(c playerColumn) string {
	name := w.fullHeading(c)
	if c.group == "opponents" || strings.HasPrefix(c.id, c.group+"_") {
		name += " (" + w.say("group."+c.group, nil) + ")"
	}
	return name
}

// shortHeading is the heading of a column in a narrow table, on one line. A word that
// was broken for want of room is joined again.
func (w *words) shortHeading(c playerColumn) string {
	text := w.say("column."+c.id+".short", nil)
	return strings.ReplaceAll(strings.ReplaceAll(text, "-\n", ""), "\n", " ")
}

// notJudged says how many players who are not judged reach the first line at which an
// event is compared with chance. Where nobody has an ROI, it says how many provisional
// players lie above the hint line.
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
