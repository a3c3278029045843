// Package analysis is the vocabulary of fairplay: games, players, scores,
// evaluations, recipes, policies, move records and performances, as the field
// names them. Everything else in the program is built on these nouns.
//
// The package and those below it are pure: no files, clocks, goroutines or
// logs. They depend on the standard library, on notnil/chess (in pgn) and on
// gonum (in the statistics), and on nothing else.
package analysis
