package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
)

type versionAnswer struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Revision string `json:"revision"` // of the source, where the build knows it
	Modified bool   `json:"modified"` // the source had been changed since
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func versionCommand(p *config.Program) *cobra.Command {
	var asJSON, sbom bool
	c := &cobra.Command{
		Use: "version [PROGRAM]", Short: "Say which fairplay this is, and what it is made of", Args: config.Args(cobra.MaximumNArgs(1)),
		Long: `Say which fairplay this is. --sbom lists what it was built from, every module
with its version and checksum, as a CycloneDX bill of materials; with PROGRAM
that of another fairplay program, which may be for another system.`,
		RunE: func(_ *cobra.Command, named []string) error {
			if sbom {
				info, err := builtFrom(strings.Join(named, ""))
				if err != nil {
					return err
				}
				return writeSBOM(p.Stdout, info)
			}
			if len(named) > 0 {
				return fault.New(fault.Invalid, "version", "only --sbom looks into another program")
			}
			commit, modified := config.Commit()
			v := versionAnswer{"fairplay", config.Version, commit, modified, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if asJSON {
				return json.NewEncoder(p.Stdout).Encode(v)
			}
			_, err := fmt.Fprintf(p.Stdout, "fairplay %s (%s, %s)\n", v.Version, v.Go, v.Platform)
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.Flags().BoolVar(&sbom, "sbom", false, "list what the program is made of, as CycloneDX JSON")
	return c
}
