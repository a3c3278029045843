package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"fairplay/analysis/fault"
)

// StoredSheet is the part of a screening that comes from one game, in a form that the caller chooses.
// Its name is a digest of everything on which it depends: one name has one body.
type StoredSheet struct {
	Name   string
	Body   []byte
	Digest string // of both; PutSheets computes it
}

// SheetDigests returns the digests of those names that are stored.
func (db *DB) SheetDigests(ctx context.Context, names []string) (map[string]string, error) {
	digests := make(map[string]string, len(names))
	for some := range slices.Chunk(names, piece) {
		err := db.look(func(s session) error {
			return each(ctx, s, func(row scanner) error {
				var name, digest string
				err := row.Scan(&name, &digest)
				digests[name] = digest
				return err
			}, `SELECT name, digest FROM sheets WHERE name IN {list}`, list(some))
		})
		if err != nil {
			return nil, err
		}
	}
	return digests, nil
}

// Sheets returns those names that are stored. A body that does not match its digest is a
// fault.Corrupt error.
func (db *DB) Sheets(ctx context.Context, names []string) (sheets []StoredSheet, err error) {
	sheets, err = readAll(ctx, db, func(row scanner, s *StoredSheet) error {
		if err := row.Scan(&s.Name, &s.Digest, &s.Body); err != nil {
			return err
		}
		if s.Digest != sheetDigest(s.Name, s.Body) {
			return fault.New(fault.Corrupt, "sheet_damaged", "what was stored of the scoring of a game (%s) does not match its digest", s.Name)
		}
		return nil
	}, `SELECT name, digest, body FROM sheets WHERE name IN {list}`, list(names))
	return sheets, err
}

const sheetSealed = `name, digest`

func sheetDigest(name string, body []byte) string {
	return hexDigest(slices.Concat([]byte(name), []byte{0}, body))
}

// PutSheets stores sheets; existing ones stay unchanged.
func (db *DB) PutSheets(ctx context.Context, sheets []StoredSheet, at time.Time) error {
	sheets = slices.SortedFunc(slices.Values(sheets), func(a, b StoredSheet) int { return strings.Compare(a.Name, b.Name) })
	rows := make([][]any, len(sheets))
	for i, s := range sheets {
		rows[i] = []any{s.Name, sheetDigest(s.Name, s.Body), at, s.Body}
	}
	return db.transaction(ctx, func(tx session) error {
		_, err := tx.insertSealed(ctx, sealed("sheets"), `created, body`, rows)
		return err
	})
}

// ForgetSheets removes sheets made before a time and returns how many. They are made again when
// they are needed.
func (db *DB) ForgetSheets(ctx context.Context, before time.Time) (removed int, err error) {
	err = db.single(func(s session) error {
		removed, err = s.exec(ctx, `DELETE FROM sheets WHERE created < ?`, before)
		return err
	})
	return removed, err
}
