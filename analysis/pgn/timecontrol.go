package pgn

import (
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// TimeControl reads the TimeControl tag: the form of the PGN standard (9.6.1),
//
//	40/7200:3600   5400+30   300   *180
//
// and what people write instead: 90'/40+30'/G+30”, 30'+30", G/90+30, 90 minutes + 30 seconds
// increment. An empty tag, "?" and "-" give an unknown time control. Other text, and what would give a
// player more than ten hours, is a fault.Error of kind Invalid, and the time control holds it as Text.
//
// The standard counts in seconds, but "90+30" in a tournament's file means minutes. Without a
// unit the first number counts minutes where seconds would be implausible: up to 150 with an
// increment of at least a tenth of it (15+10, 90+30; not 60+1, 300+3), up to 10 without
// increment (5+0), and in periods of N moves where no period has more than 200 (40/90:30).
//
// An increment that is written once in people's own form holds from the first move; in the
// standard's form it belongs to its own period.
func TimeControl(tag string) (analysis.TimeControl, error) {
	tc := analysis.TimeControl{Text: tag}
	text := strings.TrimSpace(tag)
	if text == "" || text == "?" || text == "-" {
		return tc, nil
	}
	periods, ok := standardPeriods(text)
	if !ok {
		periods, ok = spelledPeriods(text)
	}
	if !ok || (analysis.TimeControl{Periods: periods}).Minutes() > mostMinutes {
		return tc, fault.New(fault.Invalid, "time_control_invalid", "the time control %q cannot be read", shorten(tag))
	}
	tc.Periods = periods
	return tc, nil
}

// mostMinutes is the longest thinking time of a game over the board that is believed: what gives more was
// read in the wrong unit, or the plus between two periods as an increment.
const mostMinutes = 600

// maxSeconds is the largest number in a time control; nobody plays longer.
const maxSeconds = 1e7

// seconds reads a number without sign.
func seconds(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && f <= maxSeconds
}

// standardPeriods reads the form of the PGN standard.
func standardPeriods(text string) ([]analysis.Period, bool) {
	var periods []analysis.Period
	for field := range strings.SplitSeq(text, ":") {
		p, ok := standardPeriod(strings.TrimSpace(field))
		if !ok {
			return nil, false
		}
		periods = append(periods, p)
	}
	if inMinutes(periods) {
		for i := range periods {
			periods[i].Base *= 60
		}
	}
	return periods, true
}

func standardPeriod(field string) (p analysis.Period, ok bool) {
	if glass, found := strings.CutPrefix(field, "*"); found {
		p.Base, ok = seconds(glass)
		return p, ok
	}
	if moves, rest, found := strings.Cut(field, "/"); found {
		n, err := strconv.ParseUint(moves, 10, 10)
		if err != nil {
			return p, false
		}
		p.Moves, field = int(n), rest
	}
	base, increment, found := strings.Cut(field, "+")
	if p.Base, ok = seconds(strings.TrimSpace(base)); found && ok {
		p.Increment, ok = seconds(strings.TrimSpace(increment))
	}
	return p, ok
}

// inMinutes reports whether base times without a unit are minutes, by the rule in TimeControl.
func inMinutes(periods []analysis.Period) bool {
	first := periods[0]
	if first.Moves > 0 {
		for _, p := range periods {
			if p.Base > 200 {
				return false
			}
		}
		return true
	}
	if len(periods) > 1 || first.Base == 0 {
		return false
	}
	return first.Increment > 0 && first.Base <= 150 && first.Base <= 10*first.Increment ||
		first.Increment == 0 && first.Base <= 10
}
