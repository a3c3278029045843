package desk

import (
	"cmp"
	"context"
	"os"

	"fairplay/analysis"
	"fairplay/queue/work"
	"fairplay/reports/roster"
	"fairplay/reports/store"
	"fairplay/reports/trf/fide"
)

// spooledList is a rating list in the spool folder.
type spooledList struct {
	*os.File
	size int64
}

// Size returns how many bytes the file has.
func (f spooledList) Size() int64 { return f.size }

// playersTogether is how many players of a list are written in one transaction, so that nobody else
// waits long.
const playersTogether = 5000

// ImportFideList keeps a rating list of FIDE, so that players can be looked up in it. month is
// stated, "2026-03", where the list does not say it. A file that was imported already is answered
// as it stands. Lines that cannot be read harm no others; a file that is no list is Invalid, and
// nothing of it is kept; another file for a month and class that are there is a Conflict.
func (d *Desk) ImportFideList(ctx context.Context, file work.Received, month string) (store.FideList, error) {
	lists, err := d.Store.FideLists(ctx)
	if err != nil {
		return store.FideList{}, err
	}
	for _, l := range lists {
		if l.SHA256 == file.SHA256 {
			return l, nil
		}
	}
	list := store.FideList{SHA256: file.SHA256, File: file.Name, Imported: d.Now().UTC()}
	var some []fide.Listed
	write := func() error {
		err := d.Store.PutPlayers(ctx, list.SHA256, some)
		some = some[:0]
		return err
	}
	source := roster.Source{Name: file.Name, Month: month, Open: func() (roster.Archive, error) {
		f, err := os.Open(file.Path)
		return spooledList{f, file.Size}, err
	}}
	read, err := source.Read(func(l fide.Listed) error {
		if some = append(some, l); len(some) < playersTogether {
			return nil
		}
		return write()
	})
	if err == nil {
		err = write()
	}
	if err == nil {
		list.Month, list.Players, list.Faulty = read.Month.String(), read.Players, len(read.Faulty)
		list.Class = cmp.Or(read.Class, store.AllClasses)
		err = d.Store.PutFideList(ctx, list)
	}
	if err != nil {
		return store.FideList{}, cmp.Or(d.Store.ForgetPlayers(context.WithoutCancel(ctx), list.SHA256), err)
	}
	return list, nil
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
