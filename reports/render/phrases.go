package render

import (
	"time"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Phrases gives pages outside this package the words and the numbers of one language, from the same
// catalogues as the reports. Values are pairs of a name and what stands for it in the message.
type Phrases struct{ *words }

// PhrasesOf returns the phrases of one of Languages; another is fault.Invalid.
func PhrasesOf(lang string) (Phrases, error) {
	w, err := loadWords(lang)
	return Phrases{w}, err
}

// Say returns a message.
func (p Phrases) Say(id string, values ...any) string { return p.say(id, pairs(values)) }

// Count returns a message in the plural form for n, with {{.N}} as n.
func (p Phrases) Count(id string, n int, values ...any) string { return p.count(id, n, pairs(values)) }

// Slug returns the words for one value of a closed list.
func (p Phrases) Slug(list, slug string) string { return p.slug(list, slug) }

// Integer writes a whole number.
func (p Phrases) Integer(n int) string { return p.integer(n) }

// Decimal writes a number with that many decimals.
func (p Phrases) Decimal(x float64, decimals int) string { return p.decimal(x, decimals) }

// Signed writes a number with its sign and that many decimals.
func (p Phrases) Signed(x float64, decimals int) string { return p.signed(x, decimals) }

// Percent writes a share between 0 and 1 in percent, without the sign.
func (p Phrases) Percent(share float64, decimals int) string { return p.percent(share, decimals) }

// SmallPercent writes a probability that may be very small in percent, with the sign, to about two digits.
func (p Phrases) SmallPercent(share float64) string { return p.smallPercent(share) }

// Small writes an expected number or a probability to about two digits.
func (p Phrases) Small(x float64) string { return p.small(x) }

// Turn writes the number of a turn as it stands before a move: 12. or 12...
func (p Phrases) Turn(turn int, color string) string { return turnOf(turn, color) }

// Points writes points of games, halves with one decimal.
func (p Phrases) Points(points float64) string { return p.score(points) }

// Day writes a date.
func (p Phrases) Day(t time.Time) string {
	if p.lang == "en" {
		return t.Format("2 Jan 2006")
	}
	return t.Format("02.01.2006")
}

// Besides names the kinds of evidence on record besides the figures, and says where no statistic is required; "" for
// none.
func (p Phrases) Besides(kinds []string) string { return p.besidesFigures(kinds) }

// Citation says where people find a rule, given our own key, "" if only its citation in English is known.
func (p Phrases) Citation(article, printed string) string { return p.citation(article, printed) }

// Caveat says what is uncertain about who a player is.
func (p Phrases) Caveat(c reports.PlayerCaveat) string { return p.caveat(&c) }

// Moment writes a date and a time of day with its zone.
func (p Phrases) Moment(t time.Time) string { return p.Day(t) + ", " + t.Format("15:04 MST") }

// Level says which protection an event needs, what is not decided of it, and why.
func (p Phrases) Level(r *reports.LevelReport) (level string, undecided, reasons []string) {
	s := p.levelSection(r)
	return s.Figure, s.Text, s.List
}

// GamesHere says how many of the games that a duty asks for are here, as papers do.
func (p Phrases) GamesHere(g *tournament.GamesDuty) string {
	text, _ := p.gamesHere(g)
	return text
}

// pairs makes the fields of a message of names and values in turn.
func pairs(values []any) fields {
	f := fields{}
	for i := 0; i+1 < len(values); i += 2 {
		if name, ok := values[i].(string); ok {
			f[name] = values[i+1]
		}
	}
	return f
}
