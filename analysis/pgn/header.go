package pgn

import (
	"strconv"
	"strings"

	"fairplay/analysis"
)

// readHeader fills in the facts from the tags.
func readHeader(g *analysis.Game) {
	g.Event, g.Site = known(g.Tag("Event")), known(g.Tag("Site"))
	g.Date, g.Round = known(g.Tag("Date")), known(g.Tag("Round"))
	if strings.Trim(g.Date, "?.") == "" {
		g.Date = ""
	}
	g.White, g.Black = player(g, "White"), player(g, "Black")
	g.Awarded = g.Tag("Result")
	g.Variant = variant(g.Tag("Variant"))
	tc, err := TimeControl(g.Tag("TimeControl"))
	if err != nil {
		remark(g, "%s", err)
	}
	g.TimeControl = tc
}

// known returns a value, "" for one that means "not known".
func known(s string) string {
	if s == "?" || s == "-" {
		return ""
	}
	return s
}

// player reads the tags of one side.
func player(g *analysis.Game, side string) analysis.Player {
	p := analysis.Player{
		Name:   known(g.Tag(side)),
		FideID: digits(g.Tag(side + "FideId")),
		Title:  known(g.Tag(side + "Title")),
		Rating: rating(g.Tag(side + "Elo")),
		Team:   known(g.Tag(side + "Team")),
	}
	for _, name := range []string{"Fed", "Federation", "Country", "Nationality", "FED"} {
		if code := strings.ToUpper(g.Tag(side + name)); len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			p.Federation = code
			break
		}
	}
	return p
}

// digits returns s where it is a positive number, "" otherwise.
func digits(s string) string {
	if strings.Trim(s, "0123456789") != "" || strings.Trim(s, "0") == "" {
		return ""
	}
	return s
}

// rating reads a rating, 0 if there is no sensible one.
func rating(s string) int {
	const highest = 4000
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > highest {
		return 0
	}
	return n
}

// variant reads the Variant tag. Sites write Standard or From Position for
// chess; Chess960 has many names.
func variant(tag string) analysis.Variant {
	name := strings.ToLower(tag)
	plain := strings.NewReplacer(" ", "", "-", "", "_", "").Replace(name)
	switch {
	case plain == "" || plain == "?" || plain == "standard" || plain == "chess" || plain == "normal" ||
		plain == "classical" || plain == "fromposition" || plain == "orthodox":
		return analysis.Standard
	case strings.Contains(plain, "960") || strings.HasPrefix(plain, "fische") || strings.HasPrefix(plain, "freestyle"):
		return analysis.Chess960
	}
	return analysis.Variant(name)
}
