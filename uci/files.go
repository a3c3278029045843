package uci

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// ProgramFile is a file that an engine consists of.
type ProgramFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"` // hex
}

// examine finds the files that a command line consists of: the program, every file that an
// argument names, and their companions, such as the code of a web engine. Companions lie beside
// a named file, or beside the file that it links to, under the same name with another ending.
//
// Without arguments the digest is that of the program. With arguments it is the digest of a
// JSON array of the program's digest and every argument. An argument that names a file is
// replaced by the digests of its files, so that their place does not matter. The program is
// included even where it only runs the engine, as node does. Otherwise any program that is
// given the same files would pass for the engine.
//
// A script is a fault.Invalid error, because what it starts could change without a trace.
func examine(program string, args []string) (files []ProgramFile, sum string, err error) {
	if err := refuseScript(program); err != nil {
		return nil, "", err
	}
	if files, err = digests(program); err != nil || len(args) == 0 {
		return files, firstSum(files), err
	}
	parts := [][]string{{files[0].SHA256}}
	for _, arg := range args {
		if at, err := os.Stat(arg); err != nil || !at.Mode().IsRegular() {
			parts = append(parts, []string{"argument", arg})
			continue
		}
		named, err := digests(append([]string{arg}, allCompanions(arg)...)...)
		if err != nil {
			return nil, "", err
		}
		files = append(files, named...)
		part := []string{"files"}
		for _, f := range named {
			part = append(part, f.SHA256)
		}
		parts = append(parts, part)
	}
	b, err := json.Marshal(parts)
	whole := sha256.Sum256(b)
	return files, hex.EncodeToString(whole[:]), err
}

func firstSum(files []ProgramFile) string {
	if len(files) == 0 {
		return ""
	}
	return files[0].SHA256
}

// refuseScript refuses programs that only name another one to start.
func refuseScript(program string) error {
	script := slices.Contains([]string{".bat", ".cmd", ".ps1"}, strings.ToLower(filepath.Ext(program)))
	f, err := os.Open(program)
	if err != nil {
		return unreadable(program, err)
	}
	defer f.Close()
	start := make([]byte, 2)
	n, err := io.ReadFull(f, start)
	if n > 0 && err != nil && err != io.ErrUnexpectedEOF {
		return unreadable(program, err)
	}
	if script || bytes.Equal(start, []byte("#!")) {
		return fault.New(fault.Invalid, "engine_script",
			"%s is a script, and what it starts could change without a trace; name the program itself with --engine, and each of its arguments with --engine-arg", program)
	}
	return nil
}

// allCompanions returns the companions of a file and, where it is a link, of the file that it
// links to: node looks for the code of an engine there.
func allCompanions(path string) []string {
	found := companions(path)
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return found
	}
	for _, f := range companions(target) {
		if !slices.ContainsFunc(found, func(g string) bool { return sameFile(f, g) }) {
			found = append(found, f)
		}
	}
	return found
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// companions returns the files in the same folder that have the same name up to the last dot
// and another ending.
func companions(path string) []string {
	stem := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	beside, err := os.ReadDir(filepath.Dir(path))
	if err != nil || stem == filepath.Base(path) || stem == "" {
		return nil
	}
	var found []string
	for _, f := range beside { // in order of their names
		name, at := f.Name(), filepath.Join(filepath.Dir(path), f.Name())
		if name == filepath.Base(path) || strings.TrimSuffix(name, filepath.Ext(name)) != stem {
			continue
		}
		if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
			found = append(found, at)
		}
	}
	return found
}

// digests returns the SHA-256 of each file.
func digests(paths ...string) (files []ProgramFile, err error) {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return nil, unreadable(path, err)
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, unreadable(path, err)
		}
		files = append(files, ProgramFile{path, hex.EncodeToString(h.Sum(nil))})
	}
	return files, nil
}

func unreadable(path string, err error) error {
	return fault.Wrap(err, fault.Unavailable, "no_engine", "the engine %q cannot be read", path)
}
