//go:build slow

package pgn

func init() { perftLimit = 200_000_000 }
