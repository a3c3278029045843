package store

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"fairplay/analysis/fault"
)

// Several programs may open a cache that does not exist yet.
func TestOpenedByManyAtOnce(t *testing.T) {
	path := nowhere(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			c, err := openCacheAt(t.Context(), path, stillClock(start))
			if err != nil {
				t.Error(err)
				return
			}
			if err := c.Put(t.Context(), "quick", fmt.Sprintf("%s %d", position, i), deepOnly(i), legal); err != nil {
				t.Error(err)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	c := openStill(t, path, start)
	for i := range 8 {
		expect(t, c, "quick", fmt.Sprintf("%s %d", position, i), deepOnly(i))
	}
}

// Only the owner can read a database, and the files that SQLite puts beside it, whatever folder
// they are in.
func TestDatabaseIsItsOwners(t *testing.T) {
	folder := t.TempDir()
	ok(t, os.Chmod(folder, 0o755))
	db, err := Open(t.Context(), filepath.Join(folder, "fairplay.db"))
	ok(t, err)
	defer db.Close()
	ok(t, db.CreateEvent(t.Context(), Event{ID: "a", Name: "Open"}))
	files, err := os.ReadDir(folder)
	ok(t, err)
	for _, f := range files {
		at, err := f.Info()
		ok(t, err)
		if at.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", f.Name(), at.Mode())
		}
	}
	if len(files) != 3 {
		t.Errorf("%d files, want the database and two beside it", len(files))
	}
}

func TestPathNeedsEscaping(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "event 100% & more?")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "#1.db")
	c := openStill(t, path, start)
	put(t, c, "quick", position, deepOnly(30))
	flush(t, c)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestCannotBeOpened(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text.db")
	if err := os.WriteFile(text, []byte("This is a letter, and a long one, but it is not a database at all.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, code string
		kind             fault.Kind
	}{
		{"in no folder", filepath.Join(folder, "chace", "cache.db"), "database_folder", fault.Invalid},
		{"a folder", folder, "database_unavailable", fault.Unavailable},
		{"inside a file", filepath.Join(text, "cache.db"), "database_unavailable", fault.Unavailable},
		{"another kind of file", text, "database_corrupt", fault.Corrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := OpenCache(t.Context(), c.path)
			expectFault(t, err, c.kind, c.code)
		})
	}
}

// If the disk is full or the file may not be written, the next Put and Close return the
// writer's error. Once there is room again, nothing is lost.
func TestCannotBeWritten(t *testing.T) {
	for _, c := range []struct{ name, hinder, relieve, code string }{
		{"disk full", `PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 1000000`, "database_full"},
		{"read-only", `PRAGMA query_only = on`, `PRAGMA query_only = off`, "database_read_only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := openStill(t, cacheFile(t), start)
			cache.db.write.SetMaxOpenConns(1) // each connection has its own settings
			exec := func(pragma string) {
				if _, err := cache.db.write.Exec(pragma); err != nil {
					t.Fatal(err)
				}
			}
			exec(c.hinder)
			for i := range 100 {
				put(t, cache, "quick", fmt.Sprintf("%s %d", position, i), bothPasses(i))
			}
			expectFault(t, cache.Flush(), fault.Unavailable, c.code)
			err := cache.Put(t.Context(), "quick", position, deepOnly(30), legal)
			expectFault(t, err, fault.Unavailable, c.code)
			expect(t, cache, "quick", position+" 7", bothPasses(7))
			exec(c.relieve)
			flush(t, cache)
			put(t, cache, "quick", position, deepOnly(30))
			expect(t, cache, "quick", position+" 7", bothPasses(7))
		})
	}
}
