package tournament

import "slices"

// NoteCounts is how many absences, checks and incidents stand in the arbiters' log of one round. It tells neither
// of observations, which are to go unnoticed ([AM] ch. 3, Regan's notes, III), nor whether a complainant asked for
// a check: that there is a complaint is confidential (Guidelines, III.B.12).
type NoteCounts struct {
	Round     int `json:"round"`
	Absences  int `json:"absences"` // leaving the board and the return to it are one
	Checks    int `json:"checks"`
	Incidents int `json:"incidents"`
}

// CountNotes counts the notes of a log that no later one corrects, by round; a round of observations alone has no row. Never nil.
func CountNotes(log []ListedNote) []NoteCounts {
	counts := []NoteCounts{}
	var away []absences
	for _, n := range standing(log) {
		if n.What == NotedObservation {
			continue
		}
		i, found := slices.BinarySearchFunc(counts, n.Round, func(c NoteCounts, round int) int { return c.Round - round })
		if !found {
			counts = slices.Insert(counts, i, NoteCounts{Round: n.Round})
		}
		switch n.What {
		case NotedAbsence:
			away = addAbsence(away, n.LogNote)
		case NotedCheck:
			counts[i].Checks++
		case NotedIncident:
			counts[i].Incidents++
		}
	}
	for _, a := range away {
		i, _ := slices.BinarySearchFunc(counts, a.round, func(c NoteCounts, round int) int { return c.Round - round })
		counts[i].Absences += max(a.left, a.back)
	}
	return counts
}

// absences counts how often a player left the board in a round, and how often he was back.
type absences struct {
	player            NamedPlayer
	round, left, back int
}

// addAbsence counts a note of an absence.
func addAbsence(all []absences, n LogNote) []absences {
	i := slices.IndexFunc(all, func(a absences) bool { return a.round == n.Round && a.player.same(n.Player) })
	if i < 0 {
		i, all = len(all), append(all, absences{player: n.Player, round: n.Round})
	}
	if n.Left > 0 {
		all[i].left++
	}
	if n.Back > 0 {
		all[i].back++
	}
	return all
}
