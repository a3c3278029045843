package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPasswordsInFiles(t *testing.T) {
	t.Parallel()
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "password")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ address, text, want, reason string }{
		{address: "postgres://fairplay@db:5432/x?sslmode=disable", text: "a@b:c/d\n", want: "postgres://fairplay:a%40b%3Ac%2Fd@db:5432/x?sslmode=disable"},
		{address: "postgres://fairplay@db", text: "p\r\n", want: "postgres://fairplay:p@db"},
		{address: "redis-sentinel://a:1,b:2/0?master=m", text: "p", want: "redis-sentinel://:p@a:1,b:2/0?master=m"},
		{address: "redis://redis:6379", text: "p", want: "redis://:p@redis:6379"},
		{address: "postgres://fairplay:one@db/x", text: "two", reason: "the address has a password already"},
		{address: "", text: "two", reason: "there is no address"},
		{address: "redis://redis", text: "", reason: "it holds no password"},
		{address: "redis://redis", text: "one\ntwo\n", reason: "it holds no password"},
	} {
		for _, of := range []string{"database", "redis"} {
			k := Settings{Database: c.address, DatabasePassword: file(c.text)}
			if of == "redis" {
				k = Settings{Redis: c.address, RedisPassword: file(c.text)}
			}
			err := k.readPasswords()
			if got := k.Database + k.Redis; c.reason == "" && (err != nil || got != c.want) {
				t.Errorf("%s: %q, %v", c.address, got, err)
			}
			if c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason) || strings.Contains(err.Error(), "two")) {
				t.Errorf("%s: %v", c.address, err)
			}
		}
	}
	k := Settings{Redis: "redis://redis", RedisPassword: "/nowhere"}
	if err := k.readPasswords(); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Error(err)
	}
}
