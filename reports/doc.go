// Package reports turns what the statistics found into what a report says:
// figures with their uncertainty, caveats, and the provenance that lets
// anybody compute the same report again. It draws nothing and prints nothing;
// package render does that.
package reports
