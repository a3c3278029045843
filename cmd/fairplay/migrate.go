package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const migrateHelp = `Bring the tables of the database up to date. A database in a file is brought up to
date by whoever opens it; on PostgreSQL nothing changes until this command is run,
once for each new version of fairplay, before its servers and workers start.
Running it again changes nothing. A new database is marked with the server key, which
is made if there is none (--server-key-file).`

// migrateCommand returns the command "fairplay migrate".
func migrateCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "migrate", Short: "Bring the tables of the database up to date", Long: migrateHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay migrate --database postgres://fairplay@db.example.org/fairplay"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForStore)
			if err != nil {
				return err
			}
			if settings.Database == "" {
				if err := settings.MakeFolder(); err != nil {
					return err
				}
			}
			if err := store.Migrate(c.Context(), settings.Source()); err != nil {
				return err
			}
			db, err := store.OpenKeyed(c.Context(), settings.Source(), settings.Keyholder(p, true))
			if err != nil {
				return err
			}
			if err := db.Close(); err != nil {
				return err
			}
			_, err = fmt.Fprintf(p.Stdout, "The tables of %s are up to date.\n", settings.SourceShown())
			return err
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}
