package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"fairplay/analysis/fault"
	"fairplay/reports/store/storetest"
	"fairplay/reports/tournament/fide"
)

func backup(t testing.TB, db *DB) ([]byte, BackedUp) {
	t.Helper()
	var out bytes.Buffer
	done, err := db.Backup(t.Context(), &out, nil)
	ok(t, err)
	return out.Bytes(), done
}

func restored(t testing.TB, source string, text []byte) *DB {
	t.Helper()
	must[BackedUp](t)(Restore(t.Context(), source, bytes.NewReader(text), nil))
	return openFresh(t, source)
}

// A backup from either database restores into either and is the same from both. A restored
// database passes Check and can be written.
func TestBackupAndRestore(t *testing.T) {
	server := storetest.Start(t)
	from := openFresh(t, nowhere(t))
	fill(t, from)
	text, done := backup(t, from)
	if done.Tables != len(backupTables()) || done.Rows < 40 || len(done.SHA256) != 64 {
		t.Errorf("%+v", done)
	}
	for _, way := range []struct {
		name  string
		fresh []func(testing.TB) string
	}{
		{"SQLite, SQLite", []func(testing.TB) string{nowhere, nowhere}},
		{"PostgreSQL, SQLite, PostgreSQL, PostgreSQL", []func(testing.TB) string{server.Fresh, nowhere, server.Fresh, server.Fresh}},
	} {
		t.Run(way.name, func(t *testing.T) {
			said := text
			var db *DB
			for _, fresh := range way.fresh {
				db = restored(t, fresh(t), said)
				again, sum := backup(t, db)
				if !bytes.Equal(again, text) || sum != done {
					t.Errorf("another backup: %+v, want %+v", sum, done)
				}
				said = again
			}
			same(t, "check", must[Checked](t)(db.Check(t.Context(), nil)), must[Checked](t)(from.Check(t.Context(), nil)))
			goesOn(t, db)
		})
	}
}

// goesOn writes rows to which a restored database gives the numbers.
func goesOn(t *testing.T, db *DB) {
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("after")}))
	whole(t, chain(t, db))
	ok(t, db.PutReport(t.Context(), newReport("after", "a", "after"), []ReportedPerformance{{Player: "r"}}))
	c := cacheIn(t, db)
	put(t, c, "another recipe", position, deepOnly(1))
	flush(t, c)
	expect(t, c, "unregistered", other, deepOnly(30))
	makeBatch(t, db, "a", "after")
	finish(t, db, resultOf("after", newGame("g9", "", 9)))
	same(t, "games", ids(must[[]StoredGame](t)(db.EventGames(t.Context(), "a", 0, 0))), []string{"g1", "g2", "g9"})
}

// A backup shows one moment, although others write meanwhile.
func TestBackupOfABusyDatabase(t *testing.T) {
	for name, source := range map[string]string{"SQLite": cacheFile(t), "PostgreSQL": storetest.Start(t).Fresh(t)} {
		t.Run(name, func(t *testing.T) {
			db := openFresh(t, source)
			fill(t, db)
			// Each audit entry comes with a task. The writer goes on until the backup is
			// complete.
			stop, written := make(chan struct{}), make(chan int)
			go func() {
				n := 0
				for ; ; n++ {
					select {
					case <-stop:
						written <- n
						return
					default:
					}
					if err := errors.Join(db.Audit(t.Context(), []AuditEntry{newEntry("x")}), db.CreateEvent(t.Context(), newEvent(fmt.Sprint("e", n)))); err != nil {
						t.Error(err)
					}
				}
			}()
			for len(chain(t, db)) < 10 { // it writes
			}
			text, _ := backup(t, db)
			close(stop)
			all := <-written
			copied := restored(t, nowhere(t), text)
			entries, events := len(chain(t, copied))-5, len(must[[]Event](t)(copied.Events(t.Context(), EventsQuery{})))-1
			if entries < 5 || entries > all || entries-events > 1 || events > entries {
				t.Errorf("of %d the copy has %d entries and %d events", all, entries, events)
			}
			if c := must[Checked](t)(copied.Check(t.Context(), nil)); len(c.Damages) > 0 {
				t.Errorf("%+v", c.Damages)
			}
		})
	}
}

func TestRestoreOnlyIntoAnEmptyDatabase(t *testing.T) {
	from := openFresh(t, cacheFile(t))
	fill(t, from)
	text, _ := backup(t, from)
	restore := func(source string) error {
		_, err := Restore(t.Context(), source, bytes.NewReader(text), nil)
		return err
	}
	old := oldCache(t)
	expectFault(t, restore(old), fault.Conflict, "database_not_empty")
	expect(t, openStill(t, old, start), "quick", position, bothPasses(30))

	path := cacheFile(t)
	db := openFresh(t, path) // its tables are there, and empty
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("x")}))
	expectFault(t, restore(path), fault.Conflict, "database_not_empty")
	if n := len(chain(t, db)); n != 1 {
		t.Errorf("%d entries", n)
	}
	path = cacheFile(t)
	openFresh(t, path)
	ok(t, restore(path))
	expectFault(t, restore(path), fault.Conflict, "database_not_empty")
}

func TestRestoreRefusesWhatWasChanged(t *testing.T) {
	from := openFresh(t, cacheFile(t))
	fill(t, from)
	text, _ := backup(t, from)
	plain := unzstd(t, text)
	lines := strings.SplitAfter(strings.TrimSuffix(plain, "\n"), "\n")
	without := func(i int) string { return strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), "") }
	replaced := func(old, new string) string {
		changed := strings.Replace(plain, old, new, 1)
		if changed == plain {
			t.Fatalf("there is no %s", old)
		}
		return changed
	}
	for name, changed := range map[string]string{
		"nothing":             "",
		"no header":           without(0),
		"another version":     replaced(`"version":1`, `"version":2`),
		"no row":              without(2),
		"no end":              without(len(lines) - 1),
		"a value changed":     replaced(`"Kyiv"`, `"Lviv"`),
		"a name not known":    replaced(`"table":"tasks"`, `"table":"tasks; DROP TABLE games"`),
		"a column not known":  replaced(`"site"`, `"site) VALUES (1); --"`),
		"a row too short":     replaced(`["a","Event a",`, `["a",`),
		"a value of no kind":  replaced(`"Kyiv"`, `{"in":"Kyiv"}`),
		"bytes that are none": replaced(`,["`, `,["?`),
		"not JSON":            replaced(`["a","Event a",`, `["a,`),
		"a line after it":     plain + "[1]\n",
		"a byte after it":     plain + "x",
	} {
		t.Run(name, func(t *testing.T) {
			path := nowhere(t)
			_, err := Restore(t.Context(), path, bytes.NewReader(zstdOf(t, changed)), nil)
			expectFault(t, err, fault.Invalid, "backup_form")
			if db := openFresh(t, path); len(must[[]Event](t)(db.Events(t.Context(), EventsQuery{}))) > 0 {
				t.Error("a part has been restored")
			}
		})
	}
	for name, damaged := range map[string][]byte{"not packed": []byte("a backup"), "cut off": text[:len(text)-9],
		"bytes after it": append(slices.Clone(text), "more"...), "itself after it": append(slices.Clone(text), text...),
		"a frame of nothing after it": append(slices.Clone(text), zstdFrameOfNothing()...),
		"a skippable frame after it":  append(slices.Clone(text), "\x50\x2a\x4d\x18\x04\x00\x00\x00more"...),
		"a skippable frame before it": append([]byte("\x50\x2a\x4d\x18\x04\x00\x00\x00more"), text...),
		"its checksum cut off":        text[:len(text)-4]} {
		t.Run(name, func(t *testing.T) {
			_, err := Restore(t.Context(), nowhere(t), bytes.NewReader(damaged), nil)
			expectFault(t, err, fault.Invalid, "backup_form")
		})
	}
	later := zstdOf(t, replaced(fmt.Sprintf(`"schema":%d`, must[int64](t)(from.version(t.Context()))), `"schema":999`))
	_, err := Restore(t.Context(), nowhere(t), bytes.NewReader(later), nil)
	expectFault(t, err, fault.Unavailable, "database_new")
}

func unzstd(t testing.TB, text []byte) string {
	t.Helper()
	z, err := zstd.NewReader(nil)
	ok(t, err)
	defer z.Close()
	return string(must[[]byte](t)(z.DecodeAll(text, nil)))
}

// zstdFrameOfNothing is a frame with one empty block: magic number, no window, size 0, last
// block.
func zstdFrameOfNothing() []byte {
	return []byte("\x28\xb5\x2f\xfd\x20\x00\x01\x00\x00")
}

func zstdOf(t testing.TB, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	ok(t, err)
	defer z.Close()
	return z.EncodeAll([]byte(text), nil)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestBackupHandsOnErrors(t *testing.T) {
	db := openFresh(t, cacheFile(t))
	fill(t, db)
	if _, err := db.Backup(t.Context(), brokenWriter{}, nil); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Error(err)
	}
}

// Rating lists are in a backup, with what seals them.
func TestListsAreBackedUp(t *testing.T) {
	from := openFresh(t, cacheFile(t))
	list := must[FideList](t)(from.ImportFideList(t.Context(), listImport("standard_mar26frl.txt", ratingTextOf(3), "aa", "")))
	text, _ := backup(t, from)
	db := restored(t, nowhere(t), text)
	same(t, "lists", must[[]FideList](t)(db.FideLists(t.Context())), []FideList{list})
	same(t, "damages", must[Checked](t)(db.Check(t.Context(), nil)).Damages, nil)
	if found := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "aa", []string{"1", "2", "3"})); len(found) != 3 {
		t.Errorf("players %v", found)
	}
}
