package config

import (
	"path/filepath"

	"fairplay/analysis/fault"
)

// leastRoom is how many bytes of a disk must be free; below that it counts as full. It is little, because a server that says
// that it is not ready may get no requests at all, and what is there can be read from a full disk as well.
const leastRoom = 16 << 20

// Room returns an Unavailable error if a disk on which the server writes is full: that of the data folder, or that of the
// database's file.
func (s *Settings) Room() error {
	if err := roomIn(s.Data, "data folder"); err != nil || s.OnPostgres() {
		return err
	}
	return roomIn(filepath.Dir(s.Source()), "database")
}

// roomIn is Room for the disk of a folder; what names it in messages.
func roomIn(folder, what string) error {
	room, err := roomOf(folder)
	switch {
	case err != nil:
		return fault.Wrap(err, fault.Unavailable, "disk", "the disk of the %s cannot be looked at", what)
	case room < leastRoom:
		return fault.New(fault.Unavailable, "disk_full",
			"the disk of the %s is full (%d MiB are left): make room; what is made already can be read", what, room>>20)
	}
	return nil
}
