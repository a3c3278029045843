package web

import (
	"context"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// careerContent is one player over the events that the reader may see.
type careerContent struct {
	Key     string // his FIDE id
	Events  []careerEvent
	Report  *reports.FullTest // nil if there is none
	Missing string            // why
	Parts   render.TestParts  // what its document holds
}

// careerEvent is an event in which he plays, and how far the work on it is.
type careerEvent struct {
	store.Event
	Progress wire.Progress
}

// Subject is the name of the player, or his FIDE id where nothing tells it.
func (c careerContent) Subject() string {
	if c.Report == nil {
		return c.Key
	}
	return c.Report.Player.Name
}

// Formats returns the formats in which the document can be downloaded.
func (careerContent) Formats() []string { return formats() }

func showCareer(v *visit) (any, error) {
	content := careerContent{Key: v.c.Param("player")}
	var events []store.Event
	_, err := asked(v, door.Attempt{Operation: "readCareer", Reads: "fide_id " + content.Key}, func(ctx context.Context, who *door.Caller) (_ any, err error) {
		content.Report, events, err = v.api.Career(ctx, who, content.Key)
		return nil, err
	})
	if refused(err, fault.NotFound, fault.Unprocessable, fault.Unavailable, fault.TooLarge) {
		content.Report, content.Missing, err = nil, v.why(err), nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		row := careerEvent{Event: e}
		if row.Progress, err = asked(v, door.Attempt{Operation: "readProgress", Event: e.ID}, v.api.Progress); err != nil {
			return nil, err
		}
		content.Events = append(content.Events, row)
	}
	if content.Report == nil {
		return content, nil
	}
	approvals, err := v.approvals()
	if err != nil {
		return nil, err
	}
	content.Parts, err = v.Phrases.FullTest(content.Report, approvals)
	return content, err
}

// careerOf returns how many events of the player of a page the person may see; 0 if he may see no careers.
func (v *visit) careerOf(player string) (int, error) {
	if !allDigits(player) || !v.may("readCareer") {
		return 0, nil
	}
	events, err := ask(v, "readEvent", func(ctx context.Context, who *door.Caller) ([]store.Event, error) {
		return v.api.Played(ctx, who, player)
	})
	return len(events), err
}
