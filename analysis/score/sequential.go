package score

// Look is the assessment after one round.
type Look struct {
	Round      string
	Event      string
	Moves      int // counted moves so far
	Assessment Assessment
}

// Looks assesses a performance after each round: its first games, then more of them. Games must
// stand in the order in which they were played. Neighbours of the same Round are one look; if the
// round is unknown, each game is one. The last look assesses all games, and no look depends on
// later games.
//
// Looking after each round and waiting for a high value finds one more often than a single look
// would: compare with Boundary, not with a line meant for one look.
//
// field returns what was known of the field after a round, and of it without the player's games
// (Performance.Apart).
func (p *Parameters) Looks(perf *Performance, field func(round string) (all, apart Offset)) []Look {
	var looks []Look
	for i := range perf.Games {
		if i+1 < len(perf.Games) && perf.Games[i+1].Round == perf.Games[i].Round &&
			perf.Games[i+1].Event == perf.Games[i].Event && isRound(perf.Games[i].Round) {
			continue
		}
		part := *perf
		part.Games, part.Opponents = perf.Games[:i+1], perf.Opponents[:min(i+1, len(perf.Opponents))]
		part.Field, part.Apart = field(perf.Games[i].Round)
		a := p.Assess(&part)
		looks = append(looks, Look{Round: perf.Games[i].Round, Event: perf.Games[i].Event, Moves: a.Moves, Assessment: a})
	}
	return looks
}
