package web

import (
	"cmp"
	"fmt"
	"html/template"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis/exact"
	"fairplay/analysis/score"
	"fairplay/api"
	"fairplay/reports"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
	"fairplay/reports/tournament"
)

// functions returns the functions of templates in one language.
func (p *Pages) functions(in render.Phrases) template.FuncMap {
	return template.FuncMap{
		"say":     in.Say,
		"count":   in.Count,
		"slug":    func(list string, slug any) string { return in.Slug(list, plainly(slug)) },
		"integer": in.Integer,
		"decimal": in.Decimal,
		"signed":  in.Signed,
		"percent": in.Percent,
		"small":   in.Small,
		"chance":  in.SmallPercent,
		"moment":  in.Moment,
		"day":     func(text string) string { return dayIn(in, text) },
		"asset":   p.addressOf,
		"wishes":  wishes,
		"term":    p.term,
		"odds":    func(x *float64) string { return exists(x, in.Small) },
		"share":   func(x *float64) string { return exists(x, func(x float64) string { return in.Percent(x, 1) }) },
		"zed":     func(x *float64) string { return exists(x, func(x float64) string { return in.Signed(x, 2) }) },
		"loss":    func(x *float64) string { return exists(x, func(x float64) string { return in.Decimal(x, 3) }) },
		"roi":     func(x *float64) string { return exists(x, func(x float64) string { return in.Decimal(x, 1) }) },
		"key":     playerKey,
		"round":   roundIn,
		"cites":   func(actions []reports.Permitted) string { return citesIn(in, actions) },
		"roiBar":  roiBar,
		"barOf":   barOf,
		"last":    lastOf,
		"fields":  fields,
		"men":     func(fen string) string { placed, _, _ := strings.Cut(fen, " "); return placed },
		"list":    func(texts []string) string { return strings.Join(texts, ", ") },
		"parts":   func(of, all int) string { return in.Percent(float64(of)/float64(all), 0) },
		"seconds": func(d time.Duration) int { return int(d / time.Second) },
		"minutes": func(seconds int) int { return max(1, (seconds+30)/60) },

		"named": func(names map[string]string, id any) string { return cmp.Or(names[plainly(id)], plainly(id)) },
		"cite": func(article, printed any) string {
			return cmp.Or(in.Citation(plainly(article), plainly(printed)), plainly(article))
		},
		"caveat":  in.Caveat,
		"turn":    in.Turn,
		"here":    func(g tournament.GamesDuty) string { return in.GamesHere(&g) },
		"measure": func(list string, action, note any) string { return measureIn(in, list, plainly(action), plainly(note)) },
		"besides": func(kinds []tournament.EvidenceKind) string {
			all := make([]string, len(kinds))
			for i, kind := range kinds {
				all[i] = string(kind)
			}
			return in.Besides(all)
		},
		"note":      func(slug any) string { return noteIn(in, plainly(slug)) },
		"starting":  func(w api.Wait) string { return startingWords(in, w) },
		"points":    func(x any) string { return in.Points(reflect.Indirect(reflect.ValueOf(x)).Float()) },
		"changed":   func(facts []reports.ChangedFact) string { return changedIn(in, facts) },
		"choices":   complaint.VoteChoices,
		"kilobytes": func(bytes int64) int { return int((bytes + 1023) / 1024) },
	}
}

// plainly writes a value of an answer, "" if it is absent.
func plainly(x any) string {
	if v := reflect.Indirect(reflect.ValueOf(x)); v.IsValid() {
		return fmt.Sprint(v)
	}
	return ""
}

// changedIn names facts that have changed.
func changedIn(in render.Phrases, facts []reports.ChangedFact) string {
	names := make([]string, len(facts))
	for i, fact := range facts {
		names[i] = in.Slug("fact_changed", string(fact))
	}
	return strings.Join(names, ", ")
}

// citesIn names the rules of actions, each once.
func citesIn(in render.Phrases, actions []reports.Permitted) string {
	var all []string
	for _, a := range actions {
		if rule := cmp.Or(in.Citation(a.Article, a.Citation), a.Article); !slices.Contains(all, rule) {
			all = append(all, rule)
		}
	}
	return strings.Join(all, "; ")
}

// noteIn explains an action beyond its name: in a sentence, or by another action.
func noteIn(in render.Phrases, slug string) string {
	if text := in.Slug("action_note", slug); text != slug {
		return text
	}
	return ""
}

// measureIn names a measure by a list of words; a note that says what of it is meant takes its place.
func measureIn(in render.Phrases, list, action, note string) string {
	if text := in.Slug(list, note); text != note {
		return text
	}
	return in.Slug(list, action)
}

// dayIn writes a date that is given as YYYY-MM-DD, or as games have it, YYYY.MM.DD; other text stays as it is.
func dayIn(in render.Phrases, text string) string {
	if at, err := time.Parse(time.DateOnly, strings.ReplaceAll(text, ".", "-")); err == nil {
		return in.Day(at)
	}
	return text
}

// fields makes one value of alternating names and values, for a template that needs several.
func fields(values ...any) map[string]any {
	all := map[string]any{}
	for i := 0; i+1 < len(values); i += 2 {
		all[fmt.Sprint(values[i])] = values[i+1]
	}
	return all
}

// exists writes a figure, or a dash where there is none.
func exists(x *float64, write func(float64) string) string {
	if x == nil {
		return "–"
	}
	return write(*x)
}

// bar is a figure on its scale, in units of a drawing 96 wide: pale is where 95 of 100 come out who play as expected, the dot is
// this one, the line how sure it is.
type bar struct {
	Look      string // "far", "open"
	Low, Wide string
	At        string
	From, To  string // "" for no line
}

// newBar places figures between the ends of a scale.
func newBar(from, to, low, high, at float64, interval *[2]float64) bar {
	place := func(x float64) float64 { return 4 + 88*(min(max(x, from), to)-from)/(to-from) }
	say := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	b := bar{Low: say(place(low)), Wide: say(place(high) - place(low)), At: say(place(at))}
	if interval != nil {
		b.From, b.To = say(place(interval[0])), say(place(interval[1]))
	}
	return b
}

// roiBar is the ROI of a row.
func roiBar(r reports.PlayerRow) bar {
	b := newBar(score.ROI(-4), score.ROI(4), score.ROI(-exact.Normal95), score.ROI(exact.Normal95), r.ROI.ROI, nil)
	if r.StandsOut() {
		b.Look = "far"
	} else if !r.Judged() {
		b.Look = "open"
	}
	return b
}

// barOf is a share beside what was expected; nil without either.
func barOf(r reports.PlayerRow, m reports.Measured) *bar {
	if m.Actual == nil || m.Expected == nil || m.SD == nil {
		return nil
	}
	spread := exact.Normal95 * *m.SD
	b := newBar(0, 1, *m.Expected-spread, *m.Expected+spread, *m.Actual, m.Interval)
	if !r.Judged() {
		b.Look = "open"
	}
	return &b
}
