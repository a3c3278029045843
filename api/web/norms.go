package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/access"
)

// normsContent is what came of the title norms of an event; with Sheet it is the certificate of one.
type normsContent struct {
	reports.Norms
	Why    string // there are no norms to be told, "" if there are
	Facts  string // that nobody knows and every undecided norm needs, in words
	States bool   // the reader may state them
	Made   []normRow
	Open   int // players of whom a norm is undecided
	Rows   []normPlayerRow
	Player *normPlayerRow // of whom everything is told
	Sheet  *normRow
	Rules  string // the year of the edition
}

// Formats are those in which people take the norms away.
func (normsContent) Formats() []string { return formats() }

// Columns are the titles in the order in which everybody's norms are given.
func (c normsContent) Columns() (titles []string) {
	if len(c.Players) > 0 {
		for _, n := range c.Players[0].Norms {
			titles = append(titles, n.Title)
		}
	}
	return titles
}

// normPlayerRow is a player with what came of each title.
type normPlayerRow struct {
	reports.NormPlayer
	Norms []normRow
}

// normRow is one norm of a player.
type normRow struct {
	reports.TitleNorm
	Player  *reports.NormPlayer
	Unmet   []string // what is not met, in words
	Missing string   // facts that nobody knows, in words
	More    string   // those of them that not every undecided norm needs
	facts   []string // that nobody knows
	Checks  []checkRow
	Titled  string // titles of the opponents, with how many have each
}

// checkRow is a requirement in words.
type checkRow struct {
	reports.NormCheck
	Text string
}

func showNorms(v *visit) (any, error) {
	content := normsContent{States: v.writes("changeEvent", "readLevel")}
	found, err := ask(v, "readNorms", v.journals.Norms)
	if refused(err, fault.Unprocessable) {
		content.Why = v.why(err)
		return content, nil
	} else if err != nil {
		return nil, err
	}
	content.Norms = *found
	content.Rules = content.Edition.From[:min(4, len(content.Edition.From))]
	for i := range content.Players {
		p := &content.Players[i]
		row := normPlayerRow{NormPlayer: *p}
		for _, n := range p.Norms {
			norm := v.normRow(p, n)
			if row.Norms = append(row.Norms, norm); n.State == "made" && !n.Held {
				content.Made = append(content.Made, norm)
			}
		}
		if slices.ContainsFunc(p.Norms, func(n reports.TitleNorm) bool { return n.State == "undecided" }) {
			content.Open++
		}
		content.Rows = append(content.Rows, row)
	}
	v.tellOnce(&content)
	return content, content.choose(v.c.QueryParam("player"), v.c.QueryParam("it1"))
}

// tellOnce moves facts that every undecided norm needs to one place for all of them.
func (v *visit) tellOnce(c *normsContent) {
	var all []string
	undecided := 0
	for _, r := range c.Rows {
		for _, n := range r.Norms {
			if n.State != "undecided" || len(n.facts) == 0 {
				continue
			}
			if undecided++; undecided == 1 {
				all = n.facts
			}
			all = slices.DeleteFunc(slices.Clone(all), func(fact string) bool { return !slices.Contains(n.facts, fact) })
		}
	}
	c.Facts = facts(v, all)
	for _, r := range c.Rows {
		for i := range r.Norms {
			n := &r.Norms[i]
			n.More = facts(v, slices.DeleteFunc(slices.Clone(n.facts), func(fact string) bool { return slices.Contains(all, fact) }))
		}
	}
}

// choose selects the player or the norm that an address names; an unknown one is access.Hidden.
func (c *normsContent) choose(player, it1 string) error {
	if it1 != "" {
		i := slices.IndexFunc(c.Made, func(n normRow) bool { return strconv.Itoa(n.Player.Number)+"-"+string(n.Title) == it1 })
		if i < 0 {
			return access.Hidden()
		}
		c.Sheet = &c.Made[i]
	}
	if player != "" {
		i := slices.IndexFunc(c.Rows, func(r normPlayerRow) bool { return strconv.Itoa(r.Number) == player })
		if i < 0 {
			return access.Hidden()
		}
		c.Player = &c.Rows[i]
	}
	return nil
}

func (v *visit) normRow(p *reports.NormPlayer, n reports.TitleNorm) normRow {
	row := normRow{TitleNorm: n, Player: p}
	var missing []string
	for _, c := range n.Checks {
		check := checkRow{c, v.requirement(c)}
		row.Checks = append(row.Checks, check)
		if c.Met == "no" {
			row.Unmet = append(row.Unmet, check.Text)
		}
		if c.Met == "unknown" {
			missing = append(missing, c.Missing...)
		}
	}
	slices.Sort(missing)
	row.facts = slices.Compact(missing)
	row.Missing = facts(v, row.facts)
	if o := n.Opponents; o != nil {
		var titles []string
		for title, count := range o.Titled {
			titles = append(titles, title+" "+strconv.Itoa(count))
		}
		slices.Sort(titles)
		row.Titled = strings.Join(titles, ", ")
	}
	return row
}

// requirement says one requirement with what there is.
func (v *visit) requirement(c reports.NormCheck) string {
	have, need := v.Integer(c.Have), v.Integer(c.Need)
	if c.Requirement == "least_points" { // in half points
		have, need = v.Points(float64(c.Have)/2), v.Points(float64(c.Need)/2)
	}
	id := "requirement." + c.Requirement
	return cmp.Or(v.Say(id, "Have", have, "Need", need), id)
}
