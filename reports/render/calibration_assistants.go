package render

import (
	"fairplay/analysis/choice"
)

// assistants lists the engines whose help the likelihood ratio and the odds are made for.
func (m fitted) assistants() section {
	s := &table{Columns: []column{{Head: m.say("helpers.engine", nil), Left: true}, {Head: m.say("helpers.moves", nil)}}}
	out := section{ID: "helpers", Title: m.say("helpers.title", nil), Tables: []*table{s},
		Text: []string{m.say("helpers.explain", fields{"Share": m.percentSign(m.Assisted.Share, 0)}), m.say("helpers.unaided", fields{"Share": m.percentSign(m.Assisted.Unaided, 1)})}}
	for i := range m.Assisted.Assistants {
		h := &m.Assisted.Assistants[i]
		moves := m.integer(h.Moves)
		if h.Moves == 0 {
			moves = m.say("helpers.none", nil)
			out.Notes = append(out.Notes, m.say("helpers.supposed", fields{"Best": m.percentSign(h.Best, 0)}))
		}
		s.add(m.slug("helper", h.Name), moves)
	}
	return out
}

// odds describes the odds when nobody is helped: they should be 1 on average.
func (m fitted) odds() section {
	s := section{ID: "odds", Title: m.say("odds_report.title", nil)}
	e, p := &m.Report.Evidence, &m.Report.Power
	if e.N == 0 {
		s.Text = []string{m.say("odds_report.too_few", fields{"N": m.integer(e.N)})}
		return s
	}
	two := m.decimals(2)
	s.Text = []string{m.say("odds_report.explain", fields{"N": m.integer(e.N), "Mean": two(e.Mean.Value), "Interval": m.interval(e.Mean, two), "Highest": m.decimal(e.Highest, 1)})}
	if p.Simulated > 0 {
		s.Text[0] += " " + m.say("odds_report.simulated", fields{"N": m.integer(p.Simulated), "Mean": two(p.MeanOdds)})
	}
	one := func(x float64) string { return m.percentSign(x, 1) }
	for _, a := range e.Above {
		s.List = append(s.List, m.say("odds_report.above", fields{"Line": m.integer(int(a.Line)), "Share": one(a.Share.Value), "Interval": m.interval(a.Share, one), "Simulated": one(a.Simulated)}))
	}
	for i := range e.Bands {
		b := &e.Bands[i]
		s.List = append(s.List, m.say("odds_report.band", fields{"Ratings": m.bandName(b.Low, b.High), "N": m.integer(b.N), "Mean": two(b.Mean.Value), "Interval": m.interval(b.Mean, two)}))
	}
	return s
}

// losses lists the coefficients of the model of losses, and the mean losses of its classes.
func (m fitted) losses() section {
	terms := &table{Tight: true, Columns: []column{{Head: m.say("loss_model.term", nil), Left: true}, {Head: m.say("loss_model.whether", nil)}, {Head: m.say("loss_model.how_much", nil)}}}
	for i, name := range choice.LossTerms() {
		terms.add(name, m.signed(m.Loss.Loss.Something[i], 4), m.signed(m.Loss.Loss.HowMuch[i], 4))
	}
	classes := &table{Tight: true, Columns: []column{{Head: m.say("loss_model.class", nil), Left: true}, {Head: m.say("loss_model.cut", nil)},
		{Head: m.say("loss_model.loss", nil)}, {Head: m.say("loss_model.root", nil), Drop: 1}}}
	for i := range m.Loss.Levels {
		l := &m.Loss.Levels[i]
		cut := absent
		if i < len(m.Loss.Loss.Cuts) {
			cut = m.signed(m.Loss.Loss.Cuts[i], 3)
		}
		classes.add(m.integer(i+1), cut, m.decimal(l.Loss, 3), m.decimal(l.Root, 3))
	}
	two := m.decimals(2)
	alike := m.say("loss_model.alike", fields{"Game": two(m.Effects.LossGame.Value), "Player": two(m.Effects.LossPlayer.Value), "Share": two(m.Loss.Share), "Dispersion": two(m.Loss.Dispersion.Value)})
	return section{ID: "losses", Title: m.say("loss_model.title", nil), Text: []string{m.say("loss_model.explain", nil), alike}, Tables: []*table{terms, classes}}
}
