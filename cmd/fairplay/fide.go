package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
	"fairplay/reports/tournament/roster"
)

const fideImportHelp = `Import a rating list of FIDE into the database of the service, so that events find
the ratings of their players in it. The list is text or XML, of one kind of rating or
of all, plain or zipped as FIDE publishes it. The list of the month in which an event
starts is in force for it (FIDE Rating Regulations, 7.1.1), so that every month has
its own. The same file again changes nothing; another file for a month replaces the
one before if --replace says why. The players of events to which the list applies are
looked up again.`

// fideCommand returns the command "fairplay fide".
func fideCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "fide", Short: "Import FIDE's rating lists for the service", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(fideImportCommand(p))
	return c
}

func fideImportCommand(p *config.Program) *cobra.Command {
	var month, reason string
	var quiet bool
	c := &cobra.Command{
		Use: "import FILE", Short: "Import a rating list", Long: fideImportHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay fide import standard_mar26frl.zip", "fairplay fide import --month 2026-03 players_list.zip"),
		RunE: func(c *cobra.Command, files []string) error {
			return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error {
				return importList(ctx, p, db, files[0], month, reason, quiet)
			})
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	c.Flags().StringVar(&month, "month", "", "`MONTH` of the list as 2026-03, where it does not say it (the combined lists do not)")
	c.Flags().StringVar(&reason, "replace", "", "take the place of the list of the same month and kind, for this `REASON`")
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "show no progress")
	return c
}

func importList(ctx context.Context, p *config.Program, db *store.DB, path, month, reason string, quiet bool) error {
	digest, err := digestOf(path)
	if err != nil {
		return err
	}
	bar := p.Bar(quiet)
	source := reports.RatingList(filepath.Base(path), month, func() (roster.ListFile, error) { return config.OpenList(path) })
	l, err := db.ImportFideList(ctx, store.ListImport{ListSource: *source, SHA256: digest, At: p.Now().UTC(), Reason: reason, Progress: func(lines int) {
		bar.Show(0, 1, func(time.Duration) string { return fmt.Sprintf("%d lines written", lines) })
	}})
	bar.Clear()
	if err != nil {
		return err
	}
	entry := store.AuditEntry{At: p.Now().UTC(), Role: "command line", Action: "importFideList", Detail: l.Words()}
	if err := db.Audit(ctx, []store.AuditEntry{entry}); err != nil {
		return err
	}
	at := journal.Service{Store: db, Now: p.Now}
	if err := at.RateAll(ctx, l.Month, "command line"); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "%s is the list of %s (%s): %d players, %d lines that repeat one, %d that cannot be read.\n", l.File, l.Month, l.Class, l.Players, l.Repeated, l.Faulty)
	return err
}

// digestOf returns the SHA-256 of a file, hex.
func digestOf(path string) (string, error) {
	f, err := config.OpenList(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	whole, err := pipeline.NewDigestReader(io.NewSectionReader(f, 0, f.Size())).Part(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, "list_read", "%s cannot be read", path)
	}
	return whole.SHA256, nil
}
