package score

// people holds a sum over the moves of each player, or each event, of a performance. Mostly there
// is one; seldom more than the opponents of one player in one event.
type people []namedSum

type namedSum struct {
	name string
	sum  float64
}

// of returns the sum of that name.
func (ps *people) of(name string) *float64 {
	for i := range *ps {
		if (*ps)[i].name == name {
			return &(*ps)[i].sum
		}
	}
	*ps = append(*ps, namedSum{name: name})
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
