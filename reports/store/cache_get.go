package store

import (
	"context"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/encoding"
)

// Get returns the evaluation of one position from the cache. ok is false if the cache has
// none; a pass that it does not have is empty.
func (c *Cache) Get(ctx context.Context, recipe, position string) (e analysis.Evaluation, ok bool, err error) {
	found, err := c.GetMany(ctx, recipe, []string{position})
	e, ok = found[position]
	return e, ok, err
}

// chunkLen is the number of positions in one statement.
const chunkLen = 1000

// GetMany returns the evaluations of the positions from the cache, by position key. A position
// without any is not in the map; a pass that the cache does not have is empty. A row that does
// not match its digest is a fault.Corrupt error that names the file and the remedy.
func (c *Cache) GetMany(ctx context.Context, recipe string, positions []string) (map[string]analysis.Evaluation, error) {
	found := make(map[string]analysis.Evaluation, len(positions))
	// Read the waiting rows first: a row leaves them only once it can be read from the
	// database.
	if err := c.readPending(recipe, positions, found); err != nil {
		return nil, c.db.describe(err)
	}
	for i, from := range append([]string{recipe}, c.adopted(recipe)...) {
		if i > 0 { // evaluations of another build, for what this one has not evaluated
			positions = slices.DeleteFunc(slices.Clone(positions), func(p string) bool { e := found[p]; return e.BothPasses() })
		}
		for chunk := range slices.Chunk(positions, chunkLen) {
			if err := c.readStored(ctx, from, chunk, found); err != nil {
				return nil, c.db.describe(err)
			}
		}
	}
	return found, nil
}

// Adopt makes evaluations under other recipes answer for a recipe, because builds of one engine that evaluate alike made
// them.
func (c *Cache) Adopt(recipe string, others []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.alike == nil {
		c.alike = map[string][]string{}
	}
	c.alike[recipe] = others
}

func (c *Cache) adopted(recipe string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.alike[recipe]
}

func (c *Cache) readPending(recipe string, positions []string, found map[string]analysis.Evaluation) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 {
		return nil
	}
	for _, position := range positions {
		for _, pass := range [...]string{analysis.Deep, analysis.Wide} {
			key := rowKey{recipe, position, pass}
			if body, ok := c.pending[key]; ok {
				if err := decodeInto(found, key, body); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *Cache) readStored(ctx context.Context, recipe string, positions []string, found map[string]analysis.Evaluation) error {
	today := c.today()
	read := func(row scanner) error {
		key := rowKey{recipe: recipe}
		var body, sum []byte
		var used int64
		if err := row.Scan(&key.position, &key.pass, &body, &sum, &used); err != nil {
			return err
		}
		if err := verify(key, body, sum); err != nil {
			return err
		}
		if used < today {
			c.markUsed(useKey{recipe, key.position})
		}
		return decodeInto(found, key, body)
	}
	return c.db.look(func(s session) error {
		return each(ctx, s, read, `SELECT position, pass, body, digest, used FROM evaluations
			WHERE recipe = (SELECT id FROM recipes WHERE fingerprint = ?) AND position IN {list}`, recipe, list(positions))
	})
}

// markUsed has the writer update a position's day of use.
func (c *Cache) markUsed(key useKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read[key] = true
}

// decodeInto adds a pass to the evaluation of its position. Its error is a *damage.
func decodeInto(found map[string]analysis.Evaluation, key rowKey, body []byte) error {
	e := found[key.position]
	var err error
	switch key.pass {
	case analysis.Deep:
		e.Deep, e.BestMove, err = encoding.DecodeDeep(body)
	case analysis.Wide:
		e.Wide, err = encoding.DecodeWide(body)
	default:
		return &damage{key: key}
	}
	if err != nil {
		return &damage{key: key, cause: err}
	}
	found[key.position] = e
	return nil
}
