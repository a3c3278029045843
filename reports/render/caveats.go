package render

import (
	"fmt"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"fairplay/reports"
)

// caveat says one caveat about who the players are. Of a kind that the
// catalogue does not know it gives the report's own words.
func (w *words) caveat(c *reports.Caveat) string {
	names := make([]string, len(c.Names))
	for i, name := range c.Names {
		names[i] = fmt.Sprintf("%q", printable(name))
	}
	first, rest := "", ""
	if len(names) > 0 {
		first, rest = names[0], strings.Join(names[1:], ", ")
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: "caveats." + c.Kind, TemplateData: fields{
		"First": first, "Rest": rest, "Names": strings.Join(names, ", "),
		"IDs": strings.Join(c.FideIDs, ", "), "N": c.Count,
	}}, c.Text)
}

// caveats says all of them.
func (w *words) caveats(all []reports.Caveat) []string {
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = w.caveat(&all[i])
	}
	return texts
}
