package store

import (
	"maps"
	"slices"
	"strings"
)

// conditions returns, for every column that has a value, the condition that it
// equals that, each after AND, and the values in the same order. Only the
// conditions that are given are written, so that the database finds the index
// that fits.
func conditions(values map[string]string) (where string, args []any) {
	var out strings.Builder
	for _, column := range slices.Sorted(maps.Keys(values)) {
		if value := values[column]; value != "" {
			out.WriteString(" AND " + column + " = ?")
			args = append(args, value)
		}
	}
	return out.String(), args
}
