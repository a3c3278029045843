package norm

import (
	"slices"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Decision is the result for a norm.
type Decision string

// The decisions.
const (
	Made      Decision = "made"
	Missed    Decision = "missed"
	Undecided Decision = "undecided" // a fact is missing on which it depends
)

// Norm is the result for one title and one player.
type Norm struct {
	Title string
	State Decision
	Held  bool // the player has this title, or a higher one

	Kept        []Game // games on which the norm rests, or would rest
	Ignored     []int  // rounds of games that are left out (1.4.1 e, f)
	HalfPoints  int
	Needed      int // half points required by the average; 0 if no number is enough
	Average     int // rating of the opponents, one of them raised, 0.5 rounded up
	Performance int
	Raised      int // number of the opponent whose rating is raised, 0 for none
	Floor       int // the rating to which it is raised
	Unrated     int // rating at which opponents without a rating count
	Checks      []Check

	EightOfNine bool   // eight games of nine rounds (1.4.1 c); allowed once in an application
	LastRound   bool   // the opponent of the last round did not come (1.4.2 c); the game is among Kept, as a loss
	Exempt      string // article that exempts from the rules on federations; one norm of an application must do without it (1.4.3 e)
	Extra       int    // full points above those needed (1.4.1 d)
	CountsAs    int    // number of games for which it counts in an application; 0 without a norm
}

// Counted returns the rating at which the opponent of a game counts (1.4.6).
func (n *Norm) Counted(g Game) int {
	rating := g.Rating
	if rating == 0 {
		rating = n.Unrated
	}
	if g.Opponent.Number == n.Raised {
		return max(rating, n.Floor)
	}
	return rating
}

// Contender is a player with the results for every title.
type Contender struct {
	*Player
	Norms []Norm // in the order of the rules: GM, IM, WGM, WIM
}

// Findings are the norms of an event.
type Findings struct {
	Entries    []Contender // in the order of starting numbers
	Rounds     int         // scheduled, or else played
	Conditions []Check     // of the event: system, rounds a day, players of a double round robin
	// ToConfirm lists requirements on the event that no file shows, for the chief arbiter to
	// confirm: registration (1.1.1), at most 12 hours a day (1.1.2), two hours for each player
	// (1.1.3), an IA or FA as chief arbiter (1.1.5), and the day of the ratings and titles: the
	// start of the event (1.4.6 a) or, in events of more than 30 days, the day of the game (1.1.4).
	ToConfirm     []regulations.RuleSource
	SwissForTitle tournament.YesNo // whether it is one of those of which an application must contain one norm (1.5.6)
	OneRoundDays  tournament.YesNo // whether there are enough one-round days for a GM or WGM application (1.1.3)
	Edition       regulations.RuleSource
}

// Judge says, for every player and title, whether a norm was made and, if not, by what it was
// missed or which fact is missing.
func Judge(e *Crosstable, ed regulations.Edition) Findings {
	f := newField(e)
	rules := ed.Titles()
	f.large, f.largeWants = f.largeSwiss(rules.LargeSwiss)
	out := Findings{
		Rounds: f.rounds, Conditions: f.conditions(rules, ed), SwissForTitle: f.swissForTitle(rules),
		OneRoundDays: f.oneRoundDays(rules.OneRoundDays), Edition: rules.RuleSource,
	}
	for _, article := range f.toConfirm() {
		out.ToConfirm = append(out.ToConfirm, ed.TitleSource(article))
	}
	for _, n := range f.numbers() {
		p := f.players[n]
		entry := Contender{Player: p}
		for _, title := range rules.Norms {
			j := &judging{field: f, rules: &rules, ed: ed, title: title, player: p, conditions: out.Conditions}
			entry.Norms = append(entry.Norms, j.judge())
		}
		out.Entries = append(out.Entries, entry)
	}
	return out
}

// toConfirm lists the articles of Findings.ToConfirm.
func (f *field) toConfirm() []string {
	ratings := "B01-1.4.6"
	if f.End.Sub(f.Start) >= 30*24*time.Hour {
		ratings = "B01-1.1.4"
	}
	return []string{"B01-1.1.1", "B01-1.1.2", "B01-1.1.3", "B01-1.1.5", ratings}
}

// conditions returns the checks of the event itself that its files answer.
func (f *field) conditions(rules regulations.TitleRules, ed regulations.Edition) []Check {
	system := Check{Requirement: PermittedKind, Met: tournament.Yes, Source: ed.TitleSource(PermittedKind.article())}
	switch {
	case f.System == "":
		system.Met, system.Missing = tournament.Unanswered, []tournament.Fact{tournament.FactSystem}
	case !slices.Contains(rules.Systems, string(f.System)):
		system.Met, system.Missing = tournament.Unanswered, []tournament.Fact{FactApproval}
	}
	all := []Check{system}
	if rules.Standing != regulations.InForce {
		all = append(all, Check{Requirement: Edition, Missing: []tournament.Fact{FactEdition}, Source: ed.TitleSource(Edition.article())})
	}
	if f.open && f.fixed() != tournament.No {
		all = append(all, Check{Requirement: AllRounds, Missing: []tournament.Fact{FactSchedule}, Source: ed.TitleSource(AllRounds.article())})
	}
	if days := f.roundsPerDay(); days != nil {
		most := 0
		for _, n := range days {
			most = max(most, n)
		}
		all = append(all, Check{Requirement: RoundsPerDay, Met: between(most <= 2, most <= 2), Have: most, Need: 2, Source: ed.TitleSource(RoundsPerDay.article())})
	}
	if f.double() {
		n := len(f.players)
		all = append(all, Check{Requirement: DoublePlayers, Met: between(n >= rules.DoublePlayers, n >= rules.DoublePlayers), Have: n, Need: rules.DoublePlayers, Source: ed.TitleSource(DoublePlayers.article())})
	}
	return all
}

// judging looks for a norm of one title among the games of one player.
type judging struct {
	field      *field
	rules      *regulations.TitleRules
	ed         regulations.Edition
	title      regulations.NormRule
	player     *Player
	conditions []Check

	games   []Game
	unclear bool
	tried   int
}

// mostTried bounds the number of ways to leave games out that are tried for one title. No event
// with a table of its own (19 rounds) comes near it unless somebody wins nearly all of his games;
// beyond it, the norm stays undecided.
const mostTried = 1 << 12

func (j *judging) judge() Norm {
	j.games, j.unclear = j.field.games(j.player)
	whole := j.whole()
	if whole.State == Missed || whole.State == Undecided {
		if found, ok := j.search(whole); ok {
			whole = found
		}
	}
	if whole.State == Missed && (!j.field.finished || j.field.open) {
		more := Check{Requirement: AllRounds, Missing: []tournament.Fact{FactRounds}, Source: j.source(AllRounds)}
		if j.field.open {
			more.Missing = []tournament.Fact{FactSchedule}
		}
		whole.State, whole.Checks = Undecided, append(whole.Checks, more)
	}
	if whole.State == Made {
		j.count(&whole)
	}
	return whole
}

func (j *judging) source(r Requirement) regulations.RuleSource { return j.ed.TitleSource(r.article()) }

// whole judges all games that count and, if they are too few, the exceptions for absent opponents.
func (j *judging) whole() Norm {
	least := j.field.least(j.rules.Games, j.rules.TeamGames, j.rules.CupGames)
	n := j.weigh(j.games, least, len(j.games))
	if n.State == Made || len(j.games) >= least {
		return n
	}
	if last, ok := j.field.forfeited(j.player); ok {
		with := j.weigh(append(slices.Clone(j.games), last), least, len(j.games)+1)
		if with.LastRound = true; with.State == Made {
			return with
		}
		if with.State == Undecided {
			n = with
		}
	}
	if j.field.rounds == 9 && least == 9 && len(j.games) == 8 && j.field.blameless(j.player) {
		eight := j.weigh(j.games, 8, 9)
		if eight.EightOfNine = true; eight.State != Missed || n.State == Missed {
			return eight
		}
	}
	return n
}

// weigh judges one choice of games. table is the number of rounds whose table limits unrated
// opponents.
func (j *judging) weigh(kept []Game, least, table int) Norm {
	m := newMix(j.field, j.title, j.rules, j.ed, j.player, kept)
	checks := j.before(len(kept), least)
	if len(kept) > 0 {
		checks = append(append(checks, m.points()...), m.composition(table)...)
	}
	return j.norm(m, checks)
}

// before returns the checks that no choice of games changes, and that of the number of games.
func (j *judging) before(games, least int) []Check {
	checks := slices.Clone(j.conditions)
	if j.title.Women {
		c := Check{Requirement: Women, Source: j.source(Women)}
		switch {
		case j.player.Sex == Woman || len(j.player.Title) == 3 && j.player.Title[0] == 'W':
			c.Met = tournament.Yes
		case j.player.Sex == Man:
			c.Met = tournament.No
		default:
			c.Missing = []tournament.Fact{FactSex}
		}
		checks = append(checks, c)
	}
	if j.unclear {
		checks = append(checks, Check{Requirement: Results, Missing: []tournament.Fact{FactResult}, Source: j.source(Results)})
	}
	c := Check{Requirement: Games, Met: between(games >= least, games >= least || j.unclear), Have: games, Need: least, Source: j.source(Games)}
	if c.Met != tournament.Yes && j.field.Championship == "" && games >= j.fewest() {
		c.Met, c.Missing = tournament.Unanswered, []tournament.Fact{tournament.FactChampionship}
	}
	return append(checks, c)
}

// fewest returns the number of games needed if the event were one for which fewer are enough (1.4.1
// b).
func (j *judging) fewest() int {
	if j.field.rounds >= 7 && j.field.rounds <= 9 {
		return j.rules.TeamGames
	}
	return j.rules.CupGames
}

// norm sums up checks.
func (j *judging) norm(m *mix, checks []Check) Norm {
	n := Norm{
		Title: j.title.Title, State: Made, Held: slices.Contains(j.title.With, j.player.Title),
		Kept: m.kept, HalfPoints: m.halfPoints, Average: m.average, Checks: checks, Floor: j.title.Floor, Unrated: j.rules.Unrated,
	}
	if games := len(m.kept); games > 0 {
		n.Performance = m.average + j.rules.Difference(m.halfPoints, games)
		n.Needed = j.needed(m.average, games)
	}
	if m.raised != nil {
		n.Raised = m.raised.Number
	}
	for _, c := range checks {
		switch {
		case c.Met == tournament.No:
			n.State = Missed
		case c.Met == tournament.Unanswered && n.State == Made:
			n.State = Undecided
		}
		if c.Article != "" {
			n.Exempt = c.Article
		}
	}
	return n
}

// needed returns the least half points for an average, 0 if no number is enough.
func (j *judging) needed(average, games int) int {
	for h := range 2*games + 1 {
		if least, ok := j.rules.Average(j.title, h, games); ok && average >= least {
			return h
		}
	}
	return 0
}

// count returns the number of games for which a norm counts: those on which it rests, and one for
// each full point above those needed (1.4.1 d), but at most 13 if the event has more rounds (1.7).
func (j *judging) count(n *Norm) {
	games := len(n.Kept)
	n.Extra = max(0, (n.HalfPoints-n.Needed)/2)
	n.CountsAs = games + n.Extra
	switch {
	case n.EightOfNine:
		n.CountsAs = j.rules.EightOfNine + n.Extra
	case j.field.Championship == tournament.WorldCup && games == j.rules.CupGames:
		n.CountsAs = j.rules.Games + n.Extra
	}
	if j.field.rounds > j.rules.MostGames {
		n.CountsAs = min(n.CountsAs, j.rules.MostGames)
	}
}
