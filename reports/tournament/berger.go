package tournament

import (
	"fairplay/reports/tournament/trf"
)

// Berger tables say who meets whom in which round of a round robin (FIDE General Regulations for
// Competitions, Annex 1). With an even number n of players there are n-1 rounds. With an odd number
// there is one round more, and in each round one player is free.

// tableSize returns the number of players of the table to use: with an odd number of players it is
// one more, and nobody has the last number.
func tableSize(players int) int { return players + players%2 }

// meetsInTable returns the opponent of a number in a round of the table of the given size, and
// whether the number has White. Numbers and rounds start at 1; size is even.
//
//	i + j = round + 1  (mod size - 1)
//
// holds for two numbers below the last; the number that would meet itself meets the last one. If i
// + j is odd, the lower number has White, otherwise the higher one. Against the last number, the
// first half have White.
func meetsInTable(size, number, round int) (opponent int, white bool) {
	last := size - 1
	if number == size {
		for i := 1; i < size; i++ {
			if (2*i-round-1)%last == 0 {
				return i, i > size/2
			}
		}
	}
	opponent = ((round+1-number)%last + last) % last
	if opponent == 0 {
		opponent = last
	}
	if opponent == number {
		return size, number <= size/2
	}
	lower := number < opponent
	return opponent, lower == ((number+opponent)%2 == 1)
}

// cycles says how a round robin runs through its table.
type cycles struct {
	double bool
	// turned reports whether the last two rounds of the first cycle are exchanged, as recommended if
	// there is a second cycle.
	turned bool
}

// rounds returns the number of rounds.
func (c cycles) rounds(size int) int {
	if c.double {
		return 2 * (size - 1)
	}
	return size - 1
}

// meets is meetsInTable over both cycles; in the second, colours are reversed.
func (c cycles) meets(size, number, round int) (opponent int, white bool) {
	last := size - 1
	if c.turned && (round == last-1 || round == last) {
		round = 2*last - 1 - round
	}
	second := round > last
	if second {
		round -= last
	}
	opponent, white = meetsInTable(size, number, round)
	return opponent, white != second
}

// slots returns the rounds of a number in the form of tournament files, without results.
func (c cycles) slots(players, number int) []trf.Slot {
	size := tableSize(players)
	all := make([]trf.Slot, c.rounds(size))
	for i := range all {
		opponent, white := c.meets(size, number, i+1)
		switch {
		case opponent > players:
			all[i] = trf.Slot{Mark: trf.PairingBye}
		case white:
			all[i] = trf.Slot{Opponent: opponent, Color: trf.White}
		default:
			all[i] = trf.Slot{Opponent: opponent, Color: trf.Black}
		}
	}
	return all
}
