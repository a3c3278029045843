package tournament

import (
	"slices"
	"time"

	"fairplay/analysis/fault"
)

// WatchList returns the watch list of a journal, including withdrawn entries, in the order in which
// they were written. If a schedule was brought forward after an entry was written, the entry may
// lose its standing, never gain it. An unreadable entry is a Corrupt error.
func WatchList(journal []JournalEntry) ([]ListedWatch, error) {
	entries, err := EntriesOf[WatchEntry](journal)
	if err != nil {
		return nil, err
	}
	stated, err := StatedStarts(journal)
	if err != nil {
		return nil, err
	}
	withdrawals, err := EntriesOf[WatchWithdrawal](journal)
	if err != nil {
		return nil, err
	}
	list := make([]ListedWatch, len(entries))
	for i, e := range entries {
		w := ListedWatch{Seq: e.Seq, At: e.At.UTC(), By: e.By, Digest: e.Digest, WatchEntry: e.Says}
		if b := w.Begin; b != nil && !b.At.IsZero() {
			w.Begin = &Beginning{At: earliestOf(b.At, e.At, stated), Basis: b.Basis}
		}
		if k := slices.IndexFunc(withdrawals, func(g Written[WatchWithdrawal]) bool { return g.Says.Entry == e.Seq }); k >= 0 {
			g := withdrawals[k]
			w.Withdrawn = &Withdrawn{At: g.At.UTC(), By: g.By, Reason: g.Says.Reason}
		}
		list[i] = w
	}
	return list, nil
}

// Began takes into account the first day on which games of the event are dated, the zero time if
// they have no date. An entry written after play had begun by those dates is not from before the
// event, whatever days were stated.
func (r *EventRecord) Began(day time.Time) {
	if day.IsZero() {
		return
	}
	place, err := time.LoadLocation(r.Facts.TimeZone)
	if err != nil {
		place = time.UTC
	}
	dawn := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, place)
	for i := range r.Watch {
		w := &r.Watch[i]
		if w.Begin == nil || w.Begin.At.IsZero() {
			continue
		}
		played := dawn
		if w.Begin.Basis == BySchedule { // it gives the hour of that day
			played = dawn.AddDate(0, 0, 1)
		}
		if !w.At.Before(played) {
			w.Begin = &Beginning{Basis: ByHandedIn}
		}
	}
}

// MostPlayers returns the number of participants by the list of players, but at least that at the
// start of the event: a list that grew shorter since must not lower a threshold. 0 means unknown.
// An unreadable entry is a Corrupt error.
func MostPlayers(journal []JournalEntry, firstDay, zone string) (int, error) {
	now, err := Players(journal)
	if err != nil {
		return 0, err
	}
	stated, err := StatedStarts(journal)
	if err != nil {
		return 0, err
	}
	begin := BeginningOf(stated, firstDay, zone, false).At
	before := slices.DeleteFunc(slices.Clone(journal), func(e JournalEntry) bool { return !e.At.Before(begin) })
	then, err := Players(before)
	return max(len(now), len(then)), err
}

// StatedStarts returns the start of round 1 by each schedule of a journal, oldest first. An
// unreadable entry is a Corrupt error.
func StatedStarts(journal []JournalEntry) ([]StatedStart, error) {
	schedules, err := EntriesOf[Schedule](journal)
	var stated []StatedStart
	for _, s := range schedules {
		if len(s.Says.Rounds) > 0 {
			stated = append(stated, StatedStart{s.At, s.Says.Rounds[0].Start})
		}
	}
	return stated, err
}

// earliestOf returns the beginning of the event, or the earliest start that was stated after an
// entry was written, whichever is earlier.
func earliestOf(begin, written time.Time, stated []StatedStart) time.Time {
	for _, s := range stated {
		if s.Stated.After(written) && s.Start.Before(begin) {
			begin = s.Start.UTC()
		}
	}
	return begin
}

// Goes returns an error if a withdrawal does not fit the list: NotFound if there is no such entry,
// Conflict if it is withdrawn already.
func (w WatchWithdrawal) Goes(list []ListedWatch) error {
	i := slices.IndexFunc(list, func(e ListedWatch) bool { return e.Seq == w.Entry })
	switch {
	case i < 0:
		return fault.New(fault.NotFound, "not_found", "the watch list has no entry %d", w.Entry)
	case list[i].Withdrawn != nil:
		return fault.New(fault.Conflict, "withdrawn", "entry %d of the watch list is withdrawn already", w.Entry)
	}
	return nil
}

// ArbitersLog returns the notes of a journal in the order in which they were written. An unreadable
// entry is a Corrupt error.
func ArbitersLog(journal []JournalEntry) ([]ListedNote, error) {
	entries, err := EntriesOf[LogNote](journal)
	if err != nil {
		return nil, err
	}
	log := make([]ListedNote, len(entries))
	for i, e := range entries {
		log[i] = ListedNote{Seq: e.Seq, At: e.At.UTC(), By: e.By, Digest: e.Digest, LogNote: e.Says}
	}
	return log, nil
}

// OwnNotes returns the notes that one person wrote, numbered from 1, so that gaps do not reveal
// what others wrote.
func OwnNotes(log []ListedNote, by string) []ListedNote {
	own := slices.DeleteFunc(slices.Clone(log), func(n ListedNote) bool { return n.By != by })
	numbers := map[int64]int64{} // by number in the journal
	for i := range own {
		n := &own[i]
		numbers[n.Seq] = int64(i + 1)
		n.Seq, n.Corrects = numbers[n.Seq], numbers[n.Corrects]
	}
	return own
}
