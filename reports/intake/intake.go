package intake

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"fairplay/analysis/fault"
)

// Part is one stream of PGN text, in whatever encoding. It can be read until
// the loop over the parts goes on to the next. What Read returns besides io.EOF
// is a fault.Error; what was read before it is good.
type Part struct {
	Name string // path of the file, with "/" and the member's name after an archive; only printable characters
	io.Reader
}

// Limits bounds what is unpacked.
type Limits struct {
	Bytes int64 // total that one call of Open or Decode unpacks, 0 for DefaultBytes; what is not packed is not limited
}

// DefaultBytes is the default limit, 2 GiB.
const DefaultBytes = 2 << 30

// Open yields the PGN streams of what a path names: of the file; of standard
// input, which the caller passes, for "-"; or of those files in a folder (not
// in folders within) whose names end in .pgn, alone or followed by .gz, .zst,
// .bz2 or .zip, in the order of their names.
//
// An error comes with the name of what it concerns and does not keep the other
// members and files from being read, unless a limit is passed.
func Open(path string, stdin io.Reader, l Limits) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		o := newOpener(l, yield)
		if path == "-" {
			o.stream("-", stdin, 0, plain)
			return
		}
		o.path(path)
	}
}

// Decode yields the PGN streams of the input of that name.
func Decode(r io.Reader, name string, l Limits) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		newOpener(l, yield).stream(name, r, 0, promised(name))
	}
}

// opener yields the parts of one input. Its methods return false when no more
// parts are wanted or allowed.
type opener struct {
	budget *budget
	yield  func(Part, error) bool
}

func newOpener(l Limits, yield func(Part, error) bool) *opener {
	limit := l.Bytes
	if limit <= 0 {
		limit = DefaultBytes
	}
	return &opener{budget: &budget{limit: limit, left: limit}, yield: yield}
}

// fail yields an error that concerns the named input.
func (o *opener) fail(name string, err error) bool {
	return o.yield(Part{Name: printable(name)}, err) && !o.budget.passed
}

func (o *opener) path(path string) bool {
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
	return o.stream(path, f, 0, promised(path))
}

// folder yields the parts of the files in a folder.
func (o *opener) folder(path string) bool {
	entries, err := os.ReadDir(path) // in the order of names
	if err != nil {
		return o.fail(path, unopened(path, err))
	}
	found := false
	for _, entry := range entries {
		name := filepath.Join(path, entry.Name())
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || !namesPGN(name) {
			continue // also links to nowhere, and pipes, which could wait for ever
		}
		found = true
		if !o.path(name) {
			return false
		}
	}
	if !found {
		return o.fail(path, fault.New(fault.Invalid, "no_pgn", "the folder %s holds no PGN file", printable(path)))
	}
	return true
}

// maxLayers is how often input may be packed: once, and once more inside an
// archive.
const maxLayers = 2

// headLen is how many bytes of an input are looked at to recognise it.
const headLen = 512

// stream yields the parts of r, which has been unpacked so many times. Its name
// promises that it is packed in some form, or plain for no promise.
func (o *opener) stream(name string, r io.Reader, layers int, promise form) bool {
	buffered := bufio.NewReaderSize(r, 64<<10)
	head, err := buffered.Peek(headLen)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return o.fail(name, readError(name, err))
	}
	form, err := recognise(name, head, promise)
	switch {
	case err != nil:
		return o.fail(name, err)
	case form == plain:
		return o.yield(Part{Name: printable(name), Reader: &plainReader{r: buffered, name: name}}, nil) && !o.budget.passed
	case layers == maxLayers:
		return o.fail(name, fault.New(fault.Invalid, "packed_too_often",
			"%s is packed more than %d times over; unpack it first", printable(name), maxLayers))
	case form == zipped:
		return o.archive(name, r, buffered, layers)
	}
	unpacked, closeDecoder, err := decoder(form, buffered)
	if err != nil {
		return o.fail(name, damaged(name, form, err))
	}
	defer closeDecoder()
	return o.stream(name, &limited{r: unpacked, budget: o.budget, name: name, form: form}, layers+1, plain)
}

// unopened explains why a file cannot be opened.
func unopened(path string, err error) error {
	kind, reason := fault.Unavailable, "cannot be read"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind, reason = fault.NotFound, "does not exist"
	case errors.Is(err, fs.ErrPermission):
		kind, reason = fault.Forbidden, "may not be read by this user"
	}
	return fault.Wrap(err, kind, "file_unreadable", "%s %s", printable(path), reason)
}

// plainReader turns the errors of the input itself into fault.Errors.
type plainReader struct {
	r    io.Reader
	name string
}

func (p *plainReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	return n, readError(p.name, err)
}

// readError makes a fault.Error of an error in reading, unless it is one or is
// the end.
func readError(name string, err error) error {
	if _, known := errors.AsType[*fault.Error](err); err == nil || known || errors.Is(err, io.EOF) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "file_unreadable", "%s cannot be read", printable(name))
}
