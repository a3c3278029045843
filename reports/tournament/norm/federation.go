package norm

import (
	"fairplay/reports/tournament"
)

// federations counts the federations of opponents.
type federations struct {
	own     string
	counts  map[string]int // by federation
	unknown int            // opponents of unknown federation
	of      int            // opponents
}

func (f *federations) add(federation string) {
	f.of++
	switch federation {
	case "":
		f.unknown++
	case UnderFIDE:
	default:
		f.counts[federation]++
	}
}

// others returns the number of federations besides the player's own, and whether they are enough
// (1.4.3).
func (f *federations) others(need int) (int, tournament.YesNo) {
	n := len(f.counts)
	sure := n - 1 // if his own is unknown, it may be one of them
	if f.own != "" {
		if f.counts[f.own] > 0 {
			n--
		}
		sure = n
	}
	return n, between(sure >= need, n+f.unknown >= need)
}

// fromOwn returns the number of opponents from the player's federation, and whether they are few
// enough (1.4.4).
func (f *federations) fromOwn(most int) (int, tournament.YesNo) {
	if f.own == UnderFIDE {
		return 0, tournament.Yes
	}
	if f.own == "" {
		_, largest := f.largest()
		return 0, between(largest+f.unknown <= most, true)
	}
	n := f.counts[f.own]
	return n, between(n+f.unknown <= most, n <= most)
}

// fromOne returns the number of opponents from the most frequent federation, and whether they are
// few enough (1.4.4).
func (f *federations) fromOne(most int) (int, tournament.YesNo) {
	_, n := f.largest()
	return n, between(n+f.unknown <= most, n <= most)
}

// largest returns the federation of most opponents; of several, the first by name.
func (f *federations) largest() (name string, n int) {
	for federation, count := range f.counts {
		if count > n || count == n && federation < name {
			name, n = federation, count
		}
	}
	return name, n
}

// between is Yes if something holds whatever the missing facts are, and No if it holds for none of
// them.
func between(surely, possibly bool) tournament.YesNo {
	switch {
	case surely:
		return tournament.Yes
	case possibly:
		return tournament.Unanswered
	}
	return tournament.No
}

// exemption reports whether a player is exempt from 1.4.3 and 1.4.4, by which article, and which
// facts would answer that. 1.4.3 (a) and (b) exempt players of the federation that registers the
// event, (c) everybody, (d) everybody in a large international Swiss.
func (f *field) exemption(p *Player) (a tournament.YesNo, article string, missing []tournament.Fact) {
	switch f.Championship {
	case tournament.Zonal:
		return tournament.Yes, "B01-1.4.3c", nil
	case tournament.National, tournament.NationalTeam:
		article = map[tournament.Championship]string{tournament.National: "B01-1.4.3a", tournament.NationalTeam: "B01-1.4.3b"}[f.Championship]
		switch {
		case f.Federation == "" || p.Federation == "":
			a = tournament.Unanswered
			if f.Federation == "" {
				missing = append(missing, FactHost)
			}
		case f.Federation == p.Federation:
			return tournament.Yes, article, nil
		default:
			a = tournament.No
		}
	case "":
		missing = append(missing, tournament.FactChampionship)
	default:
		a = tournament.No
	}
	switch f.large {
	case tournament.Yes:
		return tournament.Yes, "B01-1.4.3d", nil
	case tournament.Unanswered:
		return tournament.Unanswered, "", append(missing, f.largeWants...)
	}
	return a, article, missing
}
