package render

import (
	"math"
	"slices"
	"strings"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
	"fairplay/reports"
)

// leastRating is the rating below which nothing is expected of a player.
const leastRating = score.MinRating

// tests is the table of the single tests.
func (t fullTest) tests() section {
	s := section{ID: "tests", Title: t.say("tests.title", nil), Text: []string{t.say("tests.explain", nil)},
		Tables: []*table{t.testTable(t.Tests)}, Notes: append(t.disagreement("lr"), t.missingTests(t.Tests)...)}
	for i := range t.Tests {
		id := t.Tests[i].Test
		s.Terms = append(s.Terms, fact{Label: t.slug("test", id), Value: t.slug("test_meaning", id)})
	}
	return s
}

// testTable is a table of tests: actual, expected, the adjusted standard deviation of
// the figure, raw and adjusted z.
func (t fullTest) testTable(rows []reports.TestRow) *table {
	s := &table{Columns: []column{
		{Head: t.say("tests.test", nil), Left: true}, {Head: t.say("tests.moves", nil)}, {Head: t.say("tests.actual", nil)},
		{Head: t.say("tests.expected", nil)}, {Head: t.say("tests.sd", nil), Drop: 2}, {Head: t.say("tests.raw_z", nil), Drop: 1},
		{Head: t.say("tests.z", nil)},
	}}
	strongest := slices.ContainsFunc(rows, func(r reports.TestRow) bool { return r.Strongest != nil })
	if strongest {
		s.Columns = append(s.Columns, column{Head: t.say("tests.falls", nil), Left: true, Drop: 3})
	}
	for i := range rows {
		r := &rows[i]
		cells := []string{t.slug("test", r.Test), t.integer(r.N), t.measure(r.Test, r.Actual), t.measure(r.Test, r.Expected),
			t.deviation(r.Test, r.SD), t.z(r.RawZ), t.z(r.Z)}
		if strongest {
			cells = append(cells, t.falls(r.Z, r.Strongest))
		}
		s.addFaint(!t.Footing.Judged, cells...)
	}
	return s.compact()
}

// falls says how far a z falls without its most influential move, and which move that is.
func (t fullTest) falls(z *float64, m *reports.StrongestMove) string {
	if z == nil || m == nil {
		return absent
	}
	return t.say("tests.fall", fields{"Fall": t.fall(*z, m), "Move": t.moveName(m)})
}

// fall is how far a z falls without a move, as the difference of the two as they are printed.
func (t fullTest) fall(z float64, m *reports.StrongestMove) string {
	return t.decimal(math.Round(z*100)/100-math.Round(m.Without*100)/100, 2)
}

// moveName names a move by round and turn.
func (t fullTest) moveName(m *reports.StrongestMove) string {
	return inEvent(m.Event, t.say("tests.move", fields{"Round": printable(m.Round), "Turn": turnOf(m.Turn, m.Color), "Played": printable(m.Played)}))
}

// missingTests says why figures of tests are missing.
func (t fullTest) missingTests(rows []reports.TestRow) []string {
	missing := t.gaps()
	for i := range rows {
		missing.add(t.slug("test", rows[i].Test), "", rows[i].Missing)
	}
	return missing.lines()
}

// measure writes a figure of a test in its unit: shares in percent, the others
// in pawns, scaled pawns, roots of pawns or nats.
func (w *words) measure(test string, x *float64) string {
	switch {
	case x == nil:
		return absent
	case test == "mm" || test == "ev" || test == "t3" || test == "close":
		return w.percentSign(*x, 1)
	case test == "lr":
		return w.signed(*x, 4)
	}
	return w.decimal(*x, 3)
}

// deviation writes the standard deviation of such a figure.
func (w *words) deviation(test string, x *float64) string {
	return strings.TrimPrefix(w.measure(test, x), "+")
}

// combined says the combined Z and what chance makes of it.
func (t fullTest) combined() section {
	c := &t.Combined
	s := section{ID: "combined", Title: t.say("combined.title", nil)}
	if c.Z == nil {
		s.Text = []string{t.say("combined.none", fields{"Why": t.why(c.ZMissing)})}
		return s
	}
	s.Figure, s.Faint = t.say("combined.z", fields{"Z": t.z(c.Z, zLines(t.FullTest)...)}), !t.Footing.Judged
	if t.Footing.Judged {
		s.Text = append(append(append(t.odds(c), t.extrapolated(c)...), t.among(c)...), t.say("combined.inverse", nil))
	} else {
		s.Text = append(s.Text, t.say("combined.not_judged", nil))
	}
	if m := c.Strongest; m != nil {
		s.Text = append(s.Text, t.say("combined.strongest", fields{"Move": t.moveName(m), "Fall": t.fall(*c.Z, m), "Z": t.z(&m.Without)}))
	}
	s.Text = append(s.Text, t.disagreement("combined")...)
	t.againstRating(&s)
	if len(c.Detectors) == 0 {
		s.Notes = []string{t.weights(c.Weights)}
	}
	return s
}

// weights says how the Z of MM, EV and ASD is made.
func (w *words) weights(of [3]float64) string {
	return w.say("combined.weights", fields{"MM": w.decimal(of[0], 2), "EV": w.decimal(of[1], 2), "ASD": w.decimal(of[2], 2)})
}

// odds says how often chance alone gives such a Z.
func (t fullTest) odds(c *reports.CombinedZ) []string {
	if c.OneIn == nil {
		return nil
	}
	frequency := t.say("combined.one_in", fields{"OneIn": t.oneIn(*c.OneIn)})
	if *c.OneIn < usual {
		frequency = t.say("combined.usual", fields{"Share": t.mostly(1 / *c.OneIn)})
	}
	texts := []string{frequency}
	if c.Odds != nil && *c.OneIn >= usual {
		texts = append(texts, t.say("combined.odds", fields{"Odds": t.oneIn(*c.Odds)}))
	}
	return texts
}

// extrapolated says how well that is known: from the spread of the Z of honest performances, and how
// far such values have been seen at all.
func (t fullTest) extrapolated(c *reports.CombinedZ) (texts []string) {
	if i := c.OneInInterval; c.OneIn != nil && i != nil && c.OddsInterval != nil && *c.OneIn >= usual {
		texts = append(texts, t.say("combined.interval", fields{"Low": t.oneIn(i[0]), "High": t.oneIn(i[1]), "OddsLow": t.oneIn(c.OddsInterval[0]), "OddsHigh": t.oneIn(c.OddsInterval[1])}))
	}
	if used := t.Provenance.Calibration; used != nil && used.Honest != nil {
		values := fields{"Highest": t.decimal(used.Honest.HighestZ, 2), "N": t.integer(used.Honest.Performances), "Calibration": used.Honest.Calibration}
		if used.Honest.Calibration == "" {
			return append(texts, t.say("combined.seen", values))
		}
		texts = append(texts, t.say("combined.seen_elsewhere", values))
	}
	return texts
}

// disagreement says why odds and the z of a test differ; nothing if they go together.
func (t fullTest) disagreement(test string) []string {
	d := t.Disagreement
	if d == nil || d.Test != test {
		return nil
	}
	return []string{t.slug("differ_higher", d.Higher) + " " + t.slug("differ", string(d.Reason))}
}

// most is the share or probability beyond which a report says only "more than".
const most = .99

// mostly writes a share of honest performances in whole percent and never says that it
// is all of them.
func (w *words) mostly(share float64) string {
	if share > most {
		return w.say("combined.more_than", fields{"N": w.percentSign(most, 0)})
	}
	return w.percentSign(share, 0)
}

// among says what chance makes of the Z among all players of the event.
func (t fullTest) among(c *reports.CombinedZ) []string {
	m := c.Among
	switch {
	case m == nil && c.AmongMissing == reports.PlayersUnknown:
		return []string{t.say("combined.players_unknown", nil)}
	case m == nil:
		return nil
	case t.Player.SingledOut:
		return []string{t.say("combined.alone", fields{"P": t.adjusted(m.Bonferroni)})}
	}
	n := t.integer(m.Players)
	return []string{
		t.say("combined.among", fields{"N": n, "Expected": t.adjusted(m.Expected), "P": t.adjusted(m.Bonferroni)}),
		t.say("combined.players", fields{"N": n}),
	}
}

const (
	usual    = 10.0 // up to one in ten a share is plainer
	farthest = 1e9  // nobody has measured beyond
)

// oneIn writes a natural frequency or odds to three digits: nobody knows it
// better.
func (w *words) oneIn(n float64) string {
	if !(n < farthest) {
		return w.say("combined.more_than", fields{"N": w.integer(farthest)})
	}
	if n >= 1000 {
		n = exact.Round(n, 3)
	}
	return w.integer(int(math.Round(n)))
}
