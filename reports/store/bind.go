package store

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// bind turns Go values into parameters of a statement, as session describes.
func bind(args []any) ([]any, error) {
	bound := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			bound[i] = micros(v)
			continue
		case bool:
			bound[i] = int64(0)
			if v {
				bound[i] = int64(1)
			}
			continue
		}
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return nil, err
		}
		if text, ok := v.(string); ok {
			v = clean(text)
		}
		bound[i] = v
	}
	return bound, nil
}

// clean replaces invalid UTF-8 by the replacement character, and also NUL, which PostgreSQL
// cannot store in text.
func clean(text string) string {
	if utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 {
		return text
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func timeAt(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// moment reads a time that is stored in microseconds.
type moment struct{ to *time.Time }

// Scan reads the number.
func (m moment) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*m.to = timeAt(n.Int64)
	return nil
}

// list returns the parameter of {list}.
func list[T ~string](items []T) string {
	if items == nil {
		items = []T{}
	}
	text, _ := json.Marshal(items) // strings can always be encoded
	return string(text)
}

// limit returns the parameter of LIMIT for n rows; 0 stands for all.
func limit(n int) int64 {
	if n <= 0 {
		return math.MaxInt64
	}
	return int64(n)
}

// conditions returns a condition of equality for every column that has a value, each after AND,
// and the values in the same order. Conditions without a value are left out, so that the
// database finds the right index.
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
