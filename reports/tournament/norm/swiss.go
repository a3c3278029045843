package norm

import (
	"slices"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// steady returns the players who miss at most one round, not counting pairing byes and absent
// opponents. Rules about every round of a Swiss count only these.
func (f *field) steady() []*Player {
	var all []*Player
	for _, n := range f.numbers() {
		p := f.players[n]
		missed := 0
		for round := range f.rounds {
			if !f.presentIn(p, round) {
				missed++
			}
		}
		if missed <= 1 {
			all = append(all, p)
		}
	}
	return all
}

func (f *field) presentIn(p *Player, round int) bool {
	return round < len(p.Rounds) && p.Rounds[round].Outcome.present()
}

// largeSwiss reports whether the event is a Swiss with so many rated foreigners in every round that
// 1.4.3 and 1.4.4 do not apply (1.4.3 d).
func (f *field) largeSwiss(rules regulations.LargeSwiss) (tournament.YesNo, []tournament.Fact) {
	if f.System != tournament.Swiss && f.System != "" || f.rounds == 0 {
		return tournament.No, nil
	}
	all := f.steady()
	surely, possibly := true, true
	for round := range f.rounds {
		sure := f.foreigners(all, round, false)
		surely = surely && sure.enough(rules)
		possibly = possibly && f.foreigners(all, round, true).enough(rules)
	}
	var missing []tournament.Fact
	if f.System == "" {
		missing = append(missing, tournament.FactSystem)
		surely = false
	}
	if f.Facts.Federation == "" {
		missing = append(missing, FactHost)
		surely = false
	}
	if slices.ContainsFunc(all, func(p *Player) bool { return p.Federation == "" }) {
		missing = append(missing, FactFederation)
	}
	return between(surely, possibly), missing
}

// foreigners counts the rated players of one round who are not of the host federation. With blanks
// it also counts those of unknown federation, each as a federation of its own.
type foreigners struct{ rated, titled, federations int }

func (f *field) foreigners(all []*Player, round int, blanks bool) foreigners {
	var n foreigners
	seen := map[string]bool{}
	for _, p := range all {
		host := f.Facts.Federation != "" && p.Federation == f.Facts.Federation
		if p.Rating == 0 || host || p.Federation == UnderFIDE || p.Federation == NoneOfFIDE || p.Federation == "" && !blanks || !f.presentIn(p, round) {
			continue
		}
		n.rated++
		if slices.Contains([]string{"GM", "IM", "WGM", "WIM"}, p.Title) {
			n.titled++
		}
		if p.Federation == "" {
			n.federations++
		} else if !seen[p.Federation] {
			seen[p.Federation] = true
			n.federations++
		}
	}
	return n
}

func (f foreigners) enough(rules regulations.LargeSwiss) bool {
	return f.rated >= rules.Rated && f.titled >= rules.Titled && f.federations >= rules.Federations
}

// swissForTitle reports whether the event is one of those of which an application must contain one
// norm: an individual Swiss with a certain number of players of a certain average in every round
// (1.5.6). Unrated players count as in 1.4.6 (d).
func (f *field) swissForTitle(rules regulations.TitleRules) tournament.YesNo {
	switch {
	case f.System == "" || !f.finished || !f.rated:
		return tournament.Unanswered
	case f.System != tournament.Swiss || f.rounds == 0 || f.Championship == tournament.NationalTeam || f.Championship == tournament.WorldTeam:
		return tournament.No
	}
	all := f.steady()
	for round := range f.rounds {
		players, sum := 0, 0
		for _, p := range all {
			if !f.presentIn(p, round) {
				continue
			}
			players++
			if sum += p.Rating; p.Rating == 0 {
				sum += rules.Unrated
			}
		}
		if players < rules.SwissForTitle.Players || sum < rules.SwissForTitle.Average*players {
			return tournament.No
		}
	}
	return tournament.Yes
}

// oneRoundDays reports whether there were this many days with one round (1.1.3).
func (f *field) oneRoundDays(days int) tournament.YesNo {
	perDay := f.roundsPerDay()
	if perDay == nil {
		return tournament.Unanswered
	}
	n := 0
	for _, rounds := range perDay {
		if rounds == 1 {
			n++
		}
	}
	return between(n >= days, n >= days)
}

// roundsPerDay counts the rounds of each day, nil if a date is missing.
func (f *field) roundsPerDay() map[string]int {
	if len(f.Dates) == 0 || len(f.Dates) < f.rounds {
		return nil
	}
	days := map[string]int{}
	for _, d := range f.Dates[:f.rounds] {
		if d.IsZero() {
			return nil
		}
		days[d.Format("2006-01-02")]++
	}
	return days
}
