package config

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"

	"fairplay/analysis/fault"
)

// InTheClear reports whether others could read tokens and figures on their way: the server
// listens without HTTPS on an address beyond this machine, and no proxy is named that might add
// it.
func (s *Settings) InTheClear(at net.Addr) bool {
	host, _, err := net.SplitHostPort(at.String())
	if err != nil || s.Certificate != "" || len(s.Proxies) > 0 {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && !ip.Unmap().IsLoopback()
}

// URL returns the URL at which this machine reaches a server that listens on an address.
func (s *Settings) URL(listen string) string {
	scheme := "http"
	if s.Certificate != "" {
		scheme = "https"
	}
	host, port, _ := net.SplitHostPort(listen) // the setting has been checked
	if at, err := netip.ParseAddr(host); host == "" || err == nil && at.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("%s://%s", scheme, net.JoinHostPort(host, port))
}

// ToServer returns a transport to the server on this machine. It knows the server's
// certificate, which may be for the name that others use.
func (s *Settings) ToServer() (*http.Transport, error) {
	if s.Certificate == "" {
		return &http.Transport{}, nil
	}
	pair, err := tls.LoadX509KeyPair(s.Certificate, s.Key)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "tls", "the certificate cannot be used")
	}
	text, err := os.ReadFile(s.Certificate)
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
