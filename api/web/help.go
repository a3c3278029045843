package web

import (
	"maps"
	"slices"

	"fairplay/api/wire"
	"fairplay/reports"
)

// helpPages returns the pages that explain what figures mean and can show, and how far they can be
// trusted.
func helpPages() []page {
	return []page{
		{name: "help", path: "/help", needs: []string{"readMe"}, show: showHelp},
		{name: "help", path: "/events/:event/help", needs: []string{"readEvent"}, show: showHelp},
		{name: "calibration", path: "/calibration", needs: []string{"listCalibrations", "readCalibration"}, show: showCalibration,
			streams: []stream{{path: "/:calibration", needs: "readCalibration"}}},
	}
}

// helpContent is what figures mean, with those of an event where the person may see them.
type helpContent struct {
	Approved []string             // by whom methods are, sorted; empty if none is
	Sheet    *wire.ShownScreening // nil outside an event, and for those who may not see it
	Pending  bool
	Rows     []helpRow // as examples
}

// helpRow is a row of the screening as an example, without a name. Which says where it stands.
type helpRow struct {
	reports.PlayerRow
	Which string
}

func showHelp(v *visit) (any, error) {
	approved, err := v.approved()
	if err != nil {
		return nil, err
	}
	content := helpContent{Approved: slices.Sorted(maps.Values(approved))}
	if v.event == nil || !v.may("readScreening") {
		return content, nil
	}
	content.Sheet, err = v.sheet(wire.ReadScreeningParams{})
	if content.Sheet == nil || err != nil {
		content.Pending = true
		return content, err
	}
	if rows := exampleRows(content.Sheet.Players); len(rows) > 0 {
		content.Rows = []helpRow{{rows[len(rows)/2], "middle"}, {rows[0], "highest"}}
	}
	return content, nil
}

// exampleRows returns the rows with an ROI that may be judged or, if there are none yet, the
// provisional ones; the highest first.
func exampleRows(players []reports.PlayerRow) []reports.PlayerRow {
	var judged, provisional []reports.PlayerRow
	for _, p := range players {
		if p.ROI == nil || p.Extrapolated {
			continue
		}
		if p.Insufficient {
			provisional = append(provisional, p)
		} else {
			judged = append(judged, p)
		}
	}
	if len(judged) == 0 {
		return provisional
	}
	return judged
}

// Columns are the figures whose meaning the reports' catalogue explains.
func (helpContent) Columns() []string { return []string{"mm", "ev", "t3", "asd", "ae"} }

// Limits are what no figure can show, by their messages.
func (helpContent) Limits() []string {
	return []string{"hint", "chance", "rating", "roi", "full_can", "full_cannot", "full_form"}
}

// helpKey is a key of the keyboard and the message on what it does.
type helpKey struct{ Keys, Does string }

// Keys are those that the pages know.
func (helpContent) Keys() []helpKey {
	return []helpKey{{"j k", "rows"}, {"/", "search"}, {"?", "help"}, {"0", "cover"}, {"← →", "steps"}}
}

// Terms are the official terms of the glossary, in the order of the regulations.
func (helpContent) Terms() []string {
	return []string{"commission", "arbiter", "panel", "during", "after", "unobtrusive", "alert", "intrusive", "tool", "match", "equal", "scaled", "intrinsic"}
}

// term says a term of the glossary in one of the languages.
func (p *Pages) term(lang, slug string) string { return p.editions[lang].Slug("glossary", slug) }
