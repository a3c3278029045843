package store

import (
	"bytes"
	"context"
	"fmt"
)

// Witnessed says what checkpoints show of a database.
type Witnessed struct {
	Outside  int        // checkpoints from outside the database that were compared
	Inside   int        // those that are stored in it
	Newest   Checkpoint // of those from outside that the database goes through; the zero value for none
	Verifier string     // by which its checkpoints are proved; "" without the server key
	Restored []string   // checkpoints, in words, that a restore of an older copy, which is in the log, has left behind
	Damages  []Damage
}

// Witness compares the log with checkpoints: those stored in the database, and those given, which were kept
// elsewhere. A log that was cut off, or built again, does not go through them. Only checkpoints from
// elsewhere show that the whole database is not an older copy.
func (db *DB) Witness(ctx context.Context, outside []Checkpoint) (w Witnessed, err error) {
	err = db.snapshot(ctx, func(s session) error {
		m, err := s.keyMark(ctx)
		if err != nil {
			return err
		}
		c := witness{session: s, Witnessed: &w, origin: originPrefix + m.database}
		if s.ring != nil {
			for _, key := range s.ring.all() {
				verifier, err := VerifierKey(c.origin, key.public())
				if err != nil {
					return err
				}
				c.keys = append(c.keys, verifier)
			}
			w.Verifier = c.keys[0]
		}
		inside, err := all(ctx, s, scanNote, `SELECT seq, note FROM checkpoints ORDER BY seq`)
		if err != nil {
			return err
		}
		if err := c.inside(ctx, inside); err != nil {
			return err
		}
		for _, o := range outside {
			if err := c.outside(ctx, o); err != nil {
				return err
			}
		}
		return nil
	})
	return w, err
}

type storedNote struct {
	seq  int64
	text string
}

func scanNote(row scanner, n *storedNote) error { return row.Scan(&n.seq, &n.text) }

// witness compares checkpoints.
type witness struct {
	session
	*Witnessed
	origin   string
	keys     []string     // verifier keys; none without the server key
	restores []Checkpoint // genuine, of restores
}

func (w *witness) damage(id, reason string) {
	w.Damages = append(w.Damages, Damage{"checkpoint", id, reason})
}

func (w *witness) inside(ctx context.Context, notes []storedNote) error {
	for _, n := range notes {
		w.Inside++
		id := fmt.Sprint(n.seq)
		found, err := ParseCheckpoint(n.text)
		if err != nil {
			w.damage(id, "it has been changed: it is no checkpoint")
			continue
		}
		why, err := w.strays(ctx, found.Seal, found.SealHash)
		if err != nil {
			return err
		}
		proved := w.keys != nil && found.Prove(w.keys...) == nil
		if why != "" {
			w.damage(id, why)
		} else if proved && found.Cause == AfterRestore {
			w.restores = append(w.restores, found)
		}
	}
	return nil
}

func (w *witness) outside(ctx context.Context, o Checkpoint) error {
	w.Outside++
	id := fmt.Sprintf("of %s, seal %d", o.At.Format("2006-01-02 15:04:05 MST"), o.Seal)
	why, err := w.strays(ctx, o.Seal, o.SealHash)
	switch {
	case err != nil:
		return err
	case o.Origin != w.origin:
		w.damage(id, "it is of another database, "+o.Origin)
	case why != "" && w.leftBehind(o):
		w.Restored = append(w.Restored, id)
	case why != "":
		w.damage(id, why)
	case o.Seal > w.Newest.Seal:
		w.Newest = o
	}
	return nil
}

// leftBehind reports whether a restore that is in the log came after a checkpoint.
func (w *witness) leftBehind(o Checkpoint) bool {
	for _, r := range w.restores {
		if !r.At.Before(o.At) {
			return true
		}
	}
	return false
}

// strays returns why the log does not go through an entry that is known from elsewhere, "" if it does.
func (s session) strays(ctx context.Context, seal int64, hash []byte) (why string, err error) {
	digests, err := all(ctx, s, scanText, `SELECT digest FROM seals WHERE seq = ?`, seal)
	switch {
	case err != nil:
		return "", err
	case len(digests) == 0:
		why = "the log has no such seal: the database is an older copy, or has lost its end"
	case !bytes.Equal(unhex(digests[0]), hash):
		why = "the log has another seal of this number: it has been made anew"
	}
	return why, nil
}
