package pipeline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"iter"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"fairplay/reports"
)

// Noted notes which files the texts come from, and the digests of the texts. What
// is passed over is no part of the input.
func (in *Input) Noted(texts iter.Seq2[Text, error]) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		for text, err := range texts {
			if text.Skipped != "" {
				if !yield(text, err) {
					return
				}
				continue
			}
			file := in.file(text)
			if err != nil {
				if !yield(text, err) {
					return
				}
				continue
			}
			digest := NewDigestReader(text.Reader)
			text.Reader = digest
			if !yield(text, nil) {
				return
			}
			part, err := digest.Part(text.Name)
			if err != nil {
				continue
			}
			if text.Packed {
				file.Unpacked = append(file.Unpacked, part)
			} else {
				file.Bytes, file.SHA256 = part.Bytes, part.SHA256
			}
		}
	}
}

// file returns the file that a text stands in.
func (in *Input) file(text Text) *GivenFile {
	if n := len(in.Files); n == 0 || in.Files[n-1].Path != text.File {
		in.Files = append(in.Files, GivenFile{Path: text.File})
		in.Files[n].File = cmp.Or(text.Upload, text.Name)
	}
	return &in.Files[len(in.Files)-1]
}

// inputs returns the files as a report names them.
func (in *Input) inputs() []reports.InputFile {
	files := make([]reports.InputFile, len(in.Files))
	for i := range in.Files {
		files[i] = in.Files[i].InputFile
	}
	return files
}

// DigestReader computes the digest of what is read through it.
type DigestReader struct {
	r      io.Reader
	digest hash.Hash
	bytes  int64
}

// NewDigestReader returns a DigestReader of r.
func NewDigestReader(r io.Reader) *DigestReader { return &DigestReader{r: r, digest: sha256.New()} }

func (d *DigestReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.digest.Write(p[:n])
	d.bytes += int64(n)
	return n, err
}

// Part reads the rest and describes the whole text as a report names it.
func (d *DigestReader) Part(name string) (reports.InputPart, error) {
	_, err := io.Copy(io.Discard, d)
	return reports.InputPart{File: name, Bytes: d.bytes, SHA256: hex.EncodeToString(d.digest.Sum(nil))}, err
}

// UploadName returns the name of a file in reports: the last part of the path that its sender gives,
// with / or \, without unprintable characters and of limited length.
func UploadName(name string) string {
	const longest = 200
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
	if over := len(name) - longest; over > 0 { // the ending says what it is
		for !utf8.RuneStart(name[over]) {
			over++
		}
		name = name[over:]
	}
	if strings.Trim(name, "./ ") == "" {
		return "upload.pgn"
	}
	return name
}
