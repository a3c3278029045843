// Package fit fits calibrations to games of rated players, and measures on
// games that took no part in the fitting how far they can be trusted.
//
// Everything is a pure function of the games and the options: the same input
// gives the same numbers on any number of cores, because sums are taken in
// fixed pieces and a fixed order, and what is published is rounded. Randomness
// comes from a seed. The package starts no goroutines of its own: the caller
// passes a Runner.
package fit
