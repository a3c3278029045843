package uci

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/cpu"

	"fairplay/analysis/fault"
)

// Find returns the path of the engine to use: the named one, looked up as the shell would; or
// else Stockfish from the folder of this program, from the package fairplay-engine, from the search
// path, or from the folder in which Debian puts games.
//
// The error is fault.Unavailable if there is no such program.
func Find(name string) (string, error) {
	if name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fault.Wrap(err, fault.Unavailable, "no_engine", "there is no engine %q", name)
		}
		return path, nil
	}
	if all := Installed(); len(all) > 0 {
		return all[0], nil
	}
	return "", fault.New(fault.Unavailable, "no_engine",
		"no Stockfish is installed; install it (Debian: apt install stockfish), put it beside fairplay (Windows: stockfish.exe), or name an engine with --engine")
}

// Installed returns the engines that Find looks for where nobody names one, the one that it returns
// first, each once.
func Installed() (paths []string) {
	var there, folders []string
	if self, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(self))
	}
	for _, folder := range append(folders, packaged) {
		if path, ok := beside(folder, runtime.GOOS, hasAVX2()); ok {
			there = append(there, path)
		}
	}
	for _, name := range []string{"stockfish", debian} {
		if path, err := exec.LookPath(name); err == nil {
			there = append(there, path)
		}
	}
	known := map[string]bool{}
	for _, path := range there {
		file, err := filepath.EvalSymlinks(path)
		if err == nil && !known[file] {
			known[file] = true
			paths = append(paths, path)
		}
	}
	return paths
}

// debian is where Debian puts Stockfish, and packaged where our package fairplay-engine does.
const (
	debian   = "/usr/games/stockfish"
	packaged = "/usr/lib/fairplay"
)

// hasAVX2 reports whether this processor runs what is compiled for AVX2, which means BMI1 and POPCNT too.
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT }

// beside finds Stockfish in a folder under the names that our archives and its downloads have:
// stockfish-avx2 on a processor that has it, stockfish (with .exe on Windows), else the first that
// begins so and is a program, such as stockfish-windows-2022-x86-64-avx2.exe.
func beside(folder, system string, avx2 bool) (path string, ok bool) {
	ending := ""
	if system == "windows" {
		ending = ".exe"
	}
	files, err := os.ReadDir(folder) // by name
	if err != nil {
		return "", false
	}
	isEngine := func(f os.DirEntry) bool {
		name := strings.ToLower(f.Name())
		at, err := os.Stat(filepath.Join(folder, f.Name()))
		return strings.HasPrefix(name, "stockfish") && strings.HasSuffix(name, ending) && err == nil && at.Mode().IsRegular() &&
			(system == "windows" || at.Mode()&0o111 != 0)
	}
	files = slices.DeleteFunc(files, func(f os.DirEntry) bool { return !isEngine(f) })
	if len(files) == 0 {
		return "", false
	}
	named := func(name string) int {
		return slices.IndexFunc(files, func(f os.DirEntry) bool { return strings.EqualFold(f.Name(), name+ending) })
	}
	best := max(named("stockfish"), 0)
	if fast := named("stockfish-avx2"); avx2 && fast >= 0 {
		best = fast
	}
	return filepath.Join(folder, files[best].Name()), true
}
