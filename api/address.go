package api

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// clientAddress returns an extractor of the address from which a request comes: the peer of the
// connection, unless that is one of the proxies. Behind proxies it is the last address in
// X-Forwarded-For that is not one of theirs; the client may have invented those before it.
func clientAddress(proxies []netip.Prefix) echo.IPExtractor {
	trusted := func(a netip.Addr) bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
	}
	return func(r *http.Request) string {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			host = r.RemoteAddr
		}
		at, err := netip.ParseAddr(host)
		if err != nil {
			return host
		}
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for _, hop := range slices.Backward(hops) {
			before, err := netip.ParseAddr(strings.TrimSpace(hop))
			if err != nil || !trusted(at) {
				break
			}
			at = before
		}
		return at.Unmap().String()
	}
}
