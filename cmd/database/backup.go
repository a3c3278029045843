package database

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/cmd/terminal"
	"fairplay/reports/store"
)

const backupHelp = `Write the whole database, as of this moment, into one file. The service may run
meanwhile. Either kind of database gives the same file, so it also moves the data
from SQLite to PostgreSQL and back. It contains games and reports about people, and
only its owner may read it. - writes to standard output.`

// BackupCommand returns the command "fairplay backup".
func BackupCommand(p *terminal.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "backup FILE", Short: "Write a consistent copy of the database while it is used", Long: backupHelp, Args: terminal.Args(cobra.ExactArgs(1)),
		Example: terminal.Example("fairplay backup fairplay.backup"),
		RunE: func(c *cobra.Command, a []string) error {
			return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error { return backup(ctx, p, db, a[0]) })
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}

func backup(ctx context.Context, p *terminal.Program, db *store.DB, path string) error {
	var done store.BackedUp
	write := func(w io.Writer) (err error) { done, err = db.Backup(ctx, w); return err }
	said := p.Stdout
	var err error
	if path == "-" {
		said, err = p.Stderr, write(p.Stdout)
	} else {
		err = terminal.WriteWhole(path, terminal.OwnerOnly, write)
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

// RestoreCommand returns the command "fairplay restore".
func RestoreCommand(p *terminal.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "restore FILE", Short: "Fill an empty database from a backup", Long: restoreHelp, Args: terminal.Args(cobra.ExactArgs(1)),
		Example: terminal.Example("fairplay restore --data new-data fairplay.backup"),
		RunE: func(c *cobra.Command, a []string) error {
			settings, err := config.Read(p, c, config.ForStore)
			if err != nil {
				return err
			}
			return restore(c.Context(), p, settings, a[0])
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}

func restore(ctx context.Context, p *terminal.Program, settings *config.Sourced, path string) error {
	from := p.Stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return fault.Wrap(err, fault.NotFound, "backup", "the backup cannot be opened")
		}
		defer file.Close()
		from = file
	}
	if settings.Database == "" {
		if err := settings.MakeFolder(); err != nil {
			return err
		}
	}
	done, err := store.Restore(ctx, settings.Source(), from)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "Restored into %s: %d rows of %d tables. SHA-256 %s\n", settings.SourceShown(), done.Rows, done.Tables, done.SHA256)
	return err
}
