package render

import (
	"cmp"
	"math"

	"fairplay/analysis/choice"
	"fairplay/reports"
)

// power says what the test would have found: the companion of every "nothing
// found".
func (t fullTest) power() section {
	s := section{ID: "power", Title: t.say("power.title", nil), Text: []string{t.say("power.explain", nil)}}
	for _, p := range t.Power { // reports from before there were kinds mean the engine itself
		all := fields{"Z": t.decimal(p.Threshold, 1), "Share": t.percentSign(p.Share, 0), "Helper": t.slug("helper_kind", cmp.Or(p.Helper, choice.OwnKind))}
		if p.Detectable {
			s.List = append(s.List, t.say("power.detectable", all))
		} else {
			s.List = append(s.List, t.say("power.undetectable", all))
		}
	}
	if len(s.List) == 0 {
		s.Text = []string{t.say("power.none", fields{"Why": t.why(t.PowerMissing)})}
	}
	return s
}

// posterior explains what the odds are worth where few have help.
func (t fullTest) posterior() section {
	s := section{ID: "posterior", Title: t.say("posterior.title", nil)}
	if len(t.Posterior) == 0 {
		s.Text = []string{t.say("posterior.none", fields{"Why": t.why(t.PosteriorMissing)})}
		return s
	}
	rows := &table{Columns: []column{{Head: t.say("posterior.setting", nil), Left: true}, {Head: t.say("posterior.prior", nil)},
		{Head: t.say("posterior.after", nil)}}}
	for i := range t.Posterior {
		p := &t.Posterior[i]
		rows.addFaint(!t.Footing.Judged, t.slug("setting", p.Setting), t.prior(p), t.probable(p.Probability))
	}
	s.Text = []string{t.say("posterior.explain", nil)}
	s.Tables = []*table{rows}
	s.List = []string{t.say("posterior.alternatives", nil), t.say("posterior.priors", nil)}
	return s
}

// probable writes a probability and never says that it is certain.
func (w *words) probable(p float64) string {
	if p > most {
		return w.say("combined.more_than", fields{"N": w.percentSign(most, 0)})
	}
	return w.smallPercent(p)
}

// prior writes a prior as a natural frequency.
func (w *words) prior(p *reports.PosteriorRow) string {
	if !(p.Prior > 0) {
		return absent
	}
	return w.say("posterior.one_in", fields{"N": w.integer(int(math.Round(1 / p.Prior)))})
}

// input says what came in, what was left out and what is uncertain.
func (t fullTest) input() section {
	s := section{ID: "input", Title: t.say("input.title", nil), Facts: []fact{
		{Label: t.say("games.title", nil), Value: t.listed(t.gameFacts(t.Games))}}}
	if out := t.exclusions(t.Games.Excluded); len(out) > 0 {
		s.Facts = append(s.Facts, fact{Label: t.say("games.left_out", nil), Value: t.listed(out)})
	}
	if out := t.exclusions(t.Exclusions); len(out) > 0 {
		s.Facts = append(s.Facts, fact{Label: t.say("moves.left_out", nil), Value: t.listed(out)})
	}
	for i := range t.Errors {
		if i == listedErrors {
			s.List = append(s.List, t.count("errors.more", len(t.Errors)-i, nil))
			break
		}
		s.List = append(s.List, t.errorPlace(&t.Errors[i])+": "+errorReason(&t.Errors[i]))
	}
	s.List = append(s.List, t.oddities(t.Notes, listedErrors)...)
	return s
}

// listed writes labelled counts in one line.
func (w *words) listed(facts []fact) string {
	text := ""
	for i, f := range facts {
		if i > 0 {
			text += ", "
		}
		text += f.Label + noBreakSpace + f.Value
	}
	return text
}

// provenanceSection says what it takes to compute the report again.
func (w *words) provenanceSection(p *reports.Provenance) section {
	return section{ID: "provenance", Title: w.say("provenance.title", nil), Text: []string{w.say("provenance.explain", nil)}, Facts: w.provenance(p)}
}
