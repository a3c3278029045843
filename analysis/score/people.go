package score

// people are the players of a performance, mostly one, and seldom more than
// those of one event that somebody has met.
type people []part

// part is what one player adds to a sum over counted moves.
type part struct {
	player string
	n      float64 // counted moves
	slope  float64 // dE/dR
}

// of returns the part of a player.
func (ps *people) of(player string) *part {
	for i := range *ps {
		if (*ps)[i].player == player {
			return &(*ps)[i]
		}
	}
	*ps = append(*ps, part{player: player})
	return &(*ps)[len(*ps)-1]
}

// squares returns the sums of n_p² and of (dE_p/dR)².
func (ps people) squares() (moves, slopes float64) {
	for i := range ps {
		moves += float64(ps[i].n * ps[i].n)
		slopes += float64(ps[i].slope * ps[i].slope)
	}
	return moves, slopes
}
