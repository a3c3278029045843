package web

import (
	"cmp"
	"html/template"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports"
)

// screeningContent is the table of an event, in all or round by round.
type screeningContent struct {
	headed
	Pending  bool
	Progress wire.Progress
	Query    url.Values
	Chart    template.HTML
	Rows     []screeningRow
	Rounds   *reports.ByRound

	Unpermitted int // players on whose figures no measure is permitted; 0 for those who may not see what is
}

// Headed reports whether there are figures to be the heading.
func (s screeningContent) Headed() bool { return s.Headline != "" }

// Selected reports whether the reader asked for a part of the table.
func (s screeningContent) Selected() bool {
	return s.Query.Has("player") || s.Query.Has("rounds") || s.Query.Has("min_moves")
}

// Sorted is the address of the table in another order, with what else the reader asked for.
func (s screeningContent) Sorted(order string) string {
	query := maps.Clone(s.Query)
	query.Set("sort", order)
	return "?" + query.Encode()
}

// By is the order of the table.
func (s screeningContent) By() string { return cmp.Or(s.Query.Get("sort"), "roi") }

// Formats returns the formats in which the document can be downloaded.
func (screeningContent) Formats() []string { return formats() }

// Formats are those in which people take a document away.
func (*shownTest) Formats() []string { return formats() }

func formats() []string { return []string{"html", "pdf", "xlsx", "csv"} }

// screeningRow is a player with what is permitted for him.
type screeningRow struct {
	reports.PlayerRow
	Place   int
	Key     string // of his page
	Above   int    // the highest line of the ROI that he reaches, 0 for none
	Actions []reports.Permitted
}

func showScreening(v *visit) (any, error) {
	content := screeningContent{Query: v.asked("sort", "rounds", "player", "min_moves", "by")}
	part := wire.ReadScreeningParams{Sort: v.wanted("sort"), Rounds: v.wanted("rounds"), Player: v.wanted("player")}
	if least := v.wanted("min_moves"); least != nil {
		n, err := strconv.Atoi(*least)
		if err != nil {
			return nil, v.refusal("web.case.unreadable")
		}
		part.MinMoves = &n
	}
	sheet, err := v.sheet(part)
	if refused(err, fault.NotFound) && !hidden(err) { // nobody has that name
		content.Sheet = &wire.ShownScreening{}
		return content, nil
	}
	if err != nil {
		return nil, err
	}
	if content.Pending = sheet == nil; content.Pending {
		content.Progress, err = ask(v, "readProgress", v.api.Progress)
		return content, err
	}
	content.Sheet = sheet
	permitted, err := v.permitted()
	if err != nil {
		return nil, err
	}
	if err := content.found(v, sheet, permitted); err != nil {
		return nil, err
	}
	if content.Selected() { // what is found in a part is not what is found in the event
		content.Headline = ""
	}
	if content.Chart, err = v.Index(&sheet.Screening, v.dossier); err != nil {
		return nil, err
	}
	if v.c.QueryParam("by") == "round" {
		content.Rounds, err = ask(v, "readScreeningRounds", v.api.ByRound)
		return content, err
	}
	for i, p := range sheet.Players {
		row := screeningRow{PlayerRow: p, Place: i + 1, Key: playerKey(p.FideID, p.Name)}
		if now := permitted.of(row.Key); now != nil {
			if row.Actions = measures(now.Now.Actions); len(row.Actions) == 0 {
				content.Unpermitted++
			}
		}
		content.Rows = append(content.Rows, row)
	}
	return content, nil
}

// measures are the actions that are measures.
func measures(actions []reports.Permitted) []reports.Permitted {
	return slices.DeleteFunc(slices.Clone(actions), func(a reports.Permitted) bool { return a.Action == "no_action" })
}

// lineOf returns the highest line of the ROI that a figure reaches, 0 for none.
func lineOf(lines []reports.IndexLine, roi float64) int {
	highest := 0
	for _, l := range lines {
		if roi >= l.ROI {
			highest = max(highest, int(math.Round(l.ROI)))
		}
	}
	return highest
}

// permitted is what the regulations permit now.
type permitted struct {
	reports.PermittedActions
	by map[string]reports.PlayerActions // by the key of his page
}

// permittedNow is what is permitted as to one player, at the stage in which the event is.
type permittedNow struct {
	Stage    string
	EndKnown bool
	reports.PlayerActions
}

// permitted asks what the regulations permit; nil for those who may not see it.
func (v *visit) permitted() (*permitted, error) {
	if !v.may("readActions") {
		return nil, nil
	}
	now, err := ask(v, "readActions", v.api.Permitted)
	if err != nil {
		return nil, err
	}
	p := &permitted{*now, map[string]reports.PlayerActions{}}
	for _, a := range p.Items {
		p.by[playerKey(a.FideID, a.Name)] = a
	}
	return p, nil
}

// of returns what is permitted as to the player with a key; nil if nothing is known.
func (p *permitted) of(key string) *permittedNow {
	if p == nil {
		return nil
	}
	a, known := p.by[key]
	if !known {
		return nil
	}
	return &permittedNow{string(p.Stage), p.EndKnown, a}
}

// stage returns the stage of the event, "" for those who may not see what is permitted.
func (p *permitted) stage() string {
	if p == nil {
		return ""
	}
	return string(p.Stage)
}

// roundIn returns what a player's rounds say of one, nil for nothing.
func roundIn(rounds []reports.RoundROI, n int) *reports.RoundROI {
	for i := range rounds {
		if rounds[i].Round == n {
			return &rounds[i]
		}
	}
	return nil
}

// lastOf returns the last of a player's rounds, nil if there is none.
func lastOf(rounds []reports.RoundROI) *reports.RoundROI {
	if len(rounds) == 0 {
		return nil
	}
	return &rounds[len(rounds)-1]
}
