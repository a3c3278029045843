package config

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/terminal"
	"fairplay/reports/store"
)

// WithStore opens the database of the settings for one command. A missing database is an error,
// because a wrong name must not look like an empty database.
func WithStore(p *terminal.Program, c *cobra.Command, do func(context.Context, *store.DB) error) (err error) {
	settings, err := Read(p, c, ForStore)
	if err != nil {
		return err
	}
	if !settings.OnPostgres() && !terminal.IsFile(settings.Source()) {
		return fault.New(fault.NotFound, "no_database",
			"there is no database %s; 'fairplay serve' makes it, and --data or --database name another", settings.Source())
	}
	db, err := store.Open(c.Context(), settings.Source())
	if err != nil {
		return err
	}
	defer func() {
		if failed := db.Close(); err == nil {
			err = failed
		}
	}()
	return do(c.Context(), db)
}

// MakeFolder makes the data folder, which only its owner may read, because it contains games
// under suspicion and the hashes of tokens.
func (c *Settings) MakeFolder() error {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder cannot be made")
	}
	if at, err := os.Stat(c.Data); err == nil && openToOthers(at) {
		return fault.New(fault.Invalid, "open_to_others",
			"others than its owner may look into the data folder %s, in which games under suspicion lie; type: chmod 700 %s", c.Data, c.Data)
	}
	return nil
}

// SourceShown returns the address of the database without its password.
func (c *Settings) SourceShown() string { return WithoutPassword(c.Source()) }
