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

// File is a file that an engine consists of.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"` // hex
}

// examine finds out what a command line consists of: the program, every file
// that an argument names, and what lies beside such a file, or beside the one that
// it links to, under the same name with another ending, as the code of a web engine
// does. The digest is the program's own where there are no arguments; otherwise it
// is that of the JSON array of the program's digest and of every argument, in place
// of which the digests of its files stand where it names one, so that it does not
// depend on where they lie. The program is part of it even where it only runs the
// engine, as node does: with the files alone, any program that is given them would
// pass for the engine.
//
// A script is refused, fault.Invalid: what it starts could change without a trace.
func examine(program string, args []string) (files []File, sum string, err error) {
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

func firstSum(files []File) string {
	if len(files) == 0 {
		return ""
	}
	return files[0].SHA256
}

// refuseScript refuses programs that only say which other one to start.
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

// allCompanions are the companions of a file and, where it is a link, of what it
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

// companions are the files beside one with an ending that are named like it, but
// for what follows its last dot.
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
func digests(paths ...string) (files []File, err error) {
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
		files = append(files, File{path, hex.EncodeToString(h.Sum(nil))})
	}
	return files, nil
}

func unreadable(path string, err error) error {
	return fault.Wrap(err, fault.Unavailable, "no_engine", "the engine %q cannot be read", path)
}
