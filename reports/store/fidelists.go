package store

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/roster"
	"fairplay/reports/trf/fide"
)

// FideList is a rating list of FIDE in which players can be looked up.
type FideList struct {
	SHA256   string             // of the file as it was received
	File     string             // its name
	Month    string             // YYYY-MM
	Class    analysis.TimeClass // of its ratings; AllClasses
	Players  int
	Faulty   int // lines that could not be read
	Imported time.Time
}

// AllClasses is the class of a list that has the ratings of every time class.
const AllClasses analysis.TimeClass = "all"

const (
	listColumns   = `sha256, file, month, class, players, faulty, imported`
	ratingColumns = `id, name, federation, sex, title, born, inactive, standard, standard_k, rapid, rapid_k, blitz, blitz_k`
)

func scanList(row scanner, l *FideList) error {
	return row.Scan(&l.SHA256, &l.File, &l.Month, &l.Class, &l.Players, &l.Faulty, moment{&l.Imported})
}

func scanRatings(row scanner, l *fide.Listed) error {
	return row.Scan(&l.FideID, &l.Name, &l.Federation, &l.Sex, &l.Title, &l.Born, &l.Inactive,
		&l.Standard.Rating, &l.Standard.K, &l.Rapid.Rating, &l.Rapid.K, &l.Blitz.Rating, &l.Blitz.K)
}

// playersTogether is how many players of a list are written in one transaction, so that nobody else
// waits long.
const playersTogether = 5000

// ImportFideList keeps the rating list that a file of this digest holds, so that players can be looked
// up in it. A file that was imported already is answered as it stands. Lines that cannot be read are
// counted and harm no others; a file that is no list is Invalid, and nothing of it is kept; another
// file for a month and class that are there is a Conflict. progress, which may be nil, is told how
// many players are written.
func (db *DB) ImportFideList(ctx context.Context, source roster.ListSource, sha256 string, at time.Time, progress func(players int)) (FideList, error) {
	lists, err := db.FideLists(ctx)
	if err != nil {
		return FideList{}, err
	}
	for _, l := range lists {
		if l.SHA256 == sha256 {
			return l, nil
		}
	}
	list := FideList{SHA256: sha256, File: source.Name, Imported: at}
	var rows [][]any
	write := func() error {
		err := db.transaction(ctx, func(tx session) error {
			_, err := tx.insert(ctx, `fide_players (list, `+ratingColumns+`)`, rows)
			return err
		})
		if list.Players += len(rows); progress != nil {
			progress(list.Players)
		}
		rows = rows[:0]
		return err
	}
	read, err := source.Read(func(l fide.Listed) error {
		rows = append(rows, []any{sha256, l.FideID, l.Name, l.Federation, l.Sex, l.Title, l.Born, l.Inactive,
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
		err = db.putFideList(ctx, list)
	}
	if err != nil {
		return FideList{}, errors.Join(err, db.forgetPlayers(context.WithoutCancel(ctx), sha256))
	}
	return list, nil
}

// putFideList adds a list whose players are all there.
func (db *DB) putFideList(ctx context.Context, l FideList) error {
	return db.transaction(ctx, func(tx session) error {
		added, err := tx.insert(ctx, `fide_lists (`+listColumns+`)`, [][]any{{l.SHA256, l.File, l.Month, l.Class, l.Players, l.Faulty, l.Imported}})
		if err != nil || added == 1 {
			return err
		}
		there, err := one(ctx, tx, nil, scanList, `SELECT `+listColumns+` FROM fide_lists WHERE month = ? AND class = ?`, l.Month, l.Class)
		if err == nil && there.SHA256 != l.SHA256 {
			err = fault.New(fault.Conflict, "list_exists", "there is another list of %s for %s already, from the file %s", l.Month, l.Class, there.File)
		}
		return err
	})
}

// forgetPlayers removes the players of a file that did not become a list.
func (db *DB) forgetPlayers(ctx context.Context, sha256 string) error {
	return db.single(func(s session) error {
		_, err := s.exec(ctx, `DELETE FROM fide_players WHERE list = ? AND list NOT IN (SELECT sha256 FROM fide_lists)`, sha256)
		return err
	})
}

// FideLists returns the lists that are there, the latest month first.
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
