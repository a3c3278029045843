package reports

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// field returns how far everybody else in the event plays from the ratings, judged by the games up
// to a round and at most up to the last round of the test.
func (in *FullTestInput) field(round int) score.Offset {
	if in.Others == nil || in.uncalibrated {
		return score.Offset{}
	}
	return in.Others.without(in.Others.field(in.FieldEffects, min(round, in.lastRound())), in.Person)
}

// fieldAfter returns the field as it was after a round: no look depends on later games.
func (in *FullTestInput) fieldAfter(round string) score.Offset {
	n, _, known := analysis.ParseRound(round)
	if !known {
		n = math.MaxInt
	}
	return in.field(n)
}

// lastRound returns the last round of the test; if a round is unknown, all rounds are taken.
func (in *FullTestInput) lastRound() int {
	last := 0
	for i := range in.Games {
		n, _, known := analysis.ParseRound(in.Games[i].Game.Round)
		if !known {
			return math.MaxInt
		}
		last = max(last, n)
	}
	return last
}

// setAgainst fills in the field, and the Z against the rating alone beside the Z in the field.
func (in *FullTestInput) setAgainst(t *FullTest, own *score.Performance) {
	if !own.Field.OK {
		t.FieldMissing = in.withoutField()
		return
	}
	f := fieldOf(own.Field)
	for _, s := range in.Others.sides {
		if s.round <= in.lastRound() {
			f.Moves += s.moves
		}
	}
	t.Field = &f
	t.Combined.RatingAlone = in.alone(own)
}

// alone returns the combined Z against the rating alone; nil if there is none or nothing is known
// of the field.
func (in *FullTestInput) alone(own *score.Performance) *float64 {
	if !own.Field.OK {
		return nil
	}
	alone := *own
	alone.Field = score.Offset{}
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
