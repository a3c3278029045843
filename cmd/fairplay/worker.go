package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
)

const workerHelp = `Run engines for servers elsewhere: take tasks from the Redis that they share, work on
them, and keep the results in the database that they share. Any number of workers
may run on any number of machines; each must have the same engine as the servers.
The second engine need not be everywhere: workers without it leave second tests alone.

The first Ctrl-C, or SIGTERM, ends the work in good order: no new tasks, tasks under
way have --grace to finish, and what they have evaluated until then is kept. The
second ends the program at once. Nothing is lost either way, nor by kill -9.`

func (p *program) workerCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "worker", Short: "Run engines for servers elsewhere", Long: workerHelp, Args: args(cobra.NoArgs),
		Example: example("fairplay worker --database postgres://fairplay@db.example.org/fairplay --redis redis://redis.example.org:6379"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := p.configure(c.Flags(), forWorker)
			if err != nil {
				return err
			}
			return p.worker(c.Context(), settings)
		},
	}
	addSettings(c.Flags(), forAll&^forServer)
	return c
}

func (p *program) worker(ctx context.Context, c *loaded) (err error) {
	switch {
	case c.Redis == "":
		return fault.New(fault.Invalid, "worker_redis",
			"a worker needs --redis, the Redis that it shares with the server; on a single machine 'fairplay serve' has engines of its own")
	case c.Engines == 0:
		return fault.New(fault.Invalid, "worker_engines", "a worker without engines has nothing to do; --engines must be at least 1")
	case !c.onPostgres() && !isFile(c.source()):
		return fault.New(fault.NotFound, "no_database",
			"there is no database %s; name with --database the one that the worker shares with the server", c.source())
	}
	const noSpool = "" // a worker takes no uploads
	s, err := p.startService(ctx, c, noSpool)
	if err != nil {
		return err
	}
	defer func() {
		if failed := s.Close(); err == nil {
			err = failed
		}
	}()
	fmt.Fprintf(p.stdout, "Working with %d engines for the tasks in %s.\n", s.Engines, withoutPassword(s.Redis))
	s.log.Info("worker started", "engines", s.Engines, "tasks", s.Tasks)
	err = s.work(ctx)
	s.log.Info("worker stopped")
	return err
}
