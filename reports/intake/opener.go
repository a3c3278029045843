package intake

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// opener yields the parts of one input. Its methods return false when no more
// parts are wanted or allowed.
type opener struct {
	budget  *budget
	yield   func(Stream, error) bool
	file    string // the file that is being read
	parts   int    // parts yielded, without the skipped ones
	skipped int
	last    string // name of the last skipped file
}

func newOpener(l Limits, yield func(Stream, error) bool) *opener {
	limit := l.Bytes
	if limit <= 0 {
		limit = DefaultBytes
	}
	return &opener{budget: &budget{limit: limit, left: limit}, yield: yield}
}

// fail yields an error that concerns the named input.
func (o *opener) fail(name string, err error) bool {
	o.parts++
	return o.yield(o.part(name), err) && !o.budget.passed
}

// part returns a part of the file that is being read, by its name.
func (o *opener) part(name string) Stream {
	return Stream{Name: printable(name), File: o.file, Member: printable(strings.TrimPrefix(name, o.file))}
}

// skippedPart returns the part for a skipped file.
func (o *opener) skippedPart(name, reason string) Stream {
	p := o.part(name)
	p.Skipped, p.Reader = reason, strings.NewReader("")
	return p
}

// maxSkipped is how many skipped files are named one by one.
const maxSkipped = 100

// skip yields a skipped file.
func (o *opener) skip(name, reason string) bool {
	o.skipped++
	o.last = name
	if o.skipped > maxSkipped {
		return !o.budget.passed
	}
	return o.yield(o.skippedPart(name, reason), nil) && !o.budget.passed
}

// finish yields the number of skipped files that were not named.
func (o *opener) finish(wanted bool) {
	if more := o.skipped - maxSkipped; wanted && more > 0 {
		o.yield(o.skippedPart(o.last, fmt.Sprintf("the last of %d more files that are not PGN", more)), nil)
	}
}

// path yields the parts of a file or folder.
func (o *opener) path(path string, asked bool) bool {
	o.file = path
	f, err := os.Open(path)
	if err != nil {
		return o.fail(path, unopened(path, err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return o.fail(path, unopened(path, err))
	}
	if info.IsDir() {
		return o.folder(path)
	}
	return o.stream(input{name: path, r: f, promise: promised(path), asked: asked})
}

// folder yields the parts of the files in a folder.
func (o *opener) folder(path string) bool {
	entries, err := os.ReadDir(path) // in the order of names
	if err != nil {
		return o.fail(path, unopened(path, err))
	}
	before := o.parts
	for _, entry := range entries {
		if !o.entry(filepath.Join(path, entry.Name()), entry.Name()) {
			return false
		}
	}
	if o.parts == before {
		return o.fail(path, fault.New(fault.Invalid, "no_pgn", "the folder %s holds no PGN file", printable(path)))
	}
	return true
}

// entry yields the parts of a file in a folder.
func (o *opener) entry(path, name string) bool {
	o.file = path
	info, err := os.Stat(path) // also follows links
	switch {
	case hidden(name) != "":
		return o.skip(path, "a hidden file")
	case err != nil && namesPGN(name):
		return o.fail(path, unopened(path, err))
	case err != nil:
		return o.skip(path, "a link to nowhere")
	case info.IsDir():
		return o.skip(path, "a folder within the folder")
	case !info.Mode().IsRegular():
		return o.skip(path, "not a file") // such as a pipe, which could wait for ever
	}
	return o.path(path, namesPGN(name))
}

// input is something to be read.
type input struct {
	name    string
	r       io.Reader
	layers  int      // how often it has been unpacked
	promise wrapping // form that its name promises, plain for none
	asked   bool     // it should be PGN: it was named itself, or its name says so
}

const (
	// maxLayers is how often input may be packed: once, and once more inside an
	// archive.
	maxLayers = 2
	// headLen is how many bytes of an input are read to recognise it.
	headLen = 4096
)

// stream yields the parts of an input.
func (o *opener) stream(in input) bool {
	buffered := bufio.NewReaderSize(in.r, headLen)
	head, err := buffered.Peek(headLen)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return o.fail(in.name, readError(in.name, err))
	}
	kind := recognise(head)
	switch {
	case kind.foreign != "":
		return o.refuse(in, kind)
	case kind.form == plain:
		return o.text(in, head, buffered)
	case in.layers == maxLayers:
		return o.fail(in.name, fault.New(fault.Invalid, "packed_too_often",
			"%s is packed more than %d times over; unpack it first", printable(in.name), maxLayers))
	case kind.form == zipped:
		return o.archive(in, buffered)
	}
	unpacked, closeDecoder, err := decoder(kind.form, bufio.NewReaderSize(buffered, 64<<10))
	if err != nil {
		return o.fail(in.name, damaged(in.name, kind.form, err))
	}
	defer closeDecoder()
	in.r = &limited{r: unpacked, budget: o.budget, name: in.name, form: kind.form}
	in.layers++
	in.promise = plain
	return o.stream(in)
}

// refuse yields an error or a skipped part for an input that is not PGN.
func (o *opener) refuse(in input, kind kind) bool {
	if in.asked || kind.packed {
		return o.fail(in.name, unread(in.name, kind.foreign))
	}
	return o.skip(in.name, kind.foreign)
}

// text yields an input that is not packed, if its head looks like PGN. An input that should be
// PGN is yielded as long as it is text, because the reader can say better what is wrong with
// it.
func (o *opener) text(in input, head []byte, r io.Reader) bool {
	switch readable := isText(head); {
	case pgn.Sniff(head), in.asked && readable:
		o.parts++
		p := o.part(in.name)
		p.Packed, p.Reader = in.layers > 0, &plainReader{r: r, name: in.name}
		return o.yield(p, nil) && !o.budget.passed
	case in.promise != plain && !readable:
		return o.fail(in.name, fault.New(fault.Invalid, "archive_damaged",
			"%s cannot be unpacked: it does not begin as a %s file does", printable(in.name), in.promise))
	case in.asked:
		return o.fail(in.name, fault.New(fault.Invalid, "unknown_form",
			"%s holds no text, so it is not PGN; if it is a chess database, export its games as PGN", printable(in.name)))
	case !readable:
		return o.skip(in.name, "not text")
	case len(head) == 0:
		return o.skip(in.name, "an empty file")
	}
	return o.skip(in.name, "text without tags or moves at its beginning")
}
