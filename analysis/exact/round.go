package exact

import (
	"math"
	"strconv"
)

// Digits is how many significant digits published figures have.
const Digits = 9

// Round returns the nearest number of that many significant decimal digits; minus
// zero becomes zero.
func Round(x float64, digits int) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x == 0 {
		return x + 0
	}
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return x
	}
	return y
}
