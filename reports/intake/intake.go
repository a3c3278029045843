package intake

import (
	"io"
	"iter"
)

// Stream is one stream of PGN text in any encoding, or a file that was skipped. It can be read
// until the loop over the parts goes on to the next. Read returns io.EOF or a fault.Error; the
// text before the error is good.
type Stream struct {
	Name string // path of the file, with "/" and the member's name after an archive; only printable characters
	// File is the path, as the system knows it, of the file that was named or that lies in the
	// named folder. Member is the rest of Name: "/" and the name in an archive, or nothing.
	File, Member string
	Packed       bool // the text was unpacked from the file
	// Skipped says why the file was skipped: "an image (PNG)". It is empty for a part that is
	// read. A skipped part cannot be read.
	Skipped string
	io.Reader
}

// Limits bounds what one call unpacks.
type Limits struct {
	Bytes int64 // total that one call of Open or Decode unpacks, 0 for DefaultBytes; plain input is not limited
}

// DefaultBytes is the default limit, 2 GiB.
const DefaultBytes = 2 << 30

// Open yields the PGN streams behind a path: of the file; of standard input, which the caller
// passes, for "-"; or of the files in a folder (but not in its subfolders), in the order of
// their names.
//
// The first bytes of a file in a folder or an archive decide: PGN is read whatever its name,
// and packed files are unpacked. Another file is Skipped if nothing says that it should be PGN.
// It is an error if it was named itself, if its name ends in .pgn, alone or followed by .gz,
// .zst, .bz2 or .zip, or if it is packed in a form that is not supported.
//
// An error comes with the name of the file that it concerns. The other members and files are
// read nevertheless, unless a limit is passed.
func Open(path string, stdin io.Reader, l Limits) iter.Seq2[Stream, error] {
	return func(yield func(Stream, error) bool) {
		o := newOpener(l, yield)
		if path == "-" {
			o.file = path
			o.finish(o.stream(input{name: path, r: stdin, asked: true}))
			return
		}
		o.finish(o.path(path, true))
	}
}

// Decode yields the PGN streams of r; name is the name of the input for messages.
func Decode(r io.Reader, name string, l Limits) iter.Seq2[Stream, error] {
	return func(yield func(Stream, error) bool) {
		o := newOpener(l, yield)
		o.file = name
		o.finish(o.stream(input{name: name, r: r, promise: promised(name), asked: true}))
	}
}
