package web

import (
	"context"
	"net/url"
	"strings"

	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
)

// figurePages are the pages with statistics of players.
func figurePages() []page {
	return []page{
		{name: "screening", path: "/events/:event/screening", part: "figures", needs: []string{"readScreening"}, show: showScreening,
			streams: []stream{
				{path: "/progress", needs: "readProgress"},
				{path: "/file", needs: "readScreening"},
			}},
		{name: "player", path: "/events/:event/players/:player", part: "figures", needs: []string{"readScreening"}, show: showPlayer,
			forms: []form{{path: "/test", needs: []string{"startTest"}, do: orderTest}, {path: "/cancel", needs: []string{"cancelTest"}, do: cancelTest},
				{path: "/again", needs: []string{"startTest"}, do: testAgain}}},
		{name: "career", path: "/players/:player/career", needs: []string{"readCareer"}, show: showCareer,
			streams: []stream{{path: "/file", needs: "readCareer"}}},
		{name: "report", path: "/events/:event/tests/:test", part: "figures", needs: []string{"readTest"}, show: showReport,
			streams: []stream{{path: "/file", needs: "readTestReport"}}},
	}
}

// approvals returns the approvals of the methods of recipes.
func (v *visit) approvals() (all []reports.Approval, err error) {
	recipes, err := ask(v, "listRecipes", v.api.Recipes)
	for _, r := range recipes {
		if a := r.Approval; a != nil {
			all = append(all, *a)
		}
	}
	return all, err
}

// approved returns who has approved the method of recipes, as a sentence for each fingerprint. There is none of a recipe that
// nobody has approved.
func (v *visit) approved() (map[string]string, error) {
	said := map[string]string{}
	approvals, err := v.approvals()
	for _, a := range approvals {
		said[a.Recipe] = v.Say("report.approved", "Name", a.Name, "By", a.By, "Day", a.On, "Recipe", a.Recipe)
	}
	return said, err
}

// sheet returns a part of the screening of the event; nil while the first one is being made.
func (v *visit) sheet(part wire.ReadScreeningParams) (*wire.ShownScreening, error) {
	return asked(v, door.Attempt{Operation: "readScreening", Reads: api.ReadsOf(part)}, func(ctx context.Context, who *door.Caller) (*wire.ShownScreening, error) {
		return v.api.Screening(ctx, who, part)
	})
}

// asked returns the fields of the address that are filled in.
func (v *visit) asked(names ...string) url.Values {
	query := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(v.c.QueryParam(name)); value != "" {
			query.Set(name, value)
		}
	}
	return query
}
