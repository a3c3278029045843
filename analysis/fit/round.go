package fit

import (
	"reflect"

	"fairplay/analysis/exact"
)

// roundAll rounds every floating-point number that v points to, in place:
// through structs, slices, arrays and pointers, as far as fields are exported.
func roundAll(v any) { roundValue(reflect.ValueOf(v)) }

func roundValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			roundValue(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				roundValue(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			roundValue(v.Index(i))
		}
	case reflect.Float64:
		v.SetFloat(rounded(v.Float()))
	}
}

// rounded returns the nearest number of that many significant digits; minus zero
// becomes zero.
func rounded(x float64) float64 { return exact.Round(x, exact.Digits) }

// searchedDigits is how many significant digits are kept of what was found by
// searching without gradients: near the best point a function is flat, so that the
// digits after these only say where the search stopped. Such numbers are known to
// a tenth of themselves at best.
const searchedDigits = 4

// searched returns a number that was found by searching.
func searched(x float64) float64 { return exact.Round(x, searchedDigits) }
