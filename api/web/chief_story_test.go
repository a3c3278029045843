package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/access"
)

// offline cuts the scripts of a page off from the network, or connects them again.
func (t *tab) offline(cut bool) {
	t.t.Helper()
	script := `window.line ??= window.fetch; window.fetch = () => Promise.reject(new TypeError("no network")); 0`
	if !cut {
		script = `window.fetch = window.line; window.dispatchEvent(new Event("online")); 0`
	}
	_, err := chromedp.Run(t.Context, chromedp.Evaluate[int64](script))
	t.Must(err)
}

// told returns the text of an element.
func (t *tab) told(selector string) string {
	t.t.Helper()
	text, err := chromedp.Run(t.Context, chromedp.Evaluate[string](`document.querySelector("`+selector+`")?.innerText ?? ""`))
	t.Must(err)
	return text
}

// An arbiter notes an absence in two taps on a phone; without a network the notes wait, and go when it is back. The chief
// arbiter keeps the watch list, reads what is permitted, ticks duties, makes the package and closes the event, the last by
// keys alone.
func TestChiefArbitersStory(t *testing.T) {
	t.Parallel()
	h := open(t)
	chief := as(h, access.ChiefArbiter, "")
	b := chief.tab(t, browser(t))
	chief.signIn()
	event := chief.round8()
	chief.riga(event)
	base := "/events/" + event

	b.do(chromedp.EmulateViewport(phoneWidth, 780))
	b.open(base + "/log")
	b.do(chromedp.SetValue(chromedp.CSS("#round"), "8"), chromedp.SetValue(chromedp.CSS("#move"), "23"),
		chromedp.Click(chromedp.CSS(`.people label:has(input[value="no. 3"])`)), chromedp.Click(chromedp.CSS(`button[value=left]`)))
	b.see("#notes tbody tr")
	b.offline(true)
	b.do(chromedp.SendKeys(chromedp.CSS("#find"), "Caruana"), chromedp.Click(chromedp.CSS(`.people label:has(input[value="no. 1"])`)), chromedp.Click(chromedp.CSS(`button[value=left]`)),
		chromedp.WaitVisible(chromedp.CSS("#waiting .count")))
	b.do(chromedp.Click(chromedp.CSS(`.people label:has(input[value="no. 1"])`)), chromedp.Click(chromedp.CSS(`button[value=back]`)))
	b.look("log-offline")
	b.offline(false)
	b.do(chromedp.WaitReady(chromedp.CSS("#waiting[hidden]")), chromedp.WaitReady(chromedp.CSS("#notes tbody tr:nth-child(3)")))
	b.do(chromedp.Reload())
	b.look("log")
	b.open(base + "/log?corrects=" + b.told("#notes tbody td"))
	b.see("#corrects")
	b.look("log-correct")

	b.open(base + "/watch")
	b.do(chromedp.SetValue(chromedp.CSS("#player"), "no. 5"), chromedp.SetValue(chromedp.CSS("#reason"), "left the hall eight times"),
		chromedp.Click(chromedp.CSS("input[value=observational]")), chromedp.Click(chromedp.CSS("main form > button")))
	b.see("tbody tr")
	b.fits("watch")
	b.open(base + "/actions")
	b.fits("actions")
	b.open(base + "/norms")
	b.fits("norms")
	b.open(base + "/norms?player=3")
	b.fits("norms-player")
	b.open(base + "/duties")
	b.do(chromedp.Click(chromedp.CSS("tbody details summary")))
	b.look("duties")
	b.open(base + "/package")
	b.fits("package")
	b.do(chromedp.SetValue(chromedp.CSS("#reason"), "only round 8 was recorded"), chromedp.Click(chromedp.CSS("main form button")))
	b.see(".made")
	b.look("package-made")

	b.open(base + "/close")
	b.fits("close")
	b.do(chromedp.Focus(chromedp.CSS("#reason")), chromedp.KeyEvent("the boards were not recorded\t\r"))
	b.see("form[action$=reopen]")
	b.look("closed")
}

// The data of a certificate on a page to print.
func TestCertificateIsPrinted(t *testing.T) {
	t.Parallel()
	h := open(t)
	event := h.Event("Open of Example Town 2023", "ESP")
	chief := as(h, access.ChiefArbiter, event)
	chief.file(event, "tournament/norms_open_2023.trf")
	chief.call("PATCH", "/v1/events/"+event, `{"start": "2023-05-01", "end": "2023-05-08", "facts": {"championship": "none"}}`)
	b := chief.tab(t, browser(t))
	b.open("/events/" + event + "/norms")
	b.fits("norms-made")
	b.do(chromedp.KeyEvent("j"), chromedp.WaitVisible(chromedp.CSS("tbody a:focus")))
	b.open("/events/" + event + "/norms?it1=14-IM")
	b.look("it1")
}

// An administrator makes a token by keys alone, gives a role, revokes, reads the audit and the state of the parts.
func TestAdministratorsStory(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.Event("Grand Swiss", "LAT")
	b := as(h, access.Administrator, "").tab(t, browser(t))
	b.do(chromedp.Click(chromedp.CSS(`a[href="/admin/tokens"]`)))
	b.see("body[data-page=tokens]")
	b.do(chromedp.Focus(chromedp.CSS("#name")), chromedp.KeyEvent("Olena, organiser\tOr\t\t\t\t\r"))
	b.see("#secret code")
	b.look("tokens")
	b.do(chromedp.Click(chromedp.CSS("tbody tr td:last-child details:last-child summary")), chromedp.WaitVisible(chromedp.CSS("tbody form[action$=revoke] button")))
	b.look("tokens-revoke")
	b.open("/admin/audit")
	b.fits("audit")
	b.open("/admin/health")
	b.fits("health")
}
