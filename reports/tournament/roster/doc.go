// Package roster identifies the players of a set of games: which sides are one person, by FIDE id
// before name, at which rating, and how certain that is. It never guesses in silence: sides that
// may be several persons are kept apart and reported in a Caveat.
//
// It also reads lists of players (tables, tournament files) and compares them with FIDE's rating
// lists. Every answer depends on the games and lists alone and never on the order in which they
// were read. Which games count is decided in package tournament.
package roster
