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
	if c.More > 0 {
		names = append(names, w.say("caveats.more", fields{"N": w.integer(c.More)}))
	}
	all := fields{"First": absent, "Rest": absent, "Names": strings.Join(names, ", "),
		"IDs": strings.Join(c.FideIDs, ", "), "N": c.Count, "Round": orAbsent(c.Round)}
	if len(names) > 0 {
		all["First"], all["Rest"] = names[0], orAbsent(strings.Join(names[1:], ", "))
	}
	for i, id := range []string{"Low", "High", "Used"} {
		all[id] = absent
		if i < len(c.Ratings) {
			all[id] = c.Ratings[i]
		}
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: "caveats." + c.Kind, TemplateData: all}, printable(c.Text))
}

// caveats says all of them.
func (w *words) caveats(all []reports.Caveat) []string {
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = w.caveat(&all[i])
	}
	return texts
}
