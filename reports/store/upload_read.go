package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"fairplay/analysis/fault"
)

// OpenUpload reads an upload. At its end the digest is checked: in place of
// io.EOF there comes a fault.Corrupt error where it does not match. An upload
// that is not there is a fault.NotFound error.
func (db *DB) OpenUpload(ctx context.Context, digest string) (io.ReadCloser, error) {
	missing := fault.New(fault.NotFound, "upload_unknown", "there is no upload %s", digest)
	size, err := readOne(ctx, db, missing, scanInt, `SELECT size FROM uploads WHERE sha256 = ?`, digest)
	if err != nil {
		return nil, err
	}
	chunks := (size + uploadChunk - 1) / uploadChunk
	return &uploadReader{db: db, ctx: ctx, digest: digest, hash: sha256.New(), chunks: chunks}, nil
}

// uploadReader reads the chunks one after the other.
type uploadReader struct {
	db     *DB
	ctx    context.Context
	digest string
	hash   hash.Hash
	chunks int    // in all
	next   int    // chunk
	left   []byte // of the chunk read last
	err    error  // how it ended
}

// Read reads what is left of a chunk, or the next one.
func (u *uploadReader) Read(p []byte) (int, error) {
	for len(u.left) == 0 {
		if u.err == nil {
			u.err = u.advance()
		}
		if u.err != nil {
			return 0, u.err
		}
	}
	n := copy(p, u.left)
	u.left = u.left[n:]
	return n, nil
}

func (u *uploadReader) advance() (err error) {
	if u.next == u.chunks {
		if hex.EncodeToString(u.hash.Sum(nil)) != u.digest {
			return u.damaged()
		}
		return io.EOF
	}
	u.left, err = readOne(u.ctx, u.db, u.damaged(), scanBytes, `SELECT body FROM upload_chunks WHERE sha256 = ? AND n = ?`, u.digest, u.next)
	u.next++
	u.hash.Write(u.left)
	return err
}

func scanBytes(row scanner, b *[]byte) error { return row.Scan(b) }

func (u *uploadReader) damaged() error {
	return fault.New(fault.Corrupt, "upload_damaged", "the stored upload %s does not match its digest", u.digest)
}

// Close ends the reading.
func (u *uploadReader) Close() error { return nil }
