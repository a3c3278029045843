package render

import (
	"fmt"
	"strconv"
	"strings"

	"fairplay/reports/tournament"
)

// coverage writes how games and tournament file differ: a table of rounds, then each difference
// on one line with the place of the record.
func (t *terminal) coverage(c *tournament.Coverage) {
	t.line("")
	t.line(t.localizeOr("here."+string(c.Basis), string(c.Basis), fields{"Found": c.Found, "Expected": c.Expected}))
	of := counting(t.say("coverage.date", nil), t.say("coverage.round", nil), t.say("coverage.played", nil), t.say("coverage.here", nil),
		t.say("coverage.missing", nil), t.say("coverage.forfeits", nil), t.say("coverage.byes", nil), t.say("coverage.absent", nil), t.say("coverage.others", nil))
	for _, r := range c.Rounds {
		of.count(r.Date+t.boardGaps(r.Gaps), r.Round, r.Expected, r.Found, r.Missing, r.Forfeits, r.Byes, r.Absent, r.Others)
	}
	t.table(of)
	for _, d := range c.Deviations {
		t.line(t.differs(d))
	}
	for _, q := range c.Questions {
		t.line(t.nameQuestion(q))
	}
}

func (w *words) boardGaps(boards []int) string {
	if len(boards) == 0 {
		return ""
	}
	var numbers []string
	for _, b := range boards {
		numbers = append(numbers, strconv.Itoa(b))
	}
	return w.say("coverage.gaps", fields{"Boards": strings.Join(numbers, ", ")})
}

// differs says on one line which game differs, and in what.
func (w *words) differs(d tournament.Deviation) string {
	place := w.say("coverage.in_round", fields{"Round": d.Round})
	if d.Board > 0 {
		place = w.say("coverage.at_board", fields{"Round": d.Round, "Board": d.Board})
	}
	text := fmt.Sprintf("%s: %s - %s: %s", place, printable(d.White), printable(d.Black), w.whatDiffers(d))
	if d.File != "" {
		text = w.atGame(d.File, d.Line, d.Game) + ": " + text
	}
	return text
}

// whatDiffers says in words what a deviation is.
func (w *words) whatDiffers(d tournament.Deviation) string {
	listed := printable(d.Listed)
	if listed != "" {
		switch d.Kind {
		case tournament.MissingGame:
			listed = " (" + listed + ")"
		case tournament.NoMoves:
			listed = w.say("although.played", fields{"Listed": listed})
		}
	}
	return w.localizeOr("deviation."+string(d.Kind), string(d.Kind), fields{"Listed": listed, "Recorded": printable(d.Recorded)})
}

// nameQuestion asks who is meant by a name.
func (w *words) nameQuestion(q tournament.Question) string {
	asked := fields{"Name": printable(q.Name), "ID": printable(q.FideID), "N": q.Games}
	text := w.say("name_question.who", asked)
	if q.FideID != "" {
		text = w.say("name_question.with_id", asked)
	}
	if len(q.Maybe) == 0 {
		return text + " " + w.say("name_question.nobody", nil)
	}
	var players []string
	for _, m := range q.Maybe {
		var why []string
		for _, r := range m.Reasons {
			why = append(why, w.slug("name_ground", string(r)))
		}
		players = append(players, w.say("name_question.player", fields{"Name": printable(m.Name), "Number": m.Number, "Reasons": strings.Join(why, ", ")}))
	}
	return text + " " + w.say("name_question.perhaps", fields{"Players": strings.Join(players, ", ")})
}
