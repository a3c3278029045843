package tournament

import (
	"fmt"
	"slices"
	"strings"
)

// CaveatKind is one of the constants below.
type CaveatKind string

// What may make the roster uncertain.
const (
	// Ambiguous: the first name may be any of the others; it is kept apart.
	Ambiguous CaveatKind = "ambiguous_name"
	// ByInitials: the names were taken for one person because the initials fit
	// nobody else.
	ByInitials CaveatKind = "by_initials"
	// Reversed: the names were taken for one person although surname and given
	// name are exchanged.
	Reversed CaveatKind = "reversed_name"
	// UnlikeNames: one FIDE id stands under names that share no word.
	UnlikeNames CaveatKind = "unlike_names"
	// IDOnBothSides: a FIDE id stands on both sides of a game.
	IDOnBothSides CaveatKind = "id_on_both_sides"
	// NameOnBothSides: a name stands on both sides of a game, so that it must
	// belong to two persons, whom nothing else may tell apart.
	NameOnBothSides CaveatKind = "name_on_both_sides"
	// Unnamed: sides of games name nobody and are in no row.
	Unnamed CaveatKind = "unnamed"
)

// Caveat is one thing that a reader of the roster should know.
type Caveat struct {
	Kind    CaveatKind
	Names   []string // as written
	FideIDs []string // that the names go with, empty ones left out
	Count   int      // sides of games, for Unnamed
}

// String says it in plain words.
func (c Caveat) String() string {
	names := quoted(c.Names)
	switch c.Kind {
	case Ambiguous:
		return fmt.Sprintf("%s may be %s%s; kept apart", names[0], strings.Join(names[1:], " or "), withIDs(c.FideIDs))
	case ByInitials:
		return fmt.Sprintf("%s taken for one player, since the initials fit nobody else", strings.Join(names, " and "))
	case Reversed:
		return fmt.Sprintf("%s taken for one player, although the names are exchanged", strings.Join(names, " and "))
	case UnlikeNames:
		return fmt.Sprintf("FIDE id %s stands under different names: %s", c.FideIDs[0], strings.Join(names, ", "))
	case IDOnBothSides:
		return fmt.Sprintf("FIDE id %s stands on both sides of a game, of %s; it was left out there", c.FideIDs[0], strings.Join(names, " and "))
	case NameOnBothSides:
		return fmt.Sprintf("%s stands on both sides of a game; two players may be counted as one", names[0])
	}
	return fmt.Sprintf("%d sides of games name nobody", c.Count)
}

func withIDs(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return " (FIDE id " + strings.Join(ids, ", ") + ")"
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return out
}

func compareCaveats(a, b Caveat) int {
	return strings.Compare(string(a.Kind)+" "+a.String(), string(b.Kind)+" "+b.String())
}

// sortCaveats orders caveats and drops repeated ones.
func sortCaveats(caveats []Caveat) []Caveat {
	slices.SortFunc(caveats, compareCaveats)
	return slices.CompactFunc(caveats, func(a, b Caveat) bool { return compareCaveats(a, b) == 0 })
}
