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
	tallies    map[*roster.Person]*playerTally
	sides      []fieldSide
	numbers    map[*roster.Person]int // of players who have sides
}

// NewCount returns the empty count of an event whose players are on the roster.
func NewCount(who *roster.Roster) *Count {
	return &Count{roster: who, exclusions: map[string]int{}, tallies: map[*roster.Person]*playerTally{}, numbers: map[*roster.Person]int{}}
}

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
		if c.tallies[person] == nil {
			c.tallies[person] = &playerTally{}
		}
		c.tallies[person].add(&s, color, c.roster)
		c.addSide(&s, color, person)
	}
}

// digest names a set of games by their identities.
func digest(games []string) string {
	sum := sha256.Sum256([]byte(strings.Join(slices.Sorted(slices.Values(games)), "\n")))
	return hex.EncodeToString(sum[:])
}

// playerTally sums up the games of one player.
type playerTally struct {
	games     int // analysed
	at        ratingMean
	played    score.Running
	opponents score.Running // what was expected of them is nobody's
}

// add adds the next game, in which the player had that colour.
func (p *playerTally) add(s *Sheet, color analysis.Color, who *roster.Roster) {
	side := &s.Sides[color]
	p.games++
	p.at.add(float64(who.RatingIn(s.Game, color)), side.Sums.Moves())
	opponent := who.Of(s.Game, color.Other())
	p.played.Add(&side.Sums, "", who.EventIn(s.Game))
	p.played.Against(&s.Sides[color.Other()].Sums, opponent.FideID+" "+opponent.Name)
	p.opponents.Add(&s.Sides[color.Other()].Sums, "", "")
}
