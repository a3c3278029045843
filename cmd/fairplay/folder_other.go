//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "os"

// lockFile locks nothing where the system has no flock. Two servers in one
// folder then share the database, which bears it, and may clear away each
// other's uploads on their way, which their senders are told.
func lockFile(*os.File) error { return nil }

// openToOthers tells whether others than its owner may open a file, which
// the modes of such a system do not say.
func openToOthers(os.FileInfo) bool { return false }
