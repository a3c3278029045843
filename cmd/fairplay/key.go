package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const keyHelp = `The server key is a secret beside the database, in a file that only its owner may read
(--server-key-file). Every row that lets somebody in carries a mark made with it, and
the keys of complaints are encrypted with it, so that nobody becomes somebody else by
changing the database. All servers and workers of one database share it. It is in no
backup: keep a copy of it elsewhere, as you keep the key file of a backup.`

// keyCommand returns the command "fairplay key".
func keyCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "key", Short: "Exchange the server key, or take over a database without it", Long: keyHelp, Args: config.Args(cobra.NoArgs)}
	c.AddCommand(keyRotateCommand(p), keyAdoptCommand(p))
	return c
}

const keyRotateHelp = `Make a new server key, mark everything with it, and forget the old one. The file must be
writable; servers and workers that run read it again when they need it. If they have it
as a credential of systemd, which they cannot read again, restart them. If the command
is broken off, run it again: it goes on.

Use it when somebody may have seen the key. Old backups keep the marks of the old key.`

func keyRotateCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "rotate", Short: "Exchange the server key for a new one", Long: keyRotateHelp, Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForStore)
			if err != nil {
				return err
			}
			return rotate(c.Context(), p, settings)
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}

func rotate(ctx context.Context, p *config.Program, settings *config.Sourced) error {
	was, err := keyInUse(ctx, p, settings)
	if err != nil {
		return err
	}
	pending, err := settings.AddServerKey(was)
	if err != nil {
		return err
	}
	db, err := store.OpenKeyed(ctx, settings.Source(), settings.Keyholder(p, false))
	if err != nil {
		return err
	}
	defer db.Close()
	done, err := db.Rekey(ctx, store.AuditEntry{At: p.Now().UTC(), Role: "command line", Action: "rotateServerKey"})
	if err != nil {
		return err
	}
	if err := settings.ForgetServerKeys(); err != nil {
		return err
	}
	if pending {
		fmt.Fprintln(p.Stderr, "An exchange that was broken off is finished.")
	}
	if done.Left > 0 {
		fmt.Fprintf(p.Stderr, "%d rows did not carry the mark of this server and stay without: 'fairplay check' names them.\n", done.Left)
	}
	_, err = fmt.Fprintf(p.Stdout, "The server key is %s now. Keep a copy of %s elsewhere.\n", done.Is, settings.ServerKeyFile())
	return err
}

// keyInUse returns the id of the key that the database is marked with.
func keyInUse(ctx context.Context, p *config.Program, settings *config.Sourced) (string, error) {
	if err := settings.DatabaseExists(); err != nil {
		return "", err
	}
	db, err := store.OpenKeyed(ctx, settings.Source(), settings.Keyholder(p, false))
	if err != nil {
		return "", err
	}
	defer db.Close()
	return db.ServerKey(ctx)
}

const keyAdoptHelp = `Make the database that of the server key that is here. Servers refuse to start on a
database that is marked with another key, or that has contents and no mark. Say with this
command that you know why:

  - The database is of a version of fairplay without server keys, and you made the key
    yourself. Everything in it is marked as it is.
  - The key is lost. Then nobody can tell which tokens are genuine: all are revoked, and
    you make new ones with 'fairplay token create'. Complaints cannot be read. If the key
    turns up, add it to the file as a further line, and they can be read again.

If neither is so, somebody may have altered the database: run 'fairplay check' first.`

func keyAdoptCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "adopt", Short: "Take over a database that is not marked with this server key", Long: keyAdoptHelp, Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForStore)
			if err != nil {
				return err
			}
			if err := settings.DatabaseExists(); err != nil {
				return err
			}
			done, err := store.Adopt(c.Context(), settings.Source(), settings.Keyholder(p, true), store.AuditEntry{
				At: p.Now().UTC(), Role: "command line", Action: "adoptServerKey", Detail: "taken over",
			})
			if err != nil {
				return err
			}
			sayAdopted(p, settings, done)
			_, err = fmt.Fprintf(p.Stdout, "The database is marked with the server key %s.\n", done.Is)
			return err
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}

// sayAdopted says what cannot be used any more because a server key is missing.
func sayAdopted(p *config.Program, settings *config.Sourced, a store.Adopted) {
	if a.Was == "" || a.Was == a.Is {
		return
	}
	why := fmt.Sprintf("with the server key %s, which is not in %s", a.Was, settings.ServerKeyFile())
	if a.Was == store.Removed {
		why = "with a server key, and somebody has removed the note of which; 'fairplay check' names what others have changed"
	}
	fmt.Fprintf(p.Stderr, "The database was marked %s. Its %d tokens are revoked: make new ones with 'fairplay token create'.\n", why, a.Revoked)
	if a.Unreadable > 0 {
		fmt.Fprintf(p.Stderr, "%d complaints and data requests cannot be read without that key. If it turns up, add it to the file as a further line.\n", a.Unreadable)
	}
}
