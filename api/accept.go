package api

import (
	"mime"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
)

// accepted returns the type among offers that the client likes best (RFC 9110, 12.5.1), or the
// first of offers if the client does not say. If the client takes none of them, that is an
// error.
func accepted(c echo.Context, offers ...string) (string, error) {
	c.Response().Header().Add("Vary", "Accept")
	header := strings.Join(c.Request().Header.Values("Accept"), ",")
	if strings.TrimSpace(header) == "" {
		return offers[0], nil
	}
	best, liked := "", 0.0
	for _, offer := range offers {
		if q := quality(header, offer); q > liked {
			best, liked = offer, q
		}
	}
	if best == "" {
		return "", fault.New(fault.Invalid, codeNotAcceptable, "this comes as %s", strings.Join(offers, ", "))
	}
	return best, nil
}

// quality returns how much an Accept header likes a type, from 0 to 1, by the
// most precise part that covers it.
func quality(header, offer string) float64 {
	group, _, _ := strings.Cut(offer, "/")
	covers := []string{"*/*", group + "/*", offer} // ever more precise
	q, precision := 0.0, -1
	for part := range strings.SplitSeq(header, ",") {
		kind, params, err := mime.ParseMediaType(part)
		if at := slices.Index(covers, kind); err == nil && at > precision {
			q, precision = weight(params["q"]), at
		}
	}
	return q
}

// weight reads a q parameter; what cannot be read counts as 1.
func weight(q string) float64 {
	if w, err := strconv.ParseFloat(q, 64); err == nil && w >= 0 && w <= 1 {
		return w
	}
	return 1
}
