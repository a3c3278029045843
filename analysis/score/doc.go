// Package score turns move records into the figures of the tests: move match
// (MM), equal value (EV), top three (T3), average error (AE) and average
// scaled difference (ASD), each with its uncertainty.
package score
