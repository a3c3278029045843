package queue

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
)

// Address says where Redis is. The zero value is a Redis inside this process.
type Address struct {
	scheme         string // of schemes; "" is embedded
	hosts          []string
	user, password string
	database       int
	master         string // of the sentinels
	sentinels      string // their own password
}

const (
	oneServer = "redis"
	sentinel  = "redis-sentinel"
	cluster   = "redis-cluster"
)

// ParseAddress parses
//
//	(empty)                                                  inside this process
//	redis://[user:password@]host[:port][/database]           one server
//	redis-sentinel://[user:password@]host[:port],.../[database]?master=name
//	redis-cluster://[user:password@]host[:port],...
//
// and, for connections with TLS, rediss in place of redis. Sentinels with a password of their
// own get &sentinel-password=. User and password are percent-encoded where they contain signs
// such as @ or /. The error is Invalid and repeats nothing of the address but its scheme.
func ParseAddress(s string) (Address, error) {
	if s == "" {
		return Address{}, nil
	}
	scheme, rest, _ := strings.Cut(s, "://")
	a := Address{scheme: scheme}
	if !slices.Contains([]string{oneServer, sentinel, cluster}, a.form()) {
		return Address{}, invalid("it begins with redis://, rediss://, redis-sentinel:// or redis-cluster://")
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		if err := a.setUser(authority[:i]); err != nil {
			return Address{}, err
		}
		authority = authority[i+1:]
	}
	if err := a.setHosts(strings.Split(authority, ",")); err != nil {
		return Address{}, err
	}
	if err := a.setDatabase(strings.Trim(path, "/")); err != nil {
		return Address{}, err
	}
	return a, a.setQuery(query)
}

func invalid(format string, args ...any) error {
	return fault.New(fault.Invalid, "redis_address", "the address of Redis cannot be used: "+format, args...)
}

// form is the scheme without TLS.
func (a Address) form() string {
	if after, ok := strings.CutPrefix(a.scheme, "rediss"); ok {
		return oneServer + after
	}
	return a.scheme
}

func (a Address) tls() bool { return a.form() != a.scheme }

func (a *Address) setUser(info string) error {
	user, password, _ := strings.Cut(info, ":")
	var err, err2 error
	a.user, err = url.PathUnescape(user)
	a.password, err2 = url.PathUnescape(password)
	if err != nil || err2 != nil {
		return invalid("user or password is not properly percent-encoded")
	}
	return nil
}

func (a *Address) setHosts(hosts []string) error {
	for _, h := range hosts {
		host, port, err := net.SplitHostPort(h)
		if err != nil {
			host, port = strings.Trim(h, "[]"), "6379"
			if a.form() == sentinel {
				port = "26379"
			}
		}
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return invalid("%q is not a port", port)
		}
		if host == "" || strings.ContainsAny(host, " @/") {
			return invalid("it names no host, or one that cannot be")
		}
		a.hosts = append(a.hosts, net.JoinHostPort(host, port))
	}
	if a.form() == oneServer && len(a.hosts) != 1 {
		return invalid("several hosts are for redis-sentinel:// and redis-cluster://")
	}
	return nil
}

func (a *Address) setDatabase(path string) error {
	if path == "" {
		return nil
	}
	n, err := strconv.ParseUint(path, 10, 16)
	if err != nil {
		return invalid("what follows the host is the number of a database, not %q", path)
	}
	if a.form() == cluster && n != 0 {
		return invalid("a cluster has no numbered databases")
	}
	a.database = int(n)
	return nil
}

func (a *Address) setQuery(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return invalid("what follows the question mark cannot be read")
	}
	for name := range values {
		if a.form() != sentinel || (name != "master" && name != "sentinel-password") {
			return invalid("%q is not a setting of a %s:// address", name, a.scheme)
		}
	}
	a.master, a.sentinels = values.Get("master"), values.Get("sentinel-password")
	if a.form() == sentinel && a.master == "" {
		return invalid("sentinels are asked for a master by name: add ?master=name")
	}
	return nil
}

// embedded reports whether Redis runs inside this process.
func (a Address) embedded() bool { return a.scheme == "" }
