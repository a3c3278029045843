package config

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fairplay/queue"
	"fairplay/reports"
)

// Each function below returns a function that reads the text of a setting into a field.

// keep accepts any text. Whether a file of that name exists is checked when it is opened.
func keep(field *string) func(string) error {
	return func(text string) error {
		*field = text
		return nil
	}
}

// orNone accepts an empty text as no value.
func orNone(otherwise func(string) error) func(string) error {
	return func(text string) error {
		if text == "" {
			return nil
		}
		return otherwise(text)
	}
}

// automatic lets the program choose a number to suit the machine.
const automatic = "auto"

func orAutomatic(field *int, usual func() int, otherwise func(string) error) func(string) error {
	return func(text string) error {
		if text == automatic {
			*field = usual()
			return nil
		}
		return otherwise(text)
	}
}

func address(field *string) func(string) error {
	return func(text string) error {
		_, port, err := net.SplitHostPort(text)
		if err != nil {
			return errors.New("it is no address; write host:port, for instance 127.0.0.1:8080 or :8080")
		}
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return fmt.Errorf("%q is no port; choose a number from 0 to 65535", port)
		}
		*field = text
		return nil
	}
}

// socketOrAddress accepts host:port or the absolute path of a socket.
func socketOrAddress(field *string) func(string) error {
	return func(text string) error {
		if !strings.HasPrefix(text, "/") {
			return address(field)(text)
		}
		*field = text
		return nil
	}
}

func folderName(field *string) func(string) error {
	return func(text string) error {
		if text == "" {
			return errors.New("it names no folder")
		}
		*field = text
		return nil
	}
}

func isPostgres(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

func database(field *string) func(string) error {
	return func(text string) error {
		scheme, _, isURL := strings.Cut(text, "://")
		switch {
		case isURL && !isPostgres(text):
			return fmt.Errorf("%q is no database that fairplay knows; write postgres://... or the name of a file", scheme)
		case isURL:
			if _, err := url.Parse(text); err != nil {
				return errors.New("it is no address; write postgres://user:password@host:5432/name")
			}
		}
		*field = text
		return nil
	}
}

func redis(field *string) func(string) error {
	return func(text string) error {
		*field = text
		_, err := queue.ParseAddress(text)
		return err
	}
}

// mostProcesses is far beyond the cores of any machine, and catches a typing error before it
// starts ten thousand engines.
const mostProcesses = 4096

func whole(field *int, least, most int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("it is no number from %d to %d", least, most)
		}
		*field = n
		return nil
	}
}

// approvals reads an approval from each line, one for a recipe.
func approvals(field *[]reports.Approval) func(string) error {
	return func(text string) error {
		*field = nil
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			a, err := reports.ParseApproval(line)
			if err != nil {
				return err
			}
			if _, twice := reports.ApprovalOf(*field, a.Recipe); twice {
				return fmt.Errorf("the recipe %s has two approvals", a.Recipe)
			}
			*field = append(*field, a)
		}
		return nil
	}
}

func aboveZero(field *float64) func(string) error {
	return func(text string) error {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n > 0 && n <= math.MaxInt32) {
			return errors.New("it is no number above 0")
		}
		*field = n
		return nil
	}
}

// duration accepts at most an hour.
func duration(field *time.Duration, least time.Duration, which string) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < least || d > time.Hour {
			return errors.New("it is no time " + which)
		}
		*field = d
		return nil
	}
}

func logFormat(json *bool) func(string) error {
	return func(text string) error {
		if text != "text" && text != "json" {
			return errors.New("choose text or json")
		}
		*json = text == "json"
		return nil
	}
}

func logLevel(field *slog.Level) func(string) error {
	return func(text string) error {
		switch text {
		case "debug", "info", "warn", "error":
			return field.UnmarshalText([]byte(text))
		}
		return errors.New("choose debug, info, warn or error")
	}
}

func networks(field *[]netip.Prefix) func(string) error {
	return func(text string) error {
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
			*field = append(*field, network.Masked())
		}
		return nil
	}
}

func size(field *int64) func(string) error {
	units := map[string]float64{
		"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
	}
	return func(text string) error {
		number := strings.TrimRight(text, " KMGiB")
		n, err := strconv.ParseFloat(number, 64)
		unit, known := units[strings.TrimSpace(text[len(number):])]
		if err != nil || !known || !(n*unit >= 1 && n*unit <= 1<<40) {
			return errors.New("it is no size up to 1024 GiB; write for instance 256 MiB")
		}
		*field = int64(n * unit)
		return nil
	}
}
