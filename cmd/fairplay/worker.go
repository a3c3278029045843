package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/cmd/config"
)

const workerHelp = `Run engines for servers elsewhere: take tasks from the Redis that they share, work on
them, and keep the results in the database that they share. Any number of workers
may run on any number of machines; each must have the same engine as the servers.
The second engine need not be everywhere: workers without it leave second tests alone.

The first Ctrl-C, or SIGTERM, ends the work in good order: no new tasks, tasks under
way have --grace to finish, and what they have evaluated until then is kept. The
second ends the program at once. Nothing is lost either way, nor by kill -9.`

// workerCommand returns the command "fairplay worker".
func workerCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "worker", Short: "Run engines for servers elsewhere", Long: workerHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay worker --database postgres://fairplay@db.example.org/fairplay --redis redis://redis.example.org:6379"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForWorker)
			if err != nil {
				return err
			}
			return worker(c.Context(), p, settings)
		},
	}
	config.AddFlags(c.Flags(), config.ForAll&^config.ForServer)
	return c
}

func worker(ctx context.Context, p *config.Program, c *config.Sourced) (err error) {
	switch {
	case c.Redis == "":
		return fault.New(fault.Invalid, "worker_redis",
			"a worker needs --redis, the Redis that it shares with the server; on a single machine 'fairplay serve' has engines of its own")
	case c.Engines == 0:
		return fault.New(fault.Invalid, "worker_engines", "a worker without engines has nothing to do; --engines must be at least 1")
	case !c.OnPostgres() && !config.IsFile(c.Source()):
		return fault.New(fault.NotFound, "no_database",
			"there is no database %s; name with --database the one that the worker shares with the server", c.Source())
	}
	const noSpool = ""                                                                // a worker takes no uploads
	s, err := startService(ctx, p, c, c.Logger(p.Stderr), noSpool, func(api.Wait) {}) // its log says it
	if err != nil {
		return err
	}
	defer func() {
		if failed := s.Close(); err == nil {
			err = failed
		}
	}()
	fmt.Fprintf(p.Stdout, "Working with %d engines for the tasks in %s.\n", s.Engines, config.WithoutPassword(s.Redis))
	s.log.Info("worker started", "engines", s.Engines, "tasks", s.Tasks)
	err = s.work(ctx)
	s.log.Info("worker stopped")
	return err
}
