package service

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/cmd/database"
	"fairplay/cmd/terminal"
)

const serveHelp = `Start the service: pages for people and an HTTP API for programs, for events, games,
screenings and tests, with engines that work on everything that is handed in. Without
flags all of it is one process with the folder fairplay-data; the first start writes the
token of an administrator into a file there ('fairplay token create' makes others). The
API is described at /docs.

With --database and --redis the same program is one of many: servers share both,
and 'fairplay worker' runs engines on other machines.

The first Ctrl-C, or SIGTERM, ends the work in good order: no new requests and tasks,
running ones have --grace to finish, and what was evaluated until then is kept.
The second ends the program at once. Nothing is lost either way, nor by kill -9: the
next start continues from the database.`

// ServeCommand returns the command "fairplay serve".
func ServeCommand(p *terminal.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Start the service", Long: serveHelp, Args: terminal.Args(cobra.NoArgs),
		Example: terminal.Example("fairplay serve", "fairplay serve --listen 0.0.0.0:8443 --tls-certificate cert.pem --tls-key key.pem"),
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
func serve(ctx context.Context, p *terminal.Program, c *config.Sourced, here *local) (err error) {
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
	s, err := startService(ctx, p, c, config.Spool(c.Data))
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
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "listen", "the server cannot listen on %s", c.Listen)
	}
	if here == nil {
		err = database.FirstToken(ctx, p, s.db, c.Data)
	}
	if err != nil {
		listener.Close()
		return err
	}
	if err := showMetrics(p, s, server); err != nil {
		listener.Close()
		return err
	}
	at := listener.Addr().String()
	if here != nil {
		if err := here.greet(p, c.URL(at)); err != nil {
			listener.Close()
			return err
		}
	} else {
		fmt.Fprintf(p.Stdout, "Listening on %s; pages for people are there, and the API is described at %s/docs\n", c.URL(at), c.URL(at))
	}
	s.log.Info("server started", "address", at, "engines", s.Engines, "database", c.SourceShown())
	if c.InTheClear(listener.Addr()) {
		s.log.Warn("tokens and figures travel unencrypted; give --tls-certificate and --tls-key, or name with --trusted-proxies the proxy that encrypts")
	}
	err = s.run(ctx, server.HTTP(), listener)
	s.log.Info("server stopped")
	return err
}
