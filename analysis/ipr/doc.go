// Package ipr computes the intrinsic performance rating: the rating whose
// players would most likely have played the moves of a performance.
//
// It knows nothing about models of choice. The caller passes the log-likelihood of some moves
// as a function of the rating: of all moves of a player, of his opponents' moves in the same
// games, or of all moves but a named subset.
package ipr
