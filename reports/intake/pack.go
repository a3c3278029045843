package intake

import (
	"io"

	zstandard "github.com/klauspost/compress/zstd"

	"fairplay/analysis/fault"
)

// Pack returns a writer that packs what is written to it with Zstandard, as
// tightly as it goes, into w. The same text gives the same bytes. Closing it
// writes the end, and does not close w.
func Pack(w io.Writer) (io.WriteCloser, error) {
	z, err := zstandard.NewWriter(w, zstandard.WithEncoderLevel(zstandard.SpeedBestCompression),
		zstandard.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "pack", "the packing cannot begin")
	}
	return z, nil
}
