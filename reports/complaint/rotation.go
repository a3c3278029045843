package complaint

import (
	"cmp"
	"slices"
)

// Turn is the place of an FPL member in the rotation by which online cases are assigned (Annex I,
// H.3).
type Turn struct {
	Member
	Cases int `json:"cases"` // online cases that he has been given
}

func (t Turn) check() error {
	if t.Cases < 0 {
		return wrong("cases: %d", t.Cases)
	}
	return t.Member.check()
}

// Rotate returns the members in the order of their turns: fewest cases first, ties by the id of the
// token.
func Rotate(all []Turn) []Turn {
	return slices.SortedFunc(slices.Values(all), func(a, b Turn) int {
		return cmp.Or(cmp.Compare(a.Cases, b.Cases), cmp.Compare(a.Token, b.Token))
	})
}
