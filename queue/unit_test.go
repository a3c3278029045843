package queue

import (
	"errors"
	"fmt"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis/fault"
)

// Every kind of fault has its fate.
func TestFateOfEveryKindOfFault(t *testing.T) {
	t.Parallel()
	fates := map[fault.Kind]Fate{
		fault.Invalid: Park, fault.TooLarge: Park, fault.Unauthenticated: Park, fault.Forbidden: Park, fault.NotFound: Park,
		fault.Conflict: TryAgain, fault.Unprocessable: Park, fault.Unavailable: TryAgain, fault.Corrupt: Park, fault.Internal: TryAgain,
	}
	for kind, want := range fates {
		if got := FateOf(fmt.Errorf("wrapped: %w", fault.New(kind, "code", "text"))); got != want {
			t.Errorf("%s: fate %d, want %d", kind, got, want)
		}
	}
	if FateOf(errors.New("anything")) != TryAgain {
		t.Error("an error of no kind is not tried again")
	}
}

func TestPausesGrowAndStayWithinBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := RetryPolicy{
			First:  time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "first")),
			Last:   time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "last")),
			Jitter: func() float64 { return rapid.Float64Range(0, 0.999).Draw(t, "jitter") },
		}.withDefaults()
		n := rapid.IntRange(0, 1<<30).Draw(t, "failures")
		d := p.Pause(n)
		if d < p.First || d >= p.longest() {
			t.Fatalf("pause of %s after %d failures under %+v", d, n, p)
		}
		p.Jitter = nil
		if p.Pause(n+1) < p.Pause(n) {
			t.Fatal("a later pause is shorter")
		}
	})
}

func TestParseAddress(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]Address{
		"":                                      {},
		"redis://localhost":                     {scheme: "redis", hosts: []string{"localhost:6379"}},
		"redis://:se%40cret@10.0.0.1:7000/3":    {scheme: "redis", hosts: []string{"10.0.0.1:7000"}, password: "se@cret", database: 3},
		"rediss://user:p@example.org:6380":      {scheme: "rediss", hosts: []string{"example.org:6380"}, user: "user", password: "p"},
		"redis://[::1]:6379":                    {scheme: "redis", hosts: []string{"[::1]:6379"}},
		"redis-sentinel://a,b:5/2?master=games": {scheme: "redis-sentinel", hosts: []string{"a:26379", "b:5"}, database: 2, master: "games"},
		"rediss-sentinel://us%2Fer:p@a?master=m&sentinel-password=own": {scheme: "rediss-sentinel", hosts: []string{"a:26379"},
			user: "us/er", password: "p", master: "m", sentinels: "own"},
		"rediss-cluster://:p@a:1,b:2,c": {scheme: "rediss-cluster", hosts: []string{"a:1", "b:2", "c:6379"}, password: "p"},
	} {
		a, err := ParseAddress(given)
		if err != nil || !reflect.DeepEqual(a, want) || a.embedded() != (given == "") || a.tls() != strings.HasPrefix(given, "rediss") {
			t.Errorf("%s: %+v, %v, want %+v", given, a, err, want)
		}
	}
}

func TestParseAddressRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"localhost:6379", "http://localhost", "redisss://a", "redis://", "redis://:6379", "redis://a:port", "redis://a:0", "redis://a:70000",
		"redis://a,b", "redis://a/one", "redis://a/-1", "redis-cluster://a/1", "redis-sentinel://a", "redis://a?master=m",
		"redis-sentinel://a?master=m&colour=red", "redis://sec%ret@a", "redis-sentinel://a?master=%zz", "redis://se@cret:x@a b",
	} {
		_, err := ParseAddress(s)
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v, want Invalid", s, err)
		} else if strings.Contains(err.Error(), "sec") || strings.Contains(err.Error(), "se@") {
			t.Errorf("%q: the error repeats the password: %v", s, err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"", "redis://u:p@h:1/2", "redis-sentinel://a,b?master=m", "rediss-cluster://[::1]:5,x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAddress(s)
		if err != nil {
			return
		}
		if a.embedded() != (s == "") {
			t.Fatalf("%q: whether it is an embedded Redis is mistaken", s)
		}
		for _, host := range a.hosts {
			if name, port, err := net.SplitHostPort(host); err != nil || name == "" || port == "" {
				t.Fatalf("%q names the host %q", s, host)
			}
		}
		if !a.embedded() && (len(a.hosts) == 0 || a.form() == sentinel && a.master == "") {
			t.Fatalf("%q is not an address: %+v", s, a)
		}
	})
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for _, kinds := range [][]ItemKind{nil, {""}, {"Game"}, {"a b"}, {"a:b"}, {"game", "{x}"}} {
		if q, err := Open(t.Context(), Address{}, Options{Kinds: kinds}); err == nil {
			q.Close()
			t.Errorf("kinds %q are taken", kinds)
		}
	}
}
