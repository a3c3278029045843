package store

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func export(t testing.TB, c *Cache) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := c.Export(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// filled returns a cache with two recipes and n positions. Their order and day differ for each
// value of turn.
func filled(t testing.TB, n, turn int) *Cache {
	c := openStill(t, cacheFile(t), start.Add(time.Duration(turn)*day))
	recipes := []analysis.Recipe{analysis.Quick(), analysis.Full()}
	for i := range n {
		i = (i + turn) % n
		recipe := recipes[(i+turn)%2]
		if err := c.RegisterRecipe(t.Context(), recipe); err != nil {
			t.Fatal(err)
		}
		put(t, c, recipes[i%2].Fingerprint(), fmt.Sprintf("%s %d", position, i), bothPasses(i))
	}
	return c
}

func TestExportAndImport(t *testing.T) {
	const n = 20
	from := filled(t, n, 0)
	text := export(t, from)
	if again := export(t, filled(t, n, 7)); !bytes.Equal(text, again) {
		t.Error("the same evaluations give other bytes")
	}
	to := openStill(t, cacheFile(t), start)
	put(t, to, analysis.Quick().Fingerprint(), position+" 0", deepOnly(0))
	flush(t, to)
	got, err := to.Import(t.Context(), bytes.NewReader(text))
	if want := (Exchanged{Recipes: 2, Rows: 2 * n, New: 2*n - 1}); err != nil || got != want {
		t.Errorf("Import = %+v, %v; want %+v", got, err, want)
	}
	if again := export(t, to); !bytes.Equal(text, again) {
		t.Error("export of what was imported differs")
	}
	if got, err := to.Import(t.Context(), bytes.NewReader(text)); err != nil || got.New != 0 {
		t.Errorf("second Import = %+v, %v", got, err)
	}
}

// A file that is cut off is an error, and the rows before the cut are kept.
func TestImportOfManyBatches(t *testing.T) {
	const n = 3*importBatch + 10
	from := openStill(t, cacheFile(t), start)
	batch := imported{rows: map[rowKey][]byte{}}
	for i := range n {
		key := rowKey{recipe: analysis.Quick().Fingerprint(), position: fmt.Sprintf("%s %d", position, i)}
		rows, err := encode(key, deepOnly(i))
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(batch.rows, rows)
	}
	if err := from.importBatch(t.Context(), batch, &Exchanged{}); err != nil {
		t.Fatal(err)
	}
	text := export(t, from)
	to := openStill(t, cacheFile(t), start)
	got, err := to.Import(t.Context(), bytes.NewReader(text[:len(text)-100]))
	expectFault(t, err, fault.Invalid, "import_form")
	if got.New < importBatch || got.New >= n {
		t.Errorf("of the file that is cut off, %d rows were kept", got.New)
	}
	kept := got.New
	if got, err := to.Import(t.Context(), bytes.NewReader(text)); err != nil || got.Rows != n || got.New != n-kept {
		t.Errorf("Import = %+v, %v", got, err)
	}
}

func TestImportRefusesWhatWasChanged(t *testing.T) {
	text := plain(t, export(t, filled(t, 2, 0)))
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") // header, 2 recipes, 4 rows, end
	if len(lines) != 8 {
		t.Fatalf("%d lines", len(lines))
	}
	without := func(i int) string { return strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "") }
	for name, changed := range map[string]string{
		"nothing":          "",
		"no header":        without(0),
		"another version":  strings.Replace(text, `"version":1`, `"version":2`, 1),
		"no recipe":        without(1),
		"no row":           without(4),
		"no end":           without(7),
		"recipe changed":   strings.Replace(text, `200000`, `200001`, 1),
		"body changed":     strings.Replace(text, `"body":"E`, `"body":"F`, 1),
		"position changed": strings.Replace(text, "w KQkq - 0 1 0", "w KQkq - 0 1 5", 1),
		"pass changed":     strings.Replace(text, `"pass":"deep"`, `"pass":"wide"`, 1),
		"pass unknown":     strings.Replace(text, `"pass":"deep"`, `"pass":"both"`, 1),
		"not JSON":         strings.Replace(text, `"pass"`, `"pass`, 1),
		"a long line":      lines[0] + strings.Repeat(" ", maxImportLine+1) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := openStill(t, cacheFile(t), start).Import(t.Context(), bytes.NewReader(zipped(t, changed)))
			expectFault(t, err, fault.Invalid, "import_form")
		})
	}
	_, err := openStill(t, cacheFile(t), start).Import(t.Context(), strings.NewReader(text))
	expectFault(t, err, fault.Invalid, "import_form")
}

func TestImportReportsAnotherValue(t *testing.T) {
	text := export(t, filled(t, 2, 0))
	to := openStill(t, cacheFile(t), start)
	put(t, to, analysis.Quick().Fingerprint(), position+" 0", deepOnly(77))
	flush(t, to)
	_, err := to.Import(t.Context(), bytes.NewReader(text))
	expectFault(t, err, fault.Corrupt, "evaluation_differs")
}

func plain(t testing.TB, b []byte) string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := io.WriteString(zip, text); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
