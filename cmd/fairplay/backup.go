package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const backupHelp = `Write the whole database, as of this moment, into one file. The service may run
meanwhile. Either kind of database gives the same file, so it also moves the data
from SQLite to PostgreSQL and back. It contains games and reports about people, and
only its owner may read it. - writes to standard output.

The server key is not in it: keep a copy of that too, elsewhere. Without it, tokens
must be made anew after a restore, and complaints cannot be read.

The keys of complaints go into a second file, FILE.keys unless --keys names another
(with -, only if --keys does). Keep it elsewhere: without it nobody can read in the
backup what people wrote in a complaint. A case that is erased stays readable for
anybody who has a backup and its keys from before, so delete old key files.`

// backupCommand returns the command "fairplay backup".
func backupCommand(p *config.Program) *cobra.Command {
	var keys string
	c := &cobra.Command{
		Use: "backup FILE", Short: "Write a consistent copy of the database while it is used", Long: backupHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay backup fairplay.backup", "fairplay backup fairplay.backup --keys /media/safe/fairplay.keys"),
		RunE: func(c *cobra.Command, a []string) error {
			return config.WithAnyStore(p, c, func(ctx context.Context, db *store.DB) error { return backup(ctx, p, db, a[0], keys) })
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	c.Flags().StringVar(&keys, "keys", "", "write the keys of complaints into this `FILE`")
	return c
}

func backup(ctx context.Context, p *config.Program, db *store.DB, path, keys string) error {
	if keys == "" && path != "-" {
		keys = path + keysSuffix
	}
	var done store.BackedUp
	write := func(w io.Writer) (err error) {
		if keys == "" {
			done, err = db.Backup(ctx, w, nil)
			return err
		}
		return config.WriteWhole(keys, config.OwnerOnly, func(k io.Writer) (err error) { done, err = db.Backup(ctx, w, k); return err })
	}
	said := p.Stdout
	var err error
	if path == "-" {
		said, err = p.Stderr, write(p.Stdout)
	} else {
		err = config.WriteWhole(path, config.OwnerOnly, write)
	}
	if err != nil {
		return err
	}
	where := "; the keys of complaints are not in it: name a file for them with --keys"
	if keys != "" {
		where = fmt.Sprintf("; %d keys of complaints in %s", done.Keys, keys)
	}
	_, err = fmt.Fprintf(said, "Backed up: %d rows of %d tables. SHA-256 %s%s\n", done.Rows, done.Tables, done.SHA256, where)
	return err
}

// keysSuffix is what the name of a file of keys adds to that of its backup.
const keysSuffix = ".keys"

const restoreHelp = `Fill an empty database with what backup wrote, every line checked. A database that
has contents is left unchanged, with an error. - reads standard input.

Everything is then as it was at the backup: tokens and roles withdrawn since are
valid again, and the audit goes on where it ended then, with an entry that says so.
'fairplay token list' shows which tokens to revoke again. Whoever was signed in signs
in anew.

The server key is in no backup. Put it where it was before the restore (server.key in
the data folder, or --server-key-file). Without it a new one is made: then all tokens are
revoked, because nobody can tell which are genuine, and no complaint can be read.

What people wrote in complaints can be read only with the key file: FILE.keys if there
is one, or the one that --keys names. Without it everything else is restored, and the
command says how many complaints cannot be read. A case that was erased before the backup stays
erased, whatever keys are given.`

// restoreCommand returns the command "fairplay restore".
func restoreCommand(p *config.Program) *cobra.Command {
	var keys string
	c := &cobra.Command{
		Use: "restore FILE", Short: "Fill an empty database from a backup", Long: restoreHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay restore --data new-data fairplay.backup"),
		RunE: func(c *cobra.Command, a []string) error {
			settings, err := config.Read(p, c, config.ForStore)
			if err != nil {
				return err
			}
			return restore(c.Context(), p, settings, a[0], keys)
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	c.Flags().StringVar(&keys, "keys", "", "read the keys of complaints from this `FILE`")
	return c
}

func restore(ctx context.Context, p *config.Program, settings *config.Sourced, path, keys string) error {
	from := p.Stdin
	if path != "-" {
		file, err := openBackup(path)
		if err != nil {
			return err
		}
		defer file.Close()
		from = file
		if _, err := os.Stat(path + keysSuffix); keys == "" && err == nil {
			keys = path + keysSuffix
		}
	}
	var ofCases io.Reader
	if keys != "" {
		file, err := openBackup(keys)
		if err != nil {
			return err
		}
		defer file.Close()
		ofCases = file
	}
	if settings.Database == "" {
		if err := settings.MakeFolder(); err != nil {
			return err
		}
	}
	done, err := store.Restore(ctx, settings.Source(), from, ofCases)
	if err != nil {
		return err
	}
	known, err := newestKnown(settings)
	if err != nil {
		return err
	}
	adopted, err := store.Adopt(ctx, settings.Source(), settings.Keyholder(p, true), store.AuditEntry{
		At: p.Now().UTC(), Role: "command line", Action: "restore", Subject: done.SHA256, Detail: "restored from a backup; newest checkpoint known: " + known,
	})
	if err != nil {
		return err
	}
	sayAdopted(p, settings, adopted)
	if done.Sealed > 0 {
		fmt.Fprintf(p.Stderr, "%d complaints and data requests cannot be read: their keys are not here.\n", done.Sealed)
	}
	_, err = fmt.Fprintf(p.Stdout, "Restored into %s: %d rows of %d tables, %d keys of complaints. SHA-256 %s\n",
		settings.SourceShown(), done.Rows, done.Tables, done.Keys, done.SHA256)
	return err
}

// newestKnown names the newest checkpoint in the file to which the service appends them.
func newestKnown(settings *config.Sourced) (string, error) {
	if settings.CheckpointFile == "" || !config.IsFile(settings.CheckpointFile) {
		return "none", nil
	}
	text, err := os.ReadFile(settings.CheckpointFile)
	if err != nil {
		return "", fault.Wrap(err, fault.NotFound, "checkpoints", "the checkpoints cannot be read")
	}
	all := store.Checkpoints(string(text))
	if len(all) == 0 {
		return "none", nil
	}
	newest := slices.MaxFunc(all, func(a, b store.Checkpoint) int { return a.At.Compare(b.At) })
	return newest.Short(), nil
}

func openBackup(path string) (*os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "backup", "the backup cannot be opened")
	}
	return file, nil
}
