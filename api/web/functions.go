package web

import (
	"cmp"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"time"

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
		"share":   func(x *float64) string { return exists(x, func(x float64) string { return in.Percent(x, 1) }) },
		"zed":     func(x *float64) string { return exists(x, func(x float64) string { return in.Signed(x, 2) }) },
		"loss":    func(x *float64) string { return exists(x, func(x float64) string { return in.Decimal(x, 3) }) },
		"roi":     func(x *float64) string { return exists(x, func(x float64) string { return in.Decimal(x, 1) }) },
		"key":     playerKey,
		"round":   roundIn,
		"last":    lastOf,
		"fields":  fields,
		"list":    func(texts []string) string { return strings.Join(texts, ", ") },
		"parts":   func(of, all int) string { return in.Percent(float64(of)/float64(all), 0) },
		"seconds": func(d time.Duration) int { return int(d / time.Second) },
		"minutes": func(seconds int) int { return max(1, (seconds+30)/60) },

		"named": func(names map[string]string, id any) string { return cmp.Or(names[plainly(id)], plainly(id)) },
		"cite": func(article, printed any) string {
			return cmp.Or(in.Citation(plainly(article), plainly(printed)), plainly(article))
		},
		"caveat":  in.Caveat,
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

// dayIn writes a date that is given as YYYY-MM-DD; other text stays as it is.
func dayIn(in render.Phrases, text string) string {
	if at, err := time.Parse(time.DateOnly, text); err == nil {
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
