package store

import (
	"github.com/klauspost/compress/zstd"
)

// packing packs and unpacks the bodies of games and reports.
type packing struct {
	in  *zstd.Encoder
	out *zstd.Decoder
}

// maxBody is the most that a stored body may unpack to, 256 MiB: a damaged one
// must not take all memory.
const maxBody = 256 << 20

// newPacking returns a packing that is safe for concurrent use and has no
// goroutines.
func newPacking() (*packing, error) {
	in, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(encoders), zstd.WithWindowSize(packWindow))
	if err != nil {
		return nil, err
	}
	out, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(encoders), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		return nil, err
	}
	return &packing{in, out}, nil
}

// How many bodies are packed at once, and how far back the packing looks: an
// encoder's memory is some multiple of it.
const (
	encoders   = 4
	packWindow = 512 << 10
)

func (p *packing) pack(body []byte) []byte { return p.in.EncodeAll(body, nil) }

// unpack returns an error for what is not packed whole.
func (p *packing) unpack(packed []byte) ([]byte, error) { return p.out.DecodeAll(packed, []byte{}) }
