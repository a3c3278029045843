package reports

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// What differs in its last bits is published alike, and nothing but figures is
// touched.
func TestFiguresAreRoundedOnce(t *testing.T) {
	third := 1.0 / 3
	got, err := JSON(map[string]any{
		"a": []float64{third, math.Nextafter(third, 1), -1e-7 / 3, 2e22 / 3, 1 / 4., 12345678901},
		"b": `1.23456789012 "2.00000000001" \`, "c": true, "d": nil, "e": 123456789012345, "f": map[string]float64{"1.23456789012": 54.99999999999999},
		"g": false, "h<&>": []int{-1, 0},
	})
	const want = `{"a":[0.333333333,0.333333333,-3.33333333e-8,6.66666667e+21,0.25,12345678901],` +
		`"b":"1.23456789012 \"2.00000000001\" \\","c":true,"d":null,"e":123456789012345,"f":{"1.23456789012":55},"g":false,"h<&>":[-1,0]}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\n%s", err, got, want)
	}
	if _, err := JSON(math.NaN()); err == nil {
		t.Error("what is no number was written")
	}
}

func TestRoundingKeepsEverythingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := map[string]any{
			rapid.String().Draw(t, "key"): rapid.String().Draw(t, "text"),
			"x":                           []any{rapid.Float64().Draw(t, "x"), rapid.Bool().Draw(t, "b"), nil, float64(rapid.Int32().Draw(t, "n"))},
		}
		text, err := JSON(value)
		if err != nil {
			t.Fatal(err)
		}
		var once any
		if err := json.Unmarshal(text, &once); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		twice, err := JSON(once)
		if err != nil || string(twice) != string(text) {
			t.Fatalf("%v: %s was %s", err, twice, text)
		}
		for key, text := range value {
			if s, is := text.(string); is && once.(map[string]any)[key] != any(s) {
				t.Fatalf("%q: %q became %v", key, s, once.(map[string]any)[key])
			}
		}
	})
}
