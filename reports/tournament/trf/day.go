package trf

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Day is a date whose month and day may be unknown. The zero Day is unknown.
type Day struct{ Year, Month, Day int }

// String returns YYYY/MM/DD with zeros for unknown parts, "" for the zero Day.
func (d Day) String() string {
	if d == (Day{}) {
		return ""
	}
	return fmt.Sprintf("%04d/%02d/%02d", d.Year, d.Month, d.Day)
}

// Time returns midnight UTC of the day, the zero time if month or day is unknown.
func (d Day) Time() time.Time {
	if d.Month == 0 || d.Day == 0 {
		return time.Time{}
	}
	return time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC)
}

// whole reports whether year, month and day are known.
func (d Day) whole() bool { return d.Year > 0 && d.Month > 0 && d.Day > 0 }

// ParseDay reads a date in both orders found in files, 2010/09/24 and 24/09/2010, separated by
// slashes, dots or hyphens. Month and day may be 00 or question marks, or left out.
func ParseDay(s string) (Day, bool) {
	parts := dateParts(s)
	if len(parts) == 0 {
		return Day{}, strings.TrimSpace(s) == ""
	}
	if len(parts) == 3 && len(parts[2]) == 4 && len(parts[0]) <= 2 {
		parts[0], parts[2] = parts[2], parts[0]
	}
	if len(parts[0]) != 4 {
		return Day{}, false
	}
	return dayOf(parts, 0)
}

// parseShortDay reads a date of line 132: YY/MM/DD by the regulations, DD/MM/YY in older files if
// only that lies between the first and the last day of the tournament, or a date with a full year.
func parseShortDay(s string, start, end Day) (Day, bool) {
	if d, ok := ParseDay(s); ok {
		return d, true
	}
	parts := dateParts(s)
	if len(parts) != 3 {
		return Day{}, false
	}
	d, ok := dayOf(parts, 2000)
	turned, also := dayOf([]string{parts[2], parts[1], parts[0]}, 2000)
	if also && (!ok || !d.between(start, end) && turned.between(start, end)) {
		return turned, true
	}
	return d, ok
}

// between reports whether a day lies between two known days.
func (d Day) between(start, end Day) bool {
	return start.whole() && end.whole() && d.whole() && !d.Time().Before(start.Time()) && !d.Time().After(end.Time())
}

// dateParts returns the parts of a date, nil unless there are one, two or three.
func dateParts(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("/.- ", r) })
	if len(parts) > 3 {
		return nil
	}
	return parts
}

// dayOf makes a day of year, month and day, or of the first two. century is added to the year.
func dayOf(parts []string, century int) (Day, bool) {
	var n [3]int
	for i, p := range parts {
		if p = strings.Trim(p, "?"); p == "" {
			continue
		}
		v, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && len(p) > 2 {
			return Day{}, false
		}
		n[i] = int(v)
	}
	if n[0] == 0 && century == 0 {
		return Day{}, n == [3]int{}
	}
	d := Day{Year: n[0] + century, Month: n[1], Day: n[2]}
	if d.Month > 12 || d.Day > 31 || d.Month == 0 && d.Day > 0 {
		return Day{}, false
	}
	return d, !d.whole() || d.Time().Day() == d.Day
}
