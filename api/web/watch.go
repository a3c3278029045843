package web

import (
	"net/http"

	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/tournament"
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
	wire.WatchListItem
	Key                   string // of the player's page, "" where only his number is known
	Since, Begin, Writer  string
	Withdrawn, WithdrawnB string // when, and by whom
}

func showWatch(v *visit) (any, error) {
	content := watchContent{MayWrite: v.writes("addWatch"), Kinds: []tournament.EvidenceKind{tournament.ByEarlier, tournament.ByObservation,
		tournament.ByDevice, tournament.ByComplaint, tournament.ByOther}}
	var list wire.List[wire.WatchListItem]
	if err := v.get(v.ofEvent("/watch"), &list); err != nil {
		return nil, err
	}
	names, err := v.holders()
	if err != nil {
		return nil, err
	}
	if content.Players, err = v.entrants(); err != nil {
		return nil, err
	}
	for _, item := range list.Items {
		content.Entries = append(content.Entries, v.watchRow(item, names, content.Players))
	}
	return content, nil
}

func (v *visit) watchRow(item wire.WatchListItem, names map[string]string, players []entrant) watchRow {
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
	entry := wire.NewWatch{Player: v.named(), Reason: v.value("reason"), Evidence: []tournament.EvidenceKind{}}
	for _, kind := range v.c.Request().Form["evidence"] {
		entry.Evidence = append(entry.Evidence, tournament.EvidenceKind(kind))
	}
	return v.done(), v.send(http.MethodPost, v.ofEvent("/watch"), entry, nil)
}

func withdrawWatch(v *visit) (string, error) {
	seq := v.value("entry")
	if !plain(seq) {
		seq = "0"
	}
	return v.done(), v.send(http.MethodPost, v.ofEvent("/watch/"+seq+"/withdraw"), wire.WatchWithdrawal{Reason: v.value("withdrawal")}, nil)
}

// actionsContent is what is permitted as to each player.
type actionsContent struct {
	reports.PermittedActions
	Rows []actionsRow
}

// actionsRow is what is permitted as to a player.
type actionsRow struct {
	reports.PlayerActions
	Key    string                 // of his page
	Stages []reports.StageActions // now and, while the event is being played, after it
}

func showActions(v *visit) (any, error) {
	var content actionsContent
	if err := v.get(v.ofEvent("/actions"), &content.PermittedActions); err != nil {
		return nil, err
	}
	for _, p := range content.Items {
		row := actionsRow{p, playerKey(p.FideID, p.Name), []reports.StageActions{p.Now}}
		if content.Stage == "during" {
			row.Stages = append(row.Stages, p.After)
		}
		content.Rows = append(content.Rows, row)
	}
	return content, nil
}
