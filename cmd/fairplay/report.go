package main

import (
	"context"
	"io"

	"github.com/spf13/pflag"

	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports/render"
	"fairplay/reports/tournament"
)

// reportFlags are the flags of every command that makes a report on games.
type reportFlags struct {
	config.EvaluationFlags
	config.Output
	config.EventFlags

	event  string                  // path of the record
	record *tournament.EventRecord // nil if none is named
	given  *pflag.FlagSet
}

func (r *reportFlags) add(flags *pflag.FlagSet) {
	r.EvaluationFlags.Add(flags)
	r.Output.Add(flags, render.Formats(), render.Languages())
	r.EventFlags.Add(flags)
	flags.StringVar(&r.event, "event", "", "record of the event in this `FILE`: facts, roster, schedule, watch list, log; or a report in JSON that contains one")
	r.given = flags
}

// onRecord reads the record of the event. Flags about its rules take precedence.
func (r *reportFlags) onRecord() (err error) {
	if r.event == "" {
		return nil
	}
	if r.record, err = readRecord(r.event); err != nil {
		return err
	}
	if r.record.RuleSet != "" && !r.given.Changed("rules") {
		r.Rules = r.record.RuleSet
	}
	if r.record.TimeClass != "" && !r.given.Changed("time-class") {
		r.TimeClass = string(r.record.TimeClass)
	}
	return nil
}

func (r *reportFlags) shared() *reportFlags { return r }

// reporting is implemented by the flags of a command that makes a report.
type reporting interface {
	add(*pflag.FlagSet)
	shared() *reportFlags
	check(files []string) error // finds wrong flags before hours of work
	report(context.Context, *config.Program, *config.Prepared, pipeline.Input) (reportWriter, error)
}

// makeReport reads the files, makes the requested report, and writes it.
func makeReport(ctx context.Context, p *config.Program, f reporting, files []string) (err error) {
	if err := f.check(files); err != nil {
		return err
	}
	in, err := p.Read(ctx, files)
	if err != nil {
		return err
	}
	shared := f.shared()
	if shared.record != nil {
		in.Entries = shared.record.Roster
	}
	run, err := config.Prepare(ctx, p, shared.EvaluationFlags)
	if err != nil {
		return err
	}
	defer run.Close(&err)

	draw, err := f.report(ctx, p, run, in)
	if err != nil {
		return err
	}
	return shared.Write(p, func(w io.Writer, o render.Options) error { return draw(w, shared.Format, o) })
}

// reportWriter writes a compiled report in a format.
type reportWriter func(w io.Writer, format string, o render.Options) error
