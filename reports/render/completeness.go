package render

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Completeness writes, for both duties to send games, which games there should be and which are
// missing at an instant, in one of Formats. event is the name of the event. CSV and JSON are the
// same in every language. An unknown format or language is fault.Invalid, and nothing is written;
// any other error is the writer's.
func Completeness(w io.Writer, format, event string, now time.Time, r *reports.EventGames, o Options) error {
	return publication[reports.EventGames]{
		formats: Formats(), report: r, csv: completenessCSV,
		document: func(words *words, r *reports.EventGames) *document {
			return completeness{words, r}.document(event, now)
		},
	}.write(w, format, o)
}

// completeness says the parts of the report in one language.
type completeness struct {
	*words
	*reports.EventGames
}

func (c completeness) document(event string, now time.Time) *document {
	d := &document{
		frame: frame{Lang: c.lang, Kind: c.say("completeness.title", nil), Title: orAbsent(event), Date: now.UTC().Format(time.DateOnly)},
		Facts: []string{c.say("duties.at", fields{"Time": now.UTC().Format("2006-01-02 15:04") + " UTC"})},
		Notes: []string{c.say("completeness.explain", nil), c.slug("games_basis", c.Basis)},
	}
	d.Notes = append(d.Notes, c.left()...)
	for i := range c.Duties {
		d.Sections = append(d.Sections, c.duty(&c.Duties[i], i))
	}
	if m := c.NormMakers; m != nil {
		d.Sections = append(d.Sections, section{ID: "makers", Title: c.say("completeness.makers", nil), Facts: []fact{
			{Label: c.say("completeness.made", nil), Value: orAbsent(roundList(m.Made))},
			{Label: c.say("norms.undecided", nil), Value: orAbsent(roundList(m.Undecided))},
		}})
	}
	return d
}

// left says for which rounds it is still unknown which games are missing.
func (c completeness) left() (notes []string) {
	var rounds []int
	for _, u := range c.Left {
		switch {
		case u.Round == 0:
			notes = append(notes, c.say("completeness.rounds_unknown", nil))
		case !slices.Contains(rounds, u.Round):
			rounds = append(rounds, u.Round)
		}
	}
	if len(rounds) > 0 {
		notes = append(notes, c.say("completeness.left", fields{"Rounds": roundList(rounds)}))
	}
	return notes
}

// duty shows one duty: what it requires, which games are there, and which are missing.
func (c completeness) duty(g *tournament.GamesDuty, i int) section {
	s := section{ID: "duty_" + strconv.Itoa(i+1), Title: c.slug("duty", g.Duty)}
	here, unknown := c.gamesHere(g)
	if g.Games == "" {
		s.Text = []string{here}
		return s
	}
	s.Figure, s.Faint = here, unknown
	asked := c.slug("duty_demand", string(g.Demand))
	if g.Games == tournament.OfNormMakers {
		asked += ", " + c.say("duties.of_makers", nil)
	}
	state := c.slug("duty_state", string(g.State))
	if g.Sent != "" {
		state += " " + g.Sent
	}
	s.Facts = []fact{{Label: c.say("duties.demand", nil), Value: asked}, {Label: c.say("duties.state", nil), Value: state}}
	if g.Rule != nil {
		s.Facts = append(s.Facts, fact{Label: c.say("completeness.rule", nil), Value: c.citation(g.Rule.Article, g.Rule.Citation)})
	}
	if len(g.Missing) > 0 {
		s.Text = []string{c.say("duties.missing", fields{"Facts": c.factNames(g.Missing)})}
	}
	if len(g.Lacking) > 0 {
		t := &table{Tight: true, Caption: c.say("completeness.lacking", nil), Columns: []column{
			{Head: c.say("completeness.round", nil)}, {Head: c.say("color.white", nil), Left: true}, {Head: c.say("completeness.number", nil)},
			{Head: c.say("color.black", nil), Left: true}, {Head: c.say("completeness.number", nil)},
		}}
		for _, game := range g.Lacking {
			t.add(strconv.Itoa(game.Round), orAbsent(game.White), orAbsent(positive(game.WhiteNumber)), orAbsent(game.Black), orAbsent(positive(game.BlackNumber)))
		}
		s.Tables = []*table{t}
	}
	return s
}

// gamesHere says how many of the games that a duty asks for are here, and whether nobody can say which those are.
func (w *words) gamesHere(g *tournament.GamesDuty) (text string, unknown bool) {
	switch {
	case g.Games == "":
		return w.say("completeness.not_asked", nil), false
	case g.Complete != "unknown" || g.Expected > 0:
		return w.say("completeness.found", fields{"Found": w.integer(g.Found), "Expected": w.integer(g.Expected)}), false
	case g.Games == tournament.OfNormMakers:
		return w.say("completeness.makers_unknown", nil), true
	}
	return w.say("completeness.unknown", nil), true
}

// factNames lists facts in words.
func (w *words) factNames(missing []tournament.Fact) string {
	names := make([]string, len(missing))
	for i, f := range missing {
		names[i] = w.slug("fact", string(f))
	}
	return strings.Join(names, ", ")
}

// completenessCSV is the machine-readable report: a row for each duty ("duty"), for each game
// missing for it ("lacking"), and for each round or game that is still unknown ("left").
func completenessCSV(r *reports.EventGames) *table {
	t := csvTable("record", "item", "demand", "state", "sent", "games", "complete", "expected", "found", "text", "round", "white", "white_number", "black", "black_number")
	for _, g := range r.Duties {
		missing := make([]string, len(g.Missing))
		for i, f := range g.Missing {
			missing[i] = string(f)
		}
		t.put(map[string]string{
			"record": "duty", "item": g.Duty, "demand": string(g.Demand), "state": string(g.State), "sent": g.Sent, "games": g.Games, "complete": g.Complete,
			"expected": strconv.Itoa(g.Expected), "found": strconv.Itoa(g.Found), "text": strings.Join(missing, " "),
		})
		for _, l := range g.Lacking {
			t.put(map[string]string{
				"record": "lacking", "item": g.Duty, "round": strconv.Itoa(l.Round),
				"white": l.White, "white_number": positive(l.WhiteNumber), "black": l.Black, "black_number": positive(l.BlackNumber),
			})
		}
	}
	for _, u := range r.Left {
		missing := make([]string, len(u.Missing))
		for i, f := range u.Missing {
			missing[i] = string(f)
		}
		t.put(map[string]string{"record": "left", "item": string(u.Kind), "text": strings.Join(missing, " "), "round": positive(u.Round), "white": u.White, "black": u.Black})
	}
	return t
}
