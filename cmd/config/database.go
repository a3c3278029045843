package config

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

// WithStore opens the database of the settings, with the server key, for one command. A missing database is an
// error, because a wrong name must not look like an empty database.
func WithStore(p *Program, c *cobra.Command, do func(context.Context, *store.DB) error) error {
	return withStore(p, c, func(s *Sourced) (*store.DB, error) {
		return store.OpenKeyed(c.Context(), s.Source(), s.Keyholder(p, false))
	}, do)
}

// WithAnyStore is WithStore for a command that can do its work without the server key. It then opens the database
// without it.
func WithAnyStore(p *Program, c *cobra.Command, do func(context.Context, *store.DB) error) error {
	return withStore(p, c, func(s *Sourced) (*store.DB, error) {
		db, err := store.OpenKeyed(c.Context(), s.Source(), s.Keyholder(p, false))
		if f, ok := errors.AsType[*fault.Error](err); ok && strings.HasPrefix(f.Code, "server_key") {
			return store.Open(c.Context(), s.Source())
		}
		return db, err
	}, do)
}

func withStore(p *Program, c *cobra.Command, open func(*Sourced) (*store.DB, error), do func(context.Context, *store.DB) error) (err error) {
	settings, err := Read(p, c, ForStore)
	if err != nil {
		return err
	}
	if err := settings.DatabaseExists(); err != nil {
		return err
	}
	db, err := open(settings)
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

// DatabaseExists returns a NotFound error if the file of the database is missing.
func (s *Settings) DatabaseExists() error {
	if s.OnPostgres() || IsFile(s.Source()) {
		return nil
	}
	return fault.New(fault.NotFound, "no_database",
		"there is no database %s; 'fairplay serve' makes it, and --data or --database name another", s.Source())
}

// MakeFolder makes the data folder, which only its owner may read, because it contains games
// under suspicion and the hashes of tokens.
func (s *Settings) MakeFolder() error {
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return fault.Wrap(err, fault.Unavailable, "data_folder", "the data folder cannot be made")
	}
	if at, err := os.Stat(s.Data); err == nil && openToOthers(at) {
		return fault.New(fault.Invalid, "open_to_others",
			"others than its owner may look into the data folder %s, in which games under suspicion lie; type: chmod 700 %s", s.Data, s.Data)
	}
	return nil
}

// SourceShown returns the address of the database without its password.
func (s *Settings) SourceShown() string { return WithoutPassword(s.Source()) }
