package pipeline

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"fairplay/reports"
	"fairplay/reports/store"
)

// noted notes which files the texts come from, and the digests of the texts. What
// is passed over is no part of the input.
func (in *Input) noted(texts iter.Seq2[Text, error]) iter.Seq2[Text, error] {
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
			switch part, err := digest.Part(text.Name); {
			case err != nil:
			case text.Packed:
				file.Unpacked = append(file.Unpacked, part)
			default:
				file.Bytes, file.SHA256 = part.Bytes, part.SHA256
			}
		}
	}
}

// file returns the file that a text stands in.
func (in *Input) file(text Text) *InputFile {
	if n := len(in.Files); n == 0 || in.Files[n-1].Path != text.File {
		in.Files = append(in.Files, InputFile{Path: text.File})
		in.Files[n].File = cmp.Or(text.Upload, text.Name)
	}
	return &in.Files[len(in.Files)-1]
}

// inputs are the files as a report names them.
func (in *Input) inputs() []reports.InputFile {
	files := make([]reports.InputFile, len(in.Files))
	for i := range in.Files {
		files[i] = in.Files[i].InputFile
	}
	return files
}

// DigestReader takes the digest of what is read.
type DigestReader struct {
	r      io.Reader
	digest hash.Hash
	bytes  int64
}

// NewDigestReader returns a reader of r that takes the digest of it.
func NewDigestReader(r io.Reader) *DigestReader { return &DigestReader{r: r, digest: sha256.New()} }

func (d *DigestReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	d.digest.Write(p[:n])
	d.bytes += int64(n)
	return n, err
}

// Part reads what is left and returns the whole as a report names it.
func (d *DigestReader) Part(name string) (reports.InputPart, error) {
	_, err := io.Copy(io.Discard, d)
	return reports.InputPart{File: name, Bytes: d.bytes, SHA256: hex.EncodeToString(d.digest.Sum(nil))}, err
}

// uploads are the files of an event by name: all that came under it, the last of
// which counts.
type uploads map[string]*revisions

type revisions struct {
	all     []store.Upload
	earlier bool // games of earlier ones stand in the event still
}

func (u uploads) add(f store.Upload) {
	if u[f.Name] == nil {
		u[f.Name] = &revisions{}
	}
	r := u[f.Name]
	if n := len(r.all); n == 0 || r.all[n-1].SHA256 != f.SHA256 {
		r.all = append(r.all, f)
	}
}

// recall notes that an earlier file of a name still counts, given the name of
// the file or of a member of it.
func (u uploads) recall(file string) {
	for name, r := range u {
		if file == name || strings.HasPrefix(file, name+"/") {
			r.earlier = true
		}
	}
}

// inputFiles returns the files that an event rests on, with what was unpacked
// from them.
func (p *Pipeline) inputFiles(ctx context.Context, u uploads) ([]InputFile, error) {
	var files []InputFile
	for _, name := range slices.Sorted(maps.Keys(u)) {
		r := u[name]
		if !r.earlier {
			r.all = r.all[len(r.all)-1:]
		}
		for _, f := range r.all {
			members, err := p.unpacked(ctx, f)
			if err != nil {
				return nil, err
			}
			file := InputFile{Path: f.SHA256}
			file.File, file.Bytes, file.SHA256 = f.Name, f.Size, f.SHA256
			for _, m := range members {
				m.File = f.Name + m.File
				file.Unpacked = append(file.Unpacked, m)
			}
			files = append(files, file)
		}
	}
	return files, nil
}

// unpackings remembers what was unpacked from uploads, each text by what its name
// has after that of the upload. It is safe for concurrent use.
type unpackings struct {
	mu    sync.Mutex
	known map[string][]reports.InputPart // by the digest of the upload
}

// mostUnpackings is how many uploads are remembered.
const mostUnpackings = 10_000

func (u *unpackings) of(upload string) ([]reports.InputPart, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	parts, ok := u.known[upload]
	return parts, ok
}

func (u *unpackings) note(upload string, parts []reports.InputPart) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.known == nil || len(u.known) >= mostUnpackings {
		u.known = map[string][]reports.InputPart{}
	}
	u.known[upload] = parts
}

// unpacked returns the texts that an upload was unpacked to; none where it is
// plain.
func (p *Pipeline) unpacked(ctx context.Context, f store.Upload) ([]reports.InputPart, error) {
	if parts, ok := p.unpackings.of(f.SHA256); ok {
		return parts, nil
	}
	stored, err := p.Store.OpenUpload(ctx, f.SHA256)
	if err != nil {
		return nil, err
	}
	defer stored.Close()
	body := &sender{ctx: ctx, body: stored}
	var in Input
	for range in.noted(decoded(body, "", p.Limits)) {
		continue // noted reads what is of interest
	}
	if body.err != nil {
		return nil, body.err
	}
	var parts []reports.InputPart
	for i := range in.Files {
		parts = append(parts, in.Files[i].Unpacked...)
	}
	p.unpackings.note(f.SHA256, parts)
	return parts, nil
}
