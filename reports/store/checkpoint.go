package store

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	signednote "golang.org/x/mod/sumdb/note"

	"fairplay/analysis/fault"
)

// Checkpoint says where the log of a database ended at a time, signed by its server. As text it is a signed note
// (C2SP signed-note, Ed25519) with these lines:
//
//	fairplay/<16 bytes that name the database, hexadecimal>
//	<number of the last entry, a seal>
//	<its digest, base64>
//	time <RFC 3339, UTC>
//	cause <why it was made>
//	document <SHA-256 of what it was made for, hexadecimal; this line may be missing>
//
// Of a time when the audit had a chain of its own, the line "audit <number of its last entry> <its digest, base64>" comes before
// that of the time.
type Checkpoint struct {
	Origin   string // names the database
	Seal     int64
	SealHash []byte
	Audit    string // end of the audit, "" where it had no chain of its own
	At       time.Time
	Cause    Cause
	Document string // SHA-256, hexadecimal; "" for none
	Note     string // the signed text
}

// Cause is why a checkpoint was made.
type Cause string

// The causes.
const (
	EveryHour    Cause = "hour"
	EventClosing Cause = "closing"
	NormPackage  Cause = "package"
	CaseFile     Cause = "case_file"
	ReportProof  Cause = "report"
	AfterRestore Cause = "restore"
)

// checkpointMigration is the migration that makes their table.
const checkpointMigration = 14

const (
	originPrefix   = "fairplay/"
	checkpointForm = "the checkpoint cannot be read"
)

// text writes the lines that are signed.
func (c Checkpoint) text() string {
	text := fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Seal, base64.StdEncoding.EncodeToString(c.SealHash))
	for _, line := range [][2]string{{"audit", c.Audit}, {"time", c.At.UTC().Format(time.RFC3339)}, {"cause", string(c.Cause)}, {"document", c.Document}} {
		if line[1] != "" {
			text += line[0] + " " + line[1] + "\n"
		}
	}
	return text
}

// Short names the checkpoint in one line, for the foot of a document.
func (c Checkpoint) Short() string {
	return fmt.Sprintf("%s, seal %d, %s, %s", c.Origin, c.Seal, hex.EncodeToString(c.SealHash), c.At.UTC().Format(time.RFC3339))
}

// sign completes a checkpoint with its signed text.
func (s ServerKey) sign(c Checkpoint) (Checkpoint, error) {
	verifier, err := VerifierKey(c.Origin, s.public())
	if err != nil {
		return c, err
	}
	// <name>+<hash>+<kind and key>: a signer's key differs from the verifier's in its last part.
	parts := strings.SplitN(verifier, "+", 3)
	signer, err := signednote.NewSigner("PRIVATE+KEY+" + parts[0] + "+" + parts[1] + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, s.log.Seed()...)))
	if err != nil {
		return c, err
	}
	signed, err := signednote.Sign(&signednote.Note{Text: c.text()}, signer)
	c.Note = string(signed)
	return c, err
}

func (s ServerKey) public() ed25519.PublicKey { return s.log.Public().(ed25519.PublicKey) }

// VerifierKey is the public key that proves checkpoints of a database, in the form of signednote.NewVerifier.
func VerifierKey(origin string, key ed25519.PublicKey) (string, error) {
	return signednote.NewEd25519VerifierKey(origin, key)
}

// ParseCheckpoint reads a checkpoint without proving its signature: it is an Invalid error if the text is none.
func ParseCheckpoint(text string) (Checkpoint, error) {
	body, _, found := strings.Cut(text, "\n\n")
	lines := strings.Split(body, "\n")
	wrong := fault.New(fault.Invalid, "checkpoint", checkpointForm)
	if !found || len(lines) < 5 || !strings.HasPrefix(lines[0], originPrefix) {
		return Checkpoint{}, wrong
	}
	c := Checkpoint{Origin: lines[0], Note: text}
	c.Seal, _ = strconv.ParseInt(lines[1], 10, 64) // what is not as text writes it is found below
	c.SealHash, _ = base64.StdEncoding.DecodeString(lines[2])
	for _, line := range lines[3:] {
		switch name, value, _ := strings.Cut(line, " "); name {
		case "audit":
			c.Audit = value
		case "time":
			c.At, _ = time.Parse(time.RFC3339, value)
		case "cause":
			c.Cause = Cause(value)
		case "document":
			c.Document = value
		}
	}
	if c.text() != body+"\n" {
		return Checkpoint{}, wrong
	}
	return c, nil
}

// Prove returns an error, Corrupt, if none of the verifier keys has signed the checkpoint.
func (c Checkpoint) Prove(keys ...string) error {
	var known []signednote.Verifier
	for _, key := range keys {
		v, err := signednote.NewVerifier(key)
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "verifier_key", "%q is no key by which checkpoints are proved", key)
		}
		known = append(known, v)
	}
	if _, err := signednote.Open([]byte(c.Note), signednote.VerifierList(known...)); err != nil {
		return fault.Wrap(err, fault.Corrupt, "checkpoint_signature", "the checkpoint is not signed by the server of this database")
	}
	return nil
}

// Checkpoints finds the checkpoints in a text in which they stand one after the other, as a file holds to which they are
// appended. What is between them is passed over.
func Checkpoints(text string) (found []Checkpoint) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for rest := text; ; {
		at := strings.Index(rest, originPrefix)
		if at < 0 {
			return found
		}
		rest = rest[at:]
		if body, signature, ok := strings.Cut(rest, "\n\n"); ok {
			line, _, _ := strings.Cut(signature, "\n")
			if c, err := ParseCheckpoint(body + "\n\n" + line + "\n"); err == nil {
				found = append(found, c)
			}
		}
		rest = rest[len(originPrefix):]
	}
}

const checkpointColumns = `seq, document, at, cause`

// SignCheckpoint writes a checkpoint of all that is in the database by now. Its own row is the last thing it covers. document
// is the SHA-256 of what it is made for, hexadecimal, which is in the log by that, or "". The proof leads from the document to
// the checkpoint. A database without a server key has no checkpoints: an Unavailable error.
func (db *DB) SignCheckpoint(ctx context.Context, cause Cause, document string, at time.Time) (p LogProof, err error) {
	err = db.transaction(ctx, func(tx session) error {
		p, err = db.signCheckpoint(ctx, tx, cause, document, at)
		return err
	})
	return p, err
}

// LogDocument puts a document into the log, as SignCheckpoint does, and returns its proof (LogProof, JSON); nothing in a
// database without a server key.
func (db *DB) LogDocument(ctx context.Context, cause Cause, digest string, at time.Time) (json.RawMessage, error) {
	if db.ring == nil {
		return nil, nil
	}
	p, err := db.SignCheckpoint(ctx, cause, digest, at)
	if err != nil {
		return nil, err
	}
	return json.Marshal(p)
}

// DocumentProof returns the proof that a document with this SHA-256 was in the log: as it was first put into it, or as it is put
// into it now.
func (db *DB) DocumentProof(ctx context.Context, cause Cause, digest string, at time.Time) (p LogProof, err error) {
	err = db.transaction(ctx, func(tx session) error {
		notes, err := all(ctx, tx, scanText, `SELECT note FROM checkpoints WHERE document = ? ORDER BY seq LIMIT 1`, digest)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			p, err = db.signCheckpoint(ctx, tx, cause, digest, at)
			return err
		}
		c, err := ParseCheckpoint(notes[0])
		if err != nil {
			return fault.Wrap(err, fault.Corrupt, "checkpoint", checkpointForm)
		}
		e, err := one(ctx, tx, noLogEnd(), func(row scanner, e *sealEntry) error { return scanSeal(row, db.packing.unpack, e) },
			`SELECT `+sealColumns+` FROM seals WHERE seq = ?`, c.Seal)
		p = e.proof(c)
		return err
	})
	return p, err
}

// proof leads from what an entry seals to a checkpoint.
func (s sealEntry) proof(c Checkpoint) LogProof {
	return LogProof{Checkpoint: c.Note, Seal: s.seq, Lines: string(s.body), Audit: s.audit.seq, AuditHash: hex.EncodeToString(s.audit.hash), Before: hex.EncodeToString(s.prev)}
}

func (db *DB) signCheckpoint(ctx context.Context, tx session, cause Cause, document string, at time.Time) (p LogProof, err error) {
	key, err := tx.markingKey(ctx)
	if err == nil && key.id == "" {
		err = fault.New(fault.Unavailable, "server_key", "checkpoints are signed with the server key, which is not here")
	}
	if err != nil {
		return p, err
	}
	m, err := tx.keyMark(ctx)
	if err != nil {
		return p, err
	}
	if _, err := tx.lockLog(ctx); err != nil { // the lock keeps other checkpoints waiting
		return p, err
	}
	seq, err := one(ctx, tx, nil, scanInt, `SELECT coalesce(max(seq), 0) + 1 FROM checkpoints`)
	if err != nil {
		return p, err
	}
	if _, err := tx.insertSealed(ctx, sealed("checkpoints"), `note`, [][]any{{seq, document, at, string(cause), ""}}); err != nil {
		return p, err
	}
	e, err := db.closeLog(ctx, tx)
	if err != nil {
		return p, err
	}
	c, err := key.sign(Checkpoint{Origin: originPrefix + m.database, Seal: e.seq, SealHash: e.hash,
		At: at, Cause: cause, Document: document})
	if err != nil {
		return p, err
	}
	_, err = tx.exec(ctx, `UPDATE checkpoints SET note = ? WHERE seq = ?`, c.Note, seq)
	return e.proof(c), err
}

// LogProof proves that a document was in the log of a database when a checkpoint was made: the seal that names it, and the
// checkpoint, which names the seal.
type LogProof struct {
	Checkpoint string `json:"checkpoint"`           // signed
	Seal       int64  `json:"seal"`                 // its number
	Lines      string `json:"lines"`                // what it seals
	Audit      int64  `json:"audit,omitempty"`      // end of the audit at that time, if it had a chain of its own
	AuditHash  string `json:"audit_hash,omitempty"` // hexadecimal
	Before     string `json:"before"`               // digest of the seal before, hexadecimal
}

// Verify proves that a document with this SHA-256 was in the log when the checkpoint was made, which it returns. Whose
// signature it carries is proved by Checkpoint.Prove. Anything else is Corrupt.
func (p LogProof) Verify(document string) (Checkpoint, error) {
	c, err := ParseCheckpoint(p.Checkpoint)
	if err != nil {
		return c, err
	}
	e := sealEntry{seq: p.Seal, body: []byte(p.Lines), audit: logEnd{p.Audit, unhex(p.AuditHash)}, prev: unhex(p.Before)}
	sealedIn := false
	for l := range sealLines(e.body) {
		sealedIn = sealedIn || l.table == "checkpoints" && strings.HasSuffix(l.key, `,"`+document+`"]`)
	}
	switch {
	case c.Document != document || document == "":
		err = fault.New(fault.Corrupt, "log_proof", "the checkpoint was made for another document")
	case c.Seal != p.Seal || !bytes.Equal(c.SealHash, e.digest()) || !sealedIn:
		err = fault.New(fault.Corrupt, "log_proof", "the seal does not lead to the checkpoint")
	}
	return c, err
}

// LastCheckpoint returns the newest checkpoint; NotFound if there is none.
func (db *DB) LastCheckpoint(ctx context.Context) (Checkpoint, error) {
	none := fault.New(fault.NotFound, "no_checkpoint", "there is no checkpoint yet")
	text, err := readOne(ctx, db, none, func(row scanner, text *string) error { return row.Scan(text) }, `SELECT note FROM checkpoints ORDER BY seq DESC LIMIT 1`)
	if err != nil {
		return Checkpoint{}, err
	}
	return ParseCheckpoint(text)
}
