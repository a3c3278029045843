package reports

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/roster"
)

// leastApart is the offset of a field, in Elo points, from which a reader is warned: it moves the z
// of nine games by about half a standard deviation.
const leastApart = 100

// fieldSide is a side whose game is part of a field.
type fieldSide struct {
	score.FieldSide
	round int // 0 if unknown
	moves int
}

// addSide adds a side to the field if anything is expected of its player.
func (c *Count) addSide(s *Sheet, color analysis.Color, person *roster.Person) {
	moves := s.Sides[color].Moves
	gradient, information := score.Strength(moves)
	if person.Rating < score.MinRating || !(information > 0) {
		return
	}
	number, known := c.numbers[person]
	if !known {
		number = len(c.numbers)
		c.numbers[person] = number
	}
	round, _, _ := analysis.ParseRound(s.Game.Round)
	c.sides = append(c.sides, fieldSide{
		score.FieldSide{Player: number, Game: len(c.games), Gradient: gradient, Information: information}, round, len(moves),
	})
}

// field returns the field of the games up to a round, including those whose round is unknown.
func (c *Count) field(e score.Effects, round int) *score.Field {
	sides := make([]score.FieldSide, 0, len(c.sides))
	for _, s := range c.sides {
		if s.round <= round {
			sides = append(sides, s.FieldSide)
		}
	}
	return score.NewField(sides, e)
}

// without returns the offset that everybody else shows, for a person to be compared with; the zero
// value if there is no field.
func (c *Count) without(f *score.Field, person *roster.Person) score.Offset {
	if f == nil {
		return score.Offset{}
	}
	number, known := c.numbers[person]
	if !known {
		number = -1
	}
	return f.Without(number)
}

// describe says how the whole field plays relative to its ratings; nil if that is unknown.
func (c *Count) describe(f *score.Field) *FieldOffset {
	if f == nil {
		return nil
	}
	found := f.All()
	if !found.OK {
		return nil
	}
	out := fieldOf(found)
	for _, s := range c.sides {
		out.Moves += s.moves
	}
	return &out
}

// fieldOf writes an offset with its 95 % interval.
func fieldOf(o score.Offset) FieldOffset {
	half := o.Half()
	f := FieldOffset{
		Offset: o.Mean, SD: o.SD, Interval: [2]float64{o.Mean - half, o.Mean + half},
		Estimate: o.Estimate, SE: o.SE, Players: o.Players, Sides: o.Games,
	}
	f.Apart = math.Abs(o.Mean) >= leastApart && math.Abs(o.Mean) > half
	return f
}
