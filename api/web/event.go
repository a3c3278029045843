package web

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// eventPages are the pages of one event.
func eventPages() []page {
	return []page{
		{name: "event", path: "/events/:event", needs: []string{"readEvent", "readProgress"}, show: showEvent,
			forms: []form{{path: "/retry", needs: []string{"retryTasks"}, do: retryGroup}, {path: "/start", needs: []string{"changeEvent"}, do: keepStart},
				{path: "/remove", needs: []string{"removeEvent"}, do: removeEvent}},
			streams: []stream{
				{path: "/progress", needs: "readProgress"},
				{path: "/notice", needs: "readNotice"},
			}},
		{name: "upload", path: "/events/:event/upload", needs: []string{"listBatches"}, show: showUpload,
			forms: []form{{needs: []string{"uploadGames"}, do: takeUpload}}},
		{name: "game", path: "/events/:event/games/:game", needs: []string{"readGameMoves"}, show: showGame},
	}
}

// parts returns the pages of the event that are open to the person, or the other pages for
// administrators.
func (v *visit) parts() []navPart {
	var all []navPart
	if strings.HasPrefix(v.page.path, "/admin/") {
		for _, g := range adminPages() {
			all = append(all, navPart{Name: g.name, Path: g.path, Here: g.name == v.page.name})
		}
	}
	if v.event == nil {
		return all
	}
	for _, g := range v.table {
		if path, ok := v.reach(g); ok {
			all = append(all, navPart{Name: g.name, Path: path, Here: g.name == v.page.name})
		}
	}
	return all
}

// reach returns the address of a page of the event, if it needs no more than the event and is open.
func (v *visit) reach(g page) (string, bool) {
	path := g.in(map[string]string{"event": v.event.ID})
	return path, path != "" && !g.aside && strings.Contains(g.path, "/:event") && v.open(g.needs...)
}

// eventContent is the first page of an event.
type eventContent struct {
	Name     string
	Step     string
	Progress wire.Progress
	Games    *reports.GamesOnRecord // nil for those who may not see games
	LeftOut  int                    // games that were read and do not count
	Reasons  []leftOut              // how many for each reason, the most frequent first
	Rounds   *reports.EventRounds   // nil for those who may not see them
	Next     *reports.PlannedRound
	Duties   []dutyRow // that are open, or late
	Figures  bool      // the screening is open
	Hall     bool      // the person puts up notices in the hall
	MayRetry bool

	Start     *reports.ProposedStart // that the person may keep
	MayRemove bool
}

// leftOut says how many games do not count for a reason.
type leftOut struct {
	Reason string
	N      int
}

// Subject is the name of the event.
func (e eventContent) Subject() string { return e.Name }

func showEvent(v *visit) (any, error) {
	content := eventContent{Name: v.event.Name, Figures: v.open("readScreening"), Hall: v.open("addNote", "readNotice"),
		MayRetry: v.writes("retryTasks"), MayRemove: v.writes("removeEvent")}
	var err error
	if content.Progress, err = ask(v, "readProgress", v.api.Progress); err != nil {
		return nil, err
	}
	if v.may("countGames") {
		if content.Games, err = ask(v, "countGames", v.api.GamesOnRecord); err != nil {
			return nil, err
		}
		for slug, n := range content.Games.Counts.Excluded {
			content.LeftOut += n
			content.Reasons = append(content.Reasons, leftOut{v.Slug("exclusion", slug), n})
		}
		slices.SortFunc(content.Reasons, func(a, b leftOut) int {
			return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.Reason, b.Reason))
		})
	}
	if v.may("readRounds") {
		if content.Rounds, err = ask(v, "readRounds", v.journals.Rounds); err != nil {
			return nil, err
		}
		if v.writes("changeEvent") {
			content.Start = content.Rounds.ProposedStart
		}
		for i, r := range content.Rounds.Schedule {
			if r.End != nil && r.End.After(v.now()) && content.Next == nil {
				content.Next = &content.Rounds.Schedule[i]
			}
		}
	}
	if v.may("readDuties") {
		duties, err := ask(v, "readDuties", v.journals.Duties)
		if err != nil {
			return nil, err
		}
		for _, d := range duties.Duties {
			if (d.State == tournament.DutyOpen || d.State == tournament.DutyLate) && d.Demand == regulations.Mandatory {
				content.Duties = append(content.Duties, dutyRow{Due: d, Until: v.deadline(d.By, v.zone())})
			}
		}
	}
	content.Step = v.nextStep(*v.event, content.Progress)
	return content, nil
}

// retryGroup tries again what was given up for one reason.
func retryGroup(v *visit) (string, error) {
	order := wire.RetryOrder{Code: v.value("code"), Kind: v.optional("kind")}
	return v.at(""), v.do("retryTasks", func(ctx context.Context, who *door.Caller) error {
		_, err := v.api.RetryAll(ctx, who, order)
		return err
	})
}

// keepStart states the first day of the event, as the form of its facts does.
func keepStart(v *visit) (string, error) {
	return v.at("?done=saved"), v.amend(wire.EventChange{Start: new(v.value("start"))})
}

// removeEvent removes the event, after the box that confirms this is ticked.
func removeEvent(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.remove.unsure")
	}
	return "/events?done=removed", v.do("removeEvent", func(ctx context.Context, who *door.Caller) error {
		return v.api.DropEvent(ctx, who, v.value("reason"))
	})
}

// uploadContent is what was handed in, the latest first.
type uploadContent struct {
	Batches   []batchShown
	Roster    journal.EventRoster // empty for those who may not see it
	MayHandIn bool
}

type batchShown struct {
	Batch store.Batch
	Bad   []store.GameOutcome // games that cannot be read, or not to their end
}

func showUpload(v *visit) (any, error) {
	list, err := v.batches()
	if err != nil {
		return nil, err
	}
	content := uploadContent{MayHandIn: v.writes("uploadGames")}
	if v.may("readRoster") {
		if content.Roster, err = ask(v, "readRoster", v.journals.Roster); err != nil {
			return nil, err
		}
	}
	for i, b := range list {
		shown := batchShown{Batch: b}
		if b.Counts.Bad > 0 || len(list)-i <= latelyHandedIn {
			outcomes, err := ask(v, "listOutcomes", func(ctx context.Context, who *door.Caller) (wire.List[store.GameOutcome], error) {
				return v.api.Outcomes(ctx, who, b.ID, wire.ListOutcomesParams{Limit: new(most)})
			})
			if err != nil {
				return nil, err
			}
			for _, o := range outcomes.Items {
				if o.Kind == store.OutcomeBad || o.Kind == store.OutcomeCut {
					shown.Bad = append(shown.Bad, o)
				}
			}
		}
		content.Batches = append([]batchShown{shown}, content.Batches...)
	}
	return content, nil
}

// latelyHandedIn is how many of the latest batches are searched for games that break off, which no
// count includes.
const latelyHandedIn = 10

// batches returns the latest of what was handed in, in the order in which it came.
func (v *visit) batches() (all []store.Batch, err error) {
	part := wire.ListBatchesParams{Limit: new(most)}
	for {
		list, err := ask(v, "listBatches", func(ctx context.Context, who *door.Caller) (wire.List[store.Batch], error) {
			return v.api.Batches(ctx, who, part)
		})
		if err != nil {
			return nil, err
		}
		all = append(all, list.Items...)
		if list.Next == "" {
			return all[max(0, len(all)-50):], nil
		}
		part.Cursor = &list.Next
	}
}

func takeUpload(v *visit) (string, error) {
	file, err := v.firstFile()
	if err != nil {
		return "", err
	}
	if err := v.takeIn(file); err != nil {
		return "", err
	}
	return v.at("/upload"), v.handInRest()
}
