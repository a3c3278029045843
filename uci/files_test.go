package uci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// write makes a file in a folder.
func write(t *testing.T, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// symlink makes a symbolic link in a folder.
func symlink(t *testing.T, folder, target, name string) {
	t.Helper()
	if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
		t.Fatal(err)
	}
}

// TestScriptIsRefused shows scripts in place of an engine, which would hide what
// they start.
func TestScriptIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"engine": "#!/bin/sh\nexec /usr/games/stockfish\n", "engine.py": "#!/usr/bin/env python3\n", "engine.bat": "stockfish.exe", "engine.CMD": "",
	} {
		path := write(t, t.TempDir(), name, text)
		if _, err := Start(t.Context(), path); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "is a script") || !strings.Contains(err.Error(), "--engine-arg") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := NewPool(t.Context(), path, 1); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a pool of %s: %v", name, err)
		}
	}
}

// TestEveryFileIsPartOfTheEngine shows what the digest of an engine depends on: the bytes of
// the program, of every file that an argument names and of its companions, and the other
// arguments, but not the place of the files.
func TestEveryFileIsPartOfTheEngine(t *testing.T) {
	sum := func(change func(folder string) (args []string)) string {
		t.Helper()
		folder := t.TempDir()
		program := write(t, folder, "node", "\x7fELF")
		write(t, folder, "fish.js", "#!/usr/bin/env node")
		write(t, folder, "fish.wasm", "code")
		write(t, folder, "fishing.wasm", "of another")
		files, sum, err := examine(program, change(folder))
		if err != nil || len(sum) != 64 || files[0].Path != program {
			t.Fatalf("%v, %q, %v", files, sum, err)
		}
		return sum
	}
	usual := func(folder string) []string { return []string{"--fast", filepath.Join(folder, "fish.js")} }
	want := sum(usual)
	if got := sum(usual); got != want {
		t.Error("another folder gives another digest")
	}
	alike := map[string]func(string) []string{
		"links to it and to the one beside": func(folder string) []string {
			symlink(t, folder, "fish.js", "latest.js")
			symlink(t, folder, "fish.wasm", "latest.wasm")
			return []string{"--fast", filepath.Join(folder, "latest.js")}
		},
		"a link from another folder": func(folder string) []string {
			if err := os.Mkdir(filepath.Join(folder, "bin"), 0o700); err != nil {
				t.Fatal(err)
			}
			symlink(t, filepath.Join(folder, "bin"), "../fish.js", "engine.js")
			return []string{"--fast", filepath.Join(folder, "bin", "engine.js")}
		},
		"a file of another name beside it": func(folder string) []string { write(t, folder, "fishing.wasm", "changed"); return usual(folder) },
	}
	other := map[string]func(string) []string{
		"the program":    func(folder string) []string { write(t, folder, "node", "\x7fELF2"); return usual(folder) },
		"the file named": func(folder string) []string { write(t, folder, "fish.js", "changed"); return usual(folder) },
		"the one beside": func(folder string) []string { write(t, folder, "fish.wasm", "changed"); return usual(folder) },
		"the one beside what a link names": func(folder string) []string {
			write(t, folder, "fish.wasm", "changed")
			symlink(t, folder, "fish.js", "latest.js")
			return []string{"--fast", filepath.Join(folder, "latest.js")}
		},
		"another argument": func(folder string) []string { return append(usual(folder), "--slow") },
		"another order":    func(folder string) []string { return []string{usual(folder)[1], usual(folder)[0]} },
		"no argument":      func(string) []string { return nil },
	}
	for name, change := range alike {
		if sum(change) != want {
			t.Errorf("%s makes a difference", name)
		}
	}
	for name, change := range other {
		if sum(change) == want {
			t.Errorf("%s makes no difference", name)
		}
	}
	program := write(t, t.TempDir(), "alone", "\x7fELF")
	if files, sum, err := examine(program, nil); err != nil || len(files) != 1 || sum != files[0].SHA256 {
		t.Errorf("without arguments the digest is the program's own: %v, %q, %v", files, sum, err)
	}
}

// TestEngineRunByAnotherProgram shows a real engine that another program runs, as its arguments
// say.
func TestEngineRunByAnotherProgram(t *testing.T) {
	for _, c := range []struct{ program, argument, name string }{
		{"nice", stockfish, "Stockfish 15.1"},
		{"nice", ucitest.Engine{}.Command(t), ucitest.Name},
	} {
		p, err := NewPool(t.Context(), c.program, 1, WithArgs(c.argument))
		if err != nil {
			t.Fatal(err)
		}
		id := p.Identity()
		if id.Name != c.name || len(id.Files) != 2 || id.Files[1].Path != c.argument || id.SHA256 == id.Files[0].SHA256 || id.SHA256 == id.Files[1].SHA256 {
			t.Errorf("%+v", id)
		}
		req := Request{Position: position(t, lonely), Recipe: tiny()}
		got, err := p.Evaluate(t.Context(), req)
		if err != nil || len(got.Deep) == 0 {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
		if req.Recipe, err = id.Complete(analysis.Quick()); err != nil || req.Recipe.EngineSHA256 != id.SHA256 {
			t.Errorf("%s: %+v, %v", c.name, req.Recipe, err)
		}
		p.Close()
	}
}
