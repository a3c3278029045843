//go:build slow

package uci

import "testing"

// TestStockfishFullAll evaluates all vectors under the full recipe.
func TestStockfishFullAll(t *testing.T) { reproduce(t, some(vectors(t), "full", 1), stockfish) }
