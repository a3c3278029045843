package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
)

// errHeld is what lockFile returns where another process holds the lock.
var errHeld = errors.New("another process holds the lock")

// folder is a data folder that belongs to this process until it is closed or
// the process ends, however it ends.
type folder struct{ lock *os.File }

// takeFolder takes the data folder, which must be there. A folder that another
// server works in is a Conflict.
func takeFolder(path string) (*folder, error) {
	lock, err := os.OpenFile(filepath.Join(path, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder %s cannot be used", path)
	}
	if err := lockFile(lock); err != nil {
		defer lock.Close()
		if errors.Is(err, errHeld) {
			return nil, fault.New(fault.Conflict, "folder_in_use",
				"the data folder %s is in use by another fairplay%s; stop that one, or name another folder with --data", path, holder(lock))
		}
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder %s cannot be locked", path)
	}
	if err := errors.Join(note(lock), pipeline.ClearSpool(spool(path))); err != nil {
		lock.Close()
		return nil, fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder %s cannot be written", path)
	}
	return &folder{lock}, nil
}

// spool is where uploads lie until they are in the database. What a process
// that was killed has left there belongs to nobody.
func spool(path string) string { return filepath.Join(path, "incoming") }

// Close lets another process take the folder.
func (f *folder) Close() error { return f.lock.Close() }

// note writes down for others who holds the lock.
func note(lock *os.File) error {
	text := fmt.Sprintf("process %d\n", os.Getpid())
	_, err := lock.WriteAt([]byte(text), 0)
	return errors.Join(err, lock.Truncate(int64(len(text))))
}

// holder says who holds the lock, as far as the file tells.
func holder(lock *os.File) string {
	text := make([]byte, 64)
	n, _ := lock.ReadAt(text, 0) // a file that is too short is no fault
	if who := strings.TrimSpace(string(text[:n])); who != "" {
		return " (" + who + ")"
	}
	return ""
}
