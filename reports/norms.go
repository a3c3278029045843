package reports

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/norm"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// Norms is the report on the title norms of an event. It rests on a tournament file and on the
// facts stated beside it. FIDE awards titles, on certificates that the chief arbiter signs.
type Norms struct {
	Event      NormEvent    `json:"event"`
	Edition    Rule         `json:"edition"`    // of the Title Regulations
	Conditions []NormCheck  `json:"conditions"` // of the event itself
	ToConfirm  []Rule       `json:"to_confirm"` // by the chief arbiter: what no file shows
	Players    []NormPlayer `json:"players"`    // by starting number; never nil
	Claims     []TitleClaim `json:"claims"`     // titles without norms; never nil
}

// NormEvent is what is known of an event for its norms.
type NormEvent struct {
	Name         string `json:"name"`
	Site         string `json:"site"`
	Federation   string `json:"federation"`
	Start        string `json:"start"` // YYYY-MM-DD, "" if unknown
	End          string `json:"end"`
	ChiefArbiter string `json:"chief_arbiter"`
	RateOfPlay   string `json:"rate_of_play"` // as the file has it
	System       string `json:"system"`       // a tournament.System
	Championship string `json:"championship"` // a tournament.Championship
	Rounds       int    `json:"rounds"`
	Players      int    `json:"players"`

	// SwissForTitle reports whether it is a Swiss of the kind of which an application must contain
	// one norm (1.5.6). OneRoundDays reports whether it has the one-round days that one of the norms
	// for a Grandmaster title needs (1.1.3). Both are yes, no or unknown.
	SwissForTitle string `json:"swiss_for_title"`
	OneRoundDays  string `json:"one_round_days"`
}

// Rule is the text of a rule and where to find it.
type Rule struct {
	Article  string `json:"article"` // our own key
	Citation string `json:"citation"`
	Text     string `json:"text"`
	From     string `json:"from"`     // YYYY-MM-DD from which the text applies, "" for advice that bears no date
	Standing string `json:"standing"` // a regulations.Standing
}

// NewRule returns the Rule for a source of the regulations.
func NewRule(s regulations.RuleSource) Rule {
	return Rule{Article: s.Article, Citation: s.Citation, Text: s.Text, From: s.ValidFrom, Standing: string(s.Standing)}
}

// NormPlayer is a player with the result for every title.
type NormPlayer struct {
	Number     int         `json:"number"`
	Name       string      `json:"name"`
	FideID     string      `json:"fide_id"`
	Sex        string      `json:"sex"` // w, m, or "" if unknown
	Title      string      `json:"title"`
	Federation string      `json:"federation"`
	Rating     int         `json:"rating"` // 0 for none
	Born       string      `json:"born"`
	Norms      []TitleNorm `json:"norms"`
}

// TitleNorm is the result for one title and one player.
type TitleNorm struct {
	Title       string         `json:"title"`
	State       string         `json:"state"` // a norm.Decision
	Held        bool           `json:"held"`  // the player has this title or a higher one
	Games       int            `json:"games"` // that count, without those that are ignored
	Points      float64        `json:"points"`
	Needed      float64        `json:"points_needed,omitempty"` // for this average; left out where no number would do
	Average     int            `json:"average"`                 // of the opponents' ratings, one of them raised
	Performance int            `json:"performance"`
	Raised      int            `json:"raised,omitempty"`         // number of the opponent whose rating is raised
	Ignored     []int          `json:"ignored_rounds,omitempty"` // games left out (1.4.1 e, f)
	EightOfNine bool           `json:"eight_of_nine,omitempty"`  // eight games of nine rounds, once in an application (1.4.1 c)
	LastRound   bool           `json:"last_round,omitempty"`     // the last opponent did not come, and his game counts as lost (1.4.2 c)
	Exempt      *Rule          `json:"exempt,omitempty"`         // frees from the rules on federations (1.4.3)
	Extra       int            `json:"extra_games,omitempty"`    // for full points beyond what was needed (1.4.1 d)
	CountsAs    int            `json:"counts_as,omitempty"`      // games, in an application
	Checks      []NormCheck    `json:"checks"`                   // all of a norm that was made for a title not held, else those not met or without an answer
	Opponents   *NormOpponents `json:"opponents,omitempty"`      // of a norm that was made or is undecided, where the title is not held
}

// NormCheck is one requirement.
type NormCheck struct {
	Requirement string   `json:"requirement"` // a norm.Requirement
	Met         string   `json:"met"`         // yes, no, or unknown
	Have        int      `json:"have"`
	Need        int      `json:"need"` // 0 if the requirement has no figure
	Missing     []string `json:"missing,omitempty"`
	Article     string   `json:"article"`
	Citation    string   `json:"citation"`
}

// NormOpponents is the part of a certificate (form IT1) on opponents.
type NormOpponents struct {
	Federations int            `json:"federations"`               // different ones, without FID
	Foreign     int            `json:"other_federation"`          // opponents not of the player's own
	Host        *int           `json:"host_federation,omitempty"` // opponents of the federation that hosts the event, left out where that is unknown
	Rated       int            `json:"rated"`
	Titled      map[string]int `json:"titled"` // by title; never nil
	Games       []NormGame     `json:"games"`  // by round
}

// NormGame is one round on a certificate.
type NormGame struct {
	Round      int    `json:"round"`
	Number     int    `json:"number"`
	Name       string `json:"name"`
	FideID     string `json:"fide_id"`
	Federation string `json:"federation"`
	Rating     int    `json:"rating"` // 0 for none
	Counted    int    `json:"counted_rating"`
	Title      string `json:"title"`
	Result     string `json:"result"` // 1, = or 0
}

// TitleClaim is a title that a player may have won without norms, to be checked by a person.
type TitleClaim struct {
	Number int     `json:"number"`
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Ground string  `json:"ground"` // a norm.ClaimKind
	Rating int     `json:"rating"`
	Bound  int     `json:"rating_needed"`
	Change float64 `json:"change,omitempty"`  // sum of score less expected score, at its highest
	LeastK int     `json:"least_k,omitempty"` // with which it reaches the bound
	Rule   Rule    `json:"rule"`
}

// directTitles reads titles won directly, each as "7=FM".
func directTitles(texts []string) (named []norm.Named, err error) {
	for _, text := range texts {
		number, title, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			return nil, fault.New(fault.Invalid, "direct_title", "%q is no direct title; write NUMBER=TITLE, for instance 7=FM", text)
		}
		named = append(named, norm.Named{Number: n, Title: title})
	}
	return named, nil
}

// normsIn judges the event of a tournament file by stated facts, to which it may add.
func normsIn(t *trf.Tournament, list []roster.Entry, facts tournament.Facts, named []norm.Named) (*Norms, error) {
	about := NormEvent{
		Name: t.Name, Site: t.City, Start: dayText(facts.Start), End: dayText(facts.End), ChiefArbiter: t.ChiefArbiter, RateOfPlay: t.Times,
	}
	return compileNorms(eventOf(t, list, facts), named, about, regulations.Shipped().Edition(facts.Start))
}

// eventOf returns the event of a tournament file, with ratings of later months from the list of
// participants.
func eventOf(t *trf.Tournament, list []roster.Entry, facts tournament.Facts) *norm.Crosstable {
	e := norm.FromTRF(t, facts)
	e.Rate(list)
	return e
}

// normMakers returns the players who made a norm for a title that they do not hold, and those for
// whom that is undecided.
func normMakers(t *trf.Tournament, list []roster.Entry, facts tournament.Facts) *tournament.NormMakers {
	m := &tournament.NormMakers{Made: []int{}, Undecided: []int{}}
	for _, entry := range norm.Judge(eventOf(t, list, facts), regulations.Shipped().Edition(facts.Start)).Entries {
		made, open := false, false
		for _, n := range entry.Norms {
			made = made || n.State == norm.Made && !n.Held
			open = open || n.State == norm.Undecided && !n.Held
		}
		switch {
		case made:
			m.Made = append(m.Made, entry.Number)
		case open:
			m.Undecided = append(m.Undecided, entry.Number)
		}
	}
	return m
}

// NormsMade judges the event of a tournament file by the facts stated beside it, and returns how to
// make the report again: program supplies the program, its options and files. direct names titles
// won directly, as Dossier.Norms takes them. A file with errors is refused (Invalid). name is what
// the report calls the file.
func NormsMade(program Provenance, name string, r io.Reader, stated StatedFacts, direct []string) (*Norms, *Provenance, error) {
	d, err := stated.Dossier()
	if err != nil {
		return nil, nil, err
	}
	input, err := d.Take(name, r)
	if err != nil {
		return nil, nil, err
	}
	program.Options, program.Inputs = slices.Concat(program.Options, stated.norms(direct)), append(program.Inputs, input)
	program.Complete(TaskNorms)
	report, err := d.Norms(direct...)
	return report, &program, err
}

// dayText returns a day as YYYY-MM-DD, "" if it is unknown.
func dayText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// compileNorms makes the report on the norms of an event.
func compileNorms(e *norm.Crosstable, named []norm.Named, about NormEvent, ed regulations.Edition) (*Norms, error) {
	f := norm.Judge(e, ed)
	claims, err := norm.Claims(e, named, ed)
	if err != nil {
		return nil, err
	}
	about.Federation, about.System, about.Championship = e.Federation, string(e.System), string(e.Championship)
	about.Players, about.Rounds = len(e.Players), f.Rounds
	about.SwissForTitle, about.OneRoundDays = answered(f.SwissForTitle), answered(f.OneRoundDays)
	r := &Norms{
		Event: about, Edition: NewRule(f.Edition), Conditions: checks(f.Conditions, true),
		ToConfirm: []Rule{}, Players: []NormPlayer{}, Claims: []TitleClaim{},
	}
	for _, s := range f.ToConfirm {
		r.ToConfirm = append(r.ToConfirm, NewRule(s))
	}
	for _, entry := range f.Entries {
		p := NormPlayer{
			Number: entry.Number, Name: entry.Name, FideID: entry.FideID, Sex: string(entry.Sex), Title: entry.Title,
			Federation: entry.Federation, Rating: entry.Rating, Born: entry.Born,
		}
		for i := range entry.Norms {
			p.Norms = append(p.Norms, titleNorm(e, entry.Player, &entry.Norms[i], ed))
		}
		r.Players = append(r.Players, p)
	}
	for _, c := range claims {
		r.Claims = append(r.Claims, TitleClaim{
			Number: c.Number, Name: c.Name, Title: c.Title, Ground: string(c.Ground), Rating: c.Rating, Bound: c.Bound,
			Change: float64(c.Change) / 100, LeastK: c.LeastK, Rule: NewRule(c.Source),
		})
	}
	return r, nil
}

func titleNorm(e *norm.Crosstable, p *norm.Player, n *norm.Norm, ed regulations.Edition) TitleNorm {
	t := TitleNorm{
		Title: n.Title, State: string(n.State), Held: n.Held, Games: len(n.Kept), Points: float64(n.HalfPoints) / 2,
		Needed: float64(n.Needed) / 2, Average: n.Average, Performance: n.Performance, Raised: n.Raised, Ignored: n.Ignored,
		EightOfNine: n.EightOfNine, LastRound: n.LastRound, Extra: n.Extra, CountsAs: n.CountsAs,
		Checks: checks(n.Checks, n.State == norm.Made && !n.Held),
	}
	if n.Exempt != "" {
		rule := NewRule(ed.TitleSource(n.Exempt))
		t.Exempt = &rule
	}
	if n.State != norm.Missed && !n.Held {
		t.Opponents = opponents(e, p, n)
	}
	return t
}

// checks returns requirements in the form of the report: all, or only those that are not met.
func checks(from []norm.Check, all bool) []NormCheck {
	out := []NormCheck{}
	for _, c := range from {
		if !all && c.Met == tournament.Yes {
			continue
		}
		check := NormCheck{Requirement: string(c.Requirement), Met: answered(c.Met), Have: c.Have, Need: c.Need, Article: c.Source.Article, Citation: c.Source.Citation}
		for _, fact := range c.Missing {
			check.Missing = append(check.Missing, string(fact))
		}
		out = append(out, check)
	}
	return out
}

// answered returns an answer for machine-readable formats, in which nothing is empty.
func answered(a tournament.YesNo) string {
	if a == tournament.Unanswered {
		return "unknown"
	}
	return string(a)
}

// opponents sums up the opponents in the games that a norm rests on.
func opponents(e *norm.Crosstable, p *norm.Player, n *norm.Norm) *NormOpponents {
	o := &NormOpponents{Titled: map[string]int{}, Games: []NormGame{}}
	if e.Federation != "" {
		o.Host = new(int)
	}
	var federations []string
	for _, g := range n.Kept {
		with := g.Opponent
		if f := with.Federation; f != "" && f != norm.UnderFIDE && !slices.Contains(federations, f) {
			federations = append(federations, f)
		}
		if with.Federation != "" && with.Federation != p.Federation {
			o.Foreign++
		}
		if o.Host != nil && with.Federation == e.Federation {
			*o.Host++
		}
		if with.Rating > 0 {
			o.Rated++
		}
		if with.Title != "" {
			o.Titled[with.Title]++
		}
		o.Games = append(o.Games, NormGame{
			Round: g.Round, Number: with.Number, Name: with.Name, FideID: with.FideID, Federation: with.Federation,
			Rating: g.Rating, Counted: n.Counted(g), Title: with.Title, Result: string(g.Outcome),
		})
	}
	o.Federations = len(federations)
	return o
}
