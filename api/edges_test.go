package api

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
)

func TestLimiterForgets(t *testing.T) {
	l := newLimiter(1, 2, "this")
	now := time.Unix(0, 0)
	for i := range 2 * mostKeys {
		if err := l.take(strconv.Itoa(i), now); err != nil {
			t.Fatalf("key %d: %v", i, err)
		}
	}
	if len(l.keys) > mostKeys {
		t.Errorf("%d keys", len(l.keys))
	}
	l.take("busy", now)
	l.take("busy", now)
	if err := l.take("busy", now); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("the third at once: %v", err)
	}
	if err := l.take("busy", now.Add(time.Second)); err != nil {
		t.Errorf("a second later: %v", err)
	}
}

func TestTally(t *testing.T) {
	of := newQuota(2, "things")
	end, err := of.begin("a")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b"} {
		if _, err := of.begin(key); err != nil {
			t.Error(err)
		}
	}
	if _, err := of.begin("a"); fault.KindOf(err) != fault.TooLarge || !strings.Contains(err.Error(), "has 2 things under way, and may have no more") {
		t.Errorf("the third at once: %v", err)
	}
	end()
	if _, err := of.begin("a"); err != nil {
		t.Error(err)
	}
}

func TestClientAddress(t *testing.T) {
	from := clientAddress([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")})
	for _, c := range []struct {
		peer, forwarded, want string
	}{
		{"192.0.2.1:99", "", "192.0.2.1"},
		{"192.0.2.1:99", "203.0.113.9", "192.0.2.1"}, // not a proxy of ours
		{"10.0.0.1:99", "203.0.113.9", "203.0.113.9"},
		{"10.0.0.1:99", "1.1.1.1, 203.0.113.9", "203.0.113.9"},           // what the client invents
		{"10.0.0.1:99", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"}, // two proxies
		{"10.0.0.1:99", "nonsense", "10.0.0.1"},
		{"10.0.0.1:99", "", "10.0.0.1"},
		{"[::1]:99", "2001:db8::1", "2001:db8::1"},
		{"[::ffff:10.0.0.1]:99", "203.0.113.9", "203.0.113.9"},
		{"@", "203.0.113.9", "@"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("X-Forwarded-For", c.forwarded)
		if got := from(r); got != c.want {
			t.Errorf("%s, %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "text/*": "text/html", "text/html": "text/html",
		"text/html;q=0.1, application/json;q=0.5": "application/json", "application/json;q=0, */*": "text/html",
		"image/png": "", "text/html;q=0": "", "text/html;q=x": "text/html", ";;;": "",
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": "text/html",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept", header)
		got, err := accepted(echo.New().NewContext(r, httptest.NewRecorder()), "application/json", "text/html")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", header, got, err, want)
		}
	}
}

func TestTagsOfVersions(t *testing.T) {
	for match, want := range map[string]int64{`"3"`: 3, "*": 0, `"0"`: -1, `"x"`: -1, "3": -1, `W/"3"`: -1, `"-3"`: -1} {
		got, err := versionOf(&match, "event")
		if (err != nil) != (want < 0) || err == nil && got != want {
			t.Errorf("%s: %d, %v", match, got, err)
		}
	}
	for match, want := range map[string]bool{`"3"`: true, `W/"3"`: true, `"1", "3"`: true, "*": true, `"33"`: false, "": false} {
		if known(&match, `"3"`) != want {
			t.Errorf("%s", match)
		}
	}
}

func TestPages(t *testing.T) {
	four := []int{1, 2, 3, 4}
	kept, next := cut(four, 3, strconv.Itoa)
	if len(kept) != 3 || next == "" {
		t.Fatalf("%v %v", kept, next)
	}
	p, err := countedPage(&next, nil)
	if err != nil || p.from != 3 || p.limit != usualLimit {
		t.Errorf("%+v, %v", p, err)
	}
	if kept, next = cut(four, 4, strconv.Itoa); len(kept) != 4 || next != "" {
		t.Errorf("%v %v", kept, next)
	}
	for _, cursor := range []string{"!", "LTE", "eA"} { // -1, x
		if _, err := countedPage(&cursor, nil); fault.KindOf(err) != fault.Invalid {
			t.Errorf("cursor %s: %v", cursor, err)
		}
	}
}

func FuzzBearer(f *testing.F) {
	f.Add("Bearer fp_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("bearer  fp_")
	f.Add("Basic x")
	f.Fuzz(func(t *testing.T, header string) {
		if secret := bearer(header); secret != "" && len(secret) != len("fp_")+43 {
			t.Errorf("%q: %q", header, secret)
		}
	})
}

func TestRenderingKeepsWithinItsBounds(t *testing.T) {
	k := &rendering{most: 10, kept: map[string][]byte{}}
	k.keep("a", make([]byte, 6))
	k.keep("b", make([]byte, 6))
	k.keep("large", make([]byte, 11))
	if _, ok := k.find("a"); ok || k.total != 6 || len(k.order) != 1 {
		t.Errorf("%+v", k)
	}
}

// Every kind of fault has its HTTP status.
func TestStatusOfEveryKind(t *testing.T) {
	want := map[fault.Kind]int{
		fault.Internal: 500, fault.Invalid: 400, fault.TooLarge: 413, fault.Unauthenticated: 401, fault.Forbidden: 403,
		fault.NotFound: 404, fault.Conflict: 409, fault.Unprocessable: 422, fault.Unavailable: 503, fault.Corrupt: 500,
	}
	for kind := fault.Internal; kind <= fault.Corrupt; kind++ {
		if got := answerOf(kind).status; got != want[kind] || http.StatusText(got) == "" {
			t.Errorf("%v: %d, want %d", kind, got, want[kind])
		}
	}
}
