package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"time"

	"fairplay/analysis/fault"
)

// Upload is one file of a batch.
type Upload struct {
	Name   string `json:"name"`   // as the sender names it
	SHA256 string `json:"sha256"` // of the file as it was received
	Size   int64  `json:"size"`   // bytes
}

// uploadChunk is how much of an upload one row holds, 1 MiB.
const uploadChunk = 1 << 20

const uploadColumns = `sha256, size, received`

// PutUpload stores a file under its SHA-256. It reads and writes chunk by chunk; no transaction
// is open while it reads. If the upload exists already, nothing is read and there is no error.
// Bytes that do not match the digest and size are a fault.Invalid error; an error of r is
// returned unchanged. After an error nothing is stored, unless the database is away.
func (db *DB) PutUpload(ctx context.Context, digest string, size int64, r io.Reader, at time.Time) error {
	there, err := db.hasUpload(ctx, digest)
	if err != nil || there {
		return err
	}
	if err := db.receive(ctx, digest, size, r, at); err != nil {
		_ = db.dropChunks(context.WithoutCancel(ctx), digest, 0) // the first error is more useful
		return err
	}
	return nil
}

func (db *DB) receive(ctx context.Context, digest string, size int64, r io.Reader, at time.Time) error {
	h := sha256.New()
	chunks, total, err := db.putChunks(ctx, digest, io.TeeReader(r, h))
	if err != nil {
		return err
	}
	if total != size || hex.EncodeToString(h.Sum(nil)) != digest {
		return fault.New(fault.Invalid, "upload_digest", "the file has other bytes than was said: send it again")
	}
	return db.sealUpload(ctx, digest, size, chunks, at)
}

func (db *DB) hasUpload(ctx context.Context, digest string) (bool, error) {
	n, err := readOne(ctx, db, nil, scanInt, `SELECT count(*) FROM uploads WHERE sha256 = ?`, digest)
	return n > 0, err
}

func scanInt(row scanner, n *int) error { return row.Scan(n) }

// putChunks writes the chunks. It overwrites those left by a program that was killed.
func (db *DB) putChunks(ctx context.Context, digest string, r io.Reader) (chunks int, total int64, err error) {
	buf := make([]byte, uploadChunk)
	for {
		n, err := io.ReadFull(r, buf)
		if err == io.EOF {
			return chunks, total, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return chunks, total, err
		}
		if err := db.putChunk(ctx, digest, chunks, buf[:n]); err != nil {
			return chunks, total, err
		}
		chunks++
		total += int64(n)
		if n < len(buf) {
			return chunks, total, nil
		}
	}
}

func (db *DB) putChunk(ctx context.Context, digest string, n int, body []byte) error {
	return db.transaction(ctx, func(tx session) error {
		// The condition keeps a complete upload from being overwritten by another that claims
		// the same digest.
		_, err := tx.exec(ctx, `INSERT INTO upload_chunks (sha256, n, body) SELECT ?, ?, ?
			WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE sha256 = ?)
			ON CONFLICT (sha256, n) DO UPDATE SET body = excluded.body`, digest, n, body, digest)
		return err
	})
}

// sealUpload makes an upload visible after its stored bytes have been read back and found
// complete, because another sender of the same digest may have written, or given up, at the
// same time.
func (db *DB) sealUpload(ctx context.Context, digest string, size int64, chunks int, at time.Time) error {
	stored := &uploadReader{db: db, ctx: ctx, digest: digest, hash: sha256.New(), chunks: chunks}
	if _, err := io.Copy(io.Discard, stored); err != nil {
		if fault.KindOf(err) == fault.Corrupt {
			err = fault.Wrap(err, fault.Unavailable, "upload_disturbed", "the same file was being sent twice, and one of the two broke off: send it again")
		}
		return err
	}
	if err := db.dropChunks(ctx, digest, chunks); err != nil {
		return err
	}
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.insertSealed(ctx, sealed("uploads"), ``, [][]any{{digest, size, at}})
		return err
	})
}

// dropChunks removes the chunks of an incomplete upload from that number on.
func (db *DB) dropChunks(ctx context.Context, digest string, from int) error {
	return db.single(func(s session) error {
		_, err := s.exec(ctx, `DELETE FROM upload_chunks WHERE sha256 = ? AND n >= ?
			AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.sha256 = upload_chunks.sha256)`, digest, from)
		return err
	})
}

// OpenUpload reads an upload. If the digest does not match, a fault.Corrupt error comes in
// place of io.EOF. An unknown upload is a fault.NotFound error.
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
	left   []byte // rest of the chunk read last
	err    error  // how it ended
}

// Read reads the rest of a chunk, or the next one.
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
