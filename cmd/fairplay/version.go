package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

// version is the program's version. It is part of every report.
const version = "0.1.0"

type versionAnswer struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the source, where the build knows it
	Modified bool   `json:"modified"` // the source had been changed since
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func (p *program) versionCommand() *cobra.Command {
	var asJSON, sbom bool
	c := &cobra.Command{
		Use: "version [PROGRAM]", Short: "Say which fairplay this is, and what it is made of", Args: args(cobra.MaximumNArgs(1)),
		Long: `Say which fairplay this is. --sbom lists what it was built from, every module
with its version and checksum, as a CycloneDX bill of materials; with PROGRAM
that of another fairplay program, which may be for another system.`,
		RunE: func(_ *cobra.Command, named []string) error {
			if sbom {
				info, err := builtFrom(strings.Join(named, ""))
				if err != nil {
					return err
				}
				return writeSBOM(p.stdout, info)
			}
			if len(named) > 0 {
				return fault.New(fault.Invalid, "version", "only --sbom looks into another program")
			}
			commit, modified := source()
			v := versionAnswer{"fairplay", version, commit, modified, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if asJSON {
				return json.NewEncoder(p.stdout).Encode(v)
			}
			_, err := fmt.Fprintf(p.stdout, "fairplay %s (%s, %s)\n", v.Version, v.Go, v.Platform)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.Flags().BoolVar(&sbom, "sbom", false, "list what the program is made of, as CycloneDX JSON")
	return c
}

// source returns the commit from which this program was built, "" if the build does not know
// it, and whether the source had been changed since.
func source() (commit string, modified bool) {
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

// provenance returns what every report says about this program and its engine.
func provenance(engine reports.UsedEngine) reports.Provenance {
	commit, modified := source()
	return reports.Provenance{Program: "fairplay", Version: version, Commit: commit, Modified: modified, Basis: reports.Basis{Engine: engine}}
}
