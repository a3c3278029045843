package reports

import (
	"reflect"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// fillIn gives every field of a value another figure.
func fillIn(t *testing.T, v reflect.Value, n *int) {
	t.Helper()
	*n++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.ValueOf(score.NewBankSums(5, 3)))
		fillIn(t, v.Elem(), n)
	case reflect.Slice:
		for i := range v.Len() {
			fillIn(t, v.Index(i), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() { // others follow from these
				fillIn(t, v.Field(i), n)
			}
		}
	case reflect.Float64:
		v.SetFloat(1 / float64(*n))
	case reflect.Int:
		v.SetInt(int64(*n))
	default:
		t.Fatalf("a sheet cannot hold a %s", v.Type())
	}
}

// Nothing that a game adds is lost on the way through the store, also where it
// adds more one day.
func TestSheetsComeBackWhole(t *testing.T) {
	t.Parallel()
	want, n := NewSheet(nil, nil), 0
	for i := range want.Sides {
		fillIn(t, reflect.ValueOf(&want.Sides[i].Sums).Elem(), &n)
	}
	want.Sides[1].Excluded[analysis.Forced], want.Sides[1].Excluded[analysis.InBook] = 3, 7
	body := EncodeSheet(want)
	got, err := DecodeSheet(body)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\n%+v", err, got, want)
	}
	for cut := range body {
		if _, err := DecodeSheet(body[:cut]); fault.KindOf(err) != fault.Corrupt {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
	if _, err := DecodeSheet(append(body, 0)); fault.KindOf(err) != fault.Corrupt {
		t.Errorf("one byte more: %v", err)
	}
}
