// Package regulations holds the figures of the rules: time classes, the match-rate hint, z
// thresholds and the actions that a result permits. Every row of its tables names its article,
// its text and the day from which that text applies, so that a report can cite it and an old
// event is judged by the rules of its day.
//
// Articles are named as in the catalogue of the FIDE Arbiters' Manual (Russian
// edition, October 2022): R-IV-6 is section IV, rule 6 of Professor Regan's
// notes on the use of statistics; AC-I-6 is article I.6 of the Anti-Cheating
// Guidelines; LAWS and B02 are the Laws of Chess and the rating regulations.
//
// The tables say what an arbiter may do. None of them lets a statistic alone
// decide about a person, and no answer of this package says that somebody
// broke a rule.
package regulations
