package store

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
)

// Adopted says what became of a database that a server took over.
type Adopted struct {
	Was, Is    string // ids of server keys; Was is "" for a database of a time before server keys, or Removed
	Revoked    int    // tokens that open nothing any more, because they were marked with a key that is not here
	Unreadable int    // cases and data requests that cannot be read without that key
}

// Adopt makes a database that of the server with these keys, on the word of somebody who has the files of that
// server: after a restore, or where the key is lost. Rows without any mark are marked as they are. Of a
// database that is marked with a key that is not here, nothing can be known, so that all its tokens
// are revoked, and the cases stay unreadable until that key is among the keys again. Whoever was signed in is
// not any more. entry goes into the audit, with the end of the log as it was found in its detail, and a checkpoint is signed.
func Adopt(ctx context.Context, source string, k Keyholder, entry AuditEntry) (done Adopted, err error) {
	db, err := Open(ctx, source)
	if err != nil {
		return done, err
	}
	defer db.Close()
	if err := db.takeKeys(ctx, k, func(context.Context) error { return nil }); err != nil {
		return done, err
	}
	err = db.transaction(ctx, func(tx session) (err error) {
		if err := tx.aloneWith(ctx, "server_key"); err != nil {
			return err
		}
		found, err := tx.lockLog(ctx)
		if err != nil {
			return err
		}
		if done, err = tx.adopt(ctx, db.packing.unpack); err != nil {
			return err
		}
		entry := entry
		entry.Detail += fmt.Sprintf("; its log ended with seal %d, %s; server key %s", found.seq, hex.EncodeToString(found.hash), done.Is)
		tx.audit(entry)
		_, err = db.signCheckpoint(ctx, tx, AfterRestore, "", entry.At)
		return err
	})
	return done, err
}

func (s session) adopt(ctx context.Context, unpack func([]byte) ([]byte, error)) (done Adopted, err error) {
	m, err := s.keyMark(ctx)
	if err != nil {
		return done, err
	}
	key := s.ring.all()[0]
	if known, here := s.ring.find(m.key); here {
		key = known
	}
	done = Adopted{Was: m.key, Is: key.id}
	if err := s.endSignIns(ctx, `digest <> ''`); err != nil {
		return done, err
	}
	if m.key != key.id {
		if m.key == "" {
			if done.Was, err = s.everMarked(ctx, unpack); err != nil {
				return done, err
			}
		}
		if done.Was != "" {
			if done.Revoked, err = s.disown(ctx); err != nil {
				return done, err
			}
		}
		if done.Unreadable, err = s.markAll(ctx, key, func(markedKind, markedRow) bool { return true }); err != nil {
			return done, err
		}
	}
	return done, s.setKeyMark(ctx, key, m)
}

// everMarked returns Removed if the log knows of a mark of the database, which somebody must have taken away.
func (s session) everMarked(ctx context.Context, unpack func([]byte) ([]byte, error)) (was string, err error) {
	err = each(ctx, s, func(row scanner) error {
		var e sealEntry
		err := scanSeal(row, unpack, &e)
		if bytes.HasPrefix(e.body, []byte("server_key\t")) || bytes.Contains(e.body, []byte("\nserver_key\t")) {
			was = Removed
		}
		return err
	}, `SELECT `+sealColumns+` FROM seals`)
	return was, err
}

// Removed stands for the id of a server key that somebody has removed from the database.
const Removed = "removed"

// disown takes away everything that lets somebody in.
func (s session) disown(ctx context.Context) (revoked int, err error) {
	if _, err := s.exec(ctx, `DELETE FROM drafts`); err != nil {
		return 0, err
	}
	proposals, err := all(ctx, s, scanProposal, `SELECT `+proposalColumns+` FROM grant_proposals`)
	if err != nil {
		return 0, err
	}
	for _, p := range proposals {
		if err := s.remove(ctx, sealed("grant_proposals"), grantRow(p.Token, p.Grant)...); err != nil {
			return 0, err
		}
	}
	return s.changed(ctx, sealed("tokens"), `UPDATE tokens SET revoked = ?, version = version + 1 WHERE revoked = 0`, s.ring.Now())
}

// ServerKey returns the id of the server key that the database is marked with, "" for none.
func (db *DB) ServerKey(ctx context.Context) (id string, err error) {
	err = db.look(func(s session) error {
		m, err := s.keyMark(ctx)
		id = m.key
		return err
	})
	return id, err
}
