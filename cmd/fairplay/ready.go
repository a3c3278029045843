package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
)

const readyHelp = `Ask the server on this machine whether it can work: whether it runs, and whether the
database, Redis and the engines answer. It prints the answer; the exit code is 7
where something is missing. Container platforms call it as a health check.`

func (p *program) readyCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "ready", Short: "Ask the server on this machine whether it can work", Long: readyHelp, Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := p.configure(c.Flags(), forServer)
			if err != nil {
				return err
			}
			return p.ready(c.Context(), &settings.configuration)
		},
	}
	addSettings(c.Flags(), forServer)
	return c
}

// readyPatience is how long the server may take to answer.
const readyPatience = 5 * time.Second

func (p *program) ready(ctx context.Context, c *configuration) error {
	ctx, cancel := context.WithTimeout(ctx, readyPatience)
	defer cancel()
	transport, err := c.toServer()
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url(c.Listen)+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "no_server", "no server answers")
	}
	defer answer.Body.Close()
	if _, err := io.Copy(p.stdout, io.LimitReader(answer.Body, 1<<16)); err != nil {
		return fault.Wrap(err, fault.Unavailable, "no_server", "the server's answer breaks off")
	}
	if answer.StatusCode != http.StatusOK {
		return fault.New(fault.Unavailable, "not_ready", "the server is not ready")
	}
	return nil
}

// url returns the URL at which this machine reaches a server that listens on an address.
func (c *configuration) url(listen string) string {
	scheme := "http"
	if c.Certificate != "" {
		scheme = "https"
	}
	host, port, _ := net.SplitHostPort(listen) // the setting has been checked
	if at, err := netip.ParseAddr(host); host == "" || err == nil && at.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("%s://%s", scheme, net.JoinHostPort(host, port))
}

// toServer returns a transport to the server on this machine. It knows the server's
// certificate, which may be for the name that others use.
func (c *configuration) toServer() (*http.Transport, error) {
	if c.Certificate == "" {
		return &http.Transport{}, nil
	}
	pair, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "tls", "the certificate cannot be used")
	}
	text, err := os.ReadFile(c.Certificate)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "tls", "the certificate cannot be read")
	}
	known := x509.NewCertPool()
	known.AppendCertsFromPEM(text)
	own := &tls.Config{RootCAs: known, MinVersion: tls.VersionTLS12}
	if len(pair.Leaf.DNSNames) > 0 {
		own.ServerName = pair.Leaf.DNSNames[0]
	}
	return &http.Transport{TLSClientConfig: own}, nil
}
