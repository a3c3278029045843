package render

import (
	"io"
	"strconv"
	"strings"

	"fairplay/reports"
)

// Claim writes an engine claim beside the results of testing it again, in one of Formats. CSV has
// the counts and every move; CSV and JSON are the same in every language. An unknown format or
// language is fault.Invalid, and nothing is written; any other error is the writer's.
func Claim(w io.Writer, format string, r *reports.ClaimReport, o Options) error {
	return publication[reports.ClaimReport]{
		formats: Formats(), report: r, csv: claimCSV,
		document: func(words *words, r *reports.ClaimReport) *document { return claimReport{words, r}.document() },
	}.write(w, format, o)
}

// claimReport says the parts of the report in one language.
type claimReport struct {
	*words
	*reports.ClaimReport
}

func (c claimReport) document() *document {
	d := &document{
		frame: frame{Lang: c.lang, Kind: c.say("claim.title", nil), Title: orAbsent(c.Player.Name), Date: dayOf(c.Event),
			Program: strings.TrimSpace(c.Provenance.Program + " " + c.Provenance.Version)},
		Facts:    append([]string{c.eventName(c.Event)}, c.eventFacts(c.Event)...),
		Notes:    []string{c.say("claim.no_finding", nil), c.say("claim.no_test", nil), c.standing(c.Provenance.RecipeFingerprint)},
		Sections: []section{c.stated(), c.rerun(), c.counts()},
	}
	d.Tiles = []tile{
		{Figure: c.number(c.Total.Claimed), Label: c.say("claim.tile_claimed", nil)},
		{Figure: c.integer(c.Total.Found), Label: c.count("claim.tile_found", c.Total.Played, nil)},
	}
	if c.Total.Named > 0 {
		d.Tiles = append(d.Tiles, tile{Figure: c.integer(c.Total.Confirmed), Label: c.say("claim.tile_confirmed", nil)})
	}
	if c.Total.Expected != nil {
		d.Tiles = append(d.Tiles, tile{Figure: c.decimal(*c.Total.Expected, 1), Label: c.say("claim.tile_expected", fields{
			"Found": c.integer(c.Total.CountedFound), "Counted": c.integer(c.Total.Counted), "Low": c.integer(c.Total.Within[0]), "High": c.integer(c.Total.Within[1])})})
	}
	if c.Draws != nil {
		d.Sections = append(d.Sections, c.chance())
	}
	d.Sections = append(d.Sections, c.moves(), c.provenanceSection(&c.Provenance))
	return d
}

// number writes a number that may be missing.
func (c claimReport) number(n *int) string {
	if n == nil {
		return absent
	}
	return c.integer(*n)
}

// stated shows what the claim states, and what is missing from it.
func (c claimReport) stated() section {
	s := section{ID: "claim", Title: c.say("claim.stated", nil)}
	add := func(label, value string) {
		if value != "" {
			s.Facts = append(s.Facts, fact{Label: label, Value: visible(value)})
		}
	}
	add(c.say("claim.player", nil), c.say("fulltest.rating", fields{"Rating": c.decimal(c.Player.Rating, 0), "SD": c.decimal(c.Player.RatingSD, 0),
		"Source": c.slug("rating_source", c.Player.RatingSource)}))
	add(c.say("claim.interface", nil), c.Claim.Interface)
	add(c.say("claim.platform", nil), c.Claim.Platform)
	add(c.say("claim.procedure", nil), c.Claim.Procedure)
	if len(c.Lacks) == 0 {
		s.Text = append(s.Text, c.say("claim.whole", nil))
		return s
	}
	s.Text = append(s.Text, c.count("claim.lacking", len(c.Lacks), nil))
	for _, l := range c.Lacks {
		s.List = append(s.List, c.slug("claim_lack", string(l.Lack))+" ("+l.Article+")")
	}
	return s
}

// rerun describes the engine of the rerun.
func (c claimReport) rerun() section {
	t := &table{Columns: []column{{Head: c.say("claim.setting", nil), Left: true}, {Head: c.say("claim.claimed", nil), Left: true}, {Head: c.say("claim.used", nil), Left: true}}}
	for _, s := range c.Rerun.Settings {
		t.add(printable(c.slug("claim_setting", s.Name)), orAbsent(s.Claimed), orAbsent(s.Used))
	}
	return section{
		ID: "rerun", Title: c.say("claim.rerun", nil), Text: []string{c.slug("claim_engine", string(c.Rerun.Engine))},
		Tables: []*table{t}, Notes: []string{c.say("claim.nodes", nil)},
	}
}

// span names a range of moves of a game.
func (c claimReport) span(g *reports.ClaimedGame, r *reports.ClaimedRange) string {
	return c.say("claim.range", fields{"Round": orAbsent(g.Round), "Opponent": orAbsent(g.Opponent), "Color": c.slug("color", g.Color), "First": c.integer(r.First), "Last": c.integer(r.Last)})
}

// each calls do for every range.
func (c claimReport) each(do func(*reports.ClaimedGame, *reports.ClaimedRange)) {
	for i := range c.ClaimedGames {
		for k := range c.ClaimedGames[i].Ranges {
			do(&c.ClaimedGames[i], &c.ClaimedGames[i].Ranges[k])
		}
	}
}

// counts compares claimed and found, range by range.
func (c claimReport) counts() section {
	t := &table{Main: true, Columns: []column{
		{Head: c.say("claim.moves_played", nil)}, {Head: c.say("claim.matches_claimed", nil)}, {Head: c.say("claim.matches_found", nil)},
		{Head: c.say("claim.confirmed", nil), Drop: 1}, {Head: c.say("claim.not_confirmed", nil), Drop: 1}, {Head: c.say("claim.unclaimed", nil), Drop: 2},
		{Head: c.say("claim.counted", nil)}, {Head: c.say("claim.counted_found", nil)}, {Head: c.say("claim.expected", nil)}, {Head: c.say("claim.within", nil)},
		{Head: c.say("claim.at_least", nil)},
	}}
	missing := c.gaps()
	row := func(head, place string, n *reports.ClaimCount) {
		expected, within, chance := absent, absent, absent
		if n.Expected != nil {
			expected, within, chance = c.decimal(*n.Expected, 1), c.integer(n.Within[0])+"–"+c.integer(n.Within[1]), c.frequency(n.AtLeast)
		}
		missing.add(c.say("claim.expected", nil), place, n.Missing)
		confirmed, wrong, unclaimed := absent, absent, absent
		if n.Named > 0 {
			confirmed, wrong, unclaimed = c.integer(n.Confirmed), c.integer(n.Wrong), c.integer(n.Unclaimed)
		}
		t.add(c.integer(n.Played), c.number(n.Claimed), c.integer(n.Found), confirmed, wrong, unclaimed,
			c.integer(n.Counted), c.integer(n.CountedFound), expected, within, chance)
		t.Rows[len(t.Rows)-1].Head = head
	}
	s := section{ID: "counts", Title: c.say("claim.counts", nil), Tables: []*table{t}}
	c.each(func(g *reports.ClaimedGame, r *reports.ClaimedRange) {
		head := c.span(g, r)
		row(head, head, &r.ClaimCount)
		if r.Beyond > 0 {
			s.Notes = append(s.Notes, c.count("claim.beyond", r.Beyond, fields{"Range": head}))
		}
		if r.Unknown > 0 {
			s.Notes = append(s.Notes, c.count("claim.unknown", r.Unknown, fields{"Range": head}))
		}
		if g.Excluded != "" {
			s.Notes = append(s.Notes, c.say("claim.game_excluded", fields{"Range": head, "Why": c.slug("exclusion", g.Excluded)}))
		}
	})
	row(c.say("claim.total", nil), "", &c.Total)
	s.Notes = append(append(s.Notes, c.say("claim.counting", nil)), missing.lines()...)
	return s
}

// frequency writes how often random draws had a property.
func (c claimReport) frequency(f *reports.DrawFrequency) string {
	p := c.smallPercent(f.P)
	switch {
	case f.P > .9995:
		p = "> " + c.percentSign(.999, 1)
	case f.P > .99:
		p = c.percentSign(f.P, 1)
	}
	return c.say("claim.frequency", fields{"P": p, "SE": c.smallPercent(f.SE)})
}

// chance says how often chance gives as many matches somewhere.
func (c claimReport) chance() section {
	t := &table{Columns: []column{
		{Head: c.say("claim.length", nil)}, {Head: c.say("claim.counted_found", nil)}, {Head: c.say("claim.usual", nil)},
		{Head: c.say("claim.anywhere", nil)}, {Head: c.say("claim.in_game", nil)}, {Head: c.say("claim.independent", nil), Drop: 1},
	}}
	reaching := &table{Tight: true, Small: true, Columns: []column{{Head: c.say("claim.reach", nil)}, {Head: c.say("claim.anywhere", nil)}}}
	c.each(func(g *reports.ClaimedGame, r *reports.ClaimedRange) {
		b := r.Best
		if b == nil {
			return
		}
		t.add(c.integer(b.Length), c.integer(b.Matches), c.integer(b.Usual), c.frequency(&b.AtLeast), c.frequency(&b.InGame), c.frequency(&b.Independent))
		t.Rows[len(t.Rows)-1].Head = c.span(g, r)
		for k := range b.Reaching {
			reaching.add(c.say("claim.reach_of", fields{"Matches": c.integer(b.Reaching[k].Matches), "Length": c.integer(b.Length)}), c.frequency(&b.Reaching[k].DrawFrequency))
			if k == 0 {
				reaching.Rows[len(reaching.Rows)-1].Head = c.span(g, r)
			}
		}
	})
	s := section{ID: "chance", Title: c.say("claim.chance", nil), Text: []string{c.say("claim.best", nil)}}
	if len(t.Rows) > 0 {
		s.Tables = []*table{t, reaching}
	}
	d := c.Draws
	s.Notes = []string{c.say("claim.draws", fields{"Games": c.count("claim.games", d.Games, nil), "Moves": c.count("claim.counted_moves", d.Moves, nil), "Draws": c.integer(d.Draws),
		"RatingSD": c.decimal(d.RatingSD, 0), "GameSD": c.decimal(d.GameSD, 0), "Seed": strconv.Itoa(d.Seed[0])}), c.say("claim.chosen", nil)}
	if c.Footing.Extrapolated {
		s.Notes = append(s.Notes, c.say("claim.extrapolated", nil))
	}
	return s
}

// moves lists every move of the claim.
func (c claimReport) moves() section {
	t := &table{Tight: true, Columns: []column{
		{Head: c.say("move_list.turn", nil)}, {Head: c.say("move_list.played", nil), Left: true}, {Head: c.say("move_list.best", nil), Left: true},
		{Head: c.say("move_list.value", nil), Drop: 2}, {Head: c.say("claim.standing", nil), Left: true}, {Head: c.say("move_list.p_best", nil)},
		{Head: c.say("move_list.note", nil), Left: true, Drop: 1},
	}}
	c.each(func(g *reports.ClaimedGame, r *reports.ClaimedRange) {
		for i := range r.Moves {
			m := &r.Moves[i]
			p := absent
			if m.P != nil {
				p = c.percent(*m.P, 0)
			}
			note := ""
			switch {
			case m.Excluded != "":
				note = c.slug("exclusion", m.Excluded)
			case m.Equal && !m.Matches:
				note = c.say("claim.equal", nil)
			}
			said := c.slug("claim_standing", string(m.Standing))
			if m.Standing == reports.ClaimUnstated {
				said = c.say("claim.unstated_no", nil)
				if m.Matches {
					said = c.say("claim.unstated_yes", nil)
				}
			}
			t.addFaint(m.Excluded != "", strconv.Itoa(m.Turn), orAbsent(m.Played), orAbsent(m.Choice), orAbsent(m.Value), said, p, note)
			if i == 0 {
				head := c.span(g, r)
				if r.Reason != "" {
					head = c.say("claim.range_reason", fields{"Range": head, "Reason": printable(r.Reason)})
				}
				t.Rows[len(t.Rows)-1].Head = head
			}
		}
	})
	s := section{ID: "moves", Title: c.say("claim.moves", nil), Notes: []string{c.say("claim.moves_note", nil)}}
	if len(t.Rows) > 0 {
		s.Tables = []*table{t}
	}
	return s
}

// claimCSV is the machine-readable report: the counts of every range and of all, what is missing
// from the claim, each move, and how to make the report again.
func claimCSV(r *reports.ClaimReport) *table {
	t := csvTable("record", "item", "text", "round", "color", "first", "last", "turn", "played", "best_san", "value", "match", "claimed", "excluded", "p_best",
		"moves", "matches_claimed", "matches", "confirmed", "wrong", "unclaimed", "counted", "counted_matches", "expected", "low", "high", "p_at_least", "p_best_range", "se_best_range", "missing")
	count := func(record string, n *reports.ClaimCount, cells map[string]string) {
		cells["record"] = record
		for name, v := range map[string]int{"moves": n.Played, "matches": n.Found, "confirmed": n.Confirmed, "wrong": n.Wrong, "unclaimed": n.Unclaimed, "counted": n.Counted, "counted_matches": n.CountedFound} {
			cells[name] = strconv.Itoa(v)
		}
		if n.Claimed != nil {
			cells["matches_claimed"] = strconv.Itoa(*n.Claimed)
		}
		if n.Expected != nil {
			cells["expected"], cells["low"], cells["high"] = shareCell(n.Expected), strconv.Itoa(n.Within[0]), strconv.Itoa(n.Within[1])
			cells["p_at_least"] = significant(&n.AtLeast.P)
		}
		cells["missing"] = string(n.Missing)
		t.put(cells)
	}
	count("total", &r.Total, map[string]string{})
	t.put(map[string]string{"record": "engine", "item": string(r.Rerun.Engine)})
	for _, s := range r.Rerun.Settings {
		t.put(map[string]string{"record": "setting", "item": s.Name, "text": visible(s.Used), "claimed": visible(s.Claimed)})
	}
	for _, l := range r.Lacks {
		t.put(map[string]string{"record": "lack", "item": string(l.Lack), "text": l.Article})
	}
	claimReport{ClaimReport: r}.each(func(g *reports.ClaimedGame, rg *reports.ClaimedRange) {
		cells := map[string]string{"round": g.Round, "color": g.Color, "first": strconv.Itoa(rg.First), "last": strconv.Itoa(rg.Last), "text": visible(rg.Reason), "excluded": g.Excluded}
		if rg.Best != nil {
			cells["p_best_range"], cells["se_best_range"] = significant(&rg.Best.AtLeast.P), significant(&rg.Best.AtLeast.SE)
		}
		count("range", &rg.ClaimCount, cells)
		for i := range rg.Moves {
			m := &rg.Moves[i]
			t.put(map[string]string{"record": "move", "round": g.Round, "color": g.Color, "turn": strconv.Itoa(m.Turn), "played": m.Played, "best_san": m.Choice, "value": m.Value,
				"match": strconv.FormatBool(m.Matches), "claimed": string(m.Standing), "excluded": m.Excluded, "p_best": shareCell(m.P)})
		}
	})
	t.reproduction(&r.Provenance)
	return t
}
