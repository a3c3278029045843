// Package choice knows how tempting each legal move of a position is to a
// player: the scale on which values are compared, and the models of choice.
package choice
