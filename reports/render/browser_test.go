package render

import (
	"bytes"
	"context"
	"image"
	"image/color"
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Widths in CSS pixels at which a page must show everything.
const (
	laptopWidth = 1280
	phoneWidth  = 360
	paperWidth  = 1046 // A4 landscape less its margins, 277 mm
)

// Every page is opened in the same real browser, which takes long to start.
func TestPagesInBrowser(t *testing.T) {
	t.Parallel()
	first := browser(t)
	pages := []struct {
		name, lang string
		players    int
		text       string
	}{
		{"awkward", "en", 12, written(t, "html", fixture(), Options{Lang: "en"})},
		{"calibrated", "uk", 12, written(t, "html", calibrated(), Options{Lang: "uk"})},
		{"crowd", "ru", 120, written(t, "html", calibratedCrowd(120), Options{Lang: "ru"})},
		{"full test", "ru", 0, tested(t, "html", fullTestFixture(), Options{Lang: "ru"})},
		{"thin test", "uk", 0, tested(t, "html", thinTest(), Options{Lang: "uk"})},
		{"calibration", "en", 0, reported(t, CalibrationReport, "html", calibrationFixture(), Options{Lang: "en"})},
		{"power", "ru", 0, reported(t, Power, "html", calibrationFixture(), Options{Lang: "ru"})},
		{"empty", "uk", 0, written(t, "html", emptyInput(), Options{Lang: "uk"})},
	}
	for _, p := range pages {
		t.Run(p.name+"."+p.lang, func(t *testing.T) {
			tab, stop := chromedp.NewContext(first)
			defer stop()
			checkPage(t, tab, p.text, measured{Lang: p.lang, Rows: p.players})
		})
	}
}

// browser starts one headless Chromium for a test and its subtests.
func browser(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute) // start-up is slow on a busy machine
	t.Cleanup(stop)
	options := append(chromedp.DefaultExecAllocatorOptions[:len(chromedp.DefaultExecAllocatorOptions):len(chromedp.DefaultExecAllocatorOptions)],
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

// measured is what the test's script finds in a page; zero where all is well.
type measured struct {
	Lang       string
	Rows       int
	Unscoped   int  // table headings without scope
	Unlabelled int  // regions and pictures without a name
	Scripts    int  // elements that run
	Grown      bool // text from a game has become part of the page
}

const measure = `({
	Lang: document.documentElement.lang,
	Rows: document.querySelectorAll('table.players tbody tr:not(.part)').length,
	Unscoped: document.querySelectorAll('th:not([scope])').length,
	Unlabelled: document.querySelectorAll('[role=region]:not([aria-label]), svg:not([aria-labelledby])').length,
	Scripts: document.scripts.length,
	Grown: document.querySelector('body b, body side') !== null,
})`

func checkPage(t *testing.T, tab context.Context, text string, want measured) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	seen := watch(t, tab)
	if err := chromedp.Do(tab, chromedp.EmulateViewport(laptopWidth, 900), chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[measured](measure))
	if err != nil {
		t.Fatal(err)
	}
	if found != want {
		t.Errorf("the page has %+v, want %+v", found, want)
	}
	checkWidth(t, tab, laptopWidth, true)
	checkPicture(t, tab)
	checkWidth(t, tab, phoneWidth, false)
	checkPrint(t, tab)
	seen.check(t, "file://"+file)
}

// witness notes what a page asks for and what the browser says of it.
type witness struct {
	mu       sync.Mutex
	requests []string
	said     []string
}

func watch(t *testing.T, tab context.Context) *witness {
	t.Helper()
	w := &witness{}
	if err := chromedp.Listen(tab, w.see); err != nil {
		t.Fatal(err)
	}
	_, err1 := chromedp.Call(tab, network.Enable, network.EnableParams{})
	_, err2 := chromedp.Call(tab, log.Enable, struct{}{})
	_, err3 := chromedp.Call(tab, runtime.Enable, struct{}{})
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *witness) see(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		w.requests = append(w.requests, e.Request.URL)
	case *runtime.EventConsoleAPICalled:
		w.said = append(w.said, "console."+string(e.Type))
	case *runtime.EventExceptionThrown:
		w.said = append(w.said, e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		w.said = append(w.said, e.Entry.Text)
	}
}

// check fails where the page asked for anything but itself, or the console has
// anything to say.
func (w *witness) check(t *testing.T, url string) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.requests) == 0 {
		t.Error("the browser did not even ask for the page: the test sees nothing")
	}
	for _, request := range w.requests {
		if request != url && !strings.HasPrefix(request, "data:,") {
			t.Errorf("the page asks for %s", request)
		}
	}
	if len(w.said) > 0 {
		t.Errorf("the console says %q", w.said)
	}
}

// checkWidth fails where a page of that width has to be moved sideways, or,
// when whole, where a part of it has to.
func checkWidth(t *testing.T, tab context.Context, pixels int64, whole bool) {
	t.Helper()
	const overflow = `[document.documentElement, ...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth)`
	if err := chromedp.Do(tab, chromedp.EmulateViewport(pixels, 900)); err != nil {
		t.Fatal(err)
	}
	over, err := chromedp.Run(tab, chromedp.Evaluate[[]int](overflow))
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range over {
		if n > 0 && (i == 0 || whole) {
			t.Errorf("at %d pixels part %d of the page is %d pixels too wide", pixels, i, n)
		}
	}
}

// checkPicture fails where a screenshot of the page shows nothing.
func checkPicture(t *testing.T, tab context.Context) {
	t.Helper()
	if all := colours(t, tab); len(all) < 20 {
		t.Errorf("the screenshot has only %d colours", len(all))
	}
}

// colours returns those of a screenshot of the page.
func colours(t *testing.T, tab context.Context) map[color.Color]bool {
	t.Helper()
	shot, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	all := map[color.Color]bool{}
	for y := 0; y < picture.Bounds().Dy(); y += 3 {
		for x := 0; x < picture.Bounds().Dx(); x += 3 {
			all[picture.At(x, y)] = true
		}
	}
	return all
}

// checkPrint fails where the page does not print whole on A4 landscape.
func checkPrint(t *testing.T, tab context.Context) {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	checkWidth(t, tab, paperWidth, true)
	for colour := range colours(t, tab) {
		if r, g, b, _ := colour.RGBA(); r != g || g != b {
			t.Errorf("the page prints in colour: %v", colour)
			break
		}
	}
	pdf, err := chromedp.Run(tab, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		t.Fatal(err)
	}
	size := regexp.MustCompile(`/MediaBox\s*\[0 0 84[12]\.?\d* 59[4-6]\.?\d*\]`) // 297 by 210 mm in points
	if !size.Match(pdf) {
		t.Error("the page does not print on A4 landscape")
	}
}
