// Package tournament holds what is known about an event: which of its games count, which time class
// they have and when it began; the journal of everything that people write about it (players,
// schedule, watch list, arbiters' log, answers, ticks of duties); and what follows from both:
// missing games, protection level, duties and their deadlines, and what is unfinished.
//
// Everything here is a pure function of games, tournament file and journal. Answers never depend on
// the order in which games were read, so the same files give the same report however they were
// uploaded. Identifying players belongs to package roster, rules and their dates to package
// regulations, storage to package store.
package tournament
