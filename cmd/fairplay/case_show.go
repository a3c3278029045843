package main

import (
	"bytes"
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
)

const showHelp = `Print the record of a case, as far as it is open to you: where it stands, the parties,
evidence by its three kinds, votes, and every entry with its digest. It carries your name
and the time. As a table, what you may do next follows, and what it lacks.`

func showCommand(p *config.Program) *cobra.Command {
	var f holderFlags
	var out config.Output
	c := &cobra.Command{
		Use: "show CASE", Short: "Print the record of a case", Long: showHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay case show --token-file chair.token C-3F9A-07BD", "fairplay case show --token-file chair.token --format pdf --lang ru --output case.pdf C-3F9A-07BD"),
		RunE: func(c *cobra.Command, a []string) error {
			if err := out.Check(f.token); err != nil {
				return err
			}
			in, err := render.PhrasesOf(out.Lang)
			if err != nil {
				return err
			}
			return f.do(p, c, func(ctx context.Context, h *registry.Holder) error {
				return out.Write(p, func(w io.Writer, o render.Options) error {
					var record bytes.Buffer
					v, err := h.Print(ctx, &record, a[0], out.Format, o)
					if err != nil {
						return err
					}
					if out.Format == "table" {
						if err := printNext(&record, in, v); err != nil {
							return err
						}
					}
					_, err = record.WriteTo(w)
					return err
				})
			})
		},
	}
	out.Confidential = true
	f.add(c.Flags())
	out.Add(c.Flags(), render.PaperFormats(), render.Languages())
	return c
}
