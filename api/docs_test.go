package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The page of the description shows every operation in a real browser, sends no request to
// another host, and causes no errors.
func TestDocsInBrowser(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	tab := browser(t)
	seen := watch(t, tab, h.url)
	const one = `#operations-service-readHealth `
	err := chromedp.Do(tab, chromedp.Navigate(h.url+"/docs"), chromedp.WaitVisible(one),
		chromedp.Click(one+"button.opblock-summary-control"), chromedp.Click(one+"button.try-out__btn"),
		chromedp.Click(one+"button.execute"), chromedp.WaitVisible(one+".live-responses-table"))
	if err != nil {
		t.Fatalf("%v; %v", err, seen.all())
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[docsPage](`({
		Shown: document.querySelectorAll(".opblock").length,
		Tried: document.querySelectorAll(".live-responses-table").length,
		Title: document.title,
	})`))
	h.must(err)
	if want := (docsPage{Shown: len(operations()) + 4, Tried: 1, Title: "fairplay: the interface for programs"}); found != want {
		t.Errorf("the page has %+v, want %+v", found, want)
	}
	if complaints := seen.all(); len(complaints) > 0 {
		t.Error(complaints)
	}
}

// docsPage is the content of the page.
type docsPage struct {
	Shown, Tried int // operations
	Title        string
}

func browser(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute) // start-up is slow on a busy machine
	t.Cleanup(stop)
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath("/usr/bin/chromium"), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-component-update", true))
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium (make deps installs it): %v", err)
	}
	return ctx
}

// complaints are requests to other hosts, errors of the page, and violations of its policy.
type complaints struct {
	mu   sync.Mutex
	said []string
}

func (c *complaints) add(s string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said = append(c.said, s)
}

func (c *complaints) all() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.said)
}

func watch(t *testing.T, tab context.Context, home string) *complaints {
	t.Helper()
	c := &complaints{}
	_, err1 := chromedp.Call(tab, network.Enable, network.EnableParams{})
	_, err2 := chromedp.Call(tab, log.Enable, struct{}{})
	_, err3 := chromedp.Call(tab, runtime.Enable, struct{}{})
	err4 := chromedp.Listen(tab, func(event any) { c.see(event, home) })
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *complaints) see(event any, home string) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		to, err := url.Parse(e.Request.URL)
		if err != nil || to.Scheme != "data" && to.Scheme+"://"+to.Host != home {
			c.add("asks " + e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= http.StatusBadRequest {
			c.add("does not get " + e.Response.URL)
		}
	case *runtime.EventExceptionThrown:
		c.add(e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		c.add(e.Entry.Text)
	}
}
