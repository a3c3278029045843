// Package choice knows how tempting each legal move of a position is to a
// player of a given rating: the scale on which values are compared, what is
// looked at in a position, and the models of choice built on it.
//
// A Position holds, for every move that the wide pass lists, numbers that say
// how good the move is, how good it looked at each depth on the way, and what
// kind of move it is. A Model turns them into probabilities. Its coefficients
// are fitted by package fit and kept by package calibration.
package choice
