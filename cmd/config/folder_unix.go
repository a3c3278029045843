//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package config

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file for as long as it is open in this process (flock(2)).
func lockFile(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}

// openToOthers reports whether others than its owner may open a file or a folder.
func openToOthers(at os.FileInfo) bool { return at.Mode().Perm()&0o077 != 0 }
