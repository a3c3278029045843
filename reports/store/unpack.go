package store

import (
	"bufio"
	"compress/gzip"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstdMagic is how a Zstandard frame begins (RFC 8878, section 3.1.1).
const zstdMagic = "\x28\xb5\x2f\xfd"

// maxWindow is the memory that a Zstandard stream may ask for, 128 MiB.
const maxWindow = 128 << 20

// unpack reads an export packed with gzip or Zstandard; the function that it
// returns frees the decoder.
func unpack(r io.Reader) (io.Reader, func(), error) {
	buffered := bufio.NewReader(r)
	if head, err := buffered.Peek(len(zstdMagic)); err != nil || string(head) != zstdMagic {
		z, err := gzip.NewReader(buffered)
		return z, func() {}, err
	}
	z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}
