package render

import (
	"fmt"
	"strings"

	"fairplay/reports/tournament"
)

// coverage writes how games and tournament file differ: a table of rounds, then each difference
// on one line with the place of the record.
func (t *terminal) coverage(c *tournament.Coverage) {
	t.line("")
	t.line(fmt.Sprintf("%d of %d games that %s are here with their moves", c.Found, c.Expected, askedBy(c.Basis)))
	of := counting("date", "round", "played", "here", "missing", "forfeits", "byes", "absent", "other")
	for _, r := range c.Rounds {
		of.count(r.Date+gapsInWords(r.Gaps), r.Round, r.Expected, r.Found, r.Missing, r.Forfeits, r.Byes, r.Absent, r.Others)
	}
	t.table(of)
	for _, d := range c.Deviations {
		t.line(deviationInWords(d))
	}
	for _, q := range c.Questions {
		t.line(questionInWords(q))
	}
}

// askedBy says in words what asks for games.
func askedBy(b tournament.CoverageBasis) string {
	switch b {
	case tournament.ByFile:
		return "the tournament file says were played"
	case tournament.ByRoster:
		return "the Berger tables ask for"
	case tournament.ByGames:
		return "the Berger tables ask for, by the only numbers of players that the games allow,"
	}
	return string(b)
}

func gapsInWords(boards []int) string {
	if len(boards) == 0 {
		return ""
	}
	var numbers []string
	for _, b := range boards {
		numbers = append(numbers, fmt.Sprint(b))
	}
	return " (no record of boards " + strings.Join(numbers, ", ") + ")"
}

func deviationInWords(d tournament.Deviation) string {
	place := fmt.Sprintf("round %d", d.Round)
	if d.Board > 0 {
		place += fmt.Sprintf(", board %d", d.Board)
	}
	text := fmt.Sprintf("%s: %s - %s: %s", place, printable(d.White), printable(d.Black), whatDiffers(d))
	if d.File != "" {
		text = fmt.Sprintf("%s:%d: game %d: %s", printable(d.File), d.Line, d.Game, text)
	}
	return text
}

// whatDiffers says in words what a deviation is.
func whatDiffers(d tournament.Deviation) string {
	listed, recorded := printable(d.Listed), printable(d.Recorded)
	switch d.Kind {
	case tournament.MissingGame:
		if listed == "" {
			return "missing"
		}
		return fmt.Sprintf("missing (%s)", listed)
	case tournament.NoMoves:
		if listed == "" {
			return "no moves"
		}
		return fmt.Sprintf("no moves, but it was played (%s)", listed)
	case tournament.DoubledGame:
		return "doubled"
	case tournament.ExtraGame:
		return "extra: they were not paired"
	case tournament.LaterRound:
		return "the event has not come to this round"
	case tournament.UnknownName:
		return "a player of this game is not on the list"
	case tournament.OtherColors:
		return "the colours are reversed"
	case tournament.OtherRound:
		return fmt.Sprintf("the record says round %s", recorded)
	case tournament.OtherResult:
		return fmt.Sprintf("the Result tag says %s, the tournament file %s", recorded, listed)
	case tournament.OtherBoard:
		return fmt.Sprintf("the moves end with %s, the tournament file says %s", recorded, listed)
	case tournament.PlayedAnyway:
		return fmt.Sprintf("there are moves, but the tournament file says that it was not played (%s)", listed)
	case tournament.LongerThanSaid:
		return fmt.Sprintf("both sides have moved, but the tournament file says that they have not (%s)", listed)
	case tournament.OtherName:
		return fmt.Sprintf("the record says %q for %q", recorded, listed)
	case tournament.BrokenOff:
		return "the record cannot be read to its end: " + recorded
	case tournament.OtherChess:
		return "the record is of another kind of chess: " + recorded
	}
	return string(d.Kind)
}

// questionInWords asks who is meant by a name.
func questionInWords(q tournament.Question) string {
	text := fmt.Sprintf("who is %q", q.Name)
	if q.FideID != "" {
		text += fmt.Sprintf(" (FIDE id %s)", printable(q.FideID))
	}
	text += fmt.Sprintf(", %d games?", q.Games)
	for i, m := range q.Maybe {
		if i == 0 {
			text += " Perhaps"
		} else {
			text += ","
		}
		text += fmt.Sprintf(" %q, number %d", m.Name, m.Number)
		var why []string
		for _, r := range m.Reasons {
			why = append(why, groundInWords(r))
		}
		text += " (" + strings.Join(why, ", ") + ")"
	}
	if len(q.Maybe) == 0 {
		text += " Nobody in the tournament file is like it."
	}
	return text
}

func groundInWords(g tournament.Ground) string {
	switch g {
	case tournament.LikeName:
		return "a like name"
	case tournament.LikeInLatin:
		return "a like name in Latin letters"
	case tournament.SameRating:
		return "the same rating"
	case tournament.SamePairing:
		return "the same opponents in the same rounds"
	}
	return string(g)
}
