// Package claim is what a complainant says that an engine showed: on which engine, with which
// settings, in which moves of which games, and how many matches he counted. The notes on statistics
// ([AM], Arbiters' Manual 2022, ch. 3, Regan's notes, VI.2) say what such a claim has to state, so that
// others can run the same tests.
package claim
