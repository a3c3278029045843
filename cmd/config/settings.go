// Package config is what the programs under cmd share: the outside world of a run, which tests can replace; flags,
// environment and exit codes; files that are read and written, progress on the terminal; and the engine and cache that
// flags name. It also reads the settings of the service from flags, variables, a file and defaults, and makes what they
// name ready: the data folder, the database, the log.
package config

import (
	"log/slog"
	"net/mail"
	"net/netip"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"fairplay/reports"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
)

// Settings holds the settings of the service, checked and in the form in which they are
// used.
type Settings struct {
	Listen   string // host:port; port 0 lets the system choose
	Data     string // folder
	Database string // "" for SQLite in Data, a file, or postgres://...
	Redis    string // "" for one inside the process, or an address
	Metrics  string // host:port, "" for none

	DatabasePassword, RedisPassword string // files, "" for none
	ServerKey                       string // file, "" for the usual one
	Credentials                     string // folder of systemd's credentials, "" for none

	Engine     string // path; "" for Stockfish, wherever it is found
	EngineArgs Lines  // its arguments
	Engines    int    // processes at a time, 0 for none; as many of the second engine

	SecondEngine     string // path; "" for no second tests
	SecondEngineArgs Lines

	Tasks       int // tasks worked on at a time
	Grace       time.Duration
	Reconcile   time.Duration // between two comparisons of the database with Redis
	LogJSON     bool
	LogLevel    slog.Level
	Proxies     []netip.Prefix
	MaxUpload   int64 // bytes
	MaxUnpacked int64 // bytes
	RateLimit   float64
	Retention   int // days for which unused evaluations are kept; 0 for ever
	Certificate string
	Key         string

	Approvals []reports.Approval // of recipes

	Scanner intake.Scanner // of files that are attached to cases

	Webhook      string // to which reminders are posted, "" for none
	MailServer   string // smtp:// or smtps://, "" for none
	MailPassword string // file, "" for none
	MailFrom     *mail.Address
	MailTo       []*mail.Address
	Language     string // of reminders and checkpoints

	CheckpointFile    string // to which checkpoints are appended, "" for none
	CheckpointWebhook string // to which they are posted, "" for none
	CheckpointTo      []*mail.Address

	Keep complaint.Retention // of cases
}

// Limits returns the limits of what the files of a batch unpack to.
func (s *Settings) Limits() intake.Limits { return intake.Limits{Bytes: s.MaxUnpacked} }

// Source returns the argument for store.Open.
func (s *Settings) Source() string {
	if s.Database != "" {
		return s.Database
	}
	return filepath.Join(s.Data, "fairplay.db")
}

// OnPostgres reports whether the database is a PostgreSQL server, which several machines can
// share.
func (s *Settings) OnPostgres() bool { return isPostgres(s.Database) }

// Audience says for which commands a setting is.
type Audience uint8

// The commands for which a setting may be.
const (
	ForStore  Audience = 1 << iota // commands that only open the database
	ForWorker                      // worker
	ForServer                      // serve
	ForCases                       // commands that add files to cases
	ForBoth   = ForWorker | ForServer
	ForAll    = ForStore | ForBoth // every command
)

// setting is one setting of the service. Its name is the flag and the key in the configuration
// file; its variable follows from the name.
type setting struct {
	name     string
	fallback string // the default, written as a user would write it
	of       Audience
	lines    bool                     // may be given several times; its text has each in a line of its own
	redact   func(text string) string // hides what is secret in the text; nil if nothing is
	help     string
	set      func(text string) error // checks text and stores it; its errors say what is wrong with the value
}

// settings returns all settings of the service, in the order in which "config check" shows them
// and in which they must be set.
func settings() []setting { return new(Settings).settings() }

func (s *Settings) settings() []setting {
	return slices.Concat(s.serviceSettings(), s.caseSettings())
}

func (s *Settings) serviceSettings() []setting {
	return []setting{
		{name: "listen", fallback: "127.0.0.1:8080", of: ForServer, set: address(&s.Listen),
			help: "`ADDRESS` on which the server answers, as host:port"},
		{name: "data", fallback: "fairplay-data", of: ForAll, set: folderName(&s.Data),
			help: "`FOLDER` of the database file and of uploads on their way"},
		{name: "database", of: ForAll, redact: WithoutPassword, set: database(&s.Database),
			help: "database, as `URL` postgres://... (default: a file in the data folder)"},
		{name: "redis", of: ForBoth, redact: WithoutPassword, set: redis(&s.Redis),
			help: "Redis for tasks, as `URL` redis://, rediss://, redis-sentinel:// or redis-cluster:// (default: one inside the server)"},
		{name: "database-password-file", of: ForAll, set: keep(&s.DatabasePassword),
			help: "`FILE` with the password of the database, whose address then goes without"},
		{name: "server-key-file", of: ForAll, set: keep(&s.ServerKey),
			help: "`FILE` with the key of the server, which all servers and workers of one database share (default: the systemd credential " + serverKeyCredential + " if there is one, else " + usualServerKey + " in the data folder, made at the first start)"},
		{name: "redis-password-file", of: ForBoth, set: keep(&s.RedisPassword),
			help: "`FILE` with the password of Redis, whose address then goes without"},
		{name: "metrics-listen", of: ForServer, set: orNone(address(&s.Metrics)),
			help: "`ADDRESS` on which Prometheus finds figures of the server, as host:port; not for everybody (default: nowhere)"},
		{name: "engine", of: ForBoth, set: keep(&s.Engine),
			help: EngineHelp},
		{name: "engine-arg", of: ForBoth, lines: true, set: s.EngineArgs.Set, help: EngineArgsHelp},
		{name: SecondEngine, of: ForBoth, set: keep(&s.SecondEngine),
			help: SecondEngineHelp},
		{name: SecondEngineArg, of: ForBoth, lines: true, set: s.SecondEngineArgs.Set, help: SecondEngineArgsHelp},
		{name: "engines", fallback: automatic, of: ForBoth, set: orAutomatic(&s.Engines, func() int { return runtime.GOMAXPROCS(0) }, whole(&s.Engines, 0, mostProcesses)),
			help: "`NUMBER` of engines to run at a time; 0 leaves them to workers, " + automatic + " is one for each core"},
		{name: "tasks", fallback: automatic, of: ForBoth, set: orAutomatic(&s.Tasks, func() int { return 2*s.Engines + 2 }, whole(&s.Tasks, 1, 4*mostProcesses)),
			help: "`NUMBER` of tasks worked on at a time; " + automatic + " is two for each engine and two more"},
		{name: "grace", fallback: "5s", of: ForBoth, set: duration(&s.Grace, 0, "up to an hour; write for instance 10s or 2m"),
			help: "`TIME` that running tasks and requests have to finish when the program is told to stop"},
		{name: "reconcile-every", fallback: "1m", of: ForBoth, set: duration(&s.Reconcile, time.Second, "from a second to an hour; write for instance 30s or 1m"),
			help: "`TIME` after which it is looked again for tasks that Redis has lost; 1s to 1h"},
		{name: "log-format", fallback: "text", of: ForBoth, set: logFormat(&s.LogJSON),
			help: "`FORMAT` of the log: text or json"},
		{name: "log-level", fallback: "info", of: ForBoth, set: logLevel(&s.LogLevel),
			help: "`LEVEL` from which on the log speaks: debug, info, warn or error"},
		{name: "trusted-proxies", of: ForServer, set: networks(&s.Proxies),
			help: "`NETWORKS` whose word on a client's address is believed, for instance 10.0.0.0/8,192.168.1.5"},
		{name: "max-upload", fallback: "256 MiB", of: ForServer, set: size(&s.MaxUpload),
			help: "largest upload that is taken: `SIZE`"},
		{name: "max-unpacked", fallback: "2 GiB", of: ForBoth, set: size(&s.MaxUnpacked),
			help: "`SIZE` up to which the packed files of a batch are unpacked"},
		{name: "rate-limit", fallback: "50", of: ForServer, set: aboveZero(&s.RateLimit),
			help: "`NUMBER` of requests a second that one token may make for long"},
		{name: "retention", fallback: "0", of: ForServer, set: whole(&s.Retention, 0, 36500),
			help: "`DAYS` after which evaluations that nobody used are removed; 0 keeps them for ever"},
		{name: "approved-method", of: ForServer, lines: true, set: approvals(&s.Approvals),
			help: "`APPROVAL` of the method of one recipe, which documents then name: name=...; by=...; on=2027-03-01; recipe=FINGERPRINT; may be given again (default: documents say that FIDE has not approved the method)"},
		{name: "tls-certificate", of: ForServer, set: keep(&s.Certificate),
			help: "certificate for HTTPS, in PEM: `FILE` (default: plain HTTP)"},
		{name: "tls-key", of: ForServer, set: keep(&s.Key),
			help: "private key of the certificate, in PEM: `FILE`"},
	}
}
