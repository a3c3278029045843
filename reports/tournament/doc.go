// Package tournament answers what an event is made of: which of its games count, which
// time class they are of, when it began, and what it is called. Who plays in it is for
// package roster to say.
//
// Every answer depends on the games alone and never on the order in which they
// were read, so that the same files give the same report however they were
// uploaded.
package tournament
