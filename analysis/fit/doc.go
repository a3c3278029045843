// Package fit fits calibrations to games of rated players, and measures on games that took no part
// in the fitting how far they can be trusted.
//
// Calibrate fits, Prove measures. Both are pure functions of the games and the options: the same
// input gives the same numbers on any number of cores, because sums are taken in fixed pieces and a
// fixed order, and published figures are rounded. Randomness comes from a fixed seed. The package
// starts no goroutines of its own: the caller passes a Runner.
//
// Only the commands that make and report on calibrations need this package. What a performance is
// compared with lives in calibration, the tests in score.
package fit
