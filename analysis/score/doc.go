// Package score turns move records into the figures of the tests: move match (MM), equal value
// (EV), top three (T3), average scaled difference (ASD) and average error (AE), the share of moves
// that lose little (Close), the root of the loss (Root) and the wide difference (Wide), each with
// its uncertainty.
//
// Tally counts what was played. With what a choice model says of each move (Chance), a Performance
// is tested: Parameters.Assess gives the z of every Quantity, the combined Z and the index of the
// quick test; Looks and Boundary follow it round by round; Power says what would have been found;
// Holm and ExpectedAtOrAbove say what chance does among many players; Permute compares named moves
// with the rest. Evidence weighs help against none (the e-value), and Posterior explains what it is
// worth.
//
// The package knows no threshold of any regulation and passes no judgement: positive z means closer
// to the engine than expected, and nothing more. Everything is a pure function; randomness is
// passed in. [RH11], [ECU25] and [AM] are listed in package analysis.
package score
