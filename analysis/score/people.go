package score

// people holds a sum over the moves of each player, or each event, of a performance. Mostly there
// is one; seldom more than the opponents of one player in one event.
type people []namedSum

type namedSum struct {
	name string
	sum  float64
}

// of returns the sum of that name.
func (p *people) of(name string) *float64 {
	for i := range *p {
		if (*p)[i].name == name {
			return &(*p)[i].sum
		}
	}
	*p = append(*p, namedSum{name: name})
	return &(*p)[len(*p)-1].sum
}

// squares returns the sum of the squares.
func (p people) squares() float64 {
	total := 0.0
	for i := range p {
		total += float64(p[i].sum * p[i].sum)
	}
	return total
}
