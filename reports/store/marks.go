package store

import (
	"context"
	"crypto/hmac"
	"encoding/hex"
	"io"
	"sync"
	"time"

	"fairplay/analysis/fault"
)

// Keyholder gives a database the keys of its server.
type Keyholder struct {
	// Keys reads them, the newest first. It is called again when a row names a key that was not there
	// before.
	Keys func() (ServerKeys, error)

	// Make makes a key where Keys finds none (NotFound), if the database has no mark of one yet. What is in
	// the database is then of a time before the key, and is marked once. Nil makes none.
	Make func() error

	// Alarm is told of each row that a server did not write and that is therefore taken for nothing. It may
	// be nil and may be called at the same time by several.
	Alarm func(what, id string)

	Random io.Reader
	Now    func() time.Time
}

// keyring is the keys of the server that a database is used by.
type keyring struct {
	Keyholder
	made bool // the key was made a moment ago

	mu   sync.Mutex
	keys ServerKeys
	seen map[string]int64 // newest version of each token
}

// find returns a key, which it looks for again where the keys are kept.
func (k *keyring) find(id string) (ServerKey, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if key, here := k.keys.find(id); here {
		return key, true
	}
	if again, err := k.Keys(); err == nil {
		k.keys = again
	}
	return k.keys.find(id)
}

// all returns the keys as they were last read.
func (k *keyring) all() ServerKeys {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.keys
}

// outdated reports whether a later version of a token was seen before.
func (k *keyring) outdated(token string, version int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if version < k.seen[token] {
		return true
	}
	k.seen[token] = version
	return false
}

// tell passes on that a row is not what a server wrote.
func (k *keyring) tell(what, id string) {
	if k.Alarm != nil {
		k.Alarm(what, id)
	}
}

// fits reports whether a row carries the mark of the server. Without keys every row does.
func (s session) fits(mark, table string, values []any) bool {
	if s.ring == nil {
		return true
	}
	key, here := s.ring.find(markedBy(mark))
	if !here {
		return false
	}
	want, err := key.mark(table, values)
	return err == nil && hmac.Equal([]byte(want), []byte(mark))
}

// genuine returns an error, Corrupt with the code Forged, and raises the alarm, if a row does not carry
// the mark of the server.
func (s session) genuine(what, id, mark, table string, values []any) error {
	if s.fits(mark, table, values) {
		return nil
	}
	s.ring.tell(what, id)
	return forged(what, id)
}

// newMark returns the mark of a row that is written now, "" in a database without keys.
func (s session) newMark(ctx context.Context, table string, values []any) (string, error) {
	key, err := s.markingKey(ctx)
	if err != nil || key.id == "" {
		return "", err
	}
	return key.mark(table, values)
}

// markingKey returns the key with which rows are marked now: the one that the database names. In a
// database without keys it is the zero key.
func (s session) markingKey(ctx context.Context) (ServerKey, error) {
	m, err := s.keyMark(ctx)
	switch {
	case err != nil:
		return ServerKey{}, err
	case m.key == "" && s.ring == nil:
		return ServerKey{}, nil
	case m.key == "":
		return ServerKey{}, notMarked()
	case s.ring == nil:
		return ServerKey{}, fault.New(fault.Unavailable, "server_key", "this needs the key of the server, which is not here")
	}
	key, here := s.ring.find(m.key)
	if !here {
		return ServerKey{}, otherKey(m.key, s.ring.all())
	}
	return key, nil
}

// keyMigration is the migration that makes the columns of marks. Sign-ins are sealed from then on.
const keyMigration = 13

// keyMark says with which key the rows of a database are marked.
type keyMark struct {
	key      string // id, "" for none
	database string
	since    time.Time
	mark     string
}

const keyMarkColumns = `one, key, database, since, mark`

func (k keyMark) values() []any { return []any{k.key, k.database, k.since} }

func (s session) keyMark(ctx context.Context) (keyMark, error) {
	found, err := all(ctx, s, func(row scanner, m *keyMark) error { return row.Scan(&m.key, &m.database, moment{&m.since}, &m.mark) },
		`SELECT key, database, since, mark FROM server_key WHERE one = 1`)
	if err != nil || len(found) == 0 {
		return keyMark{}, err
	}
	return found[0], nil
}

func notMarked() error {
	return fault.New(fault.Conflict, "server_key_unmarked",
		"the database has contents and does not say with which server key they are marked, although this key has been there before. "+
			"If this is the first start with this key, run 'fairplay key adopt'; if not, somebody has altered the database")
}

func otherKey(id string, keys ServerKeys) error {
	here := "none"
	if len(keys) > 0 {
		here = keys[0].id
	}
	return fault.New(fault.Conflict, "server_key_other",
		"the database belongs to a server with another key: its rows are marked with server key %s, and here is %s. "+
			"Servers of one database share one key: name its file with --server-key-file; if that key is lost, see 'fairplay key adopt --help'", id, here)
}

// marked is a row with its mark.
type marked[T any] struct {
	row     T
	mark    string
	version int64 // of tokens
}

// marking returns the scan of rows whose last column is the mark.
func marking[T any](scan func(scanner, *T) error) func(scanner, *marked[T]) error {
	return func(row scanner, m *marked[T]) error { return scan(scanMore{row, []any{&m.mark}}, &m.row) }
}

// scanMore scans more columns than it is asked for.
type scanMore struct {
	scanner
	more []any
}

// Scan scans the columns asked for, and then the others.
func (s scanMore) Scan(dest ...any) error { return s.scanner.Scan(append(dest, s.more...)...) }

// enter checks the mark of a database that is opened, and marks one that is new.
func (s session) enter(ctx context.Context) error {
	if _, err := s.lockLog(ctx); err != nil { // the lock admits one server at a time
		return err
	}
	m, err := s.keyMark(ctx)
	if err != nil {
		return err
	}
	if m.key == "" {
		if isNew, err := s.isNew(ctx); err != nil || !isNew && !s.ring.made {
			return orElse(err, notMarked())
		}
		return s.adoptAll(ctx, keyMark{})
	}
	key, here := s.ring.find(m.key)
	if !here {
		return otherKey(m.key, s.ring.all())
	}
	if want, err := key.mark("server_key", m.values()); err != nil || !hmac.Equal([]byte(want), []byte(m.mark)) {
		return orElse(err, forged("mark of the server key", m.key))
	}
	return nil
}

func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// isNew reports whether the database has nothing yet that somebody could have forged.
func (s session) isNew(ctx context.Context) (bool, error) {
	n, err := one(ctx, s, nil, scanInt, `SELECT (SELECT count(*) FROM tokens) + (SELECT count(*) FROM events) + (SELECT count(*) FROM audit)
		+ (SELECT count(*) FROM cases) + (SELECT count(*) FROM data_requests)`)
	return n == 0, err
}

// OpenKeyed is Open for a service: every row that lets somebody in is used only if it carries the mark of the
// server, and what people write in cases is sealed under keys that only the server can open. The first
// to open a new database, or an old one with a key made a moment ago, marks what is there, once. A database that is
// marked with another key, or whose mark is missing, is a Conflict error.
func OpenKeyed(ctx context.Context, source string, k Keyholder) (*DB, error) {
	db, err := Open(ctx, source)
	if err != nil {
		return nil, err
	}
	if err = db.takeKeys(ctx, k, db.notMarked); err == nil {
		err = db.enter(ctx)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// takeKeys reads the server keys, or makes the first one if may permits it.
func (db *DB) takeKeys(ctx context.Context, k Keyholder, may func(context.Context) error) (err error) {
	ring := &keyring{Keyholder: k, seen: map[string]int64{}}
	ring.keys, err = k.Keys()
	if fault.KindOf(err) == fault.NotFound && k.Make != nil {
		if err := may(ctx); err != nil {
			return err
		}
		if err := k.Make(); err != nil {
			return err
		}
		ring.made = true
		ring.keys, err = k.Keys()
	}
	db.ring = ring
	return err
}

// enter compares the keys with the database.
func (db *DB) enter(ctx context.Context) (err error) {
	if err = db.transaction(ctx, func(tx session) error { return tx.enter(ctx) }); err == nil {
		_, err = db.Tokens(ctx, "", 0) // so that an older copy of one is noticed from now on
	}
	return err
}

// notMarked returns an error if the database is marked with a key.
func (db *DB) notMarked(ctx context.Context) error {
	return db.look(func(s session) error {
		m, err := s.keyMark(ctx)
		if err == nil && m.key != "" {
			err = otherKey(m.key, nil)
		}
		return err
	})
}

// Random returns n bytes from a source of random bytes; Internal if it has none.
func Random(random io.Reader, n int) ([]byte, error) {
	bits := make([]byte, n)
	if _, err := io.ReadFull(random, bits); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "random", "there are no random bytes")
	}
	return bits, nil
}

// NewID makes the id of an event, a case, a test or a token: 16 random bytes in hex.
func NewID(random io.Reader) (string, error) {
	bits, err := Random(random, 16)
	return hex.EncodeToString(bits), err
}
