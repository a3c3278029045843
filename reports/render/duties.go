package render

import (
	"strings"
	"time"

	"fairplay/reports/tournament"
)

// dutiesCSV writes duties as they stand, in the order given. Any error is the writer's.
func dutiesCSV(all []tournament.Due) *table {
	t := csvTable("duty", "who", "demand", "least", "by", "state", "date", "note", "waived_by", "missing", "breach", "citation")
	for _, d := range all {
		by := ""
		if d.By != nil {
			by = d.By.Format(time.RFC3339)
		}
		missing := make([]string, len(d.Missing))
		for i, f := range d.Missing {
			missing[i] = string(f)
		}
		t.add(d.Duty, d.Who, string(d.Demand), positive(d.Least), by, string(d.State), d.Date, d.Note, d.WaivedBy, strings.Join(missing, " "),
			string(d.Breach), d.Rule.Citation)
	}
	return t
}
