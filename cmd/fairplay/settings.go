package main

import (
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// configuration holds the settings of the service, checked and in the form in which they are
// used.
type configuration struct {
	Listen   string // host:port; port 0 lets the system choose
	Data     string // folder
	Database string // "" for SQLite in Data, a file, or postgres://...
	Redis    string // "" for one inside the process, or an address
	Metrics  string // host:port, "" for none

	DatabasePassword, RedisPassword string // files, "" for none

	Engine     string // path; "" for Stockfish, wherever it is found
	EngineArgs lines  // its arguments
	Engines    int    // processes at a time, 0 for none; as many of the second engine

	SecondEngine     string // path; "" for no second tests
	SecondEngineArgs lines

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
}

// source returns the argument for store.Open.
func (c *configuration) source() string {
	if c.Database != "" {
		return c.Database
	}
	return filepath.Join(c.Data, "fairplay.db")
}

// onPostgres tells whether the database is a PostgreSQL server, which several machines can
// share.
func (c *configuration) onPostgres() bool { return isPostgres(c.Database) }

// inTheClear tells whether others could read tokens and figures on their way: the server
// listens without HTTPS on an address beyond this machine, and no proxy is named that might add
// it.
func (c *configuration) inTheClear(at net.Addr) bool {
	host, _, err := net.SplitHostPort(at.String())
	if err != nil || c.Certificate != "" || len(c.Proxies) > 0 {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && !ip.Unmap().IsLoopback()
}

// audience says for which commands a setting is.
type audience uint8

const (
	forStore  audience = 1 << iota // commands that only open the database
	forWorker                      // worker
	forServer                      // serve
	forBoth   = forWorker | forServer
	forAll    = forStore | forBoth
)

// setting is one setting of the service. Its name is the flag and the key in the configuration
// file; its variable follows from the name.
type setting struct {
	name     string
	fallback string // the default, written as a user would write it
	of       audience
	lines    bool // may be given several times; its text has each in a line of its own
	secret   bool // may hold a password, which is never shown
	help     string
	set      func(text string) error // checks text and stores it; its errors say what is wrong with the value
}

// variable returns the environment variable of a flag or setting.
func variable(name string) string {
	return "FAIRPLAY_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// settings returns all settings of the service, in the order in which "config check" shows them
// and in which they must be set.
func settings() []setting { return new(configuration).settings() }

func (c *configuration) settings() []setting {
	return []setting{
		{name: "listen", fallback: "127.0.0.1:8080", of: forServer, set: address(&c.Listen),
			help: "`ADDRESS` on which the server answers, as host:port"},
		{name: "data", fallback: "fairplay-data", of: forAll, set: folderName(&c.Data),
			help: "`FOLDER` of the database file and of uploads on their way"},
		{name: "database", of: forAll, secret: true, set: database(&c.Database),
			help: "database, as `URL` postgres://... (default: a file in the data folder)"},
		{name: "redis", of: forBoth, secret: true, set: redis(&c.Redis),
			help: "Redis for tasks, as `URL` redis://, rediss://, redis-sentinel:// or redis-cluster:// (default: one inside the server)"},
		{name: "database-password-file", of: forAll, set: keep(&c.DatabasePassword),
			help: "`FILE` with the password of the database, whose address then goes without"},
		{name: "redis-password-file", of: forBoth, set: keep(&c.RedisPassword),
			help: "`FILE` with the password of Redis, whose address then goes without"},
		{name: "metrics-listen", of: forServer, set: orNone(address(&c.Metrics)),
			help: "`ADDRESS` on which Prometheus finds figures of the server, as host:port; not for everybody (default: nowhere)"},
		{name: "engine", of: forBoth, set: keep(&c.Engine),
			help: engineHelp},
		{name: "engine-arg", of: forBoth, lines: true, set: c.EngineArgs.Set, help: engineArgsHelp},
		{name: secondEngine, of: forBoth, set: keep(&c.SecondEngine),
			help: secondEngineHelp},
		{name: secondEngineArg, of: forBoth, lines: true, set: c.SecondEngineArgs.Set, help: secondEngineArgsHelp},
		{name: "engines", fallback: automatic, of: forBoth, set: orAutomatic(&c.Engines, func() int { return runtime.GOMAXPROCS(0) }, whole(&c.Engines, 0, mostProcesses)),
			help: "`NUMBER` of engines to run at a time; 0 leaves them to workers, " + automatic + " is one for each core"},
		{name: "tasks", fallback: automatic, of: forBoth, set: orAutomatic(&c.Tasks, func() int { return 2*c.Engines + 2 }, whole(&c.Tasks, 1, 4*mostProcesses)),
			help: "`NUMBER` of tasks worked on at a time; " + automatic + " is two for each engine and two more"},
		{name: "grace", fallback: "5s", of: forBoth, set: duration(&c.Grace, 0, "up to an hour; write for instance 10s or 2m"),
			help: "`TIME` that running tasks and requests have to finish when the program is told to stop"},
		{name: "reconcile-every", fallback: "1m", of: forBoth, set: duration(&c.Reconcile, time.Second, "from a second to an hour; write for instance 30s or 1m"),
			help: "`TIME` after which it is looked again for tasks that Redis has lost; 1s to 1h"},
		{name: "log-format", fallback: "text", of: forBoth, set: logFormat(&c.LogJSON),
			help: "`FORMAT` of the log: text or json"},
		{name: "log-level", fallback: "info", of: forBoth, set: logLevel(&c.LogLevel),
			help: "`LEVEL` from which on the log speaks: debug, info, warn or error"},
		{name: "trusted-proxies", of: forServer, set: networks(&c.Proxies),
			help: "`NETWORKS` whose word on a client's address is believed, for instance 10.0.0.0/8,192.168.1.5"},
		{name: "max-upload", fallback: "256 MiB", of: forServer, set: size(&c.MaxUpload),
			help: "largest upload that is taken: `SIZE`"},
		{name: "max-unpacked", fallback: "2 GiB", of: forBoth, set: size(&c.MaxUnpacked),
			help: "`SIZE` up to which the packed files of a batch are unpacked"},
		{name: "rate-limit", fallback: "50", of: forServer, set: aboveZero(&c.RateLimit),
			help: "`NUMBER` of requests a second that one token may make for long"},
		{name: "retention", fallback: "0", of: forServer, set: whole(&c.Retention, 0, 36500),
			help: "`DAYS` after which evaluations that nobody used are removed; 0 keeps them for ever"},
		{name: "tls-certificate", of: forServer, set: keep(&c.Certificate),
			help: "certificate for HTTPS, in PEM: `FILE` (default: plain HTTP)"},
		{name: "tls-key", of: forServer, set: keep(&c.Key),
			help: "private key of the certificate, in PEM: `FILE`"},
	}
}
