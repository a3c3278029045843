package main

import (
	"context"
	"crypto/tls"
	"fmt"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
)

const serveHelp = `Start the service: pages for people and an HTTP API for programs, for events, games,
screenings and tests, with engines that work on everything that is handed in. Without
flags all of it is one process with the folder fairplay-data; the first start writes the
token of an administrator into a file there ('fairplay token create' makes others). The
API is described at /docs.

With --database and --redis the same program is one of many: servers share both,
and 'fairplay worker' runs engines on other machines.

The server listens at once. Until the database answers and the engine is known, it says
so on its page and in /readyz; a database that is away is waited for.

The first Ctrl-C, or SIGTERM, ends the work in good order: no new requests and tasks,
running ones have --grace to finish, and what was evaluated until then is kept.
The second ends the program at once. Nothing is lost either way, nor by kill -9: the
next start continues from the database.`

// serveCommand returns the command "fairplay serve".
func serveCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Start the service", Long: serveHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay serve", "fairplay serve --listen 0.0.0.0:8443 --tls-certificate cert.pem --tls-key key.pem"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForServer)
			if err != nil {
				return err
			}
			return serve(c.Context(), p, settings, nil)
		},
	}
	config.AddFlags(c.Flags(), config.ForServer)
	return c
}

// serve runs the service until ctx ends: for many, or for the person at this computer.
func serve(ctx context.Context, p *config.Program, c *config.Sourced, here *local) error {
	if err := c.MakeFolder(); err != nil {
		return err
	}
	if c.Certificate != "" {
		if _, err := tls.LoadX509KeyPair(c.Certificate, c.Key); err != nil {
			return fault.Wrap(err, fault.Invalid, "tls", "the certificate cannot be used")
		}
	}
	taken, err := config.TakeFolder(c.Data)
	if err != nil {
		return err
	}
	defer taken.Close()
	if !c.OnPostgres() {
		held, err := config.TakeDatabase(c.Source())
		if err != nil {
			return err
		}
		defer held.Close()
	}
	f, err := openFront(c, c.Logger(p.Stderr), here)
	if err != nil {
		return err
	}
	if err := f.welcome(p, here); err != nil {
		f.Close()
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(f.answer)
	group.Go(func() error {
		defer f.Close()
		return serveBehind(ctx, p, c, f, here)
	})
	return group.Wait()
}

// serveBehind starts the service behind its front and runs it until ctx ends.
func serveBehind(ctx context.Context, p *config.Program, c *config.Sourced, f *front, here *local) (err error) {
	s, err := startService(ctx, p, c, f.log, config.Spool(c.Data), f.starting.Wait)
	if err != nil {
		return err
	}
	defer func() {
		if failed := s.Close(); err == nil {
			err = failed
		}
	}()
	if here != nil {
		if err := here.prepare(ctx, s); err != nil {
			return err
		}
	}
	server, err := s.api()
	if err != nil {
		return err
	}
	if here == nil {
		if err := firstToken(ctx, p, s.db, c.Data); err != nil {
			return err
		}
	}
	if err := showMetrics(p, s, server); err != nil {
		return err
	}
	f.ready(server)
	if here == nil {
		fmt.Fprintf(p.Stdout, "Listening on %s; pages for people are there, and the API is described at %s/docs\n", f.url, f.url)
	} else {
		here.door.Renew(p.Now())
	}
	s.log.Info("server started", "address", f.address(), "engines", s.Engines, "database", c.SourceShown())
	if c.InTheClear(f.listener.Addr()) {
		s.log.Warn("tokens and figures travel unencrypted; give --tls-certificate and --tls-key, or name with --trusted-proxies the proxy that encrypts")
	}
	err = s.run(ctx, f)
	s.log.Info("server stopped")
	return err
}
