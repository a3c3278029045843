package reports

import (
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// field returns how far everybody else in the event plays from the ratings, judged by the games up
// to a round and at most up to the last round of the test, and the same without the games of the
// player (score.Performance.Apart).
func (in *FullTestInput) field(round int) (all, apart score.Offset) {
	if in.Others == nil || in.uncalibrated {
		return all, apart
	}
	sides, games := in.Others.field(in.FieldEffects, min(round, in.lastRound())).without()
	return in.Others.offset(sides, in.Person), in.Others.offset(games, in.Person)
}

// severalEvents reports whether the games of the test are of several events.
func (in *FullTestInput) severalEvents() bool {
	return slices.ContainsFunc(in.Games, func(g TestedGame) bool { return g.Event != "" })
}

// fieldAfter returns the field as it was after a round: no look depends on later games.
func (in *FullTestInput) fieldAfter(round string) (all, apart score.Offset) {
	n, _, known := analysis.ParseRound(round)
	if !known || in.severalEvents() { // rounds of several events are in no order
		n = math.MaxInt
	}
	return in.field(n)
}

// lastRound returns the last round of the test; if a round is unknown, all rounds are taken.
func (in *FullTestInput) lastRound() int {
	last, several := 0, in.severalEvents()
	for i := range in.Games {
		n, _, known := analysis.ParseRound(in.Games[i].Game.Round)
		if !known || several {
			return math.MaxInt
		}
		last = max(last, n)
	}
	return last
}

// setAgainst fills in the field, and the Z against the rating alone beside the Z in the field.
func (in *FullTestInput) setAgainst(t *FullTest, own *score.Performance) {
	if !in.uncalibrated && !in.severalEvents() {
		t.EventOffset = own.Field.Of("", in.Parameters.Effects).Parts()
	}
	if !own.Field.OK && (in.Others == nil || own.Field.Events == nil) {
		t.FieldMissing = in.withoutField()
		return
	}
	last := in.lastRound()
	if t.Field, t.Fields = in.Others.describe(in.Others.field(in.FieldEffects, last), in.Person, last); t.Field == nil {
		t.FieldMissing = SeveralEvents
		t.Fields = slices.DeleteFunc(t.Fields, func(f EventField) bool {
			return !slices.ContainsFunc(in.Games, func(g TestedGame) bool { return g.Event == f.Event })
		})
	}
	t.Combined.RatingAlone = in.alone(own)
}

// fieldOf returns the field of one event; nil if nothing is known of it.
func (f *FullTest) fieldOf(event string) *FieldOffset {
	for i := range f.Fields {
		if f.Fields[i].Event == event {
			return f.Fields[i].Field
		}
	}
	return f.Field
}

// alone returns the combined Z against the rating alone; nil if there is none or nothing is known
// of the field.
func (in *FullTestInput) alone(own *score.Performance) *float64 {
	if !own.Field.OK {
		return nil
	}
	alone := *own
	alone.Field, alone.Apart = score.Offset{}, score.Offset{}
	if a := in.Parameters.Assess(&alone); a.Combined.OK && !a.Footing.Refused {
		return pointer(a.Combined.Z)
	}
	return nil
}

// withoutField says why nothing is known of the field.
func (in *FullTestInput) withoutField() Reason {
	if in.uncalibrated {
		return in.Provenance.unfitted()
	}
	if in.Others == nil {
		return OthersUnknown
	}
	return FewPlayers
}
