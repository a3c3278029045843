package web

import (
	"context"
	"slices"
	"strings"
	"time"

	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// dutiesContent is the list of duties of an event.
type dutiesContent struct {
	reports.EventDuties
	Rows    []dutyRow
	Today   string
	MayTick bool
	Older   []string // texts that are younger than the event
	Section bool     // he may have the fair-play section of the chief arbiter's report
}

// dutyRow is a duty as it is shown.
type dutyRow struct {
	tournament.Due
	Until   string // by the clocks of the event
	Missing string // facts, in words
	First   bool   // no row before has the same duty by another rule
}

// Formats returns the formats in which the list can be downloaded.
func (dutiesContent) Formats() []string { return formats() }

func showDuties(v *visit) (any, error) {
	duties, err := ask(v, "readDuties", v.journals.Duties)
	if err != nil {
		return nil, err
	}
	content := dutiesContent{EventDuties: *duties, MayTick: v.may("tickDuty"), Section: v.may("readFairPlaySection")}
	content.Today = content.Now.In(v.zone()).Format(time.DateOnly)
	seen := map[string]bool{}
	for _, d := range content.Duties {
		content.Rows = append(content.Rows, dutyRow{Due: d, Until: v.deadline(d.By, v.zone()), Missing: facts(v, d.Missing), First: !seen[d.Duty]})
		seen[d.Duty] = true
		if d.Rule.Standing == regulations.NotYet && !slices.Contains(content.Older, d.Rule.Text) {
			content.Older = append(content.Older, d.Rule.Text)
		}
	}
	return content, nil
}

// deadline writes until when something is due, "" without a deadline. The midnight at the end of a
// day is written as its hour 24.
func (v *visit) deadline(by *time.Time, zone *time.Location) string {
	if by == nil {
		return ""
	}
	at := by.In(zone)
	if h, m, s := at.Clock(); h+m+s == 0 {
		return v.Day(at.AddDate(0, 0, -1)) + ", 24:00 " + at.Format("MST")
	}
	return v.Moment(at)
}

// facts names facts that nobody has stated.
func facts[F ~string](v *visit, missing []F) string {
	words := make([]string, len(missing))
	for i, fact := range missing {
		words[i] = v.Slug("fact", string(fact))
	}
	return strings.Join(words, ", ")
}

func tickDuty(v *visit) (string, error) {
	tick := tournament.DutyTick{Duty: v.value("duty"), State: tournament.DutyState(v.value("state")), Date: v.value("date"), Note: v.value("note")}
	return v.done(), v.do("tickDuty", func(ctx context.Context, who *door.Caller) error { return v.journals.Tick(ctx, who, tick) })
}
