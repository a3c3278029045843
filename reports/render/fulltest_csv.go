package render

import (
	"cmp"
	"strconv"
	"time"

	"fairplay/reports"
)

// testCSV is the CSV of a full test. Every row names the player, so that files
// can be joined, and what it is about in record:
//
//	total           item and text: a figure of the whole test, by its name
//	measure         item is what the regulations permit, text where they say so, z
//	                what it takes; missing says why there is none
//	changed         item is a fact that has changed since the test was made
//	measure_now     what is permitted with the facts of now, where they have
//	range           the same in an event of low to high players, where nobody stated
//	                how many there are; missing says why nothing graver
//	test            a test of the player, item: n, actual, expected, and what every z follows
//	                from (reports.TestRow); z_without is z without the move named by round, turn
//	                and played
//	event_offset    a part of the distribution of the event's offset: actual is its weight,
//	                expected its mean and sd its standard deviation, in Elo points
//	power           item is the kind of helper, expected the threshold of Z, actual the least
//	                share of moves that would have been found; no share means none
//	opponents_test  the same of his opponents
//	second_test     the same of the second test, whose totals begin with second_
//	rating          an intrinsic performance rating, item is player, opponents,
//	                subset or rest: n, actual with low and high, in Elo points
//	round           all games until then, item is the round: n, z, boundary, ln_bf
//	posterior       item is board or online: expected is the prior, actual the
//	                probability that the odds leave, that part of the moves came
//	                from an engine
//	move            round, turn, color and the columns after them; of a move that
//	                does not count only played and excluded
//	watch           an entry of the watch list: item is whether it counts, text the reason
//	note            of the arbiters' log, item is its digest: round and turn of the
//	                player's return to the board, after which the moves are named;
//	                text is when it was received, and when it was tapped by the
//	                clock of the device, so many seconds ahead of the service's
//	event, year     a part of the games of several events, item is its name and text its days: n,
//	                z, ln_bf, expected is the rating, actual with low and high the intrinsic one
//	window          the highest window of successive games: n, z, actual is p, text its days
//	change          the place at which the play changes most: item is the event before it, event that
//	                after it, z the difference, actual is p
//	found           item is the kind of helper, text its share of the moves, n the number of games and
//	                expected the threshold of Z: actual is the probability that Z reaches it
//	left_out        a game of the player without figures: item is its identity, text its day,
//	                excluded why
//	field           of one of several events: actual with low and high is the offset, sd its uncertainty
//	reproduction    item and text: how to get the report again
//
// missing, boundary_missing, ln_bf_missing and loss_missing say why there is no figure.
// n is a number of counted moves, and event the event of a row if the games are of several. Shares and probabilities are fractions between
// 0 and 1, loss and AE are in pawns, root in roots of pawns, ASD, wide and delta in
// scaled pawns, ln_bf in nats. Names are
// stable.
type testCSV struct {
	*table
	*reports.FullTest
}

func testColumns() []string {
	return []string{
		"record", "item", "text", "player", "fide_id", "n", "actual", "low", "high", "expected", "expected_at_rating", "raw_sd", "sd", "sd_known_event", "slope", "bias", "raw_z", "z", "z_without", "boundary", "ln_bf",
		"round", "turn", "color", "played", "played_uci", "excluded", "best", "best_san", "value",
		"p_best", "p_played", "p_best_at_rating", "p_played_at_rating", "match", "equal", "loss", "delta", "in_subset", "missing", "boundary_missing", "ln_bf_missing", "loss_missing", "event",
	}
}

// fullTestCSV has the totals of a test, then its moves, then how to get it again.
func fullTestCSV(r *reports.FullTest, outdated *reports.Outdated) *table {
	s := testCSV{csvTable(testColumns()...), r}
	s.totals()
	s.measures()
	s.outdated(outdated)
	for i := range r.Tests {
		s.test("test", &r.Tests[i])
	}
	for i := range r.Opponents.Tests {
		s.test("opponents_test", &r.Opponents.Tests[i])
	}
	if r.Second != nil {
		for i := range r.Second.Tests {
			s.test("second_test", &r.Second.Tests[i])
		}
	}
	for i := range r.EventOffset {
		o := &r.EventOffset[i]
		s.put("event_offset", strconv.Itoa(i+1), map[string]string{"actual": significant(&o.Weight), "expected": significant(&o.Mean), "sd": significant(&o.SD)})
	}
	for i := range r.Power {
		p := &r.Power[i]
		cells := map[string]string{"expected": significant(&p.Threshold)}
		if p.Detectable {
			cells["actual"] = shareCell(&p.Share)
		}
		s.put("power", p.Helper, cells)
	}
	s.ratings()
	for i := range r.Rounds {
		row := &r.Rounds[i]
		s.put("round", row.Round, map[string]string{"event": row.Event, "round": row.Round, "n": strconv.Itoa(row.Moves), "z": zCell(row.Z, row.Boundary), "boundary": number(lineBeside(row.Boundary, row.Z), 2),
			"ln_bf":   number(row.Evidence, 4),
			"missing": string(row.ZMissing), "boundary_missing": string(row.BoundaryMissing), "ln_bf_missing": string(row.EvidenceMissing)})
	}
	for i := range r.Posterior {
		p := &r.Posterior[i]
		s.put("posterior", p.Setting, map[string]string{"expected": significant(&p.Prior), "actual": significant(&p.Probability)})
	}
	s.career()
	s.onRecord()
	for i := range r.MoveRows {
		s.move(&r.MoveRows[i])
	}
	s.reproduction(&r.Provenance)
	return s.table
}

// career adds what is said of several events; nothing if there is one.
func (s *testCSV) career() {
	c := s.Career
	if c == nil {
		return
	}
	s.parts("event", c.Events)
	s.parts("year", c.Years)
	s.put("total", "ln_bf_product", map[string]string{"text": number(c.Log, 4)})
	if w := c.Window; w != nil {
		s.put("window", strconv.Itoa(w.Size), map[string]string{"text": daysCell(&w.Highest), "n": strconv.Itoa(w.Highest.Moves), "z": zCell(w.Highest.Z), "actual": pCell(&w.P)})
	} else {
		s.put("window", strconv.Itoa(reports.CareerWindowGames), map[string]string{"missing": string(c.WindowMissing)})
	}
	if x := c.Change; x != nil {
		s.put("change", x.After, map[string]string{"event": x.Before, "z": zCell(&x.Difference), "actual": pCell(&x.P)})
	} else {
		s.put("change", "", map[string]string{"missing": string(c.ChangeMissing)})
	}
	for i := range c.Found {
		f := &c.Found[i]
		s.put("found", f.Helper, map[string]string{"text": shareCell(&f.Share), "n": strconv.Itoa(f.Games), "expected": significant(&f.Threshold), "actual": significant(&f.Chance)})
	}
	for i := range c.LeftOut {
		g := &c.LeftOut[i]
		s.put("left_out", g.Game, map[string]string{"event": g.Event, "text": g.Date, "round": g.Round, "excluded": g.Excluded})
	}
	for i := range s.Fields {
		e := &s.Fields[i]
		cells := map[string]string{"missing": string(e.Missing)}
		if f := e.Field; f != nil {
			cells = map[string]string{"n": strconv.Itoa(f.Moves), "actual": ratingCell(&f.Offset), "low": ratingCell(&f.Interval[0]), "high": ratingCell(&f.Interval[1]), "sd": ratingCell(&f.SD)}
		}
		s.put("field", e.Event, cells)
	}
}

// parts adds events or years of a career.
func (s *testCSV) parts(record string, parts []reports.CareerPart) {
	for i := range parts {
		p := &parts[i]
		cells := map[string]string{"text": daysCell(p), "n": strconv.Itoa(p.Moves), "z": zCell(p.Z), "ln_bf": number(p.Log, 4), "missing": string(p.ZMissing)}
		if p.Rating > 0 {
			cells["expected"] = ratingCell(&p.Rating)
		}
		s.estimate(&p.IPR, cells)
		s.put(record, p.Name, cells)
	}
}

// daysCell writes the days of a part.
func daysCell(p *reports.CareerPart) string { return p.From + "/" + p.To }

// onRecord adds what the figures and permissions rest on besides the games.
func (s *testCSV) onRecord() {
	if s.Record != nil {
		for i := range s.Record.Watch {
			w := &s.Record.Watch[i]
			s.put("watch", string(w.Standing()), map[string]string{"text": visible(w.Reason)})
		}
	}
	if s.Subset == nil {
		return
	}
	for _, n := range s.Subset.Notes {
		text := "received=" + n.At.UTC().Format(time.RFC3339)
		if !n.Tapped.IsZero() {
			text += " tapped=" + n.Tapped.UTC().Format(time.RFC3339) + " ahead=" + strconv.FormatInt(n.Ahead, 10)
		}
		s.put("note", n.Digest, map[string]string{"round": strconv.Itoa(n.Round), "turn": strconv.Itoa(n.Back), "text": text})
	}
}

// put adds a row of the player.
func (s *testCSV) put(record, item string, cells map[string]string) {
	cells["record"], cells["item"] = record, item
	cells["player"], cells["fide_id"] = s.Player.Name, s.Player.FideID
	s.table.put(cells)
}

// totals adds the figures of the whole test.
func (s *testCSV) totals() {
	r, c := s.FullTest, &s.Combined
	var players, expected, adjusted string
	if m := c.Among; m != nil {
		players, expected, adjusted = strconv.Itoa(m.Players), pCell(&m.Expected), pCell(&m.Bonferroni)
	}
	totals := []total{
		{"games", strconv.Itoa(len(r.GameRows)), ""}, {"moves", strconv.Itoa(r.Moves), ""},
		{"rating", ratingCell(&r.Player.Rating), ""}, {"rating_low", ratingEnd(r.Player.Ratings, 0), ""}, {"rating_high", ratingEnd(r.Player.Ratings, 1), ""}, {"rating_sd", ratingCell(&r.Player.RatingSD), ""}, {"rating_source", r.Player.RatingSource, ""},
		{"judged", strconv.FormatBool(r.Footing.Judged), ""}, {"extrapolated", strconv.FormatBool(r.Footing.Extrapolated), ""},
		{"combined_z", zCell(c.Z, zLines(r)...), c.ZMissing}, {"combined_z_rating_alone", zCell(c.RatingAlone, zLines(r)...), cmp.Or(c.ZMissing, r.FieldMissing)}, {"odds", significant(c.Odds), c.AmongMissing}, {"one_in", significant(c.OneIn), c.AmongMissing},
		{"odds_low", end(c.OddsInterval, 0), c.AmongMissing}, {"odds_high", end(c.OddsInterval, 1), c.AmongMissing},
		{"one_in_low", end(c.OneInInterval, 0), c.AmongMissing}, {"one_in_high", end(c.OneInInterval, 1), c.AmongMissing},
		{"ln_bf", number(r.Evidence.Log, 4), r.Evidence.Missing}, {"evidence_odds", significant(r.Evidence.Odds), r.Evidence.Missing},
		{"highest_odds", significant(r.Evidence.Highest), r.Evidence.Missing}, {"highest_odds_round", r.Evidence.HighestRound, r.Evidence.Missing},
		{"opponents_moves", strconv.Itoa(r.Opponents.Moves), ""},
		{"opponents_rating", positive(int(r.Opponents.Rating + .5)), r.Opponents.RatingMissing},
		{"opponents_z", zCell(r.Opponents.Z), r.Opponents.ZMissing},
		{"players", players, c.AmongMissing}, {"expected_at_or_above", expected, c.AmongMissing}, {"bonferroni_p", adjusted, c.AmongMissing},
		{"held", r.Held, ""},
	}
	for i := range c.Detectors {
		d := &c.Detectors[i]
		totals = append(totals, total{"detector_" + d.Helper + "_z", zCell(&d.Z), ""}, total{"detector_" + d.Helper + "_z_if_all_helped", zCell(&d.Shift), ""})
	}
	if c.Former != nil {
		totals = append(totals, total{"former_z", zCell(c.Former), ""})
	}
	if d := r.Disagreement; d != nil {
		totals = append(totals, total{"disagreement", d.Test + " " + d.Higher + " " + string(d.Reason), ""})
	}
	for _, f := range fieldFigures(r.Field) {
		totals = append(totals, total{"field_" + f[0], f[1], r.FieldMissing})
	}
	for _, t := range append(totals, secondTotals(r)...) {
		cells := map[string]string{"text": t.text}
		if t.text == "" {
			cells["missing"] = string(t.missing)
		}
		s.put("total", t.item, cells)
	}
}

// end writes one end of an interval; "" for none.
func end(of *[2]float64, k int) string {
	if of == nil {
		return ""
	}
	return significant(&of[k])
}

// total is a figure of the whole test: its name, its text, and why it is missing where
// that is empty.
type total struct {
	item, text string
	missing    reports.Reason
}

// secondTotals are the figures of the second test, and whether it agrees with the first;
// none where there is no such test.
func secondTotals(r *reports.FullTest) []total {
	t := r.Second
	if t == nil {
		return nil
	}
	calibration := ""
	if t.Calibration != nil {
		calibration = t.Calibration.SHA256
	}
	correlation := ""
	if t.Correlation != nil {
		correlation = number(&t.Correlation.Value, 2)
	}
	return []total{
		{"second_engine", t.Engine.Name, ""}, {"second_engine_sha256", t.Engine.SHA256, ""}, {"second_recipe_fingerprint", t.RecipeFingerprint, ""},
		{"second_calibration_sha256", calibration, t.UncalibratedFor}, {"second_moves", strconv.Itoa(t.Moves), ""}, {"second_judged", strconv.FormatBool(t.Footing.Judged), ""},
		{"second_combined_z", zCell(t.Combined.Z, zLines(r)...), t.Combined.ZMissing}, {"second_ln_bf", number(t.Evidence.Log, 4), t.Evidence.Missing},
		{"second_correlation", correlation, ""}, {"second_threshold", number(lineBeside(&t.Threshold, r.Combined.Z), 2), ""}, {"second_agreement", string(t.Agreement), t.AgreementMissing},
	}
}

// measures adds what the regulations permit; where that depends on a number of
// players which nobody stated, what each would permit.
func (s *testCSV) measures() {
	for i := range s.Actions {
		s.measure("measure", &s.Actions[i], map[string]string{})
	}
	for i := range s.Ranges {
		r := &s.Ranges[i]
		if len(r.Actions)+len(r.Graver) == 0 {
			s.measure("range", &reports.Permitted{Action: "no_action", Citation: r.Citation}, sized(r.From, r.To, r.Held))
		}
		for k := range r.Actions {
			s.measure("range", &r.Actions[k], sized(r.From, r.To, r.Held))
		}
		for k := range r.Graver {
			s.measure("range", &r.Graver[k], sized(r.From, r.UpTo, ""))
		}
	}
}

// outdated adds what has changed since the test was made, and what is permitted now.
func (s *testCSV) outdated(o *reports.Outdated) {
	if o == nil {
		return
	}
	for _, fact := range o.Changed {
		s.put("changed", string(fact), map[string]string{})
	}
	if o.Now == nil {
		return
	}
	for i := range o.Now.Actions {
		s.measure("measure_now", &o.Now.Actions[i], map[string]string{"missing": o.Now.Held})
	}
}

// sized are the cells of an event of so many players, to 0 if there is no end.
func sized(from, to int, held string) map[string]string {
	return map[string]string{"low": strconv.Itoa(from), "high": positive(to), "missing": held}
}

func (s *testCSV) measure(record string, a *reports.Permitted, cells map[string]string) {
	cells["text"], cells["missing"] = a.Citation, cmp.Or(a.Note, cells["missing"])
	if a.Threshold > 0 {
		cells["z"] = number(lineBeside(&a.Threshold, s.Combined.Z), 2)
	}
	s.put(record, a.Action, cells)
}

func (s *testCSV) test(record string, t *reports.TestRow) {
	cells := map[string]string{
		"n": strconv.Itoa(t.N), "actual": shareCell(t.Actual), "expected": shareCell(t.Expected),
		"expected_at_rating": shareCell(t.Rated), "sd_known_event": shareCell(t.KnownSD), "slope": significant(t.Slope), "bias": significant(notNil(t.Bias)),
		"raw_sd": shareCell(t.RawSD), "sd": shareCell(t.SD), "raw_z": zCell(t.RawZ), "z": zCell(t.Z), "missing": string(t.Missing),
	}
	if m := t.Strongest; m != nil {
		cells["z_without"], cells["round"], cells["turn"], cells["color"], cells["played"] = zCell(&m.Without), m.Round, strconv.Itoa(m.Turn), m.Color, m.Played
		cells["event"] = m.Event
	}
	s.put(record, t.Test, cells)
}

// notNil returns a figure, nil for 0.
func notNil(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// ratings adds the intrinsic performance ratings.
func (s *testCSV) ratings() {
	s.rating("player", &s.IPR)
	s.rating("opponents", &s.Opponents.IPR)
	if s.Subset != nil {
		s.rating("subset", &s.Subset.InsideIPR)
		s.rating("rest", &s.Subset.RestIPR)
	}
}

func (s *testCSV) rating(of string, e *reports.RatingEstimate) {
	if !e.Exists {
		s.put("rating", of, map[string]string{"missing": string(e.Missing)})
		return
	}
	cells := map[string]string{"n": strconv.Itoa(e.Moves)}
	s.estimate(e, cells)
	s.put("rating", of, cells)
}

// estimate adds the cells of an intrinsic rating; none if there is none.
func (s *testCSV) estimate(e *reports.RatingEstimate, cells map[string]string) {
	if !e.Exists {
		return
	}
	cells["actual"] = ratingCell(&e.Rating)
	if !e.LowOpen {
		cells["low"] = ratingCell(&e.Low)
	}
	if !e.HighOpen {
		cells["high"] = ratingCell(&e.High)
	}
}

// move adds a move, whether it counts or not.
func (s *testCSV) move(m *reports.MoveRow) {
	cells := map[string]string{
		"event": m.Event, "round": m.Round, "turn": strconv.Itoa(m.Turn), "color": m.Color,
		"played": m.Played, "played_uci": m.PlayedUCI, "excluded": m.Excluded, "in_subset": strconv.FormatBool(m.Subset),
	}
	if m.Excluded == "" {
		cells["best"], cells["best_san"], cells["value"] = m.Best, m.BestSAN, m.Value
		cells["p_best"], cells["p_played"] = shareCell(m.PBest), shareCell(m.PPlayed)
		cells["p_best_at_rating"], cells["p_played_at_rating"] = shareCell(m.RatedBest), shareCell(m.RatedPlayed)
		cells["match"], cells["equal"] = strconv.FormatBool(m.Match), strconv.FormatBool(m.Equal)
		cells["loss"], cells["delta"] = number(m.Loss, 2), shareCell(&m.Delta)
		cells["missing"], cells["loss_missing"] = string(m.ExpectedMissing), string(m.LossMissing)
	}
	s.put("move", "", cells)
}
