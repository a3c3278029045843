package render

import (
	"slices"
	"strings"

	"fairplay/reports"
)

// why says a reason in words.
func (w *words) why(r reports.Reason) string { return printable(w.slug("missing", string(r))) }

// gaps gathers the missing figures of a table, so that each reason stands below it
// once, with all figures missing for that reason.
type gaps struct {
	*words
	reasons []reports.Reason
	figures map[reports.Reason][]string
	places  map[string][]string // by reason and figure
}

func (w *words) gaps() *gaps {
	return &gaps{words: w, figures: map[reports.Reason][]string{}, places: map[string][]string{}}
}

// add notes that a figure is missing at a place; "" is the whole table. Without a
// reason nothing is missing.
func (g *gaps) add(figure, place string, why reports.Reason) {
	if why == "" {
		return
	}
	if g.figures[why] == nil {
		g.reasons = append(g.reasons, why)
	}
	key := string(why) + " " + figure
	if _, known := g.places[key]; !known {
		g.figures[why] = append(g.figures[why], figure)
		g.places[key] = nil
	}
	if place != "" && !slices.Contains(g.places[key], place) {
		g.places[key] = append(g.places[key], place)
	}
}

// mostPlaces is how many places of a missing figure are listed.
const mostPlaces = 12

// lines says what is missing and why.
func (g *gaps) lines() (lines []string) {
	for _, why := range g.reasons {
		var what []string
		for _, figure := range g.figures[why] {
			places := g.places[string(why)+" "+figure]
			if len(places) > mostPlaces {
				places = append(places[:mostPlaces:mostPlaces], "…")
			}
			if len(places) > 0 {
				figure = g.say("missing_figures.places", fields{"What": figure, "Places": strings.Join(places, "; ")})
			}
			what = append(what, figure)
		}
		lines = append(lines, g.say("missing_figures.why", fields{"Mark": absent, "What": strings.Join(what, ", "), "Why": visible(g.why(why))}))
	}
	return lines
}
