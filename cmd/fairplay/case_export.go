package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/complaint/registry"
)

const exportHelp = `Write the case file into one ZIP: index, form, entries, letters, files, reports, votes and
audit, as far as they are open to you, and a list of all that. It carries your name and
the time; only you may read the file. 'fairplay verify' proves later that nothing in it
was changed. With --masked, other players than the parties are called by numbers.`

func exportCommand(p *config.Program) *cobra.Command {
	var f holderFlags
	var out config.Output
	var masked bool
	c := &cobra.Command{
		Use: "export --output FILE.zip CASE", Short: "Write the case file", Long: exportHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay case export --token-file secretary.token --output case.zip C-3F9A-07BD", "fairplay verify case.zip"),
		RunE: func(c *cobra.Command, a []string) error {
			if out.Path == "" {
				return fault.New(fault.Invalid, "flag", "name the file with --output")
			}
			if err := out.Check(f.token); err != nil {
				return err
			}
			return f.do(p, c, func(ctx context.Context, h *registry.Holder) error {
				var body bytes.Buffer
				made := config.Provenance(reports.UsedEngine{})
				if err := h.Export(ctx, &body, a[0], registry.Export{Lang: out.Lang, Masked: masked, Made: made}); err != nil {
					return err
				}
				digest := sha256.Sum256(body.Bytes())
				err := config.WriteWhole(out.Path, config.OwnerOnly, func(w io.Writer) error { _, err := body.WriteTo(w); return err })
				if err != nil {
					return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", out.Path)
				}
				_, err = fmt.Fprintf(p.Stdout, "%s: SHA-256 %x\n", out.Path, digest)
				return err
			})
		},
	}
	f.add(c.Flags())
	c.Flags().StringVarP(&out.Path, "output", "o", "", "write the case file to `FILE`")
	c.Flags().BoolVar(&masked, "masked", false, "call other players than the parties by numbers")
	langFlag(c.Flags(), &out.Lang)
	return c
}
