package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/reports/render"
)

// output holds the flags that say how and where a report is written.
type output struct {
	format, lang, path string
	formats, langs     []string
}

func (o *output) add(flags *pflag.FlagSet, formats, langs []string) {
	o.formats, o.langs = formats, langs
	flags.StringVar(&o.format, "format", "table", "format of the report, as `NAME`: "+strings.Join(formats, ", "))
	flags.StringVar(&o.lang, "lang", "en", "language of the report, as `CODE`: "+strings.Join(langs, ", "))
	flags.StringVar(&o.path, "output", "", "write the report to `FILE` instead of the terminal")
}

// check finds wrong flags before hours of work, not after.
func (o *output) check() error {
	if !slices.Contains(o.formats, o.format) {
		return fault.New(fault.Invalid, "format", "%q is not a format; choose one of %s", o.format, strings.Join(o.formats, ", "))
	}
	if !slices.Contains(o.langs, o.lang) {
		return fault.New(fault.Invalid, "lang", "%q is not a language of the reports; choose one of %s", o.lang, strings.Join(o.langs, ", "))
	}
	if o.path == "" {
		return nil
	}
	if dir := filepath.Dir(o.path); !isFolder(dir) {
		return fault.New(fault.Invalid, "output", "cannot write %s: there is no folder %s", o.path, dir)
	}
	return nil
}

func isFolder(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.IsDir()
}

// write draws a report on the terminal, or into the file, which appears whole
// or not at all.
func (o *output) write(p *program, draw func(io.Writer, render.Options) error) error {
	options := render.Options{Lang: o.lang}
	if o.path == "" {
		options.Width, options.Color = p.width, p.width > 0 && p.env("NO_COLOR") == ""
		return draw(p.stdout, options)
	}
	err := writeWhole(o.path, func(w io.Writer) error { return draw(w, options) })
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", o.path)
	}
	fmt.Fprintf(p.stderr, "Written to %s\n", o.path)
	return nil
}

func writeWhole(path string, draw func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".fairplay-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := draw(f); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
