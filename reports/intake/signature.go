package intake

import (
	"bytes"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// kind is what the beginning of an input says about it.
type kind struct {
	form    wrapping
	foreign string // what it is instead of PGN, with its article; "" for PGN, text and what is unpacked
	packed  bool   // it is packed in a form that is not read, and may contain PGN
}

// signature is the beginning of files of one kind.
type signature struct {
	start string
	kind  kind
}

// signatures returns the beginnings of files that are unpacked, and of others that people often
// hand in.
func signatures() []signature {
	return []signature{
		{"\x1f\x8b", kind{form: gzipped}},
		{"\x28\xb5\x2f\xfd", kind{form: zstd}},
		{"BZh", kind{form: bzipped}},
		{"PK\x03\x04", kind{form: zipped}},
		{"PK\x05\x06", kind{form: zipped}}, // without members
		{"\xfd7zXZ\x00", kind{foreign: "an xz file", packed: true}},
		{"7z\xbc\xaf\x27\x1c", kind{foreign: "a 7-Zip archive", packed: true}},
		{"Rar!\x1a\x07", kind{foreign: "a RAR archive", packed: true}},
		{"%PDF-", kind{foreign: "a PDF document"}},
		{"{\\rtf", kind{foreign: "a document of a word processor (RTF)"}},
		{"\xd0\xcf\x11\xe0", kind{foreign: "a document of Microsoft Office (Word or Excel, old form)"}},
		{"\x89PNG", kind{foreign: "an image (PNG)"}},
		{"\xff\xd8\xff", kind{foreign: "an image (JPEG)"}},
		{"GIF8", kind{foreign: "an image (GIF)"}},
		{"II*\x00", kind{foreign: "an image (TIFF)"}},
		{"MM\x00*", kind{foreign: "an image (TIFF)"}},
	}
}

// recognise returns the kind of an input with this beginning.
func recognise(head []byte) kind {
	for _, s := range signatures() {
		if bytes.HasPrefix(head, []byte(s.start)) {
			return s.kind
		}
	}
	switch {
	case isSkippable(head):
		return kind{form: zstd}
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return kind{foreign: "a tar archive", packed: true}
	case len(head) > 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return kind{foreign: "an image (WebP)"}
	case isPage(head):
		return kind{foreign: "a web page (HTML)"}
	}
	return kind{}
}

// isPage reports whether text begins as a web page does.
func isPage(head []byte) bool {
	text := strings.ToLower(strings.TrimLeft(string(head[:min(len(head), 512)]), "\ufeff \t\r\n"))
	return strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html") ||
		strings.HasPrefix(text, "<?xml") && strings.Contains(text, "<html")
}

// isSkippable recognises the frames without content with which parallel
// compressors begin (RFC 8878, section 3.1.2).
func isSkippable(head []byte) bool {
	return len(head) > 4 && head[0]&0xf0 == 0x50 && string(head[1:4]) == "\x2a\x4d\x18"
}

// isText reports whether the beginning of a file may be text: bytes without a zero, or UTF-16.
func isText(head []byte) bool { return pgn.IsUTF16(head) || bytes.IndexByte(head, 0) < 0 }

// unread is the error for a file that should be PGN and is something else.
func unread(name, foreign string) error {
	return fault.New(fault.Invalid, "unknown_form",
		"%s is %s, which is not read; hand in PGN, or PGN packed with gzip, zstd, bzip2 or zip", printable(name), foreign)
}
