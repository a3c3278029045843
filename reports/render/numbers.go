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

// decimal writes x with that many decimals and the decimal mark of the
// language: a comma in Russian and Ukrainian. A figure that is no number is
// absent.
func (w *words) decimal(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return absent
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	if w.lang != "en" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// percent writes a share between 0 and 1 as a percentage without its sign.
func (w *words) percent(share float64, decimals int) string {
	return w.decimal(100*share, decimals)
}

// integer writes n in groups of three digits from 10 000 on, parted by a comma
// in English and by a no-break space in Russian and Ukrainian.
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
