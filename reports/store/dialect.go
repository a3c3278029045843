package store

import (
	"context"
	"database/sql"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"
)

// dialect is where the two databases differ.
//
// Statements are written once, for SQLite, with a question mark for every
// parameter and two marks: {list} is a table of one column made from a
// parameter that holds a JSON list of strings, and {lock} keeps the rows of a
// SELECT from being changed by another transaction until this one ends.
type dialect interface {
	statement(text string) string                               // as this database understands it
	snapshot() sql.IsolationLevel                               // of a transaction that sees one moment
	again(err error) bool                                       // whether a transaction that failed so may be tried again
	source(name string) string                                  // for Open, of the database with that name in messages
	meaning(err error) (m meaning, ok bool)                     // of an error of this database
	goose() goose.Dialect                                       // for the migrations
	options() []goose.ProviderOption                            // likewise
	migrations(files fs.FS) fs.FS                               // as this database understands them
	hasTable() string                                           // counts the tables of the name in its parameter
	afterRestore() []string                                     // statements that end a Restore
	integrity(ctx context.Context, s session) ([]Damage, error) // what is wrong with the database itself
	afterPrune() string                                         // gives space back, empty where that happens by itself
}

func replaceMarks(text, list, lock string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return strings.NewReplacer("{list}", list, "{lock}", lock).Replace(text)
}
