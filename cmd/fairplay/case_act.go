package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
)

const actHelp = `Enter into a case what you have done or decided, and print its new state and what you
may do next. ENTRY is the kind of entry, as 'case show' names the next steps; BODY is its
content in YAML or JSON, and - reads standard input. The table of the procedure says who
may enter what in which state. If something is missing, nothing is entered: the reason is
named, and what you may do instead.

Kinds of entries: `

func actCommand(p *config.Program) *cobra.Command {
	var f holderFlags
	var lang string
	var kinds []string
	for _, k := range complaint.EntryKinds() {
		kinds = append(kinds, string(k))
	}
	c := &cobra.Command{
		Use: "act CASE ENTRY BODY.yaml", Short: "Enter something into a case", Long: actHelp + strings.Join(kinds, ", ") + ".", Args: config.Args(cobra.ExactArgs(3)),
		Example: config.Example("echo 'given: 2026-03-14T15:00:00+02:00' | fairplay case act --token-file arbiter.token C-3F9A-07BD warned -"),
		RunE: func(c *cobra.Command, a []string) error {
			in, err := render.PhrasesOf(lang)
			if err != nil {
				return err
			}
			var body complaint.Body
			err = reading(p, a[2], func(name string, from io.Reader) (err error) {
				body, err = complaint.ReadEntry(complaint.EntryKind(a[1]), name, from)
				return err
			})
			if err != nil {
				return err
			}
			return f.do(p, c, func(ctx context.Context, h *registry.Holder) error {
				v, refused := h.Write(ctx, a[0], body)
				out := p.Stdout
				if kind := fault.KindOf(refused); refused != nil && kind != fault.Conflict {
					return refused
				} else if refused != nil {
					if v, err = h.Read(ctx, a[0]); err != nil {
						return refused
					}
					out = p.Stderr
				}
				printState(out, in, v)
				if err := printNext(out, in, v); err != nil {
					return err
				}
				return refused
			})
		},
	}
	f.add(c.Flags())
	langFlag(c.Flags(), &lang)
	return c
}
