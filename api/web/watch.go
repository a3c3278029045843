package web

import (
	"context"
	"slices"

	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// watchContent is the watch list of an event.
type watchContent struct {
	Players  []entrant
	Entries  []watchRow
	Kinds    []tournament.EvidenceKind
	MayWrite bool
}

// watchRow is an entry of the watch list as it is shown.
type watchRow struct {
	journal.WatchListItem
	Key                   string // of the player's page, "" where only his number is known
	Since, Begin, Writer  string
	Withdrawn, WithdrawnB string // when, and by whom
}

func showWatch(v *visit) (any, error) {
	content := watchContent{MayWrite: v.writes("addWatch"), Kinds: []tournament.EvidenceKind{tournament.ByEarlier, tournament.ByObservation,
		tournament.ByDevice, tournament.ByComplaint, tournament.ByOther}}
	list, err := ask(v, "listWatch", v.journals.WatchList)
	if err != nil {
		return nil, err
	}
	names, err := v.holders()
	if err != nil {
		return nil, err
	}
	if content.Players, err = v.entrants(); err != nil {
		return nil, err
	}
	for _, item := range list {
		content.Entries = append(content.Entries, v.watchRow(item, names, content.Players))
	}
	return content, nil
}

func (v *visit) watchRow(item journal.WatchListItem, names map[string]string, players []entrant) watchRow {
	item.Entry.Player, _ = among(players, item.Entry.Player)
	e := item.Entry
	row := watchRow{WatchListItem: item, Since: v.when(e.At), Begin: "–"}
	if e.Player.Name != "" {
		row.Key = playerKey(e.Player.FideID, e.Player.Name)
	}
	if e.Begin != nil && !e.Begin.At.IsZero() {
		row.Begin = v.when(e.Begin.At)
	}
	row.Writer = names[e.By]
	if w := e.Withdrawn; w != nil {
		row.Withdrawn, row.WithdrawnB = v.when(w.At), names[w.By]
	}
	return row
}

func addWatch(v *visit) (string, error) {
	entry := tournament.WatchEntry{Player: v.named(), Reason: v.value("reason")}
	for _, kind := range v.c.Request().Form["evidence"] {
		entry.Evidence = append(entry.Evidence, tournament.EvidenceKind(kind))
	}
	return v.done(), v.do("addWatch", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.Watch(ctx, who, entry)
		return err
	})
}

func withdrawWatch(v *visit) (string, error) {
	entry := tournament.WatchWithdrawal{Entry: v.number("entry"), Reason: v.value("withdrawal")}
	return v.done(), v.do("withdrawWatch", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.Unwatch(ctx, who, entry)
		return err
	})
}

// actionsContent is what is permitted as to each player.
type actionsContent struct {
	reports.PermittedActions
	Rows    []actionsRow // of players as to whom a measure is permitted, now or after the event
	Without []actionsRow // of the others
}

// actionsRow is what is permitted as to a player.
type actionsRow struct {
	reports.PlayerActions
	Key    string                 // of his page
	Stages []reports.StageActions // now and, while the event is being played, after it
}

func showActions(v *visit) (any, error) {
	found, err := ask(v, "readActions", v.api.Permitted)
	if err != nil {
		return nil, err
	}
	content := actionsContent{PermittedActions: *found}
	for _, p := range content.Items {
		row := actionsRow{p, playerKey(p.FideID, p.Name), []reports.StageActions{p.Now}}
		if content.Stage == "during" {
			row.Stages = append(row.Stages, p.After)
		}
		if slices.ContainsFunc(row.Stages, func(s reports.StageActions) bool { return len(measures(s.Actions)) > 0 }) {
			content.Rows = append(content.Rows, row)
		} else {
			content.Without = append(content.Without, row)
		}
	}
	return content, nil
}
