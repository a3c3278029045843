package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	"fairplay/queue"
)

// automatic lets the program choose a number by the machine it runs on.
const automatic = "auto"

func setListen(c *configuration, text string) error {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return errors.New("it is no address; write host:port, for instance 127.0.0.1:8080 or :8080")
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q is no port; choose a number from 0 to 65535", port)
	}
	c.Listen = text
	return nil
}

func setMetrics(c *configuration, text string) error {
	if text == "" {
		c.Metrics = ""
		return nil
	}
	var at configuration
	err := setListen(&at, text)
	c.Metrics = at.Listen
	return err
}

func setFolder(c *configuration, text string) error {
	if text == "" {
		return errors.New("it names no folder")
	}
	c.Data = text
	return nil
}

func isPostgres(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

func setDatabase(c *configuration, text string) error {
	scheme, _, isURL := strings.Cut(text, "://")
	switch {
	case isURL && !isPostgres(text):
		return fmt.Errorf("%q is no database that fairplay knows; write postgres://... or the name of a file", scheme)
	case isURL:
		if _, err := url.Parse(text); err != nil {
			return errors.New("it is no address; write postgres://user:password@host:5432/name")
		}
	}
	c.Database = text
	return nil
}

func setRedis(c *configuration, text string) error {
	c.Redis = text
	_, err := queue.ParseAddress(text)
	return err
}

// setPath keeps the name of a file. Whether it is there is found out by whoever
// opens it.
func setPath(field func(*configuration) *string) func(*configuration, string) error {
	return func(c *configuration, text string) error {
		*field(c) = text
		return nil
	}
}

// setLines keeps what may be given several times.
func setLines(field func(*configuration) *lines) func(*configuration, string) error {
	return func(c *configuration, text string) error {
		*field(c) = nil
		return field(c).Set(text)
	}
}

// wholeNumber reads a number from least to most.
func wholeNumber(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("it is no number from %d to %d", least, most)
	}
	return n, nil
}

// mostProcesses is far beyond the cores of any machine, and catches a slip of
// the finger before it starts ten thousand engines.
const mostProcesses = 4096

func setEngines(c *configuration, text string) (err error) {
	if text == automatic {
		c.Engines = runtime.GOMAXPROCS(0)
		return nil
	}
	c.Engines, err = wholeNumber(text, 0, mostProcesses)
	return err
}

func setTasks(c *configuration, text string) (err error) {
	if text == automatic {
		c.Tasks = 2*c.Engines + 2 // so that no engine waits while one task ends and the next begins
		return nil
	}
	c.Tasks, err = wholeNumber(text, 1, 4*mostProcesses)
	return err
}

func setGrace(c *configuration, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > time.Hour {
		return errors.New("it is no time up to an hour; write for instance 10s or 2m")
	}
	c.Grace = d
	return nil
}

func setReconcile(c *configuration, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Second || d > time.Hour {
		return errors.New("it is no time from a second to an hour; write for instance 30s or 1m")
	}
	c.Reconcile = d
	return nil
}

func setLogFormat(c *configuration, text string) error {
	if text != "text" && text != "json" {
		return errors.New("choose text or json")
	}
	c.LogJSON = text == "json"
	return nil
}

func setLogLevel(c *configuration, text string) error {
	switch text {
	case "debug", "info", "warn", "error":
		return c.LogLevel.UnmarshalText([]byte(text))
	}
	return errors.New("choose debug, info, warn or error")
}

func setProxies(c *configuration, text string) error {
	c.Proxies = nil
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		network, err := netip.ParsePrefix(part)
		if alone, single := netip.ParseAddr(part); single == nil {
			network, err = netip.PrefixFrom(alone, alone.BitLen()), nil
		}
		if err != nil {
			return fmt.Errorf("%q is no network; write for instance 10.0.0.0/8 or 192.168.1.5", part)
		}
		c.Proxies = append(c.Proxies, network.Masked())
	}
	return nil
}

func setSize(field func(*configuration) *int64) func(*configuration, string) error {
	return func(c *configuration, text string) error {
		number := strings.TrimRight(text, " KMGiB")
		n, err := strconv.ParseFloat(number, 64)
		unit, known := units()[strings.TrimSpace(text[len(number):])]
		if err != nil || !known || !(n*unit >= 1 && n*unit <= 1<<40) {
			return errors.New("it is no size up to 1024 GiB; write for instance 256 MiB")
		}
		*field(c) = int64(n * unit)
		return nil
	}
}

// units are those of sizes, in bytes.
func units() map[string]float64 {
	return map[string]float64{
		"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
	}
}

func setRateLimit(c *configuration, text string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0 && n <= math.MaxInt32) {
		return errors.New("it is no number above 0")
	}
	c.RateLimit = n
	return nil
}

func setRetention(c *configuration, text string) (err error) {
	c.Retention, err = wholeNumber(text, 0, 36500)
	return err
}
