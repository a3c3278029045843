// Package fide reads the rating lists that FIDE publishes each month: the combined list and those
// of standard, rapid and blitz ratings, as text in columns or as XML. It reads them player by
// player, so that a list of any length needs little memory.
//
// Comparing a list with the players of an event, and deciding which month applies, belongs to
// package roster.
package fide
