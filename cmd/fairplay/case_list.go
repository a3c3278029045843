package main

import (
	"context"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
)

const listHelp = `Say which cases are open to you, the newest first: number, ID, day on which it was
opened, kind, state, and the next deadline; one that is over has an exclamation mark.`

func listCommand(p *config.Program) *cobra.Command {
	var f holderFlags
	var lang string
	c := &cobra.Command{
		Use: "list", Short: "Say which cases are open to you", Long: listHelp, Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			in, err := render.PhrasesOf(lang)
			if err != nil {
				return err
			}
			return f.do(p, c, func(ctx context.Context, h *registry.Holder) error {
				all, err := h.List(ctx)
				if err != nil {
					return err
				}
				return printList(p.Stdout, in, all, p.Now())
			})
		},
	}
	f.add(c.Flags())
	langFlag(c.Flags(), &lang)
	return c
}
