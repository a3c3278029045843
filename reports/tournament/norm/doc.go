// Package norm tells who has made a title norm in an event, who has missed one and by what, and
// which missing fact decides (FIDE Title Regulations, 1.4). An unknown fact never makes a norm.
// Requirements on the event itself that no file shows, such as registration and rate of play (1.1),
// are left for the chief arbiter to confirm.
//
// Judge is the entry point. Answers depend on the players' numbers and games alone, never on the
// order in which they were read. The figures of the rules are in package regulations.
package norm
