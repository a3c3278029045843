package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/tournament/roster"
)

// Count sums up the analysed games of an event, player by player. It keeps no moves, so an event
// may have any number of games.
type Count struct {
	roster     *roster.Roster
	games      []string // identities
	exclusions map[string]int
	tallies    map[*roster.Person][]talliedSide
	sides      []fieldSide
	numbers    map[*roster.Person]int // of players who have sides

	before, made Tallies
}

// Tallies are the sums of players. A later count takes over those for which nothing has changed. One count at a time may
// have them.
type Tallies map[*SheetSide]*playerTally // by the first side of the player

// NewCount returns the empty count of an event whose players are on the roster. before is what an earlier count has made;
// it may be nil.
func NewCount(who *roster.Roster, before Tallies) *Count {
	return &Count{
		roster: who, exclusions: map[string]int{}, tallies: map[*roster.Person][]talliedSide{}, numbers: map[*roster.Person]int{},
		before: before, made: Tallies{},
	}
}

// Tallies returns the sums of the players on whom a report was compiled.
func (c *Count) Tallies() Tallies { return c.made }

// Add adds the next game. Games must come in the order of analysis.CompareGames. Another order
// changes only rounding, but the same games must give the same bytes.
func (c *Count) Add(s Sheet) {
	c.games = append(c.games, s.Game.ID)
	for i := range s.Sides {
		color := analysis.Color(i)
		for reason, n := range s.Sides[color].Excluded {
			c.exclusions[string(reason)] += n
		}
		person := c.roster.Of(s.Game, color)
		if c.roster.Unnamed(person) {
			continue // a side that names nobody is in no row
		}
		opponent, rating, event := c.roster.Of(s.Game, color.Other()), c.roster.RatingIn(s.Game, color), c.roster.EventIn(s.Game)
		c.tallies[person] = append(c.tallies[person], talliedSide{
			s.Sides[color], s.Sides[color.Other()], float64(rating), opponent.FideID + " " + opponent.Name, event,
		})
		if rating >= score.MinRating {
			c.addSide(&s, color, person, event)
		}
	}
}

// digest names a set of games by their identities.
func digest(games []string) string {
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(slices.Values(games)), "\n")))
	return hex.EncodeToString(sum[:])
}

// tally returns the sums of one player, nil if he has no game.
func (c *Count) tally(person *roster.Person) *playerTally {
	sides := c.tallies[person]
	if sides == nil {
		return nil
	}
	t := c.before[sides[0].own]
	if t == nil || !slices.Equal(t.sides, sides) {
		t = newTally(sides)
	}
	c.made[sides[0].own] = t
	return t
}

// talliedSide is all that the sums of a player depend on in one of his games.
type talliedSide struct {
	own, other      *SheetSide
	rating          float64
	opponent, event string
}

// playerTally sums up the games of one player.
type playerTally struct {
	sides     []talliedSide
	games     int // analysed
	at        ratingMean
	played    score.Running
	opponents score.Running // what was expected of them is nobody's
}

func newTally(sides []talliedSide) *playerTally {
	p := &playerTally{sides: sides, games: len(sides)}
	for _, s := range sides {
		p.at.add(s.rating, s.own.Sums.Moves())
		p.played.Add(&s.own.Sums, "", s.event)
		p.played.Against(&s.other.Sums, s.opponent)
		p.opponents.Add(&s.other.Sums, "", "")
	}
	return p
}
