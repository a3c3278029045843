// Package claim describes what a complainant says an engine showed: on which engine, with which
// settings, in which moves of which games, and how many matches he counted. The notes on statistics
// ([AM], Arbiters' Manual 2022, ch. 3, Regan's notes, VI.2) say what such a claim must state, so
// that others can run the same tests. Claim.Lacks compares a claim with that list.
//
// The package reads and checks claims. Testing one on an engine belongs to queue/pipeline, its
// report to package reports.
package claim
