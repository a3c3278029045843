// Package choice models how tempting each legal move of a position is to a player of a given
// rating. It holds the scale on which values are compared, the features of moves, and the
// models of choice built on them.
//
// A Position holds, for every move that the wide pass lists, numbers that say
// how good the move is, how good it looked at each depth on the way, and what
// kind of move it is. A Model turns them into probabilities. Its coefficients
// are fitted by package fit and kept by package calibration.
package choice
