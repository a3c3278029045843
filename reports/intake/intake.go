package intake

import (
	"io"
	"iter"
)

// Part is one stream of PGN text, in whatever encoding, or a file that was
// passed over. It can be read until the loop over the parts goes on to the next.
// What Read returns besides io.EOF is a fault.Error; what was read before it is
// good.
type Part struct {
	Name string // path of the file, with "/" and the member's name after an archive; only printable characters
	// File is the path of the file that was named, or lies in the folder that was,
	// as the system knows it, and Member what Name has after it: "/" and the name
	// in an archive, or nothing.
	File, Member string
	Packed       bool // the text was unpacked from the file
	// Skipped says in words why the file was passed over: "an image (PNG)". It
	// is empty for what is read; of what is passed over nothing can be read.
	Skipped string
	io.Reader
}

// Limits bounds what is unpacked.
type Limits struct {
	Bytes int64 // total that one call of Open or Decode unpacks, 0 for DefaultBytes; what is not packed is not limited
}

// DefaultBytes is the default limit, 2 GiB.
const DefaultBytes = 2 << 30

// Open yields the PGN streams of what a path names: of the file; of standard
// input, which the caller passes, for "-"; or of the files in a folder (not in
// folders within), in the order of their names.
//
// What a folder or an archive holds is told by its first bytes: PGN is read
// whatever it is called, and what is packed is unpacked. A file that is something
// else comes as a part that is Skipped if nothing says that it should be PGN. It
// is an error if it was named itself, if its name ends in .pgn, alone or followed
// by .gz, .zst, .bz2 or .zip, or if it is packed in a form that is not read.
//
// An error comes with the name of what it concerns and does not keep the other
// members and files from being read, unless a limit is passed.
func Open(path string, stdin io.Reader, l Limits) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		o := newOpener(l, yield)
		if path == "-" {
			o.file = path
			o.finish(o.stream(input{name: path, r: stdin, asked: true}))
			return
		}
		o.finish(o.path(path, true))
	}
}

// Decode yields the PGN streams of the input of that name.
func Decode(r io.Reader, name string, l Limits) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		o := newOpener(l, yield)
		o.file = name
		o.finish(o.stream(input{name: name, r: r, promise: promised(name), asked: true}))
	}
}
