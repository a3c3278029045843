package fit

import (
	"reflect"

	"fairplay/analysis/exact"
)

// roundAll rounds every floating-point number that v points to, in place. It follows structs,
// slices, arrays and pointers through exported fields.
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

// rounded rounds to the significant digits that are published; minus zero becomes zero.
func rounded(x float64) float64 { return exact.Round(x, exact.Digits) }

// searchedDigits is the number of significant digits kept of values found by a search without
// gradients. A function is flat near its optimum, so further digits only say where the search
// stopped. Such values are known to a tenth of themselves at best.
const searchedDigits = 4

// searched rounds a value that was found by a search without gradients.
func searched(x float64) float64 { return exact.Round(x, searchedDigits) }
