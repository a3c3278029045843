package render

import (
	"math"
	"strconv"
	"strings"
)

const (
	absent       = "–" // stands where a figure does not exist
	noBreakSpace = "\u00a0"
)

// finite reports whether x is a number.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// exists reports whether there is a figure and it is a number.
func exists(x *float64) bool { return x != nil && finite(*x) }

// decimal writes x with that many decimals and the decimal mark of the language: a
// comma in Russian and Ukrainian. NaN and infinities are absent.
func (w *words) decimal(x float64, decimals int) string {
	if !finite(x) {
		return absent
	}
	text := unsignedZero(strconv.FormatFloat(x, 'f', decimals, 64))
	if w.lang != "en" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// unsignedZero drops the minus of a figure that is all zeros.
func unsignedZero(text string) string {
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// percent writes a share between 0 and 1 as a percentage without its sign.
func (w *words) percent(share float64, decimals int) string {
	return w.decimal(100*share, decimals)
}

// integer writes n in groups of three digits from 10 000 on, separated by a comma in
// English and by a no-break space in Russian and Ukrainian.
func (w *words) integer(n int) string {
	text := strconv.Itoa(n)
	if n > -10_000 && n < 10_000 {
		return text
	}
	mark := noBreakSpace
	if w.lang == "en" {
		mark = ","
	}
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + mark + text[i:]
	}
	return text
}

// percentOf writes a share as percent does, absent for nil.
func (w *words) percentOf(share *float64) string {
	if share == nil {
		return absent
	}
	return w.percent(*share, 1)
}

// wholePercent writes a share as a whole percentage, absent for nil.
func (w *words) wholePercent(share *float64) string {
	if share == nil {
		return absent
	}
	return w.percent(*share, 0)
}

// pawns writes an average in pawns or scaled pawns, absent for nil.
func (w *words) pawns(x *float64) string {
	if x == nil {
		return absent
	}
	return w.decimal(*x, 3)
}

// z writes a z with its sign, beside the lines of the regulations and others; absent
// for nil.
func (w *words) z(z *float64, others ...*float64) string {
	if z = zBeside(z, others...); z == nil {
		return absent
	}
	return w.signed(*z, 2)
}

// adjusted writes a p that was adjusted for looking at many players.
func (w *words) adjusted(p float64) string { return w.small(pBeside(p, 3)) }

// signed writes x as decimal does, with a plus unless it is negative.
func (w *words) signed(x float64, decimals int) string {
	text := w.decimal(x, decimals)
	if text == absent || strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + text
}

// least is the smallest figure that small writes in digits.
const least = 0.001

// small writes an expected number or a probability to about two digits; below a
// thousandth it says only that.
func (w *words) small(x float64) string {
	switch {
	case x < least:
		return "<" + w.decimal(least, 3)
	case x < .0995:
		return w.decimal(x, 3)
	case x < .995:
		return w.decimal(x, 2)
	case x < 9.95:
		return w.decimal(x, 1)
	}
	return w.decimal(x, 0)
}

// percentSign writes a share as percent does, with the sign on the same line.
func (w *words) percentSign(share float64, decimals int) string {
	text := w.percent(share, decimals)
	if text == absent {
		return text
	}
	return text + noBreakSpace + "%"
}

// smallPercent writes a share that may be very small, in percent, to about two
// digits.
func (w *words) smallPercent(share float64) string {
	text := w.small(100 * share)
	if text == absent {
		return text
	}
	return text + noBreakSpace + "%"
}
