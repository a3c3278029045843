package tournament

import "slices"

// NoteCounts is the number of absences, checks and incidents in the arbiters' log of one round. It
// leaves out observations, which must go unnoticed ([AM] ch. 3, Regan's notes, III), and does not
// say whether a complainant asked for a check: that there is a complaint is confidential
// (Guidelines, III.B.12).
type NoteCounts struct {
	Round     int `json:"round"`
	Absences  int `json:"absences"` // leaving the board and the return to it are one
	Checks    int `json:"checks"`
	Incidents int `json:"incidents"`
}

// CountNotes counts, by round, the notes of a log that no later one corrects. A round with only
// observations has no row. Never nil.
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

// absences counts how many times a player left the board in a round, and how many times he came
// back.
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
