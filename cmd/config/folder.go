package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/work"
)

// errHeld is the error of lockFile if another process holds the lock.
var errHeld = errors.New("another process holds the lock")

// Taken is a data folder or a database file that belongs to this process until it is closed or the process ends
// in any way.
type Taken struct{ lock *os.File }

// TakeFolder takes the data folder, which must exist. If another server works in the folder,
// the error is a Conflict.
func TakeFolder(path string) (*Taken, error) {
	lock, err := takeLock(filepath.Join(path, "lock"), "data folder", path, "folder_in_use", "name another folder with --data")
	if err != nil {
		return nil, err
	}
	if err := work.ClearSpool(Spool(path)); err != nil {
		lock.Close()
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder %s cannot be written", path)
	}
	return lock, nil
}

// TakeDatabase takes a database file, wherever it is and by whatever name it is reached,
// because two servers on one file would both do all of the work.
func TakeDatabase(path string) (*Taken, error) {
	at := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		at = real
	} else if in, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil { // the file does not exist yet
		at = filepath.Join(in, filepath.Base(path))
	}
	if _, err := os.Stat(filepath.Dir(at)); err != nil {
		return &Taken{}, nil // opening the database will give the error
	}
	if info, err := os.Stat(at); err == nil && openToOthers(info) {
		return nil, fault.New(fault.Invalid, "open_to_others",
			"others than its owner may read the database %s, in which games under suspicion lie; type: chmod 600 %s", path, at)
	}
	return takeLock(at+".lock", "database", path, "database_in_use", "name another database with --database")
}

// takeLock locks a file and notes in it who holds it. what names in messages the thing that it
// locks.
func takeLock(file, what, name, code, remedy string) (*Taken, error) {
	lock, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the %s %s cannot be used", what, name)
	}
	if err := lockFile(lock); err != nil {
		defer lock.Close()
		if errors.Is(err, errHeld) {
			return nil, fault.New(fault.Conflict, code, "the %s %s is in use by another fairplay%s; stop that one, or %s", what, name, holder(lock), remedy)
		}
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the %s %s cannot be locked", what, name)
	}
	if err := note(lock); err != nil {
		lock.Close()
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the %s %s cannot be written", what, name)
	}
	return &Taken{lock}, nil
}

// Spool returns the folder of uploads until they are in the database. Files that a killed
// process has left there belong to nobody.
func Spool(path string) string { return filepath.Join(path, "incoming") }

// Close lets another process take the folder.
func (t *Taken) Close() error {
	if t.lock == nil {
		return nil
	}
	return t.lock.Close()
}

// note writes into the file who holds the lock.
func note(lock *os.File) error {
	text := fmt.Sprintf("process %d\n", os.Getpid())
	_, err := lock.WriteAt([]byte(text), 0)
	return errors.Join(err, lock.Truncate(int64(len(text))))
}

// holder returns who holds the lock, as far as the file says.
func holder(lock *os.File) string {
	text := make([]byte, 64)
	n, _ := lock.ReadAt(text, 0) // a short file is no error
	if who := strings.TrimSpace(string(text[:n])); who != "" {
		return " (" + who + ")"
	}
	return ""
}
