package config

import (
	"io"
	"net/url"
	"os"
	"strings"

	"fairplay/analysis/fault"
)

// mostPassword is how long the file of a password may be.
const mostPassword = 4 << 10

// readPasswords adds to addresses without a password those in files, as container platforms
// provide secrets.
func (s *Settings) readPasswords() error {
	for _, in := range []struct {
		setting, file string
		address       *string
	}{
		{"database", s.DatabasePassword, &s.Database}, {"redis", s.RedisPassword, &s.Redis}, {"reminder-smtp", s.MailPassword, &s.MailServer},
	} {
		if in.file == "" {
			continue
		}
		password, err := passwordIn(in.file)
		if err == nil {
			*in.address, err = withPassword(*in.address, password)
		}
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "password_file", "--%s-password-file %s cannot be used: %s", in.setting, in.file, reasonOf(err))
		}
	}
	return nil
}

// reasonOf returns the reason of an error without the name of the file.
func reasonOf(err error) string {
	if os.IsNotExist(err) {
		return "there is no such file"
	}
	if os.IsPermission(err) {
		return "it may not be read"
	}
	return err.Error()
}

// passwordIn reads a password: the first line of a file.
func passwordIn(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostPassword+1))
	password, rest, _ := strings.Cut(string(text), "\n")
	password = strings.TrimSuffix(password, "\r")
	switch {
	case err != nil:
		return "", err
	case password == "" || rest != "" || len(text) > mostPassword:
		return "", fault.New(fault.Invalid, "password_file", "it holds no password, which is one line")
	}
	return password, nil
}

// withPassword adds a password, percent-encoded, to an address.
func withPassword(address, password string) (string, error) {
	scheme, rest, isURL := strings.Cut(address, "://")
	if !isURL {
		return "", fault.New(fault.Invalid, "password_file", "there is no address with a user beside it")
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	user, err := url.PathUnescape(rest[:max(at, 0)])
	switch {
	case strings.Contains(rest[:max(at, 0)], ":"):
		return "", fault.New(fault.Invalid, "password_file", "the address has a password already; leave one of them out")
	case err != nil:
		return "", fault.New(fault.Invalid, "password_file", "the user in the address is not properly percent-encoded")
	}
	return scheme + "://" + url.UserPassword(user, password).String() + "@" + rest[at+1:], nil
}
