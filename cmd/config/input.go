package config

import (
	"cmp"
	"context"
	"io"
	"iter"
	"os"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/tournament/roster"
)

// Texts opens the files one after another; no files means standard input.
func (p *Program) Texts(files []string) iter.Seq2[pipeline.Text, error] {
	return opened(files, p.Stdin)
}

func opened(files []string, stdin io.Reader) iter.Seq2[pipeline.Text, error] {
	if len(files) == 0 {
		files = []string{"-"}
	}
	return func(yield func(pipeline.Text, error) bool) {
		for _, file := range files {
			for part, err := range intake.Open(file, stdin, intake.Limits{}) {
				text := pipeline.Text{
					Name: part.Name, Skipped: part.Skipped, Reader: part.Reader,
					File: part.File, Upload: pipeline.UploadName(part.File), Member: part.Member, Packed: part.Packed,
				}
				if !yield(text, err) {
					return
				}
			}
		}
	}
}

// HandedIn is texts with the name that a service would give each file, so that a report does
// not depend on the folder of its files. known gives some files another name than their own.
func HandedIn(files []string, stdin io.Reader, known map[string]string) iter.Seq2[pipeline.Text, error] {
	return func(yield func(pipeline.Text, error) bool) {
		for text, err := range opened(files, stdin) {
			text.Upload = cmp.Or(known[text.File], text.Upload)
			text.Name = text.Upload + text.Member
			if !yield(text, err) {
				return
			}
		}
	}
}

// Read reads all games of the files. Without files and without piped input it says how to go on
// instead of waiting for typed input.
func (p *Program) Read(ctx context.Context, files []string) (pipeline.Input, error) {
	if len(files) == 0 && p.Typed {
		return pipeline.Input{}, fault.New(fault.Invalid, "no_input", "name the PGN files to read, or pipe PGN into the command")
	}
	if err := Present(files); err != nil {
		return pipeline.Input{}, err
	}
	return p.ReadAs(ctx, files, nil)
}

// Present says which file does not exist, before the others are read.
func Present(files []string) error {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil && file != "-" {
			return fault.New(fault.NotFound, "no_file", "there is no file %q", file)
		}
	}
	return nil
}

// ReadAs is read where known gives some files other names, by their paths.
func (p *Program) ReadAs(ctx context.Context, files []string, known map[string]string) (pipeline.Input, error) {
	stdin := pipeline.NewDigestReader(p.Stdin)
	in, err := pipeline.Read(ctx, HandedIn(files, stdin, known))
	if err != nil {
		return in, err
	}
	for i := range in.Files {
		if f := &in.Files[i]; f.SHA256 == "" {
			digest(f, stdin)
		}
	}
	if len(in.Games) == 0 {
		return in, noGames(in.Errors)
	}
	return in, nil
}

// digest notes the size and digest of a file. A file that cannot be read has none, and its
// error is in the report.
func digest(f *pipeline.GivenFile, stdin *pipeline.DigestReader) {
	read := stdin
	if f.Path != "-" {
		file, err := os.Open(f.Path)
		if err != nil {
			return
		}
		defer file.Close()
		read = pipeline.NewDigestReader(file)
	}
	if part, err := read.Part(f.File); err == nil {
		f.Bytes, f.SHA256 = part.Bytes, part.SHA256
	}
}

// noGames says why there is nothing to work on.
func noGames(errors []reports.InputError) error {
	if len(errors) == 0 {
		return fault.New(fault.Invalid, "no_games", "there is no game in the input")
	}
	e := errors[0]
	place := e.File
	if e.Line > 0 {
		place += ":" + strconv.Itoa(e.Line)
	}
	return fault.New(fault.Invalid, "no_games", "no game of the input can be read; the first fault is %s: %s", place, e.Reason)
}

// Open opens a file, or standard input for "-".
func (p *Program) Open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(p.Stdin), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "cannot open %s", file)
	}
	return f, nil
}

// OpenList opens the file of a rating list. A file that is not there is a NotFound error.
func OpenList(file string) (roster.ListFile, error) {
	f, err := intake.OpenSized(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "cannot open %s", file)
	}
	return f, nil
}
