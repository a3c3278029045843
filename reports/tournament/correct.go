package tournament

import (
	"slices"

	"fairplay/reports/roster"
	"fairplay/reports/trf"
)

// Correct puts into the tournament file that was received last what people have since stated of
// single players: names, FIDE ids, titles, federations, sex, year of birth, and a rating that is no
// estimate. What nobody has stated stays as the file has it; a list that came as a whole corrects nothing, and takes the
// place of what was stated before. An entry of the journal that cannot be read is a Corrupt error.
func Correct(t *trf.Tournament, journal []JournalEntry) error {
	if at := lastOf(journal, FileReceived); at >= 0 {
		journal = journal[at:]
	}
	lists, err := EntriesOf[PlayersList](journal)
	if err != nil {
		return err
	}
	var stated []roster.Entry
	for _, l := range lists {
		if stated = append(stated, l.Says.Players...); l.Says.Whole {
			stated = nil
		}
	}
	for _, e := range stated {
		if p := t.Participant(e.Number); p != nil {
			correct(p, e)
		}
	}
	return nil
}

// lastOf returns the place of the last entry of a kind, -1 where there is none.
func lastOf(journal []JournalEntry, kind EntryKind) int {
	for i, e := range slices.Backward(journal) {
		if e.Kind == kind {
			return i
		}
	}
	return -1
}

func correct(p *trf.Participant, e roster.Entry) {
	for _, text := range []struct {
		is     *string
		stated string
	}{{&p.Name, e.Name}, {&p.FideID, roster.FideID(e.FideID)}, {&p.Title, e.Title}, {&p.Federation, e.Federation}, {&p.Sex, e.Sex}} {
		if text.stated != "" {
			*text.is = text.stated
		}
	}
	if e.Born > 0 && e.Born != p.Birth.Year {
		p.Birth = trf.Day{Year: e.Born}
	}
	if e.Rating > 0 && !e.Estimated {
		p.Rating = e.Rating
	}
}
