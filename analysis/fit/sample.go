package fit

import "fairplay/analysis/score"

// side is one side with its figures, computed once because they are used many times.
type side struct {
	*scored
	player    int // number of the player
	event     int // number of the event
	number    int // of the game
	residuals [quantityCount]residual
	ratio     residual // of the bank
	further   residual // of the bank, where a further engine was asked
}

// quantityCount is the number of quantities of package score.
const quantityCount = 9

// sample is a set of sides with players, events and games numbered.
type sample struct {
	sides   []side
	events  int
	names   []string // of the events
	inEvent [][]int  // sides of each event
}

// newSample numbers players, events and games in the order of the sides.
func newSample(run Runner, all []scored) *sample {
	c := &sample{sides: make([]side, len(all))}
	players, events, games := map[string]int{}, map[string]int{}, map[string]int{}
	for i := range all {
		s := &c.sides[i]
		s.scored = &all[i]
		s.player, s.event, s.number = number(players, all[i].Player), number(events, all[i].Event), number(games, all[i].Game)
		if s.event == len(c.names) {
			c.names = append(c.names, all[i].Event)
		}
	}
	run(len(all), func(i int) {
		for _, q := range score.Quantities() {
			c.sides[i].residuals[q] = residualOf(&all[i].game, q)
		}
		c.sides[i].ratio, c.sides[i].further = bankedOf(&all[i].game, 0), bankedOf(&all[i].game, 1)
	})
	c.events = len(events)
	c.gather()
	return c
}

// gather lists the sides of each event.
func (c *sample) gather() {
	c.inEvent = make([][]int, c.events)
	for i := range c.sides {
		e := c.sides[i].event
		c.inEvent[e] = append(c.inEvent[e], i)
	}
}

// keep returns the sample of the wanted sides. Numbers stay as they were.
func (c *sample) keep(wanted func(s *side) bool) *sample {
	k := &sample{events: c.events, names: c.names}
	for i := range c.sides {
		if wanted(&c.sides[i]) {
			k.sides = append(k.sides, c.sides[i])
		}
	}
	k.gather()
	return k
}

func number(known map[string]int, name string) int {
	n, ok := known[name]
	if !ok {
		n = len(known)
		known[name] = n
	}
	return n
}
