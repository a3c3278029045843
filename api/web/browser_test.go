package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Widths in CSS pixels at which a page must show everything.
const (
	laptopWidth = 1400
	phoneWidth  = 360
)

// chromium is the one headless Chromium of all tests, which takes long to start. Each tab has its own cookies.
var chromium = sync.OnceValues(func() (context.Context, error) {
	folder, err := os.MkdirTemp("", "fairplay-chromium-")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
		chromedp.ExecPath("/usr/bin/chromium"), chromedp.UserDataDir(folder),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-component-update", true))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	endChromium = func() {
		stop()
		end()
		os.RemoveAll(folder)
	}
	return ctx, chromedp.Do(ctx)
})

// endChromium ends the browser, if a test has started it.
var endChromium = func() {}

// browser returns the browser of all tests.
func browser(t testing.TB) context.Context {
	t.Helper()
	ctx, err := chromium()
	if err != nil {
		t.Fatalf("start Chromium (make deps installs it): %v", err)
	}
	return ctx
}

// seat is a place at the browser with cookies of its own. Tests take it one after the other, because Chromium takes more
// than a second for a new one.
type seat struct {
	context.Context
	mu sync.Mutex
	of testing.TB // whose test it is, nil between two
	at string     // address of the service
}

// seats are those that are free.
var seats = make(chan *seat, 16)

// newSeat opens a seat, at which a script that fails and a request to another host fail the test.
func newSeat(t testing.TB, in context.Context) *seat {
	t.Helper()
	ctx, _ := chromedp.NewContext(in, chromedp.WithNewBrowserContext()) // ends with the browser
	s := &seat{Context: ctx}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(chromedp.Do(ctx))
	must(chromedp.Listen(ctx, func(event any) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.of == nil {
			return
		}
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			said := ""
			if e.ExceptionDetails.Exception != nil {
				said = e.ExceptionDetails.Exception.Description
			}
			s.of.Errorf("a script failed: %s %s", e.ExceptionDetails.Text, said)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, s.at) && !strings.HasPrefix(e.Request.URL, "data:") && !strings.HasPrefix(e.Request.URL, "about:") &&
				!strings.HasPrefix(e.Request.URL, "file:") && !strings.HasPrefix(e.Request.URL, "blob:") {
				s.of.Errorf("a request leaves the host: %s", e.Request.URL)
			}
		}
	}))
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	must(err)
	_, err = chromedp.Call(ctx, runtime.Enable, struct{}{})
	must(err)
	return s
}

// taken lets somebody sit down, or get up.
func (s *seat) taken(of testing.TB, at string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of, s.at = of, at
}

// tab is a person's tab in a browser.
type tab struct {
	*person
	context.Context
	t testing.TB
}

// tab opens a tab in the browser in which the person is signed in.
func (p *person) tab(t testing.TB, in context.Context) *tab {
	t.Helper()
	var s *seat
	select {
	case s = <-seats:
	default:
		s = newSeat(t, in)
	}
	b := &tab{person: p, Context: s.Context, t: t}
	t.Cleanup(func() {
		b.scripts(true)
		b.do(chromedp.Navigate("about:blank"))
		s.taken(nil, "")
		_, err := chromedp.Call(b.Context, network.ClearBrowserCookies, struct{}{})
		b.Must(err)
		seats <- s
	})
	s.taken(t, p.URL)
	b.do(chromedp.EmulateViewport(laptopWidth, 900), chromedp.Navigate(p.URL+"/"))
	b.enters(p)
	return b
}

// enters signs a person in at the door.
func (t *tab) enters(p *person) {
	t.t.Helper()
	t.person = p
	p.signIn()
	t.do(chromedp.SendKeys(chromedp.CSS("#token"), p.secret+"\r"), chromedp.WaitVisible(chromedp.CSS("body[data-page=events]")))
}

// handTo signs out by keys and signs somebody else in.
func (t *tab) handTo(p *person) {
	t.t.Helper()
	t.follow(`form[action="/account/signout"] button`, "door")
	t.enters(p)
}

func (t *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	t.t.Helper()
	ctx, stop := context.WithTimeout(t.Context, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		at, _ := chromedp.Run(t.Context, chromedp.Evaluate[string]("location.href + ' ' + document.body.innerText"))
		t.picture("failed.png")
		t.t.Fatalf("%v, at %s", err, at)
	}
}

// patience with one step of a story, on a busy machine.
const patience = 120 * time.Second

// open goes to a page.
func (t *tab) open(path string) {
	t.t.Helper()
	t.do(chromedp.Navigate(t.URL + path))
}

// see waits until the page has an element.
func (t *tab) see(selector string) {
	t.t.Helper()
	t.do(chromedp.WaitVisible(chromedp.CSS(selector)))
}

// What axe-core is asked. Whether text stands out from its ground is the one rule that depends on colours, and nothing
// but colours changes with the scheme; so a page that was looked at in the light is asked for that alone in the dark. With
// the language nothing but words changes: what is called by them, and in which language they are.
const (
	everyRule  = `{}`
	inColour   = `{runOnly: {type: "rule", values: ["color-contrast"]}}`
	inLanguage = `{runOnly: {type: "tag", values: ["cat.name-role-value", "cat.text-alternatives", "cat.language", "cat.forms"]}}`
)

// axe reports what axe-core finds on the page by some rules: nothing serious or critical may be.
func (t *tab) axe(what, rules string) {
	t.t.Helper()
	there, err := chromedp.Run(t.Context, chromedp.Evaluate[bool]("window.axe !== undefined"))
	t.Must(err)
	if !there {
		script, err := os.ReadFile("testdata/axe.min.js")
		t.Must(err)
		_, err = chromedp.Run(t.Context, chromedp.Evaluate[any](string(script)+"; 0"))
		t.Must(err)
	}
	const run = `axe.run(document, Object.assign(%s, {resultTypes: ["violations"], preload: false})).then((r) => r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => v.id + ": " + v.help + " at " + v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(", ")))`
	found, err := chromedp.Run(t.Context, chromedp.Evaluate[[]string](fmt.Sprintf(run, rules), chromedp.EvalAwaitPromise))
	t.Must(err)
	for _, f := range found {
		t.t.Errorf("%s: %s", what, f)
	}
}

// look checks a page that is in a state in which TestEveryPage does not see it: axe-core, and whether it fits.
func (t *tab) look(name string) {
	t.t.Helper()
	t.axe(name, everyRule)
	t.fits(name)
}

// fits checks that nothing of a page is wider than the screen at either width. With FAIRPLAY_PICTURES it also writes
// pictures into that folder, light and dark.
func (t *tab) fits(name string) {
	t.t.Helper()
	for _, width := range []int64{laptopWidth, phoneWidth} {
		t.do(chromedp.EmulateViewport(width, 900))
		wide, err := chromedp.Run(t.Context, chromedp.Evaluate[int64]("document.documentElement.scrollWidth"))
		t.Must(err)
		if wide > width {
			t.t.Errorf("%s: the page is %d pixels wide on a screen of %d", name, wide, width)
		}
		t.picture(fmt.Sprintf("%s-%d-light.png", name, width))
	}
	if os.Getenv("FAIRPLAY_PICTURES") != "" {
		t.scheme("dark")
		t.picture(fmt.Sprintf("%s-%d-dark.png", name, phoneWidth))
		t.do(chromedp.EmulateViewport(laptopWidth, 900))
		t.picture(fmt.Sprintf("%s-%d-dark.png", name, laptopWidth))
		t.scheme("light")
	}
	t.do(chromedp.EmulateViewport(laptopWidth, 900))
}

// scheme sets what the device wants, light or dark.
func (t *tab) scheme(scheme string) {
	t.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(t.Context, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		t.t.Fatal(err)
	}
}

// picture writes what the tab shows into the folder of FAIRPLAY_PICTURES, if it is set.
func (t *tab) picture(name string) {
	t.t.Helper()
	folder := os.Getenv("FAIRPLAY_PICTURES")
	if folder == "" {
		return
	}
	shot, err := chromedp.Run(t.Context, chromedp.FullScreenshot(100))
	if err != nil {
		t.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), shot, 0o600); err != nil {
		t.t.Fatal(err)
	}
}
