package analysis

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// CompareGames orders games as they were played: by date, round, board, and where
// these are equal by content identity. Parts of a round are compared as
// numbers ("2.10" comes after "2.9"). Unknown dates and rounds come first.
// Games that are equal in all of this are ordered by what else their tags say
// and at last by their place in the input, so that the order is total.
func CompareGames(a, b *Game) int { return timeOf(a).compare(timeOf(b)) }

// playedAt says when a game was played, as far as its tags tell.
type playedAt struct {
	*Game
	date  string // with 0 for what is unknown, which comes before what is known
	round []int
}

func timeOf(g *Game) playedAt {
	return playedAt{g, strings.ReplaceAll(DateOf(g), "?", "0"), RoundParts(g.Round)}
}

func (p playedAt) compare(b playedAt) int {
	if c := cmp.Or(strings.Compare(p.date, b.date), slices.Compare(p.round, b.round)); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(BoardTag(p.Game), BoardTag(b.Game)), strings.Compare(p.ID, b.ID)); c != 0 {
		return c
	}
	return cmp.Or(
		slices.CompareFunc(p.Tags, b.Tags, compareTags),
		comparePlayers(p.White, b.White),
		comparePlayers(p.Black, b.Black),
		strings.Compare(p.Source.File, b.Source.File),
		cmp.Compare(p.Source.Game, b.Source.Game),
	)
}

// DateOf returns the day of a game as YYYY.MM.DD with question marks for what
// is unknown, "" where even the year is. The UTC date of broadcasts is no
// substitute: it is the day on which somebody made the page.
func DateOf(g *Game) string {
	if hasYear(g.Date) {
		return g.Date
	}
	return ""
}

// hasYear reports whether a PGN date begins with a year.
func hasYear(s string) bool {
	year, _, _ := strings.Cut(s, ".")
	return len(year) == 4 && !strings.ContainsFunc(year, func(r rune) bool { return r < '0' || r > '9' })
}

// InOrder returns the games in the order of CompareGames.
func InOrder(games []*Game) []*Game {
	times := make([]playedAt, len(games))
	for i, g := range games {
		times[i] = timeOf(g)
	}
	slices.SortStableFunc(times, playedAt.compare)
	sorted := make([]*Game, len(games))
	for i, t := range times {
		sorted[i] = t.Game
	}
	return sorted
}

func compareTags(a, b Tag) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Value, b.Value))
}

func comparePlayers(a, b Player) int {
	return cmp.Or(
		strings.Compare(a.Name, b.Name), strings.Compare(a.FideID, b.FideID), cmp.Compare(a.Rating, b.Rating),
		strings.Compare(a.Title, b.Title), strings.Compare(a.Federation, b.Federation),
	)
}

// ParseRound reads a round as PGN has it: "3", "3.12" (round and board), or
// with further parts, which are left out. board is 0 if none is given; ok is
// false for "?", "-", "" and anything that does not start with a number above
// zero.
func ParseRound(s string) (round, board int, ok bool) {
	var some [4]int
	parts := roundParts(some[:0], s)
	if len(parts) == 0 || parts[0] == 0 {
		return 0, 0, false
	}
	if len(parts) > 1 {
		board = parts[1]
	}
	return parts[0], board, true
}

// RoundParts returns the numbers of a round tag, nil if it is not of
// numbers divided by dots, commas, slashes, colons or brackets.
func RoundParts(s string) []int { return roundParts(nil, s) }

// roundParts appends the numbers of a round tag.
func roundParts(parts []int, s string) []int {
	const longest = 5 // digits; real rounds and boards have three at most
	n, digits := 0, 0
	for i := range len(s) + 1 {
		switch {
		case i < len(s) && '0' <= s[i] && s[i] <= '9' && digits < longest:
			n, digits = 10*n+int(s[i]-'0'), digits+1
		case i == len(s) || strings.IndexByte(" .,/:()", s[i]) >= 0:
			if digits > 0 {
				parts = append(parts, n)
			}
			n, digits = 0, 0
		default:
			return nil
		}
	}
	return parts
}

// BoardTag returns the number of the Board tag, 0 if there is none.
func BoardTag(g *Game) int {
	n, err := strconv.Atoi(g.Tag("Board"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// MainRounds returns the numbers of the main rounds of the games in ascending
// order, which is that of play; games without a round have none.
func MainRounds(games []*Game) []int {
	var rounds []int
	for _, g := range games {
		if n, _, ok := ParseRound(g.Round); ok {
			rounds = append(rounds, n)
		}
	}
	slices.Sort(rounds)
	return slices.Compact(rounds)
}
