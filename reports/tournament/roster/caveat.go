package roster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// CaveatKind is one of the constants below.
type CaveatKind string

// The reasons why the roster may be uncertain.
const (
	// Ambiguous: the first name may be any of the others; it is kept apart.
	Ambiguous CaveatKind = "ambiguous_name"
	// ByInitials: the names were taken for one person because the initials fit
	// nobody else.
	ByInitials CaveatKind = "by_initials"
	// BySurname: the names were taken for one person because nobody else bears
	// the surname, which is all that one of them says.
	BySurname CaveatKind = "by_surname"
	// TooManyAlike: so many names share a surname and an initial that those with
	// initials were not compared; they are kept apart.
	TooManyAlike CaveatKind = "too_many_alike"
	// Reversed: the names were taken for one person although surname and given
	// name are exchanged.
	Reversed CaveatKind = "reversed_name"
	// UnlikeNames: one FIDE id stands under names some of which share no word
	// with the most frequent one.
	UnlikeNames CaveatKind = "unlike_names"
	// IDOnBothSides: a FIDE id stands on both sides of a game.
	IDOnBothSides CaveatKind = "id_on_both_sides"
	// NameOnBothSides: a name stands on both sides of a game, so that it must
	// belong to two persons, whom nothing else may tell apart.
	NameOnBothSides CaveatKind = "name_on_both_sides"
	// Unnamed: sides of games name nobody and are in no row.
	Unnamed CaveatKind = "unnamed"
	// SeveralRatings: the games that count give ratings of a person that lie far
	// apart (see Rate).
	SeveralRatings CaveatKind = "several_ratings"
	// OtherRating: the list of players has another rating than the games that count,
	// and governs.
	OtherRating CaveatKind = "other_rating"
	// TwoGamesInRound: the first has several games in a round, against the
	// others, so that one game may count twice (see CheckRounds).
	TwoGamesInRound CaveatKind = "two_games_in_round"
	// SameMoves: the two, White first, have several games of the same moves, and
	// all of them count (see CheckRounds).
	SameMoves CaveatKind = "same_moves"
)

// mostNames is the greatest number of names that a caveat lists besides the first.
const mostNames = 8

// Caveat is one thing that a reader of the roster should know.
type Caveat struct {
	Kind    CaveatKind
	Names   []string // as written, nine at most
	More    int      // number of further names
	FideIDs []string // those of the names, without empty ones
	// Count is a number of sides of games for Unnamed, of games for
	// TwoGamesInRound and SameMoves, of different ratings for SeveralRatings and OtherRating.
	Count   int
	Round   string // number of the main round for TwoGamesInRound; rounds as written, separated by commas, for SameMoves
	Ratings []int  // the lowest and the highest for SeveralRatings, and the one used for OtherRating
}

// String describes the caveat in plain words.
func (c Caveat) String() string {
	switch c.Kind {
	case Ambiguous:
		return fmt.Sprintf("%q may be %s%s; kept apart", c.Names[0], c.list(1, " or "), withIDs(c.FideIDs))
	case ByInitials:
		return c.list(0, " and ") + " taken for one player, since the initials fit nobody else"
	case BySurname:
		return c.list(0, " and ") + " taken for one player, since nobody else bears the surname"
	case TooManyAlike:
		return c.list(0, ", ") + ": too many names of one surname and initial; those with initials were kept apart"
	case Reversed:
		return c.list(0, " and ") + " taken for one player, although the names are exchanged"
	case UnlikeNames:
		return fmt.Sprintf("FIDE id %s stands under different names: %s", c.FideIDs[0], c.list(0, ", "))
	case IDOnBothSides:
		return fmt.Sprintf("FIDE id %s stands on both sides of a game, of %s; it was left out there", c.FideIDs[0], c.list(0, " and "))
	case NameOnBothSides:
		return fmt.Sprintf("%q stands on both sides of a game; two players may be counted as one", c.Names[0])
	case Unnamed:
		return fmt.Sprintf("%d sides of games name nobody", c.Count)
	}
	return c.ofCounted()
}

// ofCounted describes an uncertainty about the games that count.
func (c Caveat) ofCounted() string {
	switch c.Kind {
	case SeveralRatings:
		return fmt.Sprintf("%q is rated from %d to %d in the games that count; each game is judged at the rating that it gives",
			c.Names[0], c.Ratings[0], c.Ratings[1])
	case OtherRating:
		said := fmt.Sprint(c.Ratings[0])
		if c.Ratings[0] != c.Ratings[1] {
			said = fmt.Sprintf("%d to %d", c.Ratings[0], c.Ratings[1])
		}
		return fmt.Sprintf("%q is rated %s in the games that count; %d, which the list of players has, is used", c.Names[0], said, c.Ratings[2])
	case SameMoves:
		return fmt.Sprintf("%s have %d games of the same moves, in rounds %s; all of them count", c.list(0, " and "), c.Count, c.Round)
	}
	against := ""
	if len(c.Names) > 1 {
		against = ", against " + c.list(1, " and ")
	}
	return fmt.Sprintf("%q has %d games in round %s%s; all of them count, and one game may be counted twice",
		c.Names[0], c.Count, c.Round, against)
}

// list returns the names from the given one on, and how many more there are.
func (c Caveat) list(from int, separator string) string {
	var parts []string
	for _, n := range c.Names[from:] {
		parts = append(parts, fmt.Sprintf("%q", n))
	}
	if c.More > 0 {
		parts = append(parts, fmt.Sprintf("%d more", c.More))
	}
	return strings.Join(parts, separator)
}

func withIDs(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return " (FIDE id " + strings.Join(ids, ", ") + ")"
}

// short returns the caveat with no more names than a reader can take in.
func (c Caveat) short() Caveat {
	if over := len(c.Names) - mostNames - 1; over > 0 {
		c.Names, c.More = c.Names[:mostNames+1], c.More+over
	}
	if len(c.FideIDs) > mostNames+1 {
		c.FideIDs = c.FideIDs[:mostNames+1]
	}
	return c
}

// compareCaveats orders by kind, names and then all other fields.
func compareCaveats(a, b Caveat) int {
	return cmp.Or(
		strings.Compare(string(a.Kind), string(b.Kind)),
		slices.Compare(a.Names, b.Names),
		cmp.Compare(a.More, b.More),
		slices.Compare(a.FideIDs, b.FideIDs),
		strings.Compare(a.Round, b.Round),
		cmp.Compare(a.Count, b.Count),
		slices.Compare(a.Ratings, b.Ratings),
	)
}

// sortCaveats orders caveats and drops repeated ones.
func sortCaveats(caveats []Caveat) []Caveat {
	slices.SortFunc(caveats, compareCaveats)
	return slices.CompactFunc(caveats, func(a, b Caveat) bool { return compareCaveats(a, b) == 0 })
}
