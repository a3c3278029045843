package norm

import (
	"slices"
	"strings"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// FromTRF returns the event of a tournament file. Facts that were not stated are taken from the
// file.
func FromTRF(t *trf.Tournament, stated tournament.Facts) *Crosstable {
	e := &Crosstable{Facts: stated.From(t)}
	for round := range max(e.Rounds, t.NumRounds()) {
		e.Dates = append(e.Dates, t.Date(round+1).Time())
	}
	last := 0 // the last round with a result
	for _, p := range t.Participants {
		for i, s := range p.Slots {
			if s.Mark != trf.Blank && !s.Mark.Bye() {
				last = max(last, i+1)
			}
		}
	}
	for _, p := range t.Participants {
		player := Player{
			Number: p.Number, Name: p.Name, FideID: p.FideID, Sex: Sex(p.Sex), Title: p.Title, Federation: p.Federation,
			Rating: p.Rating, Born: strings.ReplaceAll(p.Birth.String(), "/00", ""),
		}
		for round := 1; round <= max(last, len(p.Slots)); round++ {
			player.Rounds = append(player.Rounds, roundOf(t, p, round, round <= last))
		}
		e.Players = append(e.Players, player)
	}
	return e
}

// roundOf reads one round. A blank in a round in which others have results is an absence or, with
// an opponent, an unknown result.
func roundOf(t *trf.Tournament, p *trf.Participant, round int, over bool) Round {
	s := p.Slot(round)
	r := Round{Opponent: s.Opponent, Outcome: RoundOutcome(s.Mark.String())}
	if s.Mark == trf.Blank {
		for _, b := range t.Byes {
			if b.Round == round && slices.Contains(b.Of, p.Number) {
				r.Outcome = RoundOutcome(b.Mark.String())
			}
		}
	}
	switch {
	case s.Mark == trf.ShortWin, s.Mark == trf.ShortDraw, s.Mark == trf.ShortLoss, s.Mark.Played() && decided(t, p, round, s.Mark):
		r.Outcome = Unclear
	case r.Outcome == ToCome && over && s.Opponent > 0:
		r.Outcome = Unclear
	case r.Outcome == ToCome && over:
		r.Outcome = Absent
	case !over && s.Mark == trf.Blank:
		r.Outcome = ToCome
	}
	return r
}

// decided reports whether the points of a game differ from its result (record 299), because somebody
// decided about it.
func decided(t *trf.Tournament, p *trf.Participant, round int, m trf.Mark) bool {
	return slices.ContainsFunc(t.Adjustments, func(a trf.Adjustment) bool {
		return a.Mark == m && (a.Round == 0 || a.Round == round) && slices.Contains(a.Of, p.Number)
	})
}
