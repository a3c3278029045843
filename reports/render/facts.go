package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// fact is one labelled value: a count, a setting, a fingerprint.
type fact struct {
	Label, Value string
	Code         bool // the value is for comparing and copying: a digest, a fingerprint

	// Words are those of a command, which a terminal shows on lines of its own.
	Words []string

	Room int // lines left free for somebody to write on; 0 for a fact that is known
}

// eventName returns the event's name, or words for an event that has none.
func (w *words) eventName(e tournament.EventTags) string {
	if unknown(e.Name) {
		return w.say("report.unnamed", nil)
	}
	return e.Name
}

// eventFacts returns what the games say of the event besides its name, each fact in
// words.
func (w *words) eventFacts(e tournament.EventTags) []string {
	var parts []string
	if !unknown(e.Site) {
		parts = append(parts, e.Site)
	}
	first, last := w.date(e.FirstDate), w.date(e.LastDate)
	switch {
	case first == "" || first == last:
		parts = append(parts, last)
	case last == "":
		parts = append(parts, first)
	default:
		parts = append(parts, first+" – "+last)
	}
	if len(e.Rounds) > 0 {
		parts = append(parts, w.say("report.rounds", fields{"Rounds": roundRange(e.Rounds)}))
	}
	if e.TimeClass != "" {
		parts = append(parts, w.say("time_class.label", fields{"Class": w.slug("time_class", string(e.TimeClass))}))
	}
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// dayOf returns the last day of an event as far as it is known.
func dayOf(e tournament.EventTags) string {
	day, _, _ := strings.Cut(strings.ReplaceAll(cmp.Or(e.LastDate, e.FirstDate), ".", "-"), "-?")
	return day
}

// selection says what the reader asked to see; "" for everything.
func (w *words) selection(s *reports.RowSelection) string {
	var asked []string
	if s.Player != "" {
		asked = append(asked, w.say("report.selection_player", fields{"Player": strconv.Quote(printable(s.Player))}))
	}
	if s.Rounds != "" {
		asked = append(asked, w.say("report.selection_rounds", fields{"Rounds": printable(s.Rounds)}))
	}
	if s.MinMoves > 0 {
		asked = append(asked, w.say("report.selection_moves", fields{"N": w.integer(s.MinMoves)}))
	}
	if len(asked) == 0 {
		return ""
	}
	return w.say("report.selection", fields{"Asked": strings.Join(asked, ", "), "N": w.integer(s.Hidden)})
}

// unknown reports whether a PGN tag says nothing.
func unknown(tag string) bool { return strings.Trim(tag, "?- ") == "" }

// date writes a PGN date as far as it is known: 2024-05-31 in English,
// 31.05.2024 in Russian and Ukrainian, "" if nothing is known.
func (w *words) date(pgn string) string {
	parts := strings.Split(pgn, ".")
	parts = slices.DeleteFunc(parts, func(part string) bool { return strings.Contains(part, "?") || part == "" })
	if w.lang == "en" {
		return strings.Join(parts, "-")
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// roundRange writes rounds 1, 2, 3, 4 as "1–4", and others one by one.
func roundRange(rounds []string) string {
	for i, round := range rounds {
		first, err := strconv.Atoi(rounds[0])
		if n, err2 := strconv.Atoi(round); err != nil || err2 != nil || n != first+i {
			return strings.Join(rounds, ", ")
		}
	}
	if len(rounds) < 3 {
		return strings.Join(rounds, ", ")
	}
	return rounds[0] + "–" + rounds[len(rounds)-1]
}

// gameFacts returns what became of the games.
func (w *words) gameFacts(g tournament.GameCounts) []fact {
	return []fact{
		{Label: w.say("games.read", nil), Value: w.integer(g.Read)},
		{Label: w.say("games.played", nil), Value: w.integer(g.Played)},
		{Label: w.say("games.analysed", nil), Value: w.integer(g.Analysed)},
		{Label: w.say("games.cut", nil), Value: w.integer(g.Cut)},
		{Label: w.say("games.bad", nil), Value: w.integer(g.Bad)},
	}
}

// exclusions returns how often each reason held, in the order in which the reasons are
// asked. Reasons without words come last, by name.
func (w *words) exclusions(counts map[string]int) []fact {
	order := analysis.Exclusions()
	place := func(slug string) int {
		if i := slices.Index(order, analysis.Exclusion(slug)); i >= 0 {
			return i
		}
		return len(order)
	}
	slugs := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	var facts []fact
	for _, slug := range slugs {
		if counts[slug] != 0 {
			facts = append(facts, fact{Label: w.slug("exclusion", slug), Value: w.integer(counts[slug])})
		}
	}
	return facts
}

// errorPlace says where in the input an error stands; in a file without a game that is the file.
func (w *words) errorPlace(e *reports.InputError) string {
	if e.Line == 0 {
		return e.File
	}
	return w.say("errors.place", fields{"File": e.File, "Line": e.Line, "Game": e.Game})
}

// oddities says what the reader of games remarked on, in English as the reader gives
// it: at most so many remarks, and how many more there are.
func (w *words) oddities(notes []reports.InputNote, most int) (said []string) {
	more := 0
	for _, n := range notes {
		if n.Kind != "" {
			continue
		}
		switch place := w.say("errors.place", fields{"File": n.File, "Line": n.Line, "Game": n.Game}); {
		case len(said) == most:
			more++
		case n.Line == 0:
			said = append(said, n.File+": "+n.Note)
		default:
			said = append(said, place+": "+n.Note)
		}
	}
	if more > 0 {
		said = append(said, w.count("errors.more", more, nil))
	}
	return said
}

// errorReason says what is wrong, in English as the reader of games gives it.
func errorReason(e *reports.InputError) string {
	if e.Token == "" {
		return e.Reason
	}
	return e.Reason + " (" + strconv.Quote(e.Token) + ")"
}

// caveat says one caveat about who the players are. A kind without words is said in
// the report's own text.
func (w *words) caveat(c *reports.PlayerCaveat) string {
	names := make([]string, len(c.Names))
	for i, name := range c.Names {
		names[i] = fmt.Sprintf("%q", printable(name))
	}
	if c.More > 0 {
		names = append(names, w.say("caveats.more", fields{"N": w.integer(c.More)}))
	}
	all := fields{"First": absent, "Rest": absent, "Names": strings.Join(names, ", "),
		"IDs": strings.Join(c.FideIDs, ", "), "N": c.Count, "Round": orAbsent(c.Round)}
	if len(names) > 0 {
		all["First"], all["Rest"] = names[0], orAbsent(strings.Join(names[1:], ", "))
	}
	for i, id := range []string{"Low", "High", "Used"} {
		all[id] = absent
		if i < len(c.Ratings) {
			all[id] = c.Ratings[i]
		}
	}
	return w.localize(&i18n.LocalizeConfig{MessageID: "caveats." + c.Kind, TemplateData: all}, printable(c.Text))
}

// caveats says all of them.
func (w *words) caveats(all []reports.PlayerCaveat) []string {
	texts := make([]string, len(all))
	for i := range all {
		texts[i] = w.caveat(&all[i])
	}
	return texts
}
