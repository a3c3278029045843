package intake

import (
	"bytes"
	"path"
	"strings"
	"unicode"

	"fairplay/analysis/fault"
)

// form is how input is packed; its value is what people call it.
type form string

const (
	plain   form = ""
	gzipped form = "gzip"
	zstd    form = "Zstandard"
	bzipped form = "bzip2"
	zipped  form = "zip"
)

// signature is how files of a form begin.
type signature struct {
	start string
	form  form
	read  bool
}

// signatures returns the beginnings of what we read, and of what people send
// although we do not read it.
func signatures() []signature {
	return []signature{
		{"\x1f\x8b", gzipped, true},
		{"\x28\xb5\x2f\xfd", zstd, true},
		{"BZh", bzipped, true},
		{"PK\x03\x04", zipped, true},
		{"PK\x05\x06", zipped, true}, // without members
		{"\xfd7zXZ\x00", "xz", false},
		{"7z\xbc\xaf\x27\x1c", "7-Zip", false},
		{"Rar!\x1a\x07", "RAR", false},
		{"%PDF-", "PDF", false},
		{"\xd0\xcf\x11\xe0", "Microsoft Office", false},
	}
}

// recognise tells how input with that beginning is packed. Input in a form that
// is not read, or that is not the packed file its name promises, is an error.
func recognise(name string, head []byte, promise form) (form, error) {
	for _, s := range signatures() {
		if !bytes.HasPrefix(head, []byte(s.start)) {
			continue
		}
		if !s.read {
			return "", unread(name, s.form)
		}
		return s.form, nil
	}
	switch {
	case isSkippable(head):
		return zstd, nil
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return "", unread(name, "tar")
	case promise != plain && !isText(head):
		return "", fault.New(fault.Invalid, "archive_damaged",
			"%s cannot be unpacked: it does not begin as a %s file does", printable(name), promise)
	}
	return plain, nil
}

func unread(name string, f form) error {
	return fault.New(fault.Invalid, "unknown_form",
		"%s is a file in %s form, which is not read; hand in PGN, or PGN packed with gzip, zstd, bzip2 or zip", printable(name), f)
}

// isSkippable recognises the frames without content with which parallel
// compressors begin (RFC 8878, section 3.1.2).
func isSkippable(head []byte) bool {
	return len(head) > 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18"
}

// isText tells whether the beginning of a file may be text: in bytes without a
// zero, or in UTF-16 with a byte order mark.
func isText(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) ||
		bytes.IndexByte(head, 0) < 0
}

// promised returns the form that the ending of a name stands for.
func promised(name string) form {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return gzipped
	case ".zst":
		return zstd
	case ".bz2":
		return bzipped
	case ".zip":
		return zipped
	}
	return plain
}

// namesPGN tells whether a file in a folder or archive looks like PGN by its
// name. Hidden files do not, among them what macOS adds to archives.
func namesPGN(name string) bool {
	name = strings.ToLower(path.Base(name))
	if strings.HasPrefix(name, ".") {
		return false
	}
	if promised(name) != plain {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return path.Ext(name) == ".pgn"
}

// printable replaces what would disturb a terminal.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}
