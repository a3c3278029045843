// Package score turns move records into the figures of the tests: move match
// (MM), equal value (EV), top three (T3), average error (AE) and average
// scaled difference (ASD), each with its uncertainty.
//
// Tally counts what was played. With what a choice model says of each move
// (Chance), a Performance is tested: Parameters.Assess gives the z of every
// Quantity, the combined Z and the index of the quick test; Looks and Boundary
// follow it round by round; Power says what would have been found; Holm and
// ExpectedAtOrAbove say what chance does among many players; Permute compares
// named moves with the rest; Posterior explains what a z is worth.
//
// The package knows no threshold of any regulation and passes no judgement:
// positive z means closer to the engine than expected, and nothing more.
// Everything is a pure function; randomness is passed in.
//
// Sources: [RH11] Regan and Haworth, Intrinsic
// Chess Ratings, AAAI 2011; [ECU25] Regan in the ECU Magazine, April 2025; [AM]
// FIDE Arbiters' Manual 2022.
package score
