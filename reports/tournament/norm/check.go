package norm

import (
	"cmp"
	"slices"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Requirement is one requirement of a norm.
type Requirement string

// The requirements. The figures of a Check are numbers of games or opponents, except LeastPoints
// (half points), and Average and Performance (rating points).
const (
	Edition       Requirement = "edition"        // of the rules in force when the event began
	Women         Requirement = "women"          // women's titles are for women (0.3)
	PermittedKind Requirement = "system"         // a pairing system that needs no approval (1.4.2 e)
	RoundsPerDay  Requirement = "rounds_per_day" // no more than two (1.1.3)
	AllRounds     Requirement = "rounds"         // have been played
	Results       Requirement = "results"        // of all games are clear
	Games         Requirement = "games"          // enough that count (1.4.1, 1.4.2)
	DoublePlayers Requirement = "double_players" // of a double round robin (1.4.5 f)
	TitleHolders  Requirement = "title_holders"  // among opponents (1.4.5 a)
	SameTitle     Requirement = "same_title"     // opponents with the title or a higher one (1.4.5 b to e)
	Unrated       Requirement = "unrated"        // opponents (annex)
	Federations   Requirement = "federations"    // other than the player's own (1.4.3)
	OwnFederation Requirement = "own_federation" // opponents from it (1.4.4)
	OneFederation Requirement = "one_federation" // opponents from any (1.4.4)
	LeastPoints   Requirement = "least_points"   // 35 % (1.4.8)
	Average       Requirement = "average"        // of the opponents, least of all (1.4.8 a)
	Performance   Requirement = "performance"    // the average that the points take (1.4.8, 1.4.9)
	IgnoringGames Requirement = "ignoring_games" // is allowed (1.4.1 e)
	MixOfAllGames Requirement = "mix_of_all"     // also where some are ignored (1.4.1 f)
)

// article returns the article that states a requirement.
func (r Requirement) article() string {
	switch r {
	case Edition:
		return "B01-1.4"
	case Women:
		return "B01-0.3"
	case PermittedKind:
		return "B01-1.4.2e"
	case RoundsPerDay:
		return "B01-1.1.3"
	case Games, AllRounds:
		return "B01-1.4.1a"
	case Results:
		return "B01-1.4.2"
	case DoublePlayers, TitleHolders, SameTitle:
		return "B01-1.4.5"
	case Unrated:
		return "B01-annex"
	case Federations:
		return "B01-1.4.3"
	case OwnFederation, OneFederation:
		return "B01-1.4.4"
	case IgnoringGames:
		return "B01-1.4.1e"
	case MixOfAllGames:
		return "B01-1.4.1f"
	}
	return "B01-1.4.8"
}

// Check compares one requirement with the facts.
type Check struct {
	Requirement Requirement
	Met         tournament.YesNo
	Have, Need  int               // Need is the least or, for Unrated, OwnFederation, OneFederation and RoundsPerDay, the most; both are 0 if the requirement has no figure
	Missing     []tournament.Fact // those that would answer it
	Article     string            // the exempting article, if the requirement is met only because of it; "" otherwise
	Source      regulations.RuleSource
}

// mix is a choice of one player's games, with the totals that requirements need.
type mix struct {
	field *field
	title regulations.NormRule
	rules *regulations.TitleRules
	ed    regulations.Edition

	player     *Player
	kept       []Game
	halfPoints int
	average    int // average rating of the opponents, one of them raised, 0.5 rounded up
	raised     *Player
}

// newMix computes average and points of games (1.4.6, 1.4.7). The lowest opponent is raised to the
// floor of the title; of several equally low ones, the one met in the fewest games.
func newMix(f *field, title regulations.NormRule, rules *regulations.TitleRules, ed regulations.Edition, p *Player, kept []Game) *mix {
	m := &mix{field: f, title: title, rules: rules, ed: ed, player: p, kept: kept}
	met, lowest := map[*Player]int{}, map[*Player]int{}
	for _, g := range kept {
		met[g.Opponent]++
		m.halfPoints += g.Outcome.halfPoints()
		if low, known := lowest[g.Opponent]; !known || m.rating(g) < low {
			lowest[g.Opponent] = m.rating(g)
		}
	}
	for o, low := range lowest {
		if m.raised == nil || cmp.Or(low-lowest[m.raised], met[o]-met[m.raised], o.Number-m.raised.Number) < 0 {
			m.raised = o
		}
	}
	if m.raised != nil && lowest[m.raised] >= title.Floor {
		m.raised = nil
	}
	sum := 0
	for _, g := range kept {
		if sum += m.rating(g); g.Opponent == m.raised {
			sum += max(0, title.Floor-m.rating(g))
		}
	}
	if n := len(kept); n > 0 {
		m.average = (2*sum + n) / (2 * n)
	}
	return m
}

// rating returns the rating at which the opponent of a game counts before one is raised.
func (m *mix) rating(g Game) int {
	if g.Rating == 0 {
		return m.rules.Unrated
	}
	return g.Rating
}

// hopeless reports whether the points are too few for the average, which is known.
func (m *mix) hopeless() bool {
	least, enough := m.rules.Average(m.title, m.halfPoints, len(m.kept))
	return m.field.rated && (!enough || m.average < least)
}

// points returns the checks of score and average, which fail for most players.
func (m *mix) points() []Check {
	n := len(m.kept)
	least, enough := m.rules.Average(m.title, m.halfPoints, n)
	low := (m.rules.LeastPercent*n + 49) / 50
	checks := []Check{
		m.check(LeastPoints, between(m.halfPoints >= low, m.halfPoints >= low), m.halfPoints, low),
		m.check(Average, between(m.average >= m.title.Average, m.average >= m.title.Average), m.average, m.title.Average),
	}
	if enough {
		checks = append(checks, m.check(Performance, between(m.average >= least, m.average >= least), m.average, least))
	}
	if !m.field.rated {
		for i := range checks[1:] {
			checks[1+i].Met, checks[1+i].Missing = tournament.Unanswered, []tournament.Fact{FactRating}
		}
	}
	return checks
}

func (m *mix) check(r Requirement, met tournament.YesNo, have, need int) Check {
	return Check{Requirement: r, Met: met, Have: have, Need: need, Source: m.ed.TitleSource(r.article())}
}

// opponents returns the opponents, once for each game; in a double round robin, once each (1.4.5
// f).
func (m *mix) opponents() []*Player {
	var all []*Player
	for _, g := range m.kept {
		if !m.field.double() || !slices.Contains(all, g.Opponent) {
			all = append(all, g.Opponent)
		}
	}
	return all
}

// composition returns the checks of the opponents' titles, ratings and federations. rounds chooses
// the table for the number of unrated opponents.
func (m *mix) composition(rounds int) []Check {
	opponents, n := m.opponents(), len(m.kept)
	titled, same, unrated := 0, 0, 0
	for _, o := range opponents {
		if slices.Contains(m.rules.Titled, o.Title) {
			titled++
		}
		if slices.Contains(m.title.With, o.Title) {
			same++
		}
		if o.Rating == 0 {
			unrated++
		}
	}
	needSame := m.rules.SameTitle.Min(n)
	if m.field.double() && m.rules.HalfInDouble {
		needSame = (needSame + 1) / 2
	}
	needTitled := m.rules.TitleHolders.Min(len(opponents))
	checks := []Check{
		m.check(TitleHolders, between(titled >= needTitled, titled >= needTitled || !m.field.titled), titled, needTitled),
		m.check(SameTitle, between(same >= needSame, same >= needSame || !m.field.titled), same, needSame),
	}
	most, ok := m.rules.UnratedMost(rounds, m.field.double())
	c := m.check(Unrated, between(unrated == 0 || ok && unrated <= most, !ok || unrated <= most), unrated, most)
	if !m.field.rated {
		c.Met = tournament.Unanswered
	}
	checks = append(checks, c)
	for i := range checks {
		if checks[i].Met == tournament.Unanswered {
			checks[i].Missing = []tournament.Fact{FactTitle}
		}
	}
	if last := &checks[2]; last.Met == tournament.Unanswered {
		last.Missing = []tournament.Fact{FactTable}
		if !m.field.rated {
			last.Missing = []tournament.Fact{FactRating}
		}
	}
	return append(checks, m.federations(opponents)...)
}

// federations returns the checks of 1.4.3 and 1.4.4, from which some events are exempt.
func (m *mix) federations(opponents []*Player) []Check {
	c := federations{own: m.player.Federation, counts: map[string]int{}}
	for _, o := range opponents {
		c.add(o.Federation)
	}
	others, enough := c.others(m.rules.Federations)
	mostOwn, mostOne := m.rules.OwnFederation.Max(c.of), m.rules.OneFederation.Max(c.of)
	own, fewOwn := c.fromOwn(mostOwn)
	one, fewOne := c.fromOne(mostOne)
	checks := []Check{
		m.check(Federations, enough, others, m.rules.Federations),
		m.check(OwnFederation, fewOwn, own, mostOwn),
		m.check(OneFederation, fewOne, one, mostOne),
	}
	for i := range checks {
		m.free(&checks[i])
	}
	return checks
}

// free exempts a player from a failed check of federations if an article does so, and names the
// facts that would answer it.
func (m *mix) free(c *Check) {
	if c.Met == tournament.Yes {
		return
	}
	exempt, article, missing := m.field.exemption(m.player)
	switch exempt {
	case tournament.Yes:
		c.Met, c.Article = tournament.Yes, article
	case tournament.Unanswered:
		if c.Met == tournament.Unanswered {
			missing = append([]tournament.Fact{FactFederation}, missing...)
		}
		c.Met, c.Missing = tournament.Unanswered, once(missing)
	default:
		if c.Met == tournament.Unanswered {
			c.Missing = []tournament.Fact{FactFederation}
		}
	}
}

// once returns the facts without repetition, in their order.
func once(all []tournament.Fact) []tournament.Fact {
	var out []tournament.Fact
	for _, f := range all {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
