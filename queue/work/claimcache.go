package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"fairplay/analysis"
	"fairplay/reports/store"
)

// claimCache takes evaluations from the cache of the service, and keeps those that it adds where only reruns of engine claims
// look. A test that finds evaluations of games which nobody has tested would tell that there is a case; and a second test
// would not be independent any more.
type claimCache struct{ *store.Cache }

// GetMany returns evaluations, with the passes that either place has.
func (c claimCache) GetMany(ctx context.Context, recipe string, keys []string) (map[string]analysis.Evaluation, error) {
	found, err := c.Cache.GetMany(ctx, recipe, keys)
	if err != nil {
		return nil, err
	}
	own, err := c.Cache.GetMany(ctx, claimsOnly(recipe), keys)
	for key, added := range own {
		e := found[key]
		if len(e.Deep) == 0 {
			e.Deep, e.BestMove = added.Deep, added.BestMove
		}
		if len(e.Wide) == 0 {
			e.Wide = added.Wide
		}
		found[key] = e
	}
	return found, err
}

// Put keeps an evaluation for reruns of claims alone.
func (c claimCache) Put(ctx context.Context, recipe, key string, e analysis.Evaluation, legal []analysis.Move) error {
	return c.Cache.Put(ctx, claimsOnly(recipe), key, e, legal)
}

// claimsOnly names the place of a recipe's evaluations that only reruns of claims use.
func claimsOnly(recipe string) string {
	digest := sha256.Sum256([]byte("engine claims " + recipe))
	return hex.EncodeToString(digest[:])
}
