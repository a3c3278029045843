package uci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBeside finds an engine in the folder of the program, under the name with which it was
// downloaded.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		system string
		files  map[string]os.FileMode
		want   string
	}{
		{"windows", map[string]os.FileMode{"fairplay.exe": 0o600, "stockfish.exe": 0o600}, "stockfish.exe"},
		{"windows", map[string]os.FileMode{"stockfish-windows-2022-x86-64-avx2.exe": 0o600, "stockfish.txt": 0o600}, "stockfish-windows-2022-x86-64-avx2.exe"},
		{"windows", map[string]os.FileMode{"Stockfish-15.1.EXE": 0o600, "STOCKFISH.EXE": 0o600}, "STOCKFISH.EXE"},
		{"windows", map[string]os.FileMode{"stockfish": 0o700, "stockfish.zip": 0o600}, ""},
		{"darwin", map[string]os.FileMode{"stockfish": 0o700, "stockfish-15": 0o700}, "stockfish"},
		{"darwin", map[string]os.FileMode{"stockfish-m1-apple-silicon": 0o700, "stockfish": 0o600}, "stockfish-m1-apple-silicon"},
		{"linux", map[string]os.FileMode{"stockfish.md": 0o600, "fairplay": 0o700}, ""},
		{"linux", map[string]os.FileMode{"stockfish": 0o700, "stockfish-avx2": 0o700}, "stockfish"},
		{"avx2 linux", map[string]os.FileMode{"stockfish": 0o700, "stockfish-avx2": 0o700}, "stockfish-avx2"},
		{"avx2 windows", map[string]os.FileMode{"stockfish.exe": 0o600, "stockfish-avx2.exe": 0o600}, "stockfish-avx2.exe"},
	} {
		system, avx2 := strings.CutPrefix(c.system, "avx2 ")
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, "stockfish-15.1"), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, mode := range c.files {
			if err := os.WriteFile(filepath.Join(folder, name), nil, mode); err != nil {
				t.Fatal(err)
			}
		}
		want := ""
		if c.want != "" {
			want = filepath.Join(folder, c.want)
		}
		if got, ok := beside(folder, system, avx2); got != want || ok != (want != "") {
			t.Errorf("%s, %v: %q", c.system, c.files, got)
		}
	}
	if got, ok := beside(filepath.Join(t.TempDir(), "nowhere"), "linux", false); ok {
		t.Errorf("nowhere: %q", got)
	}
}
