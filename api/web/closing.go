package web

import (
	"net/http"

	"fairplay/api/wire"
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
	var list wire.List[tournament.Undone]
	if err := v.get(v.ofEvent("/closing"), &list); err != nil {
		return nil, err
	}
	for _, item := range list.Items {
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

func closeEvent(v *visit) (string, error) { return v.turn("/close") }

func reopenEvent(v *visit) (string, error) { return v.turn("/resume") }

// turn closes or opens the event, with the reason in the form if there is one.
func (v *visit) turn(path string) (string, error) {
	var reason any
	if text := v.value("reason"); text != "" {
		reason = wire.StatedReason{Reason: text}
	}
	return v.done(), v.send(http.MethodPost, v.ofEvent(path), reason, nil)
}
