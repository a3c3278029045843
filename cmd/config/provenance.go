package config

import (
	"runtime/debug"

	"fairplay/reports"
)

// Version is the program's version. It is part of every report.
const Version = "0.1.0"

// Commit returns the commit from which this program was built, "" if the build does not know
// it, and whether the source had been changed since.
func Commit() (commit string, modified bool) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "", false
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			modified = s.Value == "true"
		}
	}
	return commit, modified
}

// Provenance returns what every report says about this program and its engine.
func Provenance(engine reports.UsedEngine) reports.Provenance {
	commit, modified := Commit()
	return reports.Provenance{Program: "fairplay", Version: Version, Commit: commit, Modified: modified, Basis: reports.Basis{Engine: engine}}
}
