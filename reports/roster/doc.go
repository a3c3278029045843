// Package roster answers who is who in a set of games: which sides are one person, by
// FIDE id before name, at which rating, and what a reader should know about how certain
// that is. It never guesses in silence: what may be several persons is kept apart and said
// so in a Caveat.
//
// Every answer depends on the games alone and never on the order in which they
// were read.
package roster
