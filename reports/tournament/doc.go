// Package tournament answers what an event is made of: who its players are,
// which of its games count, in which order they were played, and what the event
// is called.
//
// Every answer depends on the games alone and never on the order in which they
// were read, so that the same files give the same report however they were
// uploaded.
package tournament
