package config

import (
	"io"
	"log/slog"
)

// Logger returns the log of a service, in the form and at the level of the settings.
func (s *Settings) Logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: s.LogLevel}
	if s.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
