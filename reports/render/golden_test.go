package render

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/reports"
)

var update = flag.Bool("update", false, "write the golden files anew")

// written returns the report as Screening writes it.
func written(t testing.TB, format string, s *reports.Screening, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Screening(&b, format, s, o); err != nil {
		t.Fatalf("Screening(%s, %+v): %v", format, o, err)
	}
	return readable(t, format, b.String())
}

// golden compares text with the golden file of that name.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "golden", "render", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s differs (-golden +now); run with -update if that is meant:\n%s", path, diff)
	}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		for name, s := range map[string]*reports.Screening{
			"screening": fixture(), "bare": emptyInput(), "calibrated": calibrated()} {
			golden(t, name+"."+lang+".txt", written(t, "table", s, Options{Lang: lang}))
			golden(t, name+"."+lang+".html", written(t, "html", s, Options{Lang: lang}))
		}
	}
	for _, columns := range []int{60, 80, 120, 160} {
		golden(t, fmt.Sprintf("screening.en.%d.txt", columns), written(t, "table", fixture(), Options{Width: columns}))
		golden(t, fmt.Sprintf("calibrated.en.%d.txt", columns), written(t, "table", calibrated(), Options{Width: columns}))
	}
	golden(t, "screening.en.color.txt", written(t, "table", fixture(), Options{Color: true}))
	golden(t, "screening.csv", written(t, "csv", fixture(), Options{}))
	golden(t, "screening.json", written(t, "json", fixture(), Options{}))
	golden(t, "calibrated.csv", written(t, "csv", calibrated(), Options{}))
	golden(t, "bare.csv", written(t, "csv", emptyInput(), Options{}))
	golden(t, "bare.json", written(t, "json", emptyInput(), Options{}))
}

// What is for programs does not depend on the reader's language.
func TestProgramFormatsAreTheSameInEveryLanguage(t *testing.T) {
	for _, format := range []string{"csv", "json"} {
		for _, lang := range Languages() {
			if diff := cmp.Diff(written(t, format, fixture(), Options{}), written(t, format, fixture(), Options{Lang: lang})); diff != "" {
				t.Errorf("%s in %s:\n%s", format, lang, diff)
			}
		}
	}
}
