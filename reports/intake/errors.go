package intake

import (
	"errors"
	"io"
	"io/fs"

	"fairplay/analysis/fault"
)

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

// plainReader turns read errors of the input itself into fault.Errors.
type plainReader struct {
	r    io.Reader
	name string
}

func (p *plainReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	return n, readError(p.name, err)
}

// readError turns a read error into a fault.Error, unless it is one already or is io.EOF.
func readError(name string, err error) error {
	if _, known := errors.AsType[*fault.Error](err); err == nil || known || errors.Is(err, io.EOF) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "file_unreadable", "%s cannot be read", printable(name))
}
