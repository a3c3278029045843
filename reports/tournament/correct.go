package tournament

import (
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// Correct puts the latest statements about single players (Players) into the tournament file of an
// event: names, FIDE ids, titles, federations, sex, year of birth, and ratings that are not
// estimates. Everything else stays as in the file. An unreadable entry of the journal is a Corrupt
// error.
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
