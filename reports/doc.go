// Package reports turns the results of the statistics into reports: figures with their uncertainty,
// caveats, the reason for every figure that is missing, and the provenance that lets anybody
// compute the same report again.
//
// Each report is a struct that is compiled by a pure function from analysed games and records; JSON
// writes it with rounded figures. What regulations permit comes from package regulations, what is
// known of an event from package tournament. Words, tables and files belong to package render,
// storage to package store.
package reports
