package render

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
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

// goldenFolder holds the golden files of this package.
const goldenFolder = "../../testdata/golden/render"

// goldens has the names of the golden files that tests have asked for.
var goldens sync.Map

// goldenFile returns the path of a golden file, which counts as read from then on.
func goldenFile(name string) string {
	goldens.Store(name, true)
	return filepath.Join(goldenFolder, name)
}

// TestMain fails a run of all tests that leaves a golden file unread.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, filter := range []string{"test.run", "test.skip", "test.list", "test.bench", "test.fuzz"} {
		if flag.Lookup(filter).Value.String() != "" {
			os.Exit(code)
		}
	}
	files, err := os.ReadDir(goldenFolder)
	for _, f := range files {
		if _, read := goldens.Load(f.Name()); !read {
			err = errors.Join(err, fmt.Errorf("no test reads the golden file %s", f.Name()))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(code)
}

// golden compares text with the golden file of that name.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := goldenFile(name)
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

// One file shows the screening in each format; the other reports have one file each. What stands in every language and
// format is checked in memory (TestWordsOfEveryReport, TestFormatsOfEveryDocumentAgree).
func TestGolden(t *testing.T) {
	t.Parallel()
	golden(t, "calibrated.en.txt", written(t, "table", calibrated(), Options{}))
	golden(t, "calibrated.uk.html", written(t, "html", calibrated(), Options{Lang: "uk"}))
	golden(t, "calibrated.ru.pdf.txt", written(t, "pdf", calibrated(), Options{Lang: "ru"}))
	golden(t, "calibrated.uk.xlsx.txt", written(t, "xlsx", calibrated(), Options{Lang: "uk"}))
	golden(t, "calibrated.csv", written(t, "csv", calibrated(), Options{}))
	golden(t, "screening.json", written(t, "json", fixture(), Options{}))
	golden(t, "screening.en.60.txt", written(t, "table", fixture(), Options{Width: 60}))
	golden(t, "screening.en.color.txt", written(t, "table", fixture(), Options{Color: true}))
	golden(t, "bare.ru.txt", written(t, "table", emptyInput(), Options{Lang: "ru"}))
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
