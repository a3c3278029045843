package corpus

import (
	"context"

	"fairplay/analysis"
)

// Passes returns the games of c as seen by the deep pass of one corpus and the wide pass of
// another, as far as both know the positions. If the deep pass puts a position within the range
// that counts and the wide pass's recipe did not, it lacks a wide pass; the deep pass's recipe then
// supplies it.
func (l Loader) Passes(deep, wide Loader) Loader {
	l.Evaluations = &passes{deep, wide}
	l.Partial = true
	return l
}

// passes combines the evaluations of two corpora under two recipes.
type passes struct{ deep, wide Loader }

// GetMany returns what both corpora know, under whatever recipe.
func (p *passes) GetMany(ctx context.Context, _ string, keys []string) (map[string]analysis.Evaluation, error) {
	found, err := p.deep.Evaluations.GetMany(ctx, p.deep.Recipe, keys)
	if err != nil {
		return nil, err
	}
	wide, err := p.wide.Evaluations.GetMany(ctx, p.wide.Recipe, keys)
	if err != nil {
		return nil, err
	}
	for key, e := range found {
		other, known := wide[key]
		if !known {
			delete(found, key)
			continue
		}
		if len(other.Wide) > 0 {
			e.Wide = other.Wide
		}
		found[key] = e
	}
	return found, nil
}
