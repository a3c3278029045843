package main

import (
	"cmp"
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

// pipeWidth is how wide a table may be where no terminal bounds it.
const pipeWidth = 240

// drawing writes a compiled report in a format.
type drawing func(w io.Writer, format string, o render.Options) error

// output holds the flags that say how and where a report is written.
type output struct {
	format, lang, path string
}

func (o *output) add(flags *pflag.FlagSet, formats, langs []string) {
	o.format = "table"
	flags.Var(&choice{&o.format, formats, "format"}, "format", "format of the report, as `NAME`: "+strings.Join(formats, ", "))
	if o.lang = "en"; len(langs) < 2 {
		return
	}
	flags.Var(&choice{&o.lang, langs, "language of the reports"}, "lang", "language of the report, as `CODE`: "+strings.Join(langs, ", "))
	flags.StringVar(&o.path, "output", "", "write the report to `FILE` instead of the terminal")
}

// choice is a flag that takes one of several words.
type choice struct {
	value *string
	of    []string
	what  string
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return "string" }

// Set sets the word, if it is one of them.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.of, word) {
		return fault.New(fault.Invalid, "choice", "%q is not a %s; choose one of %s", word, c.what, strings.Join(c.of, ", "))
	}
	*c.value = word
	return nil
}

// check finds wrong flags before hours of work, not after.
func (o *output) check(inputs ...string) error {
	if o.path == "" && o.format == "xlsx" {
		return fault.New(fault.Invalid, "output", "the format xlsx is for a file; name it with --output FILE.xlsx")
	}
	if o.path == "" {
		return nil
	}
	if err := notAnInput(o.path, inputs); err != nil {
		return err
	}
	if dir := filepath.Dir(o.path); !isFolder(dir) {
		return fault.New(fault.Invalid, "output", "cannot write %s: there is no folder %s", o.path, dir)
	}
	return nil
}

func isFile(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.Mode().IsRegular()
}

func isFolder(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.IsDir()
}

// write draws a report on the terminal, or into the file, which appears whole
// or not at all.
func (o *output) write(p *program, draw func(io.Writer, render.Options) error) error {
	options := render.Options{Lang: o.lang, Width: pipeWidth}
	if o.path == "" {
		options.Color = p.width > 0 && p.env("NO_COLOR") == ""
		options.Width = cmp.Or(p.width, pipeWidth)
		return draw(p.stdout, options)
	}
	err := writeWhole(o.path, forEverybody, func(w io.Writer) error { return draw(w, options) })
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", o.path)
	}
	fmt.Fprintf(p.stderr, "Written to %s\n", o.path)
	return nil
}

// Modes that say who may read a written file.
const (
	forEverybody os.FileMode = 0o644
	ownerOnly    os.FileMode = 0o600
)

// writeWhole writes a file that appears whole or not at all. It follows a link, and writes
// directly into something that is not a plain file, such as a pipe or a device.
func writeWhole(path string, mode os.FileMode, draw func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		return writeInto(path, draw)
	}
	return replace(path, mode, draw)
}

func writeInto(path string, draw func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := draw(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func replace(path string, mode os.FileMode, draw func(io.Writer) error) (err error) {
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
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// notAnInput refuses to overwrite an input.
func notAnInput(output string, inputs []string) error {
	target, err := os.Stat(output)
	if err != nil || !target.Mode().IsRegular() {
		return nil
	}
	for _, input := range inputs {
		if at, err := os.Stat(input); err == nil && os.SameFile(at, target) {
			return fault.New(fault.Invalid, "output", "%s is one of the files to be read; write somewhere else", output)
		}
	}
	return nil
}
