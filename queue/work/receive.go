package work

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
)

// Received is a completely received file in the spool folder. The receiver calls Discard once the
// file is stored, or not wanted.
type Received struct {
	Name   string // without folders
	Path   string // in the spool folder
	SHA256 string // hex
	Size   int64  // bytes
}

// Discard removes the file from the spool folder.
func (r Received) Discard() error { return os.Remove(r.Path) }

// spooled is the prefix of the names of files in the spool folder.
const spooled = "upload-"

// ClearSpool makes the spool folder if necessary, and removes what a killed process left in it:
// only files that Receive made, whatever else somebody keeps there.
func ClearSpool(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), spooled) && e.Type().IsRegular() {
			err = errors.Join(err, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return err
}

// Receive writes a body to a file in the spool folder and computes its digest. A body of more than
// limit bytes is a TooLarge error; one that breaks off with an error other than io.EOF is Invalid.
// Neither leaves anything behind. Nothing else waits for the sender meanwhile.
func (i Intake) Receive(ctx context.Context, name string, body io.Reader, limit int64) (_ Received, err error) {
	f, err := os.CreateTemp(i.Spool, spooled+"*")
	if err != nil {
		return Received{}, fault.Wrap(err, fault.Unavailable, "spool", "there is no room for uploads at the moment")
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	r := Received{Name: pipeline.UploadName(name), Path: f.Name()}
	digest := sha256.New()
	from := &sender{ctx: ctx, body: body}
	r.Size, err = io.Copy(io.MultiWriter(f, digest), io.LimitReader(from, limit+1))
	switch {
	case from.err != nil:
		return Received{}, fault.Wrap(from.err, fault.Invalid, "upload_cut", "%s did not come in whole: send it again", r.Name)
	case err != nil:
		return Received{}, fault.Wrap(err, fault.Unavailable, "spool", "there is no room for %s at the moment", r.Name)
	case r.Size > limit:
		return Received{}, fault.New(fault.TooLarge, "upload_limit", "%s is larger than %d bytes, which is the limit", r.Name, limit)
	}
	if err := f.Close(); err != nil {
		return Received{}, fault.Wrap(err, fault.Unavailable, "spool", "there is no room for %s at the moment", r.Name)
	}
	r.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return r, nil
}

// sender distinguishes an error of the body from one of the file to which it is written.
type sender struct {
	ctx  context.Context
	body io.Reader
	err  error
}

func (s *sender) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.body.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
