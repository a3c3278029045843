package intake

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"archive/zip"

	"fairplay/analysis/fault"
)

const (
	smallPDF = "%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
	smallPGN = "; from the board\n\n[Event \"Київ\"]\n[Site \"?\"]\n\n1. e4 {a comment} e5 *\n"
)

func drawn(t testing.TB, encode func(io.Writer, image.Image) error) string {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 70, 70))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i * i >> 3)
	}
	var out bytes.Buffer
	if err := encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func attachments(t testing.TB) map[string]string {
	return map[string]string{PDF: smallPDF, PGN: smallPGN, PNG: drawn(t, png.Encode),
		JPEG: drawn(t, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) })}
}

func anArchive(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("page.html")
	if err == nil {
		_, err = w.Write([]byte("<script>"))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A file is of a type by its content, however its bytes come; what has a second type in it, or after it, is
// refused, and so is each file that is cut off or goes on after its end.
func TestAttachments(t *testing.T) {
	archive := anArchive(t)
	whole := attachments(t)
	for kind, text := range whole {
		for _, from := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			r := NewAttachmentReader(from)
			if got, err := io.ReadAll(r); err != nil || string(got) != text || r.Type() != kind {
				t.Errorf("%s: %d bytes of %d as %q, %v", kind, len(got), len(text), r.Type(), err)
			}
		}
		expectRefused(t, kind+" and zip", text+archive)
		if kind != PGN {
			expectRefused(t, kind+" cut off", text[:len(text)-9])
			expectRefused(t, kind+" and a page", text+"<html><script>")
		}
		for other, more := range whole {
			if kind != other {
				expectRefused(t, kind+" before "+other, text+more)
			}
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "a page": "<html>", "a page in PGN": smallPGN + "{<SCRIPT>}", "bytes in PGN": smallPGN + "\x00", "text": "hello",
		"an archive": archive, "a gzip file": "\x1f\x8b\x08", "a GIF image": "GIF89a", "PDF after a line": "\n" + smallPDF, "PDF in an image": whole[PNG][:40] + smallPDF,
		"PDF in PGN":     smallPGN + strings.Repeat("e4 ", 999) + smallPDF,
		"PNG damaged":    strings.Replace(whole[PNG], "IDAT", "IDAU", 1),
		"a zip with PDF": "%PDF-1.4\n" + archive[:len(archive)-2] + string([]byte{7, 0}) + "\n%%EOF\n",
	} {
		expectRefused(t, name, text)
	}
	if got, err := io.ReadAll(NewAttachmentReader(strings.NewReader(whole[JPEG] + whole[JPEG]))); err != nil || len(got) != 2*len(whole[JPEG]) {
		t.Errorf("two images, as telephones write them: %v", err)
	}
	broken := errors.New("broken off")
	if _, err := io.ReadAll(NewAttachmentReader(io.MultiReader(strings.NewReader(smallPGN), iotest.ErrReader(broken)))); !errors.Is(err, broken) {
		t.Errorf("an error below: %v", err)
	}
}

func expectRefused(t *testing.T, name, text string) {
	t.Helper()
	if _, err := io.ReadAll(NewAttachmentReader(strings.NewReader(text))); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%s: %v", name, err)
	}
}

// Whatever comes, a reader ends, and what it lets through is not a page, not an archive, and decodes as
// an image where it says so. How the bytes are cut makes no difference.
func FuzzAttachment(f *testing.F) {
	for _, text := range attachments(f) {
		f.Add([]byte(text))
	}
	f.Add([]byte("\xff\xd8\xff\xda\x00\x02\xff\xd9"))
	f.Fuzz(func(t *testing.T, content []byte) {
		r := NewAttachmentReader(bytes.NewReader(content))
		got, err := io.ReadAll(r)
		piecewise := NewAttachmentReader(iotest.OneByteReader(bytes.NewReader(content)))
		if _, again := io.ReadAll(piecewise); (again == nil) != (err == nil) || r.Type() != piecewise.Type() {
			t.Errorf("at once %v, byte by byte %v", err, again)
		}
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%v", err)
			}
			return
		}
		if !bytes.Equal(got, content) || r.Type() == "" {
			t.Errorf("%d bytes of %d as %q", len(got), len(content), r.Type())
		}
		if _, err := zip.NewReader(bytes.NewReader(content), int64(len(content))); err == nil {
			t.Error("it is a zip archive")
		}
	})
}
