package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Kinds of rows in a list of repairs.
const (
	refused    = "refused"     // could not be read, as a whole or from a place on
	noted      = "noted"       // odd; read in the way that the note says
	passedOver = "passed_over" // no PGN
	leftOut    = "left_out"    // read, but not in the clean file
)

// Repairs writes as CSV what the reader of PGN files noticed, in English: what it refused, what it
// found odd and how it read that, and, if the games were compared with a tournament file, which
// records are not in the clean file of the event. Rows are in the order of file, game and line. Any
// error is the writer's.
func Repairs(w io.Writer, c *reports.PGNCheck) error {
	type repair struct {
		file       string
		game, line int
		kind, what string
	}
	var all []repair
	for _, e := range c.Errors {
		what := e.Reason
		if e.Token != "" {
			what += fmt.Sprintf(" (%q)", e.Token)
		}
		all = append(all, repair{e.File, e.Game, e.Line, refused, what})
	}
	for _, n := range c.Notes {
		kind := noted
		if n.Kind == reports.Skipped {
			kind = passedOver
		}
		all = append(all, repair{n.File, n.Game, n.Line, kind, n.Note})
	}
	if c.Coverage != nil {
		for _, l := range c.Coverage.Clean.Left {
			s := l.Game.Source
			all = append(all, repair{s.File, s.Game, s.Line, leftOut, whyLeftOut(l.Why)})
		}
	}
	slices.SortStableFunc(all, func(a, b repair) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.game, b.game), cmp.Compare(a.line, b.line), cmp.Compare(a.kind, b.kind))
	})
	t := csvTable("file", "game", "line", "kind", "what")
	for _, r := range all {
		t.add(r.file, positive(r.game), positive(r.line), r.kind, r.what)
	}
	return t.csv(w)
}

// whyLeftOut says why a record is not in a clean file.
func whyLeftOut(why tournament.DeviationKind) string {
	switch why {
	case tournament.DoubledGame:
		return "a further record of a game that is there"
	case tournament.ExtraGame:
		return "the tournament file does not pair the two"
	case tournament.LaterRound:
		return "the tournament file does not reach this round"
	case tournament.UnknownName:
		return "the tournament file does not know a player of this game"
	case tournament.BrokenOff:
		return "the record cannot be read to its end"
	case tournament.OtherChess:
		return "a game of another kind of chess"
	case tournament.NoMoves:
		return "there are no moves"
	}
	return string(why)
}

// Lacks names, one line for each, the games that were played and that a clean file lacks. An
// unknown language is fault.Invalid.
func Lacks(all []tournament.Deviation, lang string) ([]string, error) {
	words, err := loadWords(lang)
	if err != nil {
		return nil, err
	}
	lines := make([]string, len(all))
	for i, d := range all {
		lines[i] = words.differs(d)
	}
	return lines, nil
}
