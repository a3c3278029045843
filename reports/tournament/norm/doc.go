// Package norm tells who has made a title norm in an event, who has missed one and by
// what, and where a fact is missing that decides it: FIDE Title Regulations, 1.4. A
// norm is never made on a blank. What is asked of the event itself and no file shows,
// such as registration and rate of play (1.1), is for the chief arbiter to confirm.
//
// The answers depend on the players' numbers and games alone, never on the order in
// which they were read.
package norm
