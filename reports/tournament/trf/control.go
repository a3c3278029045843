package trf

import (
	"strconv"
	"strings"

	"fairplay/analysis"
)

// TimeControls are the time control of line 222, for White and for Black; the two differ only in games
// such as Armageddon.
type TimeControls struct{ White, Black analysis.TimeControl }

// ParseControl reads the encoded time control of TRF26 (222): periods separated by colons, each S,
// S+I, M/S or M/S+I with S seconds, I seconds added for each move and M moves; or one such list for
// each colour, "W300-B240".
func ParseControl(text string) (TimeControls, bool) {
	white, black, apart := strings.Cut(text, "-")
	if apart {
		w, okWhite := strings.CutPrefix(white, "W")
		b, okBlack := strings.CutPrefix(black, "B")
		if !okWhite || !okBlack {
			return TimeControls{}, false
		}
		white, black = w, b
	} else {
		black = white
	}
	first, ok := parsePeriods(white)
	second, also := parsePeriods(black)
	first.Text, second.Text = text, text
	return TimeControls{first, second}, ok && also
}

func parsePeriods(text string) (tc analysis.TimeControl, ok bool) {
	for part := range strings.SplitSeq(text, ":") {
		var p analysis.Period
		moves, rest, counted := strings.Cut(part, "/")
		if counted {
			n, err := strconv.ParseUint(moves, 10, 10)
			if err != nil || n == 0 {
				return tc, false
			}
			p.Moves, part = int(n), rest
		}
		base, added, adds := strings.Cut(part, "+")
		seconds, err := strconv.ParseUint(base, 10, 20)
		if err != nil {
			return tc, false
		}
		p.Base = float64(seconds)
		if adds {
			increment, err := strconv.ParseUint(added, 10, 20)
			if err != nil {
				return tc, false
			}
			p.Increment = float64(increment)
		}
		tc.Periods = append(tc.Periods, p)
	}
	return tc, true
}
