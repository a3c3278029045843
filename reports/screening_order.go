package reports

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// Orders returns the names that Sort knows, the default first.
func Orders() []string {
	return []string{"roi", "mm", "ev", "t3", "ae", "asd", "rating", "moves", "games", "name"}
}

// Sort orders the rows: first those with enough moves, then the provisional ones. Within both, by
// the figure nearest to the engine's play first, by names from A to Z, by anything else from high
// to low. Figures that are equal in the JSON of the report are equal here too. Rows without the figure come last, and ties are broken by name and FIDE id. If nobody has
// an ROI, ordering by it uses the move match. An unknown order is an Invalid error.
func (s *Screening) Sort(order string) error {
	if !slices.Contains(Orders(), order) {
		return fault.New(fault.Invalid, "unknown_order", "cannot sort by %q; choose one of %s", order, strings.Join(Orders(), ", "))
	}
	slices.SortStableFunc(s.Players, func(a, b PlayerRow) int {
		return cmp.Or(provisionalLast(&a, &b), compareRows(order, &a, &b), strings.Compare(a.Name, b.Name), strings.Compare(a.FideID, b.FideID))
	})
	s.Provenance.State("sort", order)
	return nil
}

func compareRows(order string, a, b *PlayerRow) int {
	switch order {
	case "roi":
		return compareIndex(a, b)
	case "mm":
		return descending(a.MM, b.MM)
	case "ev":
		return descending(a.EV, b.EV)
	case "t3":
		return descending(a.T3, b.T3)
	case "ae":
		return ascending(a.AE, b.AE)
	case "asd":
		return ascending(a.ASD, b.ASD)
	case "rating":
		return cmp.Compare(b.Rating, a.Rating)
	case "moves":
		return cmp.Compare(b.Moves, a.Moves)
	case "games":
		return cmp.Compare(b.Games, a.Games)
	}
	return 0
}

func compareIndex(a, b *PlayerRow) int {
	switch {
	case a.ROI == nil && b.ROI == nil:
		return descending(a.MM, b.MM)
	case a.ROI == nil:
		return 1
	case b.ROI == nil:
		return -1
	}
	return cmp.Compare(score.Published(b.ROI.Z), score.Published(a.ROI.Z))
}

func provisionalLast(a, b *PlayerRow) int {
	switch {
	case a.Provisional() == b.Provisional():
		return 0
	case a.Provisional():
		return 1
	}
	return -1
}

func ascending(a, b Measured) int {
	switch {
	case a.Actual == nil && b.Actual == nil:
		return 0
	case a.Actual == nil:
		return 1
	case b.Actual == nil:
		return -1
	}
	return cmp.Compare(score.Published(*a.Actual), score.Published(*b.Actual))
}

func descending(a, b Measured) int {
	if a.Actual == nil || b.Actual == nil {
		return ascending(a, b)
	}
	return ascending(b, a)
}

// Keep keeps only the rows for which keep is true, and counts the others.
func (s *Screening) Keep(keep func(*PlayerRow) bool) {
	before := len(s.Players)
	s.Players = slices.DeleteFunc(s.Players, func(r PlayerRow) bool { return !keep(&r) })
	s.Selection.Hidden += before - len(s.Players)
}

// Notable returns the rows at which to look first, at most so many: those where chance puts less than one player, the rarest
// first, then those for which also holds, in the order of the table.
func (s *Screening) Notable(most int, also func(*PlayerRow) bool) []*PlayerRow {
	var unusual, further []*PlayerRow
	for i := range s.Players {
		if r := &s.Players[i]; r.Unusual() {
			unusual = append(unusual, r)
		} else if also(r) {
			further = append(further, r)
		}
	}
	slices.SortStableFunc(unusual, func(a, b *PlayerRow) int { return cmp.Compare(b.ROI.Z, a.ROI.Z) })
	all := append(unusual, further...)
	return all[:min(len(all), most)]
}
