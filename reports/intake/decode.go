package intake

import (
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	zstandard "github.com/klauspost/compress/zstd"

	"fairplay/analysis/fault"
)

// maxWindow is the memory that a Zstandard stream may ask for: 128 MiB, the default of the zstd
// program.
const maxWindow = 128 << 20

// decoder unpacks a stream; the function it returns frees the decoder.
func decoder(f wrapping, r io.Reader) (io.Reader, func(), error) {
	switch f {
	case gzipped:
		z, err := gzip.NewReader(r)
		return z, func() {}, err
	case bzipped:
		return bzip2.NewReader(r), func() {}, nil
	case zstd:
		z, err := zstandard.NewReader(r, zstandard.WithDecoderConcurrency(1),
			zstandard.WithDecoderMaxWindow(maxWindow), zstandard.WithDecoderLowmem(true))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return nil, nil, fmt.Errorf("no decoder for %q", f)
}

// budget is how many bytes may still be unpacked, over all streams of one input.
type budget struct {
	limit, left int64
	passed      bool // the limit was passed
}

// limited reads an unpacked stream, charges it to the budget, and explains its errors. After
// its first error it returns the same error again.
type limited struct {
	r      io.Reader
	budget *budget
	name   string
	form   wrapping
	err    error
}

func (l *limited) Read(p []byte) (int, error) {
	if l.err != nil || len(p) == 0 {
		return 0, l.err
	}
	// Reading one byte more than is left shows whether the limit is passed or just met.
	p = p[:min(int64(len(p)), l.budget.left+1)]
	n, err := l.r.Read(p)
	if int64(n) > l.budget.left {
		n = int(l.budget.left)
		l.budget.passed = true
		l.err = fault.New(fault.TooLarge, "unpack_limit", "%s unpacks to more than %s, which is the limit",
			printable(l.name), size(l.budget.limit))
	} else if err != nil {
		l.err = l.explain(err)
	}
	l.budget.left -= int64(n)
	return n, l.err
}

func (l *limited) explain(err error) error {
	if _, known := errors.AsType[*fault.Error](err); known || errors.Is(err, io.EOF) {
		return err
	}
	return damaged(l.name, l.form, err)
}

// damaged explains why a packed file cannot be read further.
func damaged(name string, f wrapping, err error) error {
	switch {
	case errors.Is(err, zstandard.ErrWindowSizeExceeded), errors.Is(err, zstandard.ErrDecoderSizeExceeded):
		return fault.Wrap(err, fault.TooLarge, "unpack_limit",
			"%s needs more memory to unpack than the limit of %s", printable(name), size(maxWindow))
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault.Wrap(err, fault.Invalid, "archive_damaged", "%s is cut off: the %s file has no end", printable(name), f)
	}
	return fault.Wrap(err, fault.Invalid, "archive_damaged", "%s is damaged: the %s file cannot be unpacked further", printable(name), f)
}

// size writes a number of bytes for people.
func size(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes && n%unit.bytes == 0 {
			return fmt.Sprintf("%d %s", n/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
