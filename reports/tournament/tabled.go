package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// CoverTables compares the games of a round robin with the Berger tables, for events that have no
// tournament file. The numbers are those that players state, if the games agree with them;
// otherwise those of the games, if only one numbering fits them. through is the last round that
// should be there, AllRounds for all. If players is empty, the players of the games are taken.
//
// If nothing tells the numbers, or the games do not follow the tables, the error is Unprocessable:
// nobody can then say which games are missing.
func CoverTables(players []roster.Entry, system System, through int, games []*analysis.Game) (*Coverage, error) {
	if system != RoundRobin && system != DoubleRoundRobin {
		return nil, fault.New(fault.Unprocessable, "no_tables", "only round robins have tables by which their games can be told; other events need their tournament file")
	}
	if len(players) == 0 {
		players = roster.Identify(games).Entries()
	}
	if len(players) < 3 || len(players) > mostTabled {
		return nil, fault.New(fault.Unprocessable, "no_tables", "there are tables for 3 to %d players, not for %d", mostTabled, len(players))
	}
	t, called := Unpaired(players), names{}
	for i, p := range t.Participants {
		p.Number, called[p] = i+1, players[i].CalledAs
	}
	c := newComparing(t, called, games)
	numbers, run, source := numbersOf(players, c.seen(), system == DoubleRoundRobin)
	if source == "" {
		return nil, fault.New(fault.Unprocessable, "no_numbers", "the games do not tell which player has which number of the Berger table, or do not follow it; state the numbers in the roster, or hand in the tournament file")
	}
	for i, p := range t.Participants {
		p.Number, p.Slots = numbers[i], run.slots(len(players), numbers[i])
	}
	slices.SortFunc(t.Participants, func(a, b *trf.Participant) int { return cmp.Compare(a.Number, b.Number) })
	c = newComparing(t, called, games)
	c.basis, c.through = source, min(through, t.LastRound())
	return c.cover(), nil
}

// AllRounds stands for every round of an event.
const AllRounds = mostRounds

// Unpaired returns a tournament of these players without pairings.
func Unpaired(players []roster.Entry) *trf.Tournament {
	t := &trf.Tournament{}
	for _, p := range players {
		t.Participants = append(t.Participants, &trf.Participant{
			Number: p.Number, Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Rating: p.Rating,
		})
	}
	return t
}

// mostTabled is the greatest number of players of a round robin for which tables are tried.
const mostTabled = 60

// seenPairing is a pairing found in a record: players by their index in a list.
type seenPairing struct{ round, white, black int }

// seen returns the pairings of records that state their round, each once. Participants are numbered
// by their index, from 1.
func (c *comparing) seen() []seenPairing {
	var all []seenPairing
	for _, r := range c.records {
		if r.round == 0 || r.white == nil || r.black == nil || r.white == r.black {
			continue
		}
		if p := (seenPairing{r.round, r.white.Number - 1, r.black.Number - 1}); !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// numbersOf returns the numbers of players in their order, how the event runs through the table,
// and how both are known; "" if they are not.
func numbersOf(players []roster.Entry, seen []seenPairing, double bool) ([]int, cycles, CoverageBasis) {
	runs := []cycles{{double: double}}
	if double {
		runs = append(runs, cycles{double: true, turned: true})
	}
	var best *numbering
	stated := statedNumbers(players)
	for _, run := range runs {
		if n := newNumbering(stated, run, seen); stated != nil && (best == nil || n.fit > best.fit) {
			best = n
		}
	}
	if best != nil && best.follows() {
		return best.numbers, best.run, ByRoster
	}
	best = nil
	unique := false
	for _, run := range runs {
		n, alone := numberByGames(len(players), run, seen)
		if n == nil {
			continue
		}
		switch {
		case best == nil || n.fit > best.fit:
			best, unique = n, alone
		case n.fit == best.fit && !slices.Equal(n.numbers, best.numbers):
			unique = false
		}
	}
	if best == nil || !unique || !best.follows() {
		return nil, cycles{}, ""
	}
	return best.numbers, best.run, ByGames
}

// statedNumbers returns the numbers of players, nil unless they are 1 to n.
func statedNumbers(players []roster.Entry) []int {
	numbers := make([]int, len(players))
	for i, p := range players {
		if p.Number < 1 || p.Number > len(players) || slices.Contains(numbers[:i], p.Number) {
			return nil
		}
		numbers[i] = p.Number
	}
	return numbers
}

// numbering assigns each player a number of the table, 0 for none yet.
type numbering struct {
	numbers []int
	run     cycles
	seen    []seenPairing
	fit     int // games that agree with the table: two for each with the right colours, otherwise one
}

func newNumbering(numbers []int, run cycles, seen []seenPairing) *numbering {
	n := &numbering{numbers: numbers, run: run, seen: seen}
	if numbers != nil {
		n.fit = n.measure()
	}
	return n
}

// size returns the size of the table.
func (n *numbering) size() int { return tableSize(len(n.numbers)) }

// fits returns 2 if the table pairs two numbers in a round with these colours, 1 if with the
// opposite colours, otherwise 0.
func (n *numbering) fits(round, white, black int) int {
	if round > n.run.rounds(n.size()) || white == 0 {
		return 0
	}
	switch opponent, first := n.run.meets(n.size(), white, round); {
	case opponent != black:
		return 0
	case !first:
		return 1
	}
	return 2
}

func (n *numbering) measure() int {
	sum := 0
	for _, s := range n.seen {
		sum += n.fits(s.round, n.numbers[s.white], n.numbers[s.black])
	}
	return sum
}

// follows reports whether three of four games agree with the table, so that the others may be called
// wrong. Without games, whatever was stated is accepted.
func (n *numbering) follows() bool { return 2*n.fit >= 3*len(n.seen) }

// numberByGames finds the numbering that most games fit, and reports whether no other fits as well.
// It is nil if the games leave somebody without a number.
func numberByGames(players int, run cycles, seen []seenPairing) (best *numbering, unique bool) {
	most := make([]int, players)
	for _, s := range seen {
		most[s.white]++
		most[s.black]++
	}
	first := slices.Index(most, slices.Max(most))
	for number := 1; number <= players; number++ {
		numbers := spread(players, run, seen, first, number)
		if slices.Contains(numbers, 0) {
			continue
		}
		switch n := newNumbering(numbers, run, seen); {
		case best == nil || n.fit > best.fit:
			best, unique = n, true
		case n.fit == best.fit:
			unique = false
		}
	}
	return best, unique && !best.exchangeable()
}

// spread assigns a number to one player, and to the others the numbers that follow from the games
// with him and then with each other. The player on whose number most games agree comes first.
func spread(players int, run cycles, seen []seenPairing, first, number int) []int {
	size := tableSize(players)
	numbers, taken := make([]int, players), make([]bool, size+1)
	votes := make([][]int, players) // for each player, by number
	for i := range votes {
		votes[i] = make([]int, size+1)
	}
	for player := first; ; {
		numbers[player], taken[number] = number, true
		for _, s := range seen {
			if s.round > run.rounds(size) || s.white != player && s.black != player {
				continue
			}
			opponent, white := run.meets(size, number, s.round)
			other, weight := s.black, 1
			if s.black == player {
				other = s.white
			}
			if white == (s.white == player) {
				weight = 2
			}
			votes[other][opponent] += weight
		}
		player, number = mostAgreed(numbers, taken[:players+1], votes)
		if number == 0 {
			return numbers
		}
	}
}

// mostAgreed returns the player without a number, and the free number, with the most votes; number
// 0 if there are no votes.
func mostAgreed(numbers []int, taken []bool, votes [][]int) (player, number int) {
	most := 0
	for p, given := range numbers {
		if given > 0 {
			continue
		}
		for n := 1; n < len(taken); n++ {
			if !taken[n] && votes[p][n] > most {
				player, number, most = p, n, votes[p][n]
			}
		}
	}
	return player, number
}

// exchangeable reports whether two players could exchange their numbers and the games would fit as
// well, so that it is open who has which.
func (n *numbering) exchangeable() bool {
	for i := range n.numbers {
		for j := range i {
			n.numbers[i], n.numbers[j] = n.numbers[j], n.numbers[i]
			fit := n.measure()
			n.numbers[i], n.numbers[j] = n.numbers[j], n.numbers[i]
			if fit >= n.fit {
				return true
			}
		}
	}
	return false
}
