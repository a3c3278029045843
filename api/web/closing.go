package web

import (
	"context"

	"fairplay/queue/door"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// closingContent is what is left to do before an event is closed.
type closingContent struct {
	Games             []undoneRow // that lack
	Undone, Untold    []undoneRow
	Closed            bool
	MayClose, MayOpen bool
}

// Unfinished reports whether closing the event needs a reason.
func (c closingContent) Unfinished() bool { return len(c.Games)+len(c.Undone)+len(c.Untold) > 0 }

// undoneRow is one thing that is not finished.
type undoneRow struct {
	tournament.Undone
	Until   string // of a duty
	Missing string // facts, in words
}

func showClosing(v *visit) (any, error) {
	content := closingContent{Closed: v.event.State == store.EventClosed, MayClose: v.may("closeEvent"), MayOpen: v.may("resumeEvent")}
	undone, err := ask(v, "readClosing", v.journals.Undone)
	if err != nil {
		return nil, err
	}
	for _, item := range undone {
		row := undoneRow{Undone: item, Until: v.deadline(item.By, v.zone()), Missing: facts(v, item.Missing)}
		switch item.Kind {
		case tournament.CannotBeTold:
			content.Untold = append(content.Untold, row)
		case tournament.GameLacking:
			content.Games = append(content.Games, row)
		default:
			content.Undone = append(content.Undone, row)
		}
	}
	return content, nil
}

func closeEvent(v *visit) (string, error) {
	return v.done(), v.do("closeEvent", func(ctx context.Context, who *door.Caller) error {
		return v.journals.Close(ctx, who, v.value("reason"))
	})
}

func reopenEvent(v *visit) (string, error) {
	return v.done(), v.do("resumeEvent", func(ctx context.Context, who *door.Caller) error {
		return v.journals.Resume(ctx, who, v.value("reason"))
	})
}
