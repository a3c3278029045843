package intake

import (
	"io"

	zstandard "github.com/klauspost/compress/zstd"

	"fairplay/analysis/fault"
)

// Pack returns a writer that compresses what is written to it with Zstandard, as tightly as
// possible, into w. The same text gives the same bytes. Close writes the end of the stream and
// does not close w.
func Pack(w io.Writer) (io.WriteCloser, error) {
	z, err := zstandard.NewWriter(w, zstandard.WithEncoderLevel(zstandard.SpeedBestCompression),
		zstandard.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "pack", "the packing cannot begin")
	}
	return z, nil
}
