package desk

import (
	"context"

	"fairplay/analysis"
	"fairplay/queue/work"
	"fairplay/reports/intake"
	"fairplay/reports/roster"
	"fairplay/reports/store"
	"fairplay/reports/trf/fide"
)

// ImportFideList keeps a rating list of FIDE that has come in, so that players can be looked up in it
// (store.DB.ImportFideList). month is stated, "2026-03", where the list does not say it.
func (d *Desk) ImportFideList(ctx context.Context, file work.Received, month string) (store.FideList, error) {
	source := roster.ListSource{Name: file.Name, Month: month, Open: func() (roster.ListFile, error) { return intake.OpenSized(file.Path) }}
	return d.Store.ImportFideList(ctx, source, file.SHA256, d.Now().UTC(), nil)
}

// lookedUp compares entries with the lists of the month that is in force, for a time class, and returns
// their names; "" where there is none of that month.
func (d *Desk) lookedUp(ctx context.Context, entries []roster.Entry, class analysis.TimeClass, month fide.Month) (string, error) {
	lists, err := d.Store.FideLists(ctx)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.FideID
	}
	name, found := "", map[string]fide.Listed{}
	for _, l := range lists {
		if l.Month != month.String() || l.Class != class && l.Class != store.AllClasses && l.Class != analysis.StandardTime {
			continue
		}
		some, err := d.Store.ListedPlayers(ctx, l.SHA256, ids)
		if err != nil {
			return "", err
		}
		for id, player := range some {
			found[id] = both(player, found[id])
		}
		if name != "" {
			name += ", "
		}
		name += l.Month + " " + string(l.Class)
	}
	if name != "" {
		roster.Compare(entries, found, class, month)
	}
	return name, nil
}

// both joins what two lists of one month say of a player.
func both(a, b fide.Listed) fide.Listed {
	if b.FideID == "" {
		return a
	}
	for _, pair := range [...][2]*fide.Rated{{&a.Standard, &b.Standard}, {&a.Rapid, &b.Rapid}, {&a.Blitz, &b.Blitz}} {
		if pair[0].Rating == 0 {
			*pair[0] = *pair[1]
		}
	}
	return a
}
