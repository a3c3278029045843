package render

import (
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
)

// certificates are the facts that the form IT1 asks for, of every norm that was made.
func (n norms) certificates() section {
	s := section{ID: "certificates", Title: n.say("norms.certificates", nil)}
	for i := range n.Players {
		p := &n.Players[i]
		for k := range p.Norms {
			if of := &p.Norms[k]; of.State == "made" && !of.Held {
				s.Tables = append(s.Tables, n.certificate(p, of))
			}
		}
	}
	if len(s.Tables) > 0 {
		s.Facts = []fact{
			{Label: n.say("norms.chief_arbiter", nil), Value: orAbsent(n.Event.ChiefArbiter)},
			{Label: n.say("norms.rate_of_play", nil), Value: orAbsent(n.Event.RateOfPlay)},
		}
	}
	return s
}

func (n norms) certificate(p *reports.NormPlayer, of *reports.TitleNorm) *table {
	o, host := of.Opponents, absent
	if o.Host != nil {
		host = n.integer(*o.Host)
	}
	titles := make([]string, 0, len(o.Titled))
	for _, title := range []string{"GM", "IM", "WGM", "WIM", "FM", "WFM", "CM", "WCM"} {
		if o.Titled[title] > 0 {
			titles = append(titles, title+" "+strconv.Itoa(o.Titled[title]))
		}
	}
	t := &table{
		Caption: n.say("norms.certificate", fields{
			"Number": p.Number, "Name": orAbsent(p.Name), "FideID": orAbsent(p.FideID), "Born": orAbsent(p.Born), "Title": of.Title, "Federations": o.Federations,
			"Foreign": o.Foreign, "Host": host, "Rated": o.Rated, "Titles": orAbsent(strings.Join(titles, ", ")),
			"Points": n.score(of.Points), "Needed": n.score(of.Needed), "Games": of.Games, "Average": of.Average, "Performance": of.Performance,
		}),
		Columns: []column{
			{Head: n.say("norms.round", nil)}, {Head: n.say("norms.opponent", nil), Left: true}, {Head: n.say("norms.fide_id", nil), Drop: 2},
			{Head: n.say("norms.federation", nil), Left: true}, {Head: n.say("norms.rating", nil)}, {Head: n.say("norms.counted", nil), Drop: 1},
			{Head: n.say("norms.his_title", nil), Left: true}, {Head: n.say("norms.result", nil)},
		},
	}
	for _, g := range o.Games {
		t.add(strconv.Itoa(g.Round), orAbsent(g.Name), orAbsent(g.FideID), orAbsent(g.Federation), orAbsent(positive(g.Rating)),
			strconv.Itoa(g.Counted), orAbsent(g.Title), g.Result)
	}
	return t
}

// claims are titles without norms, for a person to check.
func (n norms) claims() section {
	s := section{ID: "claims", Title: n.say("norms.claims", nil)}
	for i := range n.Claims {
		c := &n.Claims[i]
		s.List = append(s.List, n.localizeOr("ground."+c.Ground, c.Ground, fields{
			"Number": c.Number, "Name": orAbsent(c.Name), "Title": c.Title, "Rating": c.Rating, "Bound": c.Bound, "K": c.LeastK,
			"Change": n.decimal(c.Change, 2), "Citation": n.citation(c.Rule.Article, c.Rule.Citation),
		}))
	}
	if len(s.List) > 0 {
		s.Text = []string{n.say("norms.claims_explain", nil)}
	}
	return s
}

// forOthers reports whether a title is for women and the player is a man.
func forOthers(of *reports.TitleNorm) bool {
	return slices.ContainsFunc(of.Checks, func(c reports.NormCheck) bool { return c.Requirement == "women" && c.Met == "no" })
}
