//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package config

import "os"

// lockFile locks nothing, because the system has no flock. Two servers in one folder then share
// the database, which is harmless, and may delete each other's uploads in progress, whose
// senders get an error.
func lockFile(*os.File) error { return nil }

// openToOthers returns false, because file modes on such a system do not say who may open a
// file.
func openToOthers(os.FileInfo) bool { return false }
