package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

const fileHelp = `Open a case with a received form, and print its number and whether it satisfies each
rule of admissibility. FORM has the fields of the printed form, in YAML or JSON; what it
leaves out is missing, and the rules say what follows. A form that cannot be read, or
that the procedure does not take from you, leaves nothing behind.

The secretary and the chair of the FPL file a complaint after the event that came on
paper; a chief arbiter files the one that was handed to him during his event. --event is
the ID of an event that this service keeps or, to the FPL, a file with what is known of
another: name, mode (over_the_board, online, hybrid), procedure of a hybrid one, and as
far as known federation, level, rated, official, start, ended, time_zone, organiser, arbiters.

Deadlines are judged by --received, when the form came, not by the time of filing. A
scan is attached to the case; clamd, where it is set, looks for viruses in it.`

type fileFlags struct {
	holderFlags
	kind, event, procedure, channel, scan, lang string
	received                                    instant
}

func fileCommand(p *config.Program) *cobra.Command {
	var f fileFlags
	c := &cobra.Command{
		Use: "file FORM.yaml", Short: "Open a case with a form", Long: fileHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay case file --token-file secretary.token --event event.yaml --scan signed.pdf complaint.yaml",
			"fairplay case file --token-file arbiter.token --kind itc --event 0123456789abcdef0123456789abcdef complaint.yaml"),
		RunE: func(c *cobra.Command, a []string) error {
			paper, err := f.paper(p, a[0])
			if err != nil {
				return err
			}
			in, err := render.PhrasesOf(f.lang)
			if err != nil {
				return err
			}
			return f.do(p, c, func(ctx context.Context, h *registry.Holder) error {
				paper.Filing.By = h.Token.Name
				v, err := h.File(ctx, paper)
				if err != nil {
					return err
				}
				printState(p.Stdout, in, v)
				printRules(p.Stdout, in, v)
				return printNext(p.Stdout, in, v)
			})
		},
	}
	f.add(c.Flags())
	flags := c.Flags()
	f.kind = string(complaint.PTC)
	flags.Var(config.NewWord(&f.kind, []string{string(complaint.PTC), string(complaint.ITC)}, "form"), "kind", "which form it is, as `NAME`: ptc (after the event), itc (during it)")
	flags.StringVar(&f.event, "event", "", "`EVENT` that it is about: the ID of one that is kept here, or a file")
	played := []string{string(regulations.OverTheBoard), string(regulations.Online)}
	flags.Var(config.NewWord(&f.procedure, played, "procedure"), "procedure", "of a hybrid event that is kept here: by which `RULES` the case goes, "+strings.Join(played, " or "))
	flags.Var(&f.received, "received", "`MOMENT` at which the form came, as 2026-03-14T15:00:00+02:00 (default: now)")
	var channels []string
	for _, ch := range complaint.Channels() {
		channels = append(channels, string(ch))
	}
	flags.Var(config.NewWord(&f.channel, channels, "channel"), "channel", "`WAY` on which it came: "+strings.Join(channels, ", ")+" (default: fide_office, of an itc chief_arbiter)")
	flags.StringVar(&f.scan, "scan", "", "signed form as a `FILE`: PDF, PNG or JPEG")
	langFlag(flags, &f.lang)
	return c
}

// paper reads what is filed.
func (f *fileFlags) paper(p *config.Program, form string) (registry.Paper, error) {
	paper := registry.Paper{NewCase: registry.NewCase{Kind: complaint.CaseKind(f.kind)}}
	channel := complaint.ByFIDEOffice
	if paper.Kind == complaint.ITC {
		channel = complaint.ByChiefArbiter
	}
	if f.channel != "" {
		channel = complaint.Channel(f.channel)
	}
	err := reading(p, form, func(name string, in io.Reader) error {
		said, err := complaint.ReadForm(name, in)
		paper.Filing = complaint.Filing{Form: said, Channel: channel, Received: f.received.OrNow()}
		return err
	})
	if err != nil {
		return paper, err
	}
	switch {
	case f.event == "":
		return paper, fault.New(fault.Invalid, "no_event", "say with --event what it is about: the ID of an event that is kept here, or a file with what is known of another")
	case access.IsID(f.event):
		paper.Event, paper.Procedure = f.event, regulations.Mode(f.procedure)
	case f.procedure != "":
		return paper, fault.New(fault.Invalid, "procedure", "the procedure of an event that is not kept here stands in %s", f.event)
	default:
		err = reading(p, f.event, func(name string, in io.Reader) (err error) {
			paper.In, err = complaint.ReadCompetition(name, in)
			return err
		})
	}
	if err != nil || f.scan == "" {
		return paper, err
	}
	return paper, reading(p, f.scan, func(name string, in io.Reader) (err error) {
		paper.ScanName = name
		paper.Scan, err = io.ReadAll(io.LimitReader(in, store.LargestBlob+1))
		return err
	})
}

// reading opens a file and gives it to somebody who reads it, by its name without folders.
func reading(p *config.Program, path string, read func(name string, in io.Reader) error) error {
	file, err := p.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(filepath.Base(path), file)
}
