package tournament

import (
	"fairplay/reports/roster"
	"fairplay/reports/trf"
)

// Correct puts into the tournament file of an event what people have stated of single players, as
// far as it holds (Players): names, FIDE ids, titles, federations, sex, year of birth, and a rating
// that is no estimate. What nobody has stated stays as the file has it. An entry of the journal that
// cannot be read is a Corrupt error.
func Correct(t *trf.Tournament, journal []JournalEntry) error {
	k, err := keptPlayers(journal)
	if err != nil {
		return err
	}
	for _, m := range k.members {
		p := t.Participant(m.now.Number)
		if !m.byHand || p == nil {
			continue
		}
		listed := roster.Entry{Name: p.Name, FideID: p.FideID}
		if m.was == nil || samePlayer(*m.was, listed) || samePlayer(m.now, listed) {
			correct(p, m.now)
		}
	}
	return nil
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
