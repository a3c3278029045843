package config

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

// pipeWidth is the width of a table if no terminal limits it, in columns.
const pipeWidth = 240

// Output holds the flags that say how and where a report is written.
type Output struct {
	Format, Lang, Path string
	Confidential       bool // a file is for its owner alone
}

// Add declares the flags of a report in these formats and languages. In a single language, there
// is no flag for it, nor for a file to write to.
func (o *Output) Add(flags *pflag.FlagSet, formats, langs []string) {
	if len(langs) < 2 {
		o.addFormat(flags, formats)
		return
	}
	o.AddFile(flags, formats)
	flags.Var(NewWord(&o.Lang, langs, "language of the reports"), "lang", "language of the report, as `CODE`: "+strings.Join(langs, ", "))
}

// AddFile declares the flags of a report in these formats, to a file too, whose language is not
// asked for.
func (o *Output) AddFile(flags *pflag.FlagSet, formats []string) {
	o.addFormat(flags, formats)
	flags.StringVar(&o.Path, "output", "", "write the report to `FILE` instead of the terminal")
}

func (o *Output) addFormat(flags *pflag.FlagSet, formats []string) {
	o.Format, o.Lang = "table", "en"
	flags.Var(NewWord(&o.Format, formats, "format"), "format", "format of the report, as `NAME`: "+strings.Join(formats, ", "))
}

// Word is a flag that takes one of several words.
type Word struct {
	value *string
	of    []string
	what  string
}

// NewWord returns a flag that stores one of the words of in value; what names its kind in an error.
func NewWord(value *string, of []string, what string) *Word { return &Word{value, of, what} }

// String returns the chosen word.
func (w *Word) String() string { return *w.value }

// Type names the value in help texts.
func (w *Word) Type() string { return "string" }

// Set sets the word, if it is one of them.
func (w *Word) Set(word string) error {
	if !slices.Contains(w.of, word) {
		return fault.New(fault.Invalid, "choice", "%q is not a %s; choose one of %s", word, w.what, strings.Join(w.of, ", "))
	}
	*w.value = word
	return nil
}

// Check finds wrong flags before hours of work, not after.
func (o *Output) Check(inputs ...string) error {
	if o.Path == "" && (o.Format == "xlsx" || o.Format == "pdf") {
		return fault.New(fault.Invalid, "output", "the format %s is for a file; name it with --output FILE.%s", o.Format, o.Format)
	}
	if o.Path == "" {
		return nil
	}
	if err := NotAnInput(o.Path, inputs); err != nil {
		return err
	}
	if dir := filepath.Dir(o.Path); !IsFolder(dir) {
		return fault.New(fault.Invalid, "output", "cannot write %s: there is no folder %s", o.Path, dir)
	}
	return nil
}

// IsFile reports whether there is a plain file.
func IsFile(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.Mode().IsRegular()
}

// IsFolder reports whether there is a folder.
func IsFolder(path string) bool {
	at, err := os.Stat(path)
	return err == nil && at.IsDir()
}

// Write draws a report on the terminal, or into the file, which appears whole
// or not at all.
func (o *Output) Write(p *Program, draw func(io.Writer, render.Options) error) error {
	options := render.Options{Lang: o.Lang, Width: pipeWidth}
	if o.Path == "" {
		options.Color = p.Width > 0 && p.Env("NO_COLOR") == ""
		options.Width = cmp.Or(p.Width, pipeWidth)
		return draw(p.Stdout, options)
	}
	mode := ForEverybody
	if o.Confidential {
		mode = OwnerOnly
	}
	err := WriteWhole(o.Path, mode, func(w io.Writer) error { return draw(w, options) })
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write %s", o.Path)
	}
	fmt.Fprintf(p.Stderr, "Written to %s\n", o.Path)
	return nil
}

// Modes that say who may read a written file.
const (
	ForEverybody os.FileMode = 0o644
	OwnerOnly    os.FileMode = 0o600
)

// WriteWhole writes a file that appears whole or not at all. It follows a link, and writes
// directly into something that is not a plain file, such as a pipe or a device.
func WriteWhole(path string, mode os.FileMode, draw func(io.Writer) error) error {
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

// NotAnInput refuses to overwrite an input.
func NotAnInput(output string, inputs []string) error {
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
