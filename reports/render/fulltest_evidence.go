package render

import (
	"math"

	"fairplay/analysis/exact"
)

// evidence weighs two explanations of the moves against each other: that the player
// found all of them, and that a share of them follows an engine.
func (t fullTest) evidence() section {
	s := section{ID: "evidence", Title: t.say("evidence.title", nil)}
	log := t.Evidence.Log
	if !exists(log) {
		s.Text = []string{t.say("evidence.none", fields{"Why": t.why(t.Evidence.Missing)})}
		return s
	}
	s.Figure, s.Faint = t.ratio(log), !t.Footing.Judged
	s.Text = []string{t.explained(*log)}
	if !t.Footing.Judged {
		s.Text = append(s.Text, t.say("evidence.not_judged", nil))
	}
	if e := t.Evidence; exists(e.Highest) {
		highest := exact.Log(*e.Highest)
		s.Text = append(s.Text, t.say("evidence.highest", fields{"Ratio": t.ratio(&highest), "Round": printable(orAbsent(e.HighestRound))}))
	}
	s.Text = append(s.Text, t.say("evidence.meaning", nil), t.say("evidence.third", nil))
	s.List = append([]string{t.say("evidence.nothing", nil), t.say("evidence.looks", nil)}, t.honestOdds()...)
	s.Notes = []string{t.say("evidence.ln", fields{"Log": t.signed(*log, 2)})}
	return s
}

// honestOdds says how high the odds of honest players of such a rating were, and whether that is as the models
// demand.
func (t fullTest) honestOdds() (texts []string) {
	used := t.Provenance.Calibration
	if used == nil || used.Honest == nil || !t.Footing.Judged {
		return nil
	}
	for _, o := range used.Honest.Odds {
		if t.Player.Rating < o.Low || t.Player.Rating >= o.High {
			continue
		}
		values := fields{"From": t.decimal(o.Low, 0), "To": t.decimal(o.High, 0), "N": t.integer(o.Performances),
			"Mean": t.decimal(o.Mean, 2), "Low": t.decimal(o.Interval[0], 2), "High": t.decimal(o.Interval[1], 2)}
		if o.Interval[1] > 1 {
			texts = append(texts, t.say("evidence.honest_unshown", values))
		} else {
			texts = append(texts, t.say("evidence.honest", values))
		}
	}
	return texts
}

// mostOdds is the limit beyond which odds are only said to be more: nobody has
// measured there.
const mostOdds = 1e6

// twoDigits returns how many times as likely the likelier explanation is, and whether
// it is the one with an engine. It gives two digits: nobody knows it better.
func twoDigits(log float64) (odds float64, engine bool) {
	return exact.Round(exact.Exp(math.Abs(log)), 2), log > 0
}

// explained says in words which explanation the moves speak for, and how strongly.
func (w *words) explained(log float64) string {
	odds, engine := twoDigits(log)
	switch {
	case odds == 1:
		return w.say("evidence.even", nil)
	case engine:
		return w.say("evidence.for", fields{"Times": w.times(odds)})
	}
	return w.say("evidence.against", fields{"Times": w.times(odds)})
}

// times says how many times as likely something is.
func (w *words) times(odds float64) string {
	if !(odds <= mostOdds) {
		return w.say("evidence.beyond", fields{"N": w.integer(mostOdds)})
	}
	return w.plural("evidence.times", odds, fields{"N": w.digits(odds)})
}

// ratio writes the logarithm of odds as a ratio, 12 : 1 or 1 : 8; absent for nil.
func (w *words) ratio(log *float64) string {
	if !exists(log) {
		return absent
	}
	odds, engine := twoDigits(*log)
	text := w.digits(odds)
	if !(odds <= mostOdds) {
		text = ">" + noBreakSpace + w.integer(mostOdds)
	}
	colon := noBreakSpace + ":" + noBreakSpace
	if engine {
		return text + colon + "1"
	}
	return "1" + colon + text
}

// digits writes a number of at least 1 to two digits.
func (w *words) digits(x float64) string {
	if x < 10 && x != math.Trunc(x) {
		return w.decimal(x, 1)
	}
	return w.integer(int(min(x, mostOdds)))
}
