package render

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fairplay/reports/render/rendertest"
)

func noticed(t *testing.T, format string) string {
	t.Helper()
	var b bytes.Buffer
	if err := Notice(&b, format, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The notice has one page in three languages, and neither a figure nor a name nor a hard word.
func TestNotice(t *testing.T) {
	t.Parallel()
	for _, format := range NoticeFormats() {
		text := readable(t, format, noticed(t, format))
		if format == "table" {
			golden(t, "notice.txt", text) // in all languages
		}
		if _, body, found := strings.Cut(text, "</head>"); found {
			text = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "")
		}
		if figure := regexp.MustCompile(`\d`).FindString(text); figure != "" {
			t.Errorf("%s has a figure: %s", format, figure)
		}
		if found := rendertest.Accusing(text); found != nil {
			t.Errorf("%s says %q", format, found)
		}
		for _, want := range []string{"Fair Play Commission", "in-tournament complaint", "ПВТ", "Комиссию ФИДЕ по честной игре", "Комісії ФІДЕ з чесної гри"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
				t.Errorf("%s does not say %q", format, want)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "notice.pdf")
	if err := os.WriteFile(file, []byte(noticed(t, "pdf")), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := pages(t, file); n != 1 {
		t.Errorf("the notice has %d pages", n)
	}
	first, again := noticed(t, "pdf"), noticed(t, "pdf")
	if first != again {
		t.Error("two notices differ")
	}
	if err := Notice(&bytes.Buffer{}, "csv", Options{}); err == nil {
		t.Error("csv is written")
	}
}

// A browser prints it on one page too.
func TestNoticePrintsOnOnePage(t *testing.T) {
	t.Parallel()
	tab, stop := chromedp.NewContext(browser(t))
	defer stop()
	if n := pages(t, printed(t, tab, noticed(t, "html"))); n != 1 {
		t.Errorf("%d pages", n)
	}
}
