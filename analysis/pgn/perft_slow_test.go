//go:build slow

package pgn

// perftLimit is the number of leaves that TestPerft counts at most.
const perftLimit = 200_000_000
