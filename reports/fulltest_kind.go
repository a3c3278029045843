package reports

import "fairplay/analysis"

// The kinds of a test, by the evaluations that it rests on.
const (
	// QuickKind is a test on evaluations of fewer nodes than those of the full
	// recipe. It is a quick test and gives hints only, whatever its Z ([AM] ch. 3,
	// Regan's notes, II and IV.4).
	QuickKind = "quick"
	FullKind  = "full"
)

// kindOf returns the kind of a test under a recipe: full if neither pass is shallower or narrower
// than in the standard full recipe.
func kindOf(r analysis.Recipe) string {
	for _, least := range analysis.Full().Passes {
		p, ok := r.Pass(least.Name)
		if !ok || p.Nodes < least.Nodes || p.MultiPV < least.MultiPV {
			return QuickKind
		}
	}
	return FullKind
}
