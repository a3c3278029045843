package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const cacheHelp = `fairplay keeps every evaluation it makes in one file, so that nothing is computed
twice. An evaluation depends on the position and the recipe alone; the cache can
be carried to another machine, and losing it costs time but no result.`

// cacheFlags are the flags of every cache command.
type cacheFlags struct {
	path   string
	asJSON bool
}

// cacheCommand returns the command "fairplay cache".
func cacheCommand(p *config.Program) *cobra.Command {
	var f cacheFlags
	c := &cobra.Command{Use: "cache", Short: "Look after the cache of evaluations", Long: cacheHelp, Args: config.Args(cobra.NoArgs)}
	c.PersistentFlags().StringVar(&f.path, "cache", "", "`FILE` that keeps evaluations (default: in the user's cache folder)")
	c.PersistentFlags().BoolVar(&f.asJSON, "json", false, "answer in JSON")
	c.AddCommand(cacheStats(p, &f), cachePrune(p, &f), cacheExport(p, &f), cacheImport(p, &f))
	return c
}

func cacheStats(p *config.Program, f *cacheFlags) *cobra.Command {
	return &cobra.Command{
		Use: "stats", Short: "Say what the cache holds, by recipe", Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			return config.WithCache(c.Context(), p, f.path, func(cache *store.Cache) error {
				stats, err := cache.Stats(c.Context())
				if err != nil {
					return err
				}
				if f.asJSON {
					return json.NewEncoder(p.Stdout).Encode(stats)
				}
				return printStats(p.Stdout, stats)
			})
		},
	}
}

func printStats(w io.Writer, stats []store.RecipeStats) error {
	if len(stats) == 0 {
		_, err := fmt.Fprintln(w, "The cache is empty.")
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "recipe\tengine\tfingerprint\tpositions\tpasses\tMiB\tlast used")
	for _, s := range stats {
		name, engine := "unknown", "unknown"
		if s.Recipe != nil {
			name, engine = s.Recipe.Name, s.Recipe.Engine
		}
		fmt.Fprintf(t, "%s\t%s\t%.12s\t%d\t%d\t%.1f\t%s\n",
			name, engine, s.Fingerprint, s.Positions, s.Passes, float64(s.Bytes)/(1<<20), s.NewestUse.Format(time.DateOnly))
	}
	return t.Flush()
}

func cachePrune(p *config.Program, f *cacheFlags) *cobra.Command {
	var recipe, since string
	c := &cobra.Command{
		Use: "prune", Short: "Remove evaluations of a recipe, or unused since a day", Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay cache prune --unused-since 2026-01-01"),
		RunE: func(c *cobra.Command, _ []string) error {
			what := store.Pruning{Recipe: recipe}
			if since != "" {
				day, err := time.Parse(time.DateOnly, since)
				if err != nil {
					return fault.New(fault.Invalid, "day", "%q is not a day; write it as 2026-01-31", since)
				}
				what.UnusedSince = day
			}
			return config.WithCache(c.Context(), p, f.path, func(cache *store.Cache) error {
				pruned, err := cache.Prune(c.Context(), what)
				if err != nil {
					return err
				}
				if f.asJSON {
					return json.NewEncoder(p.Stdout).Encode(pruned)
				}
				_, err = fmt.Fprintf(p.Stdout, "Removed %d positions (%d passes, %.1f MiB).\n",
					pruned.Positions, pruned.Passes, float64(pruned.Bytes)/(1<<20))
				return err
			})
		},
	}
	c.Flags().StringVar(&recipe, "recipe", "", "only evaluations under the recipe with this `FINGERPRINT`")
	c.Flags().StringVar(&since, "unused-since", "", "only evaluations not used since `DAY` (YYYY-MM-DD)")
	return c
}

func cacheExport(p *config.Program, f *cacheFlags) *cobra.Command {
	return &cobra.Command{
		Use: "export FILE", Short: "Write the whole cache to a file that another machine can import", Args: config.Args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			return config.WithCache(c.Context(), p, f.path, func(cache *store.Cache) error {
				var written store.Exchanged
				export := func(w io.Writer) (err error) { written, err = cache.Export(c.Context(), w); return err }
				if a[0] == "-" {
					return export(p.Stdout)
				}
				if err := config.WriteWhole(a[0], config.ForEverybody, export); err != nil {
					return err
				}
				return exchanged(p, f, written, fmt.Sprintf("Exported %d passes.", written.Rows))
			})
		},
	}
}

func cacheImport(p *config.Program, f *cacheFlags) *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Add what another machine has exported, every row checked", Args: config.Args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			from := p.Stdin
			if a[0] != "-" {
				file, err := os.Open(a[0])
				if err != nil {
					return fault.Wrap(err, fault.Invalid, "import", "cannot open the export")
				}
				defer file.Close()
				from = file
			}
			return config.WithCache(c.Context(), p, f.path, func(cache *store.Cache) error {
				read, err := cache.Import(c.Context(), from)
				if err != nil {
					return err
				}
				return exchanged(p, f, read, fmt.Sprintf("Read %d passes; %d of them are new here.", read.Rows, read.New))
			})
		},
	}
}

func exchanged(p *config.Program, f *cacheFlags, what store.Exchanged, inWords string) error {
	if f.asJSON {
		return json.NewEncoder(p.Stdout).Encode(what)
	}
	_, err := fmt.Fprintln(p.Stdout, inWords)
	return err
}
