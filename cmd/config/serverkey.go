package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

// Where the server key is if no setting names a file.
const (
	usualServerKey      = "server.key" // in the data folder
	serverKeyCredential = "fairplay.server-key"
)

// mostServerKeys is how long a file of server keys may be.
const mostServerKeys = 64 << 10

// ServerKeyFile names the file of the server key: the one that is set, else systemd's credential, else one in the data
// folder.
func (s *Settings) ServerKeyFile() string {
	if s.ServerKey != "" {
		return s.ServerKey
	}
	if at := filepath.Join(s.Credentials, serverKeyCredential); s.Credentials != "" && IsFile(at) {
		return at
	}
	return filepath.Join(s.Data, usualServerKey)
}

// ServerKeys reads the server keys. Errors have a code that begins with server_key: NotFound if there is no file, Invalid
// if it cannot be used.
func (s *Settings) ServerKeys() (store.ServerKeys, error) {
	path := s.ServerKeyFile()
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "server_key_missing",
			"there is no server key %s; 'fairplay serve' and 'fairplay migrate' make it for a new database, and --server-key-file names another file", path)
	}
	if err != nil {
		return nil, unusableKey(path, err)
	}
	defer file.Close()
	if at, err := file.Stat(); err == nil && s.ServerKey == "" && openToOthers(at) {
		return nil, fault.New(fault.Invalid, "server_key_open", "others than its owner may read the server key %s; type: chmod 600 %s", path, path)
	}
	text, err := io.ReadAll(io.LimitReader(file, mostServerKeys))
	if err != nil {
		return nil, unusableKey(path, err)
	}
	keys, err := store.ParseServerKeys(text)
	if err != nil {
		return nil, unusableKey(path, err)
	}
	return keys, nil
}

func unusableKey(path string, err error) error {
	return fault.Wrap(err, fault.Invalid, "server_key_file", "the server key %s cannot be used: %s", path, reasonOf(err))
}

// makeServerKey makes the file of the server key, which must not exist.
func (s *Settings) makeServerKey() error {
	path := s.ServerKeyFile()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return unusableKey(path, err)
	}
	_, err = io.WriteString(file, keyFileHead+newKeyLine())
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return unusableKey(path, err)
	}
	return nil
}

// keyFileHead says in the file what it is.
const keyFileHead = "# The key of a fairplay server. Who has it and the database can be anybody. Keep a copy elsewhere.\n"

func newKeyLine() string {
	secret := make([]byte, store.ServerKeySize)
	rand.Read(secret) // never fails
	return hex.EncodeToString(secret) + "\n"
}

// AddServerKey puts a new key before those in the file, unless the newest is not the one in use: then an exchange is
// pending, or one that is done has left the older keys.
func (s *Settings) AddServerKey(inUse string) (pending bool, err error) {
	keys, err := s.ServerKeys()
	if err != nil {
		return false, err
	}
	if keys[0].ID() != inUse {
		return true, nil
	}
	lines, err := s.keyLines()
	if err != nil {
		return false, err
	}
	return false, s.writeKeys(newKeyLine() + strings.Join(lines, "\n") + "\n")
}

// ForgetServerKeys leaves only the newest key in the file.
func (s *Settings) ForgetServerKeys() error {
	lines, err := s.keyLines()
	if err != nil || len(lines) < 2 {
		return err
	}
	return s.writeKeys(lines[0] + "\n")
}

// keyLines are the lines of keys in the file.
func (s *Settings) keyLines() (lines []string, err error) {
	text, err := os.ReadFile(s.ServerKeyFile())
	if err != nil {
		return nil, unusableKey(s.ServerKeyFile(), err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

func (s *Settings) writeKeys(lines string) error {
	err := WriteWhole(s.ServerKeyFile(), OwnerOnly, func(w io.Writer) error {
		_, err := io.WriteString(w, keyFileHead+lines)
		return err
	})
	if err != nil {
		return unusableKey(s.ServerKeyFile(), err)
	}
	return nil
}

// Keyholder gives the server keys to a database; first says that it makes one where there is none yet.
func (s *Settings) Keyholder(p *Program, first bool) store.Keyholder {
	k := store.Keyholder{Keys: s.ServerKeys, Random: rand.Reader, Now: p.Now, Alarm: func(what, id string) {
		fmt.Fprintf(p.Stderr, "fairplay: the %s %s was not written by this server, so it opens nothing; 'fairplay check' names what others have changed\n", what, id)
	}}
	if first {
		k.Make = s.makeServerKey
	}
	return k
}
