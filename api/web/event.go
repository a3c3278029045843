package web

import (
	"context"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/store"
	"fairplay/reports/tournament/journal"
)

// eventPages are the pages of one event.
func eventPages() []page {
	return []page{
		{name: "event", path: "/events/:event", part: "overview", needs: []string{"readEvent", "readProgress"}, show: showEvent,
			forms: []form{{path: "/retry", needs: []string{"retryTasks"}, do: retryGroup}, {path: "/start", needs: []string{"changeEvent"}, do: saveProposed},
				{path: "/remove", needs: []string{"removeEvent"}, do: removeEvent}},
			streams: []stream{
				{path: "/progress", needs: "readProgress"},
				{path: "/notice", needs: "readNotice"},
			}},
		{name: "upload", path: "/events/:event/upload", part: "games", needs: []string{"listBatches"}, show: showUpload,
			forms: []form{{needs: []string{"uploadGames"}, do: takeUpload}}},
		{name: "game", path: "/events/:event/games/:game", part: "figures", needs: []string{"readGameMoves"}, show: showGame},
	}
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
	return v.at("/upload"), v.takeAll(file)
}
