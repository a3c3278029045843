package reports

import (
	"reflect"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// unkept tells whether a field of a move is not part of a sheet: what only the
// e-value of one player is made of, which no sheet is asked for.
func unkept(field string) bool {
	return slices.Contains([]string{"Helped", "Alike", "Aided", "Honest"}, field)
}

// fillIn gives every field of a value that is kept another figure.
func fillIn(t *testing.T, v reflect.Value, n *int) {
	t.Helper()
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !unkept(v.Type().Field(i).Name) {
				fillIn(t, v.Field(i), n)
			}
		}
	case reflect.Float64:
		v.SetFloat(1 / float64(*n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a sheet cannot hold a %s", v.Type())
	}
}

// Nothing that a move adds is lost on the way through the store, also where it
// adds more one day.
func TestSheetsComeBackWhole(t *testing.T) {
	t.Parallel()
	want, n := NewSheet(nil, nil), 0
	for i := range want.Sides {
		want.Sides[i].Moves = make([]score.Scored, 3)
		for j := range want.Sides[i].Moves {
			fillIn(t, reflect.ValueOf(&want.Sides[i].Moves[j]).Elem(), &n)
		}
	}
	want.Sides[1].Moves[1].Equal, want.Sides[1].Moves[2].HasLoss = false, false
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
