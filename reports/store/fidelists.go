package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/pressly/goose/v3"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/fide"
	"fairplay/reports/tournament/roster"
)

// FideList is a rating list that was imported.
type FideList struct {
	SHA256   string             `json:"sha256"` // of the file as it was received
	File     string             `json:"file"`   // its name
	Month    string             `json:"month"`  // YYYY-MM
	Class    analysis.TimeClass `json:"class"`  // of its ratings; `all` where it has those of every class
	Players  int                `json:"players"`
	Repeated int                `json:"repeated"`           // lines with a FIDE id that a line before had; the first counts
	Faulty   int                `json:"faulty"`             // lines that could not be read
	Replaces string             `json:"replaces,omitempty"` // SHA-256 of the list in whose place it came; left out where there was none
	Reason   string             `json:"reason,omitempty"`   // why it did
	Imported time.Time          `json:"imported"`

	Sum string `json:"-"` // of the digests of all its players, so that Check can tell whether one was changed; hex
}

// Words names the list in the audit, and the list that it replaced.
func (f FideList) Words() string {
	text := f.Month + " " + string(f.Class)
	if f.Replaces != "" {
		text += ", " + f.SHA256 + " in the place of " + f.Replaces
	}
	return text
}

// AllClasses is the class of a list that has the ratings of every time class.
const AllClasses analysis.TimeClass = "all"

const (
	listColumns   = `sha256, file, month, class, players, faulty, imported, repeated, sum, replaces, reason`
	ratingColumns = `id, name, federation, sex, title, born, inactive, standard, standard_k, rapid, rapid_k, blitz, blitz_k`
)

func scanList(row scanner, l *FideList) error {
	return row.Scan(&l.SHA256, &l.File, &l.Month, &l.Class, &l.Players, &l.Faulty, moment{&l.Imported}, &l.Repeated, &l.Sum, &l.Replaces, &l.Reason)
}

func listRow(l FideList) []any {
	return []any{l.SHA256, l.File, l.Month, l.Class, l.Players, l.Faulty, l.Imported, l.Repeated, l.Sum, l.Replaces, l.Reason}
}

func scanRatings(row scanner, l *fide.Listed) error {
	return row.Scan(&l.FideID, &l.Name, &l.Federation, &l.Sex, &l.Title, &l.Born, &l.Inactive,
		&l.Standard.Rating, &l.Standard.K, &l.Rapid.Rating, &l.Rapid.K, &l.Blitz.Rating, &l.Blitz.K)
}

// playersTogether is how many players of a list are written in one transaction, so that nobody else
// waits long.
const playersTogether = 5000

// ListImport is a rating list to be imported.
type ListImport struct {
	roster.ListSource
	SHA256 string // of the file, hex
	At     time.Time
	// Reason says why the list replaces another of its month and class; "" if it must not.
	Reason string
	// Progress receives the number of lines written; nil is allowed.
	Progress func(lines int)
}

// ImportFideList stores a rating list for looking up players. If the file was imported already,
// that list is returned. Lines that cannot be read, and those that repeat a FIDE id, are counted
// and affect no others; a file that is not a list is Invalid, and nothing of it is stored. Another
// file for the same month and class is a Conflict, unless a reason is given; it then replaces the
// other list.
func (db *DB) ImportFideList(ctx context.Context, in ListImport) (FideList, error) {
	if !analysis.IsText(in.Reason, longestReason) {
		return FideList{}, fault.New(fault.Invalid, "reason", "a reason has at most %d characters, all printable", longestReason)
	}
	lists, err := db.FideLists(ctx)
	if err != nil {
		return FideList{}, err
	}
	for _, l := range lists {
		if l.SHA256 == in.SHA256 {
			return l, nil
		}
	}
	list := FideList{SHA256: in.SHA256, File: in.Name, Imported: in.At, Reason: in.Reason}
	var rows [][]any
	lines := 0
	write := func() error {
		err := db.transaction(ctx, func(tx session) error {
			_, err := tx.insert(ctx, `fide_players (list, `+ratingColumns+`)`, rows)
			return err
		})
		if lines += len(rows); in.Progress != nil {
			in.Progress(lines)
		}
		rows = rows[:0]
		return err
	}
	read, err := in.Read(func(l fide.Listed) error {
		rows = append(rows, []any{in.SHA256, l.FideID, l.Name, l.Federation, l.Sex, l.Title, l.Born, l.Inactive,
			l.Standard.Rating, l.Standard.K, l.Rapid.Rating, l.Rapid.K, l.Blitz.Rating, l.Blitz.K})
		if len(rows) < playersTogether {
			return nil
		}
		return write()
	})
	if err == nil {
		err = write()
	}
	if err == nil {
		list.Month, list.Class, list.Faulty = read.Month.String(), cmp.Or(read.Class, AllClasses), len(read.Faulty)
		err = db.sumPlayers(ctx, &list, lines)
	}
	if err == nil {
		err = db.putFideList(ctx, &list)
	}
	if err != nil || list.Replaces != "" {
		err = errors.Join(err, db.forgetPlayers(context.WithoutCancel(ctx), in.SHA256, list.Replaces))
	}
	if err != nil {
		return FideList{}, err
	}
	return list, nil
}

// longestReason is the greatest length of the reason for replacing a list, in characters.
const longestReason = 2000

// sumPlayers counts the stored players of a list with that many lines, and adds up their digests.
func (db *DB) sumPlayers(ctx context.Context, l *FideList, lines int) error {
	return db.look(func(s session) error {
		d, err := s.sumOfPlayers(ctx, l.SHA256)
		l.Players, l.Repeated, l.Sum = int(d.passes), lines-int(d.passes), hex.EncodeToString(d.bytes())
		return err
	})
}

// sumOfPlayers returns how many players a list has, and the sum of their digests.
func (s session) sumOfPlayers(ctx context.Context, list string) (sum digestSum, err error) {
	columns := columnsOf(`list, ` + ratingColumns)
	err = each(ctx, s, func(row scanner) error {
		values, err := scanValues(row, len(columns))
		if err != nil {
			return err
		}
		digest := sha256.Sum256(rowText("fide_players", values))
		sum = sum.plus(digestSum{1, numberOf(digest[:])})
		return nil
	}, `SELECT list, `+ratingColumns+` FROM fide_players WHERE list = ?`, list)
	return sum, err
}

// putFideList adds a list whose players are all stored. It replaces another list if it has a reason
// for that.
func (db *DB) putFideList(ctx context.Context, l *FideList) error {
	return db.transaction(ctx, func(tx session) error {
		there, err := all(ctx, tx, scanList, `SELECT `+listColumns+` FROM fide_lists WHERE month = ? AND class = ? AND sha256 <> ?{lock}`, l.Month, l.Class, l.SHA256)
		if err != nil {
			return err
		}
		put := *l
		switch {
		case len(there) == 0:
			put.Reason = ""
		case l.Reason == "":
			return fault.New(fault.Conflict, "list_exists", "there is another list of %s for %s already, from the file %s; say why this one takes its place", l.Month, l.Class, there[0].File)
		default:
			put.Replaces = there[0].SHA256
			if err := tx.remove(ctx, sealed("fide_lists"), put.Replaces); err != nil {
				return err
			}
		}
		_, err = tx.insertSealed(ctx, sealed("fide_lists"), ``, [][]any{listRow(put)})
		*l = put
		return err
	})
}

// forgetPlayers removes the players of files that did not become lists, or no longer are lists,
// some at a time, so that nobody else waits long.
func (db *DB) forgetPlayers(ctx context.Context, lists ...string) error {
	for _, of := range lists {
		for more := true; more; {
			err := db.single(func(s session) error {
				next, err := all(ctx, s, func(row scanner, id *string) error { return row.Scan(id) },
					`SELECT id FROM fide_players WHERE list = ? ORDER BY id LIMIT 1 OFFSET ?`, of, playersTogether)
				if err != nil {
					return err
				}
				text, args := `DELETE FROM fide_players WHERE list = ? AND NOT EXISTS (SELECT 1 FROM fide_lists WHERE sha256 = ?)`, []any{of, of}
				if more = len(next) > 0; more {
					text, args = text+` AND id < ?`, append(args, next[0])
				}
				n, err := s.exec(ctx, text, args...)
				more = more && n > 0
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// FideLists returns the imported lists, the latest month first.
func (db *DB) FideLists(ctx context.Context) ([]FideList, error) {
	return readAll(ctx, db, scanList, `SELECT `+listColumns+` FROM fide_lists ORDER BY month DESC, class`)
}

// ListedPlayers returns what a list says of players, by FIDE id.
func (db *DB) ListedPlayers(ctx context.Context, sha256 string, ids []string) (map[string]fide.Listed, error) {
	players, err := readAll(ctx, db, scanRatings, `SELECT `+ratingColumns+` FROM fide_players WHERE list = ? AND id IN {list}`, sha256, list(ids))
	found := map[string]fide.Listed{}
	for _, p := range players {
		found[p.FideID] = p
	}
	return found, err
}

// fideLists compares the players of every list with its sum.
func (c *checker) fideLists(ctx context.Context, s session) error {
	lists, err := all(ctx, s, scanList, `SELECT `+listColumns+` FROM fide_lists ORDER BY month, class`)
	if err := c.unreadable("rating list", err); err != nil {
		return err
	}
	for i, l := range lists {
		sum, err := s.sumOfPlayers(ctx, l.SHA256)
		if err := c.unreadable("rating list", err); err != nil {
			return err
		}
		switch {
		case int(sum.passes) != l.Players:
			c.damage("rating list", l.SHA256, fmt.Sprintf("it had %d players when it was imported, and has %d now", l.Players, sum.passes))
		case hex.EncodeToString(sum.bytes()) != l.Sum:
			c.damage("rating list", l.SHA256, "players of it have been changed by somebody else than fairplay")
		}
		c.progress(CheckProgress{"rating list", i + 1, len(lists)})
	}
	return nil
}

// listMigration seals the rating lists, which had no seals before.
const (
	listMigration = 10
	listTables    = "00010_lists.sql"
)

func (db *DB) listMigration() *goose.Migration {
	return goose.NewGoMigration(listMigration, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
		if err := db.runFile(ctx, tx, listTables); err != nil {
			return err
		}
		s := newSession(tx, db.dialect)
		lists, err := all(ctx, s, scanList, `SELECT `+listColumns+` FROM fide_lists`)
		if err != nil {
			return err
		}
		for _, l := range lists {
			sum, err := s.sumOfPlayers(ctx, l.SHA256)
			if err != nil {
				return err
			}
			if err := s.change(ctx, sealed("fide_lists"), `UPDATE fide_lists SET players = ?, sum = ? WHERE sha256 = ?`, sum.passes, hex.EncodeToString(sum.bytes()), l.SHA256); err != nil {
				return err
			}
		}
		_, err = db.closeLog(ctx, s)
		return err
	}}, nil)
}
