package store

import (
	"bytes"
	"context"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/encoding"
	"fairplay/analysis/fault"
)

// Put stores the passes that e has; those that it lacks stay unchanged in the cache. legal
// holds the legal moves of the position in ascending order. An evaluation of any other move, or
// one without passes, is a fault.Invalid error. A pass that the cache holds with another value
// is a fault.Corrupt error.
//
// Put also returns the error, if any, with which the writer failed before.
func (c *Cache) Put(ctx context.Context, recipe, position string, e analysis.Evaluation, legal []analysis.Move) error {
	if err := c.usable(); err != nil {
		return err
	}
	if err := allLegal(position, e, legal); err != nil {
		return err
	}
	rows, err := encode(rowKey{recipe: recipe, position: position}, e)
	if err != nil {
		return err
	}
	stored, err := c.stored(ctx, rows, recipe, position)
	if err != nil {
		return err
	}
	for key, body := range stored {
		if !bytes.Equal(rows[key], body) {
			return differs(key)
		}
		delete(rows, key)
	}
	return c.enqueue(rows)
}

// encode returns the rows of the passes that e has.
func encode(key rowKey, e analysis.Evaluation) (map[rowKey][]byte, error) {
	rows := make(map[rowKey][]byte, 2)
	var err error
	if len(e.Deep) > 0 {
		key.pass = analysis.Deep
		if rows[key], err = encoding.Deep(e.Deep, e.BestMove); err != nil {
			return nil, err
		}
	}
	if len(e.Wide) > 0 {
		key.pass = analysis.Wide
		if rows[key], err = encoding.Wide(e.Wide); err != nil {
			return nil, err
		}
	}
	if len(rows) == 0 {
		return nil, fault.New(fault.Invalid, "evaluation_empty", "the evaluation of position %q has no passes", key.position)
	}
	return rows, nil
}

// allLegal checks every move of e.
func allLegal(position string, e analysis.Evaluation, legal []analysis.Move) error {
	check := func(m analysis.Move) error {
		if _, ok := slices.BinarySearch(legal, m); !ok {
			return fault.New(fault.Invalid, "evaluation_move", "move %s in the evaluation of position %q is not legal", m, position)
		}
		return nil
	}
	if e.BestMove != 0 {
		if err := check(e.BestMove); err != nil {
			return err
		}
	}
	for _, l := range e.Deep {
		if err := check(l.Move); err != nil {
			return err
		}
	}
	for _, t := range e.Wide {
		for _, l := range t.Lines {
			if err := check(l.Move); err != nil {
				return err
			}
		}
	}
	return nil
}

// stored returns those of the rows of a position that the database holds.
func (c *Cache) stored(ctx context.Context, rows map[rowKey][]byte, recipe, position string) (stored map[rowKey][]byte, err error) {
	err = c.db.look(func(s session) (err error) {
		stored, err = storedOf(ctx, s, rows, recipe, position)
		return err
	})
	return stored, err
}

// enqueue gives rows to the writer.
func (c *Cache) enqueue(rows map[rowKey][]byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, body := range rows {
		if waiting, ok := c.pending[key]; ok && !bytes.Equal(waiting, body) {
			return differs(key)
		}
		c.pending[key] = body
	}
	if len(c.pending) >= fullAt {
		select {
		case c.full <- struct{}{}:
		default: // already woken
		}
	}
	return nil
}

func differs(key rowKey) error {
	return fault.New(fault.Corrupt, "evaluation_differs",
		"position %q under recipe %s has been evaluated before with another result (%s pass): "+
			"either the machine makes errors or the recipe does not describe the engine fully",
		key.position, key.recipe, key.pass)
}
