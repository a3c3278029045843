package regulations

import (
	"fmt"
	"slices"
)

// TitleRules holds the Title Regulations of one edition, as far as a single event can meet
// them.
type TitleRules struct {
	RuleSource
	Norms  []NormRule `json:"norms"`
	Titled []string   `json:"titled"` // titles that count among opponents (1.4.5 a)

	Unrated      int `json:"unrated"`       // rating that an unrated opponent counts with (1.4.6 d)
	LeastPercent int `json:"least_percent"` // of the points, before rounding (1.4.8)
	Games        int `json:"games"`         // least number (1.4.1 a)
	TeamGames    int `json:"team_games"`    // in world and continental team events of 7 to 9 rounds (1.4.1 b)
	CupGames     int `json:"cup_games"`     // in World Cups, counted as Games (1.4.1 b)
	EightOfNine  int `json:"eight_of_nine"` // what eight games of nine rounds count as (1.4.1 c)
	MostGames    int `json:"most_games"`    // what an event of more rounds counts as (1.7)

	Federations   int      `json:"federations"`    // beside the player's own, at least (1.4.3)
	OwnFederation Fraction `json:"own_federation"` // most opponents from it (1.4.4)
	OneFederation Fraction `json:"one_federation"` // most opponents from any (1.4.4)
	TitleHolders  Fraction `json:"title_holders"`  // least (1.4.5 a)
	SameTitle     Fraction `json:"same_title"`     // least, with one of NormRule.With (1.4.5 b to e)
	DoublePlayers int      `json:"double_players"` // of a double round robin, at least (1.4.5 f)
	MostUnrated   []Limit  `json:"most_unrated"`   // by number of games, ascending (annex)
	Systems       []string `json:"systems"`        // pairing systems that need no approval (1.4.2 e)

	HalfInDouble bool `json:"half_in_double,omitempty"` // SameTitle is halved in double round robins, where opponents count once (1.4.5 f)
	WholeMix     bool `json:"whole_mix,omitempty"`      // round robins: the mix must hold for all games, also where some are ignored (1.4.1 f)

	LargeSwiss    LargeSwiss    `json:"large_swiss"`
	SwissForTitle SwissForTitle `json:"swiss_for_title"`
	OneRoundDays  int           `json:"days_of_one_round"` // at least, for one GM or WGM norm of an application (1.1.3)

	ByRating   []RatedTitle `json:"by_rating"`   // titles for a rating (1.3)
	RatedGames int          `json:"rated_games"` // that must have been played by then
	Direct     []RatedTitle `json:"direct"`      // ratings without which a direct title is conditional (0.6.2)

	differences []int // dp for 50 to 100 per cent of the points (1.4.9)
}

// NormRule is what the norm for one title requires.
type NormRule struct {
	Title       string   `json:"title"`
	Performance int      `json:"performance"` // least (1.4.8)
	Average     int      `json:"average"`     // least of the opponents (1.4.8 a)
	Floor       int      `json:"floor"`       // to which one opponent's rating is raised (1.4.6 b)
	With        []string `json:"with"`        // titles of which a share of opponents must hold one (1.4.5 b to e)
	Women       bool     `json:"women,omitempty"`
}

// Fraction is Part of Of, and never below Least.
type Fraction struct {
	Part  int `json:"part"`
	Of    int `json:"of"`
	Least int `json:"least,omitempty"`
}

// Min returns the share of n, rounded up as least numbers are (1.4.4).
func (f Fraction) Min(n int) int { return max(f.Least, (f.Part*n+f.Of-1)/f.Of) }

// Max returns the share of n, rounded down as greatest numbers are (1.4.4).
func (f Fraction) Max(n int) int { return f.Part * n / f.Of }

// Limit is how many games of a given number may be against unrated opponents.
type Limit struct {
	Games  int `json:"games"`
	Most   int `json:"most"`
	Double int `json:"double,omitempty"` // in a double round robin, where opponents count once; 0 if the table has no such column
}

// LargeSwiss says which Swiss events are exempt from 1.4.3 and 1.4.4: those with enough rated
// players from outside the host federation in every round, from enough federations, and enough
// of them with a title of GM, IM, WGM or WIM (1.4.3 d).
type LargeSwiss struct {
	Rated       int `json:"rated"`
	Federations int `json:"federations"`
	Titled      int `json:"titled"`
}

// SwissForTitle says from which Swiss events one norm of an application must come, if one of
// its norms was made after that day (1.5.6).
type SwissForTitle struct {
	Players int    `json:"players"` // in every round
	Average int    `json:"average"` // of their ratings
	After   string `json:"after"`
}

// RatedTitle is a title with the rating that it requires.
type RatedTitle struct {
	Title  string `json:"title"`
	Rating int    `json:"rating"`
	Women  bool   `json:"women,omitempty"`
}

// Titles returns the Title Regulations in force.
func (e Edition) Titles() TitleRules {
	r, standing := inForce(e.catalogue.titles, e.start)
	r.RuleSource = e.catalogue.cite(r.RuleSource, standing, r.Article)
	p, _ := inForce(e.catalogue.performance, e.start)
	r.differences = p.Differences
	return r
}

// TitleSource cites an article of the Title Regulations in force: "B01-1.4.3".
func (e Edition) TitleSource(article string) RuleSource {
	r, standing := inForce(e.catalogue.titles, e.start)
	return e.catalogue.cite(r.RuleSource, standing, article)
}

// UnratedMost returns how many opponents in that number of games may be unrated; ok is false
// where no table says.
func (t *TitleRules) UnratedMost(games int, double bool) (most int, ok bool) {
	i := slices.IndexFunc(t.MostUnrated, func(l Limit) bool { return l.Games == games })
	switch {
	case i < 0:
		return 0, false
	case double:
		return max(1, t.MostUnrated[i].Double), true
	}
	return t.MostUnrated[i].Most, true
}

// Average returns the least average rating of the opponents for a score in a number of games,
// and whether the score is high enough at all (1.4.8):
//
//	Ra >= max(least Ra, performance - dp(p)), p in whole per cent, 0.5 up
//
// The least score of 35 % is checked before p is rounded.
func (t *TitleRules) Average(n NormRule, halfPoints, games int) (least int, ok bool) {
	if games <= 0 || 50*halfPoints < t.LeastPercent*games {
		return 0, false
	}
	return max(n.Average, n.Performance-t.Difference(halfPoints, games)), true
}

// Difference returns dp, the amount by which a performance lies above the average of the
// opponents, from the share of points rounded to whole per cent, 0.5 up (1.4.9). dp(1-p) =
// -dp(p). games must be positive.
func (t *TitleRules) Difference(halfPoints, games int) int {
	percent := (100*halfPoints + games) / (2 * games)
	if percent < 50 {
		return -t.differences[50-percent]
	}
	return t.differences[percent-50]
}

// performanceRow holds dp for 50 to 100 per cent of the points.
type performanceRow struct {
	RuleSource
	Differences []int `json:"differences"`
}

func (p performanceRow) check() error {
	if len(p.Differences) != 51 || p.Differences[0] != 0 || !slices.IsSorted(p.Differences) {
		return fmt.Errorf("%s: dp must rise from 0 at 50 %% to 100 %%", p.Article)
	}
	return nil
}

func (t TitleRules) check() error {
	for _, s := range []Fraction{t.OwnFederation, t.OneFederation, t.TitleHolders, t.SameTitle} {
		if s.Part <= 0 || s.Of <= 0 {
			return fmt.Errorf("%s: a share is missing", t.Article)
		}
	}
	if len(t.Norms) == 0 || t.Games == 0 || t.Unrated == 0 || len(t.MostUnrated) == 0 || len(t.Systems) == 0 {
		return fmt.Errorf("%s lacks a rule", t.Article)
	}
	return nil
}
