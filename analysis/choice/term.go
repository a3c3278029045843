package choice

import (
	"strings"

	"fairplay/analysis/fault"
)

// Modifier is a number of the position as a whole, or of the player, by which a feature can be
// multiplied.
type Modifier int

// The modifiers.
const (
	Plain        Modifier = iota // 1
	ByRating                     // "r": (R - 2100)/400
	ByAdvantage                  // "av": min(|v*|, 3)/3, how far the game is from balance
	ByDepth                      // "wd": (D - D0)/2 within [-1.5, 2], D the last complete depth of the wide pass
	ByOpening                    // "op": (24 - n)/16 within [0, 1], n the player's turn: 1 to turn 8, 0 from turn 24
	ByBreadth                    // "br": Position.Breadth, how many moves are nearly as good
	ByGap                        // "gap": Position.Gap, how much worse all moves are but the deep best
	modifierEnds                 // how many there are
)

// modifierNames are the names in calibration files.
var modifierNames = [modifierEnds]string{"", "r", "av", "wd", "op", "br", "gap"}

// Term is one summand of a model: a feature, or a feature times a modifier.
type Term struct {
	Feature Feature
	Times   Modifier
}

// String returns the name that calibration files use: "delta", "delta*r".
func (t Term) String() string {
	if t.Times == Plain {
		return t.Feature.String()
	}
	return t.Feature.String() + "*" + modifierNames[t.Times]
}

// ParseTerm is the inverse of Term.String. An unknown name is an error of kind
// Invalid.
func ParseTerm(name string) (Term, error) {
	feature, times, product := strings.Cut(name, "*")
	f, ok := featureByName(feature)
	if !product && ok {
		return Term{Feature: f}, nil
	}
	for m := Plain + 1; m < modifierEnds; m++ {
		if ok && times == modifierNames[m] {
			return Term{f, m}, nil
		}
	}
	return Term{}, fault.New(fault.Invalid, "calibration_feature", "this program knows no feature %q", name)
}

// Terms parses several names by ParseTerm.
func Terms(names ...string) ([]Term, error) {
	terms := make([]Term, len(names))
	for i, name := range names {
		t, err := ParseTerm(name)
		if err != nil {
			return nil, err
		}
		terms[i] = t
	}
	return terms, nil
}

// MarshalText writes the name.
func (t Term) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (t *Term) UnmarshalText(b []byte) (err error) {
	*t, err = ParseTerm(string(b))
	return err
}

// The middle and the unit of the rating scale, in Elo points.
const (
	middleRating = 2100
	ratingUnit   = 400
)

// RelativeRating returns r = (R - 2100)/400, the scale on which ratings enter the models. One
// unit is two Elo classes of 200 points: by Elo's formula, a factor of ten in the odds.
func RelativeRating(rating float64) float64 { return (rating - middleRating) / ratingUnit }

// modifiers returns the modifiers of a position at r = 1: the caller multiplies ByRating by r.
func (p *Position) modifiers(usualDepth float64) [modifierEnds]float64 {
	return [modifierEnds]float64{
		Plain:       1,
		ByRating:    1,
		ByAdvantage: min(max(p.MaxValue, -p.MaxValue), 3) / 3,
		ByDepth:     min(max((float64(p.Depth)-usualDepth)/2, -1.5), 2),
		ByOpening:   p.opening(),
		ByBreadth:   p.Breadth,
		ByGap:       p.Gap,
	}
}

// opening returns how much of an opening a position is, by the player's turn: 1 to turn 8,
// 0 from turn 24. Players know more there than a model of their strength says.
func (p *Position) opening() float64 { return min(max(float64(24-p.Turn)/16, 0), 1) }
