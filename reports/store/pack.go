package store

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// packing packs and unpacks the bodies of games and reports.
type packing struct {
	in  *zstd.Encoder
	out *zstd.Decoder
}

// maxBody is the most bytes to which a stored body may unpack: 256 MiB, so that a damaged one
// does not take all memory.
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

// How many bodies are packed at once, and how far back the encoder looks for repetitions; its
// memory is a multiple of that.
const (
	encoders   = 4
	packWindow = 512 << 10
)

func (p *packing) pack(body []byte) []byte { return p.in.EncodeAll(body, nil) }

// unpack returns an error for an incomplete body.
func (p *packing) unpack(packed []byte) ([]byte, error) { return p.out.DecodeAll(packed, []byte{}) }

// oneFrame reads one Zstandard frame (RFC 8878, 3.1.1) and refuses anything after it, even
// skippable frames: readers of Zstandard skip these, so they could carry anything.
type oneFrame struct {
	in   *bufio.Reader
	next func() (int, error) // how many bytes the next piece of the frame has
	left int                 // bytes left of the piece that is being read
	sum  bool                // a checksum ends the frame
}

func newOneFrame(r io.Reader) *oneFrame {
	f := &oneFrame{in: bufio.NewReader(r)}
	f.next = f.header
	return f
}

// Read returns the bytes of the frame unchanged.
func (o *oneFrame) Read(b []byte) (int, error) {
	for o.left == 0 {
		var err error
		if o.left, err = o.next(); err != nil {
			return 0, err
		}
	}
	n, err := o.in.Read(b[:min(len(b), o.left)])
	o.left -= n
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (o *oneFrame) header() (int, error) {
	first, _ := o.in.Peek(zstd.HeaderMaxSize) // a short frame has fewer
	var h zstd.Header
	if err := h.Decode(first); err != nil {
		return 0, err
	}
	if h.Skippable {
		return 0, zstd.ErrMagicMismatch
	}
	o.sum, o.next = h.HasCheckSum, o.block
	return h.HeaderSize, nil
}

// In the three bytes before a block the lowest bit marks the last block, the next two give its
// type, and the others its size (RFC 8878, 3.1.1.2).
const (
	blockHeader = 3
	repeated    = 1 // the type of a block that repeats one byte
)

func (o *oneFrame) block() (int, error) {
	h, err := o.in.Peek(blockHeader)
	if err != nil {
		return 0, io.ErrUnexpectedEOF
	}
	if h[0]&1 != 0 {
		o.next = o.checksum
	}
	if h[0]>>1&3 == repeated {
		return blockHeader + 1, nil
	}
	return blockHeader + (int(h[0])|int(h[1])<<8|int(h[2])<<16)>>3, nil
}

func (o *oneFrame) checksum() (int, error) {
	o.next = o.end
	if o.sum {
		return 4, nil
	}
	return o.end()
}

func (o *oneFrame) end() (int, error) {
	_, err := o.in.Peek(1)
	if err == nil {
		err = errors.New("there is more than one frame")
	}
	return 0, err
}
