package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"strconv"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
)

// CaseBlob is a file that was handed in with a case. Once the case is erased, BlobFacts are empty.
type CaseBlob struct {
	ID     string // 16 random bytes, hex
	Size   int64  // bytes
	Added  time.Time
	By     string // ID of a token
	Digest string // SHA-256 of its chunks as they are sealed, hex

	BlobFacts
}

// BlobFacts are sealed with the file.
type BlobFacts struct {
	Name   string `json:"name"`           // as the sender calls it
	Type   string `json:"type"`           // by its content, intake.PDF, PGN, PNG or JPEG; or ReportBlob
	SHA256 string `json:"sha256"`         // of its content, hex
	Scan   string `json:"scan,omitempty"` // what a virus scanner said; empty if none was asked
}

// ReportBlob is the type of a report that the service itself puts into a case.
const ReportBlob = "application/json"

// Limits on attachments of a case, in bytes.
const (
	LargestBlob = 25 << 20
	CaseBlobs   = 200 << 20 // all of one case
)

const blobColumns = `case_id, id, size, chunks, added, author, facts, digest`

// blobRow is an attachment with its facts sealed.
type blobRow struct {
	id     string // of the case
	chunks int
	facts  []byte
	CaseBlob
}

func scanBlob(row scanner, b *blobRow) error {
	return row.Scan(&b.id, &b.ID, &b.Size, &b.chunks, moment{&b.Added}, &b.By, &b.facts, &b.Digest)
}

func (b blobRow) place() place { return place{b.id, "attachment", b.ID} }

func (b blobRow) chunk(n int) place {
	return place{b.id, "attachment", b.ID, "chunk", strconv.Itoa(n)}
}

// opened returns the attachment with its facts, or without them where there is no key.
func (b blobRow) opened(key caseKey) (CaseBlob, error) {
	if key == nil {
		return b.CaseBlob, nil
	}
	facts, err := key.open(b.place(), b.facts)
	if err != nil {
		return CaseBlob{}, err
	}
	if err := json.Unmarshal(facts, &b.BlobFacts); err != nil {
		return CaseBlob{}, fault.Wrap(err, fault.Corrupt, "case_sealed", "what was kept of %s cannot be read", b.place())
	}
	return b.CaseBlob, nil
}

// AddBlob seals a file and stores it with entries of its case, all or none; ID, Name, Scan, By and
// Added are set by the caller. It reads and seals chunk by chunk, and no transaction is open while
// it reads. write is as in AppendCase and receives the attachment as it was found to be. Errors
// besides those of AppendCase: fault.TooLarge above LargestBlob or CaseBlobs; those of
// intake.AttachmentReader for a file of another type; an error of r is returned unchanged. After an
// error nothing is stored.
func (db *DB) AddBlob(ctx context.Context, id string, b CaseBlob, r io.Reader,
	write func(*CaseRecord, []complaint.Entry, CaseBlob) ([]complaint.Entry, error)) (added CaseBlob, err error) {
	var key caseKey
	err = db.transaction(ctx, func(tx session) (err error) {
		_, key, err = tx.lockCase(ctx, id)
		return err
	})
	if err != nil {
		return CaseBlob{}, err
	}
	row := &blobRow{id: id, CaseBlob: b}
	err = db.sealBlob(ctx, row, key, r)
	if err == nil {
		err = db.transaction(ctx, func(tx session) error { return tx.keepBlob(ctx, row, key, write) })
	}
	if err != nil {
		_ = db.dropBlob(context.WithoutCancel(ctx), id, b.ID) // the first error is more useful
		return CaseBlob{}, err
	}
	return row.CaseBlob, nil
}

// sealBlob writes the sealed chunks, and completes the row with what it found out about the file.
func (db *DB) sealBlob(ctx context.Context, b *blobRow, key caseKey, r io.Reader) error {
	content, sealed := sha256.New(), sha256.New()
	var checked *intake.AttachmentReader
	if b.Type != ReportBlob {
		checked = intake.NewAttachmentReader(r)
		r = checked
	}
	buf := make([]byte, uploadChunk)
	b.Size, b.chunks = 0, 0
	for more := true; more; {
		n, err := io.ReadFull(r, buf)
		if more = err == nil; !more && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if n == 0 {
			break
		}
		if b.Size += int64(n); b.Size > LargestBlob {
			return fault.New(fault.TooLarge, "attachment_size", "an attachment has at most %d MB", LargestBlob>>20)
		}
		content.Write(buf[:n])
		body, err := key.seal(b.chunk(b.chunks), buf[:n])
		if err != nil {
			return err
		}
		sealed.Write(body)
		if err := db.putBlobChunk(ctx, b, body); err != nil {
			return err
		}
		b.chunks++
	}
	if checked != nil {
		b.Type = checked.Type()
	}
	b.SHA256, b.Digest = hex.EncodeToString(content.Sum(nil)), hex.EncodeToString(sealed.Sum(nil))
	return nil
}

// putBlobChunk writes one chunk. It never overwrites a chunk of a complete attachment.
func (db *DB) putBlobChunk(ctx context.Context, b *blobRow, body []byte) error {
	return db.transaction(ctx, func(tx session) error {
		added, err := tx.insert(ctx, `case_blob_chunks (case_id, blob, n, body)`, [][]any{{b.id, b.ID, b.chunks, body}})
		if err == nil && added == 0 {
			err = fault.New(fault.Conflict, "attachment_exists", "there is an attachment %q already", b.ID)
		}
		return err
	})
}

// keepBlob makes an attachment visible.
func (s session) keepBlob(ctx context.Context, b *blobRow, key caseKey, write func(*CaseRecord, []complaint.Entry, CaseBlob) ([]complaint.Entry, error)) error {
	b.Added, b.By = timeAt(micros(b.Added)), clean(b.By)
	_, _, err := s.appendCase(ctx, b.id, func(c *CaseRecord, entries []complaint.Entry) ([]complaint.Entry, error) {
		return write(c, entries, b.CaseBlob)
	})
	if err != nil {
		return err
	}
	before, err := one(ctx, s, nil, scanInt, `SELECT coalesce(sum(size), 0) FROM case_blobs WHERE case_id = ?`, b.id)
	if err != nil {
		return err
	}
	if int64(before)+b.Size > CaseBlobs {
		return fault.New(fault.TooLarge, "attachments_size", "the attachments of a case have at most %d MB together", CaseBlobs>>20)
	}
	facts, err := json.Marshal(b.BlobFacts)
	if err != nil {
		return err
	}
	if b.facts, err = key.seal(b.place(), facts); err != nil {
		return err
	}
	_, err = s.insertSealed(ctx, sealed("case_blobs"), ``, [][]any{{b.id, b.ID, b.Size, b.chunks, b.Added, b.By, b.facts, b.Digest}})
	return err
}

// dropBlob removes the chunks of an attachment that was not completed.
func (db *DB) dropBlob(ctx context.Context, id, blob string) error {
	return db.single(func(s session) error {
		_, err := s.exec(ctx, `DELETE FROM case_blob_chunks WHERE case_id = ? AND blob = ?
			AND NOT EXISTS (SELECT 1 FROM case_blobs b WHERE b.case_id = case_blob_chunks.case_id AND b.id = case_blob_chunks.blob)`, id, blob)
		return err
	})
}

// CaseBlobs returns the attachments of a case, in the order in which they were added.
func (db *DB) CaseBlobs(ctx context.Context, id string) (found []CaseBlob, err error) {
	err = db.snapshot(ctx, func(s session) error {
		key, err := caseKeyOf(ctx, s, id)
		if err != nil {
			return err
		}
		rows, err := all(ctx, s, scanBlob, `SELECT `+blobColumns+` FROM case_blobs WHERE case_id = ? ORDER BY added, id`, id)
		for i := 0; i < len(rows) && err == nil; i++ {
			var b CaseBlob
			b, err = rows[i].opened(key)
			found = append(found, b)
		}
		return err
	})
	return found, err
}

// OpenBlob returns an attachment of a case and its content, which is read piece by piece. Content
// that cannot be opened, or does not match its digest, is a fault.Corrupt error in place of io.EOF.
// An unknown attachment is NotFound; one of a case that was erased, or whose key is missing here,
// is a Conflict.
func (db *DB) OpenBlob(ctx context.Context, id, blob string) (CaseBlob, io.Reader, error) {
	r := &blobReader{db: db, ctx: ctx, hash: sha256.New()}
	var b CaseBlob
	err := db.snapshot(ctx, func(s session) (err error) {
		missing := fault.New(fault.NotFound, "attachment_unknown", "there is no attachment %q", blob)
		if r.row, err = one(ctx, s, missing, scanBlob, `SELECT `+blobColumns+` FROM case_blobs WHERE case_id = ? AND id = ?`, id, blob); err != nil {
			return err
		}
		if r.key, err = caseKeyOf(ctx, s, id); err != nil {
			return err
		}
		if r.key == nil {
			return fault.New(fault.Conflict, "case_erased", "what this case contained has been erased, or its key is not here")
		}
		b, err = r.row.opened(r.key)
		return err
	})
	return b, r, err
}

// blobReader opens the chunks of an attachment one after the other.
type blobReader struct {
	db   *DB
	ctx  context.Context
	row  blobRow
	key  caseKey
	hash hash.Hash
	next int    // chunk
	left []byte // rest of the chunk opened last
}

// Read reads the rest of a chunk, or the next one.
func (b *blobReader) Read(p []byte) (int, error) {
	for len(b.left) == 0 {
		if err := b.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(p, b.left)
	b.left = b.left[n:]
	return n, nil
}

func (b *blobReader) advance() error {
	damaged := fault.New(fault.Corrupt, "attachment_damaged", "the stored attachment %s does not match its digest", b.row.ID)
	if b.next == b.row.chunks {
		if hex.EncodeToString(b.hash.Sum(nil)) != b.row.Digest {
			return damaged
		}
		return io.EOF
	}
	body, err := readOne(b.ctx, b.db, damaged, scanBytes, `SELECT body FROM case_blob_chunks WHERE case_id = ? AND blob = ? AND n = ?`, b.row.id, b.row.ID, b.next)
	if err != nil {
		return err
	}
	b.hash.Write(body)
	b.left, err = b.key.open(b.row.chunk(b.next), body)
	b.next++
	return err
}
