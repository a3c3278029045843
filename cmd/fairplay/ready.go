package main

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
)

const readyHelp = `Ask the server on this machine whether it can work: whether it runs, and whether the
database, Redis and the engines answer. It prints the answer; the exit code is 7
if something is missing. Container platforms call it as a health check.`

// readyCommand returns the command "fairplay ready".
func readyCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "ready", Short: "Ask the server on this machine whether it can work", Long: readyHelp, Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForServer)
			if err != nil {
				return err
			}
			return ready(c.Context(), p, &settings.Settings)
		},
	}
	config.AddFlags(c.Flags(), config.ForServer)
	return c
}

// readyPatience is how long the server may take to answer.
const readyPatience = 5 * time.Second

func ready(ctx context.Context, p *config.Program, c *config.Settings) error {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	transport, err := c.ToServer()
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.URL(c.Listen)+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "no_server", "no server answers")
	}
	defer answer.Body.Close()
	if _, err := io.Copy(p.Stdout, io.LimitReader(answer.Body, 1<<16)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "no_server", "the server's answer breaks off")
	}
	if answer.StatusCode != http.StatusOK {
		return fault.New(fault.Unavailable, "not_ready", "the server is not ready")
	}
	return nil
}
