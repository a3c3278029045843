package render

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

//go:embed words
var catalogues embed.FS

// words is the message catalogue of one language, with its way of writing
// numbers.
type words struct {
	lang      string
	localizer *i18n.Localizer
	refusals  refusals
	approvals []reports.Approval // of recipes
	outdated  *reports.Outdated  // of a test; nil where its report says what holds now

	checkpoint string // of the log of the service; "" for none
}

// catalogueOf holds the catalogue of each language, read when it is first needed.
var catalogueOf = func() map[string]func() (*words, error) {
	all := map[string]func() (*words, error){}
	for _, lang := range Languages() {
		all[lang] = sync.OnceValues(func() (*words, error) { return readWords(lang) })
	}
	return all
}()

// loadWords returns the catalogue of one of Languages; "" is English. Another language is
// fault.Invalid.
func loadWords(lang string) (*words, error) {
	if read := catalogueOf[cmp.Or(lang, "en")]; read != nil {
		return read()
	}
	return nil, fault.New(fault.Invalid, "language", "there is no language %q; choose one of: %s",
		lang, strings.Join(Languages(), ", "))
}

// readWords reads the catalogue of a language, a file for each report.
func readWords(lang string) (*words, error) {
	bundle := i18n.NewBundle(language.MustParse(lang))
	bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	paths, err := fs.Glob(catalogues, "words/*."+lang+".yaml")
	if err != nil {
		return nil, fmt.Errorf("find the words: %w", err)
	}
	for _, path := range paths {
		if _, err := bundle.LoadMessageFileFS(catalogues, path); err != nil {
			return nil, fmt.Errorf("read the words of %s: %w", path, err)
		}
	}
	refusals, err := readRefusals(lang)
	return &words{lang: lang, localizer: i18n.NewLocalizer(bundle, lang), refusals: refusals}, err
}

// fields are the values that a message leaves room for.
type fields map[string]any

// say returns a message. A message that the catalogue lacks is shown as its id; the
// tests make sure that every id known beforehand has one.
func (w *words) say(id string, f fields) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: f}, id)
}

// count returns a message in the plural form for n, with {{.N}} as n.
func (w *words) count(id string, n int, f fields) string {
	all := fields{"N": w.integer(n)}
	for k, v := range f {
		all[k] = v
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: n, TemplateData: all}, id)
}

// plural returns a message in the plural form for x, which need not be whole.
func (w *words) plural(id string, x float64, f fields) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: strconv.FormatFloat(x, 'f', -1, 64), TemplateData: f}, id)
}

// slug returns the words for one value of a closed list, such as a reason for
// exclusion. A value without words is shown as it is: the list has grown since.
func (w *words) slug(list, slug string) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: list + "." + slug}, slug)
}

func (w *words) localize(c *i18n.LocalizeConfig, fallback string) string {
	text, err := w.localizer.Localize(c)
	if err != nil {
		return fallback
	}
	return text
}

// localizeOr is say for a message of a closed list, whose slug stands in where the
// list has grown since.
func (w *words) localizeOr(id, slug string, f fields) string {
	return w.localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: f}, slug)
}
