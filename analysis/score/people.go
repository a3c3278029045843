package score

// people holds a sum over the moves of each player of a performance. Mostly there is one player;
// seldom more than the opponents of one player in one event.
type people []playerSum

type playerSum struct {
	player string
	sum    float64
}

// of returns the sum of a player.
func (ps *people) of(player string) *float64 {
	for i := range *ps {
		if (*ps)[i].player == player {
			return &(*ps)[i].sum
		}
	}
	*ps = append(*ps, playerSum{player: player})
	return &(*ps)[len(*ps)-1].sum
}

// squares returns the sum of the squares.
func (ps people) squares() float64 {
	total := 0.0
	for i := range ps {
		total += float64(ps[i].sum * ps[i].sum)
	}
	return total
}
