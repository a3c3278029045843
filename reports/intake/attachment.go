package intake

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"regexp"
	"strings"

	"fairplay/analysis/fault"
)

// The types of attachments to a complaint, as media types (RFC 6838).
const (
	PDF  = "application/pdf"
	PGN  = "application/vnd.chess-pgn"
	PNG  = "image/png"
	JPEG = "image/jpeg"
)

// AttachmentReader reads a file of one of the four types, which it recognises by the content alone.
// It fails if the content is of another type, or of two types at once: a viewer could then take the
// file for something else. It reads the file once and keeps little of it.
type AttachmentReader struct {
	from  io.Reader
	shape fileShape
	kind  string
	whole keptEnd
	err   error
}

// fileShape follows the structure of a file of one type, piece by piece.
type fileShape interface {
	take(p []byte) bool // false once the content does not fit
	ended() bool        // the content may end here
}

// headBytes is the length of the beginning that decides the type. PDF viewers look for the PDF
// header within the same length.
const headBytes = 1024

// NewAttachmentReader returns a reader of what r reads.
func NewAttachmentReader(r io.Reader) *AttachmentReader { return &AttachmentReader{from: r} }

// Type returns the type of the file, "" before anything was read.
func (a *AttachmentReader) Type() string { return a.kind }

// Read continues reading. A refused file is a fault.Invalid error with the code attachment_type;
// errors of the underlying reader are returned unchanged.
func (a *AttachmentReader) Read(p []byte) (int, error) {
	if a.err != nil {
		return 0, a.err
	}
	if a.shape == nil {
		if a.err = a.begin(); a.err != nil {
			return 0, a.err
		}
	}
	n, err := a.from.Read(p)
	a.whole.take(p[:n])
	if !a.shape.take(p[:n]) {
		err = refusedAttachment(fault.New(fault.Invalid, "attachment_type", "it is a damaged %s, or something else besides", shortName(a.kind)))
	}
	if err == io.EOF && !a.shape.ended() {
		err = refusedAttachment(fault.New(fault.Invalid, "attachment_type", "it is a %s that is cut off, or goes on after its end", shortName(a.kind)))
	}
	if err == io.EOF && a.whole.endsAsZip() {
		err = refusedAttachment(fault.New(fault.Invalid, "attachment_type", "it is a %s and a zip archive at once", shortName(a.kind)))
	}
	a.err = err
	if err != nil && err != io.EOF {
		n = 0
	}
	return n, err
}

// begin recognises the type by the beginning of the file.
func (a *AttachmentReader) begin() error {
	head := make([]byte, headBytes)
	n, err := io.ReadFull(a.from, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	a.from = io.MultiReader(bytes.NewReader(head), a.from)
	pdf := bytes.Index(head, []byte("%PDF-"))
	switch {
	case len(head) == 0:
		return refusedAttachment("it is empty")
	case pdf == 0:
		a.kind, a.shape = PDF, &pdfShape{}
	case pdf > 0:
		return refusedAttachment("a PDF document begins inside it")
	case bytes.HasPrefix(head, []byte(pngStart)):
		a.kind, a.shape = PNG, &pngShape{left: len(pngStart)}
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		a.kind, a.shape = JPEG, &jpegShape{}
	case recognise(head) == kind{} && pgnStart().Match(head):
		a.kind, a.shape = PGN, &pgnShape{}
	default:
		return refusedAttachment("it is none of these")
	}
	return nil
}

// refusedAttachment refuses a file; why is a word or phrase, or an error that says it.
func refusedAttachment(why any) error {
	return fault.New(fault.Invalid, "attachment_type", "the file is refused: %s; an attachment is a PDF, PGN, PNG or JPEG file and nothing else", why)
}

func shortName(kind string) string {
	return map[string]string{PDF: "PDF document", PGN: "PGN file", PNG: "PNG image", JPEG: "JPEG image"}[kind]
}

// keptEnd keeps the last bytes written to it.
type keptEnd struct{ kept []byte }

// zipEnd is how far before the end of a file the directory of a zip archive can end: 22 bytes and a
// comment of at most 65535 (APPNOTE.TXT 4.3.16).
const zipEnd = 22 + 1<<16 - 1

func (k *keptEnd) take(p []byte) {
	k.kept = append(k.kept, p...)
	if len(k.kept) > 4*zipEnd {
		k.kept = append(k.kept[:0], k.kept[len(k.kept)-zipEnd:]...)
	}
}

// endsAsZip reports whether the file ends like a zip archive: with its signature, and a comment that
// reaches the end of the file.
func (k *keptEnd) endsAsZip() bool {
	end := k.kept[max(0, len(k.kept)-zipEnd):]
	for {
		i := bytes.Index(end, []byte("PK\x05\x06"))
		if i < 0 || len(end) < i+22 {
			return false
		}
		if int(binary.LittleEndian.Uint16(end[i+20:])) == len(end)-i-22 {
			return true
		}
		end = end[i+4:]
	}
}

// pdfShape is a document that ends with %%EOF and white space (ISO 32000-1, 7.5.5).
type pdfShape struct{ tail []byte }

func (s *pdfShape) take(p []byte) bool {
	s.tail = append(s.tail, p...)
	s.tail = append([]byte{}, s.tail[max(0, len(s.tail)-headBytes):]...)
	return true
}

func (s *pdfShape) ended() bool {
	return bytes.HasSuffix(bytes.TrimRight(s.tail, " \t\r\n\f\x00"), []byte("%%EOF"))
}

// pngStart is the signature of a PNG image (ISO/IEC 15948, 5.2).
const pngStart = "\x89PNG\r\n\x1a\n"

// pngShape is a signature and chunks, each with its length, type, content and check sum, of which the
// last is IEND (ISO/IEC 15948, 5.3).
type pngShape struct {
	left  int    // bytes of the signature, or of a chunk's content, still to come
	frame []byte // bytes so far of a length and type, or of a check sum
	inSum bool   // a check sum is next
	sum   uint32 // of the chunk
	chunk string // its type
	first bool   // a chunk was found
	over  bool
}

func (s *pngShape) take(p []byte) bool {
	for len(p) > 0 {
		if s.over {
			return false
		}
		if s.left > 0 {
			n := min(s.left, len(p))
			s.sum = crc32.Update(s.sum, crc32.IEEETable, p[:n])
			s.left -= n
			p = p[n:]
			s.inSum = s.left == 0 && s.chunk != ""
			continue
		}
		want := 8
		if s.inSum {
			want = 4
		}
		n := min(want-len(s.frame), len(p))
		s.frame = append(s.frame, p[:n]...)
		p = p[n:]
		if len(s.frame) == want && !s.turn() {
			return false
		}
	}
	return true
}

// turn goes on to the content of a chunk, or to the next chunk.
func (s *pngShape) turn() bool {
	frame := s.frame
	s.frame = nil
	number := binary.BigEndian.Uint32(frame)
	if s.inSum {
		s.inSum, s.over = false, s.chunk == "IEND"
		return number == s.sum
	}
	s.chunk = string(frame[4:])
	s.sum = crc32.ChecksumIEEE(frame[4:])
	s.left = int(number)
	s.inSum = number == 0
	fits := number < 1<<31 && (s.first || s.chunk == "IHDR") && (s.chunk != "IEND" || number == 0)
	s.first = true
	return fits
}

func (s *pngShape) ended() bool { return s.over }

// jpegShape is an image from its marker SOI to EOI, segment by segment (ITU-T T.81, B.1), and further
// images after it, as telephones append them (CIPA DC-007).
type jpegShape struct {
	left    int    // bytes of a segment still to come
	frame   []byte // bytes so far of a marker and its length
	scan    bool   // within entropy-coded bytes
	inImage bool
}

func (j *jpegShape) take(p []byte) bool {
	for len(p) > 0 {
		switch {
		case j.left > 0:
			n := min(j.left, len(p))
			j.left -= n
			p = p[n:]
		case j.scan && len(j.frame) == 0:
			i := bytes.IndexByte(p, 0xff)
			if i < 0 {
				return true
			}
			j.frame, p = append(j.frame, 0xff), p[i+1:]
		default:
			j.frame, p = append(j.frame, p[0]), p[1:]
			if !j.turn() {
				return false
			}
		}
	}
	return true
}

// turn reads a marker once its bytes are there.
func (j *jpegShape) turn() bool {
	f := j.frame
	if f[0] != 0xff {
		return false
	}
	if len(f) == 1 {
		return true
	}
	marker := f[1]
	switch {
	case marker == 0xff: // a fill byte
		j.frame = f[:1]
	case j.scan && (marker == 0 || marker >= 0xd0 && marker <= 0xd7): // a byte 0xff, or a restart
		j.frame = nil
	case marker == 0xd8:
		if j.inImage {
			return false
		}
		j.inImage, j.frame = true, nil
	case !j.inImage:
		return false
	case marker == 0xd9:
		j.inImage, j.scan, j.frame = false, false, nil
	case marker < 0xc0 || marker >= 0xd0 && marker <= 0xd7:
		return false
	case len(f) == 4:
		length := int(binary.BigEndian.Uint16(f[2:]))
		j.left, j.scan, j.frame = length-2, marker == 0xda, nil
		return length >= 2
	}
	return true
}

func (j *jpegShape) ended() bool { return !j.inImage && len(j.frame) == 0 }

// pgnStart matches a text that begins with a tag pair, after comments and empty lines.
func pgnStart() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\xef\xbb\xbf)?(?:[;%][^\n]*\n|\s)*\[\s*[A-Za-z0-9_]+\s+"`)
}

// pgnShape is a text without control characters, and without anything that a browser would treat as
// a web page.
type pgnShape struct{ line []byte }

func (s *pgnShape) take(p []byte) bool {
	for _, b := range p {
		if b < ' ' && !strings.ContainsRune("\t\n\v\f\r", rune(b)) || b == 0x7f {
			return false
		}
	}
	s.line = append(s.line, bytes.ToLower(p)...)
	for _, page := range []string{"<html", "<script", "<!doctype", "<svg", "<?xml", "<iframe", "%pdf-"} {
		if bytes.Contains(s.line, []byte(page)) {
			return false
		}
	}
	s.line = append([]byte{}, s.line[max(0, len(s.line)-16):]...)
	return true
}

func (s *pgnShape) ended() bool { return true }
