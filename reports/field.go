package reports

import (
	"maps"
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/tournament/roster"
)

// leastApart is the offset of a field, in Elo points, from which a reader is warned: it moves the z
// of nine games by about half a standard deviation.
const leastApart = 100

// fieldSide is a side whose game is part of a field.
type fieldSide struct {
	score.FieldSide
	event string // if the games are of several
	round int    // 0 if unknown
	moves int
}

// addSide adds a side of a rated player to the field if anything is expected of him.
func (c *Count) addSide(s *Sheet, color analysis.Color, person *roster.Person, event string) {
	sums := &s.Sides[color].Sums
	if !(sums.Information > 0) {
		return
	}
	number, known := c.numbers[person]
	if !known {
		number = len(c.numbers)
		c.numbers[person] = number
	}
	round, _, _ := analysis.ParseRound(s.Game.Round)
	c.sides = append(c.sides, fieldSide{
		score.FieldSide{Player: number, Game: len(c.games), Gradient: sums.Gradient, Information: sums.Information}, event, round, sums.Moves(),
	})
}

// eventFields holds the field of each event of some games, by its name; "" if they are of one. Files of
// several events are several fields: what one plays off its ratings says nothing of another.
type eventFields map[string]*score.Field

// field returns the fields of the games up to a round, including those whose round is unknown.
func (c *Count) field(e score.Effects, round int) eventFields {
	sides := map[string][]score.FieldSide{"": nil}
	for _, s := range c.sides {
		if s.event != "" {
			delete(sides, "")
		}
		if s.round <= round {
			sides[s.event] = append(sides[s.event], s.FieldSide)
		}
	}
	fields := eventFields{}
	for event := range sides {
		fields[event] = score.NewField(sides[event], e)
	}
	return fields
}

// eventOffsets give the offset of each event without the sides of a player, as score.Field.Without
// does, or without his games, as score.Field.Apart does.
type eventOffsets map[string]func(player int) score.Offset

// each returns all players' offsets: without their sides, and without their games.
func (e eventFields) each() (sides, games eventOffsets) {
	sides, games = eventOffsets{}, eventOffsets{}
	for event, f := range e {
		sides[event], games[event] = f.Each()
	}
	return sides, games
}

// without is each for few players, computed when they are asked for.
func (e eventFields) without() (sides, games eventOffsets) {
	sides, games = eventOffsets{}, eventOffsets{}
	for event, f := range e {
		sides[event], games[event] = f.Without, f.Apart
	}
	return sides, games
}

// offset returns what everybody else shows, for a person to be compared with; the zero value if there
// is no field.
func (c *Count) offset(offsets eventOffsets, person *roster.Person) score.Offset {
	if len(offsets) == 0 {
		return score.Offset{}
	}
	number, known := c.numbers[person]
	if !known {
		number = -1
	}
	if one := offsets[""]; one != nil {
		return one(number)
	}
	all := score.Offset{Events: &map[string]score.Offset{}}
	for event, without := range offsets {
		o := without(number)
		(*all.Events)[event] = o
		all.OK = all.OK || o.OK
	}
	return all
}

// describe says how the fields play relative to their ratings: one, or one for each of several events.
// A person's own games are left out; nil for nobody's. Only moves of games up to a round are counted.
func (c *Count) describe(fields eventFields, person *roster.Person, round int) (one *FieldOffset, several []EventField) {
	number, known := -1, false
	if person != nil {
		number, known = c.numbers[person]
	}
	for _, event := range slices.Sorted(maps.Keys(fields)) {
		found := fields[event].All()
		if known {
			found = fields[event].Without(number)
		}
		out := EventField{Event: event, Missing: FewPlayers}
		if found.OK {
			out.Field, out.Missing = pointer(fieldOf(found)), ""
			for _, s := range c.sides {
				if s.event == event && s.round <= round && !(known && s.Player == number) {
					out.Field.Moves += s.moves
				}
			}
		}
		if event == "" {
			return out.Field, nil
		}
		several = append(several, out)
	}
	return nil, several
}

// fieldOf writes an offset with its 95 % interval.
func fieldOf(o score.Offset) FieldOffset {
	half := o.Half()
	f := FieldOffset{
		Offset: o.Mean, SD: o.SD, Interval: [2]float64{o.Mean - half, o.Mean + half},
		Estimate: o.Estimate, SE: o.SE, Players: o.Players, Sides: o.Games, Parts: o.Parts(),
	}
	f.Apart = math.Abs(o.Mean) >= leastApart && math.Abs(o.Mean) > half
	return f
}
