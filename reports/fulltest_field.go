package reports

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/score"
)

// field returns how far everybody else in the event plays from the ratings, as far
// as the games tell that were played until a round, and until the last round of
// the test.
func (in *FullTestInput) field(round int) score.Offset {
	if in.Others == nil || in.uncalibrated {
		return score.Offset{}
	}
	return in.Others.without(in.Others.field(in.FieldEffects, min(round, in.lastRound())), in.Person)
}

// fieldAfter returns the field after a round, as it was then: no look depends on
// what comes later.
func (in *FullTestInput) fieldAfter(round string) score.Offset {
	n, _, known := analysis.ParseRound(round)
	if !known {
		n = math.MaxInt
	}
	return in.field(n)
}

// lastRound is the last round of the test; all rounds where one is not known.
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

// setAgainst sets what the field is, and beside the Z in the field that against the
// rating alone.
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

// alone returns the combined Z against the rating alone, nil where there is none or
// nothing is known of the field.
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
