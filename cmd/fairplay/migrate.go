package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"fairplay/reports/store"
)

const migrateHelp = `Bring the tables of the database up to date. A database in a file is brought up to
date by whoever opens it; on PostgreSQL nothing changes until this command is run,
once for each new version of fairplay, before its servers and workers start.
Running it again changes nothing.`

func (p *program) migrateCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "migrate", Short: "Bring the tables of the database up to date", Long: migrateHelp, Args: args(cobra.NoArgs),
		Example: example("fairplay migrate --database postgres://fairplay@db.example.org/fairplay"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := p.configure(c.Flags(), forStore)
			if err != nil {
				return err
			}
			if settings.Database == "" {
				if err := settings.makeFolder(); err != nil {
					return err
				}
			}
			if err := store.Migrate(c.Context(), settings.source()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(p.stdout, "The tables of %s are up to date.\n", settings.sourceShown())
			return err
		},
	}
	addSettings(c.Flags(), forStore)
	return c
}
