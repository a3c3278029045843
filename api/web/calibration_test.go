package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"fairplay/reports/access"
)

// Everybody reads how far figures can be trusted, in his language, and takes the whole report.
func TestCalibrationPage(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := as(h, access.Organiser, h.Event("Open", "")).signIn()
	p.want(p.get("/calibration"), http.StatusOK, "standard-quick", "2000 to 2799", "What would be found", "<svg", "/calibration/standard-full?format=pdf")
	for _, format := range []string{"html", "pdf", "xlsx"} {
		p.want(p.get("/calibration/standard-full?format="+format), http.StatusOK)
	}
	p.want(p.post("/account", "/account", url.Values{"language": {"uk"}}), http.StatusOK)
	p.want(p.get("/calibration"), http.StatusOK, "Що було б знайдено")
}

func TestCalibrationInABrowser(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := as(h, access.Organiser, h.Event("Open", "")).tab(t, browser(t))
	b.open("/calibration")
	b.see(".plots svg")
	b.look("calibration")
}
