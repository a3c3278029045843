package reports

import (
	"cmp"

	"fairplay/analysis/score"
)

// SecondTest repeats the test on evaluations by a second engine, at the same rating and in the same
// field. Its own evaluations decide which moves count, as when its calibration was measured, so
// they are not quite the moves of the first test.
//
// It permits nothing: FullTest.Actions rest on the first test alone. A second engine of the same
// kind is not the second independent test of the notes on statistics ([AM] ch. 3, Regan's notes,
// II).
type SecondTest struct {
	Basis
	Footing    Firmness       `json:"footing"`
	Moves      int            `json:"moves"` // counted
	Tests      []TestRow      `json:"tests"` // in the order of score.Quantities
	Combined   CombinedZ      `json:"combined"`
	Evidence   EvidenceOdds   `json:"evidence"`
	Exclusions map[string]int `json:"exclusions"` // the player's moves that do not count here
	Errors     []InputError   `json:"errors"`     // positions and games that its engine could not evaluate; never nil

	// Correlation is how far the second test repeats the first; nil if its calibration does not
	// state it.
	Correlation *Correlation `json:"correlation,omitempty"`

	// Threshold is the Z at which the two tests are compared: that of the event's size; after the
	// event, that for enquiries without other evidence.
	Threshold        float64   `json:"threshold"`
	Agreement        Agreement `json:"agreement,omitempty"`
	AgreementMissing Reason    `json:"agreement_missing,omitempty"`
}

// Correlation is the correlation between the combined values of the same sides of honest games
// under two recipes, measured when the second was calibrated.
type Correlation struct {
	Value    float64     `json:"value"`              // from -1 to 1
	Interval *[2]float64 `json:"interval,omitempty"` // 95 %; nil if the games are too few
}

// Agreement says which of the two tests reach a threshold.
type Agreement string

// The agreements.
const (
	BothReach    Agreement = "both"
	NeitherReach Agreement = "neither"
	FirstReach   Agreement = "first" // alone: the figures do not agree, and the lower one is to be minded
	SecondReach  Agreement = "second"
)

// SecondInput is what a second test is compiled from, besides the input of the first.
type SecondInput struct {
	Basis      Basis
	Games      []TestedGame      // the games of the first test, under the second recipe
	Parameters *score.Parameters // nil without a calibration
	Errors     []InputError

	Correlation *Correlation // nil if the calibration states none
}

// second compiles the second test in the same way as the first. It returns nil if none was asked
// for.
func (in *FullTestInput) second(t *FullTest, first score.Assessment, field, apart score.Offset) *SecondTest {
	if in.Second == nil {
		return nil
	}
	other := *in
	other.Provenance.Basis, other.Games, other.Parameters = in.Second.Basis, in.Second.Games, in.Second.Parameters
	other.settle()
	own, found := other.assess(field, apart)
	s := &SecondTest{
		Basis: other.Provenance.Basis, Footing: footing(found.Footing, other.Parameters), Moves: found.Moves,
		Tests: other.testRows(found), Combined: other.combined(found), Evidence: other.odds(found),
		Exclusions: other.exclusions(), Errors: append([]InputError{}, in.Second.Errors...),
		Correlation: in.Second.Correlation, Threshold: in.threshold(),
	}
	s.UncalibratedFor = s.unfitted()
	s.Combined.RatingAlone = other.alone(&own)
	other.strongest(s.Tests, &s.Combined, &own, found)
	if !found.Footing.Refused {
		if rounds, _, err := other.rounds(&own); err == nil {
			s.Evidence.highest(rounds)
		}
	}
	sortErrors(&s.Errors)
	if !t.Footing.Judged || !s.Footing.Judged || t.Combined.Z == nil || s.Combined.Z == nil {
		s.AgreementMissing = cmp.Or(in.unjudged(first), other.unjudged(found))
		return s
	}
	s.Agreement = agreement(in.reaches(*t.Combined.Z), in.reaches(*s.Combined.Z))
	return s
}

// unjudged says why an assessment may not be compared with a threshold; "" if it may.
func (in *FullTestInput) unjudged(a score.Assessment) Reason {
	if a.Combined.OK && judged(a.Footing) {
		return ""
	}
	return in.notJudged(a)
}

// threshold returns the Z at which two tests are compared.
func (in *FullTestInput) threshold() float64 {
	if in.Finished {
		return in.Edition.PrivateThreshold().Z
	}
	return in.line()
}

// reaches reports whether a Z is enough for the threshold by the regulations: after the event it must
// lie above it.
func (in *FullTestInput) reaches(z float64) bool {
	if in.Finished {
		return z > in.threshold()
	}
	return z >= in.threshold()
}

func agreement(first, second bool) Agreement {
	switch {
	case first && second:
		return BothReach
	case first:
		return FirstReach
	case second:
		return SecondReach
	}
	return NeitherReach
}
