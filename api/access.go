package api

import (
	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
)

// figureReads returns the operations after whose entry in the audit an event stays: they show or order figures of players,
// or make papers of norms.
func (s *Server) figureReads() []string {
	all := []string{"readNorms"}
	for operation, action := range s.actions {
		if action.AboutStatistics() {
			all = append(all, operation)
		}
	}
	return all
}

// unguarded are the operations that need no token.
func unguarded() []string {
	return []string{"readHealth", "readLiveness", "readReadiness", "readOpenAPI"}
}

// may reports whether the caller of a request may do something in the event that it names.
func may(c echo.Context, a access.Action) bool { return callerOf(c).May(a) }

// within is the error of a lookup in an event. What is in another event gets the same answer as
// what does not exist.
func within(event, of string, err error) error {
	if err == nil && of != event || fault.KindOf(err) == fault.NotFound {
		return access.Hidden()
	}
	return err
}
