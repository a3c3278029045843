//go:build !slow

package reports

import "flag"

// A property of whole reports takes a second for each case with the race detector; the slow tests
// try four times as many.
func init() { _ = flag.Set("rapid.checks", "25") }
