package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

const backupHelp = `Write the whole database, as of this moment, into one file. The service may run
meanwhile. Either kind of database gives the same file, so it also moves the data
from SQLite to PostgreSQL and back. It contains games and reports about people, and
only its owner may read it. - writes to standard output.`

func (p *program) backupCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "backup FILE", Short: "Write a consistent copy of the database while it is used", Long: backupHelp, Args: args(cobra.ExactArgs(1)),
		Example: example("fairplay backup fairplay.backup"),
		RunE: func(c *cobra.Command, a []string) error {
			return p.withStore(c, func(ctx context.Context, db *store.DB) error { return p.backup(ctx, db, a[0]) })
		},
	}
	addSettings(c.Flags(), forStore)
	return c
}

func (p *program) backup(ctx context.Context, db *store.DB, path string) error {
	var done store.BackedUp
	write := func(w io.Writer) (err error) { done, err = db.Backup(ctx, w); return err }
	said := p.stdout
	var err error
	if path == "-" {
		said, err = p.stderr, write(p.stdout)
	} else {
		err = writeWhole(path, ownerOnly, write)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(said, "Backed up: %d rows of %d tables. SHA-256 %s\n", done.Rows, done.Tables, done.SHA256)
	return err
}

const restoreHelp = `Fill an empty database with what backup wrote, every line checked. A database that
has contents is left unchanged, with an error. - reads standard input.

Everything is then as it was at the backup: tokens and roles withdrawn since are
valid again, and the audit ends where it ended then. 'fairplay token list' shows
whom to revoke anew.`

func (p *program) restoreCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "restore FILE", Short: "Fill an empty database from a backup", Long: restoreHelp, Args: args(cobra.ExactArgs(1)),
		Example: example("fairplay restore --data new-data fairplay.backup"),
		RunE: func(c *cobra.Command, a []string) error {
			settings, err := p.configure(c.Flags(), forStore)
			if err != nil {
				return err
			}
			return p.restore(c.Context(), settings, a[0])
		},
	}
	addSettings(c.Flags(), forStore)
	return c
}

func (p *program) restore(ctx context.Context, settings *loaded, path string) error {
	from := p.stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return fault.Wrap(err, fault.NotFound, "backup", "the backup cannot be opened")
		}
		defer file.Close()
		from = file
	}
	if settings.Database == "" {
		if err := settings.makeFolder(); err != nil {
			return err
		}
	}
	done, err := store.Restore(ctx, settings.source(), from)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Restored into %s: %d rows of %d tables. SHA-256 %s\n", settings.sourceShown(), done.Rows, done.Tables, done.SHA256)
	return err
}
