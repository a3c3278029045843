package tournament

import (
	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/trf"
)

// RateOfPlay says how long the games of an event are, and whether the rules allow it.
type RateOfPlay struct {
	Text  string             `json:"text"`  // as stated, "" if nobody has
	White float64            `json:"white"` // minutes of 60 moves; 0 if the text cannot be read
	Black float64            `json:"black"`
	Class analysis.TimeClass `json:"class"` // by the rules of the event, "" if unknown
	// Checks lists what the rules ask of such an event. Never nil.
	Checks []RateCheck `json:"checks"`
}

// RateCheck is one rule on the rate of play.
type RateCheck struct {
	Check   RateRule               `json:"check"`
	Met     string                 `json:"met"`            // yes, no, or unknown
	Have    float64                `json:"have"`           // minutes, or moves; 0 if the rule has no figure
	Need    float64                `json:"need,omitempty"` // likewise; of the highest rating where nobody's is known
	Missing []Fact                 `json:"missing"`        // never nil
	Rule    regulations.RuleSource `json:"rule"`
}

// RateRule is a rule on the rate of play.
type RateRule string

// The rules.
const (
	RatedMinimum RateRule = "rated_minimum" // by the highest rating of a player, who may meet anybody
	NormMinimum  RateRule = "norm_minimum"
	FirstPeriod  RateRule = "first_period" // moves, where it has a number of them
	EqualTimes   RateRule = "equal_times"
	StatedClass  RateRule = "stated_class" // the time class that the event states
)

// Facts that rules on the rate of play need.
const (
	FactTimeControl Fact = "time_control"
	FactRatings     Fact = "ratings" // of the players
)

// RateOf judges the rate of play of an event. highest is the highest rating of its players, 0 if
// unknown.
func (c DutyCase) RateOf(highest int) RateOfPlay {
	w := newWeighing(c)
	r := RateOfPlay{Text: c.TimeControl, Checks: []RateCheck{}}
	white, black := controlsOf(c.TimeControl)
	r.White, r.Black = white.Minutes(), black.Minutes()
	if class, ok := c.Edition.TimeClass(c.RuleSet, white); ok && r.White == r.Black {
		r.Class = class
	}
	rules := c.Edition.RatesOfPlay()
	check := func(rule RateRule, article string, have, need float64, known bool, lacks Fact) {
		one := RateCheck{Check: rule, Met: "unknown", Have: have, Need: need, Missing: []Fact{}, Rule: c.Edition.RateOfPlaySource(article)}
		switch {
		case !white.Known():
			one.Missing = append(one.Missing, FactTimeControl)
		case !known && have < need:
			one.Missing = append(one.Missing, lacks)
		default:
			one.Met = string(answer(have >= need))
		}
		r.Checks = append(r.Checks, one)
	}
	least := min(r.White, r.Black)
	if w.Rated != No && c.Class == analysis.StandardTime {
		rating := highest
		if highest == 0 {
			rating = mostDemanding
		}
		check(RatedMinimum, rules.Article, least, rules.For(rating), highest > 0, FactRatings)
		if white.Known() && white.Periods[0].Moves > 0 {
			check(FirstPeriod, rules.FirstMoves.Article, float64(white.Periods[0].Moves), rules.FirstMoves.Least, true, "")
		}
	}
	if w.norms != No && w.Mode != regulations.Online {
		check(NormMinimum, rules.Norms.Article, least, rules.Norms.Least, w.norms == Yes, FactTitles)
	}
	if w.Rated != No && white.Known() {
		r.Checks = append(r.Checks, RateCheck{Check: EqualTimes, Met: string(answer(r.White == r.Black)), Missing: []Fact{}, Rule: c.Edition.RateOfPlaySource(rules.Equal)})
	}
	if source, ok := c.Edition.TimeClassSource(c.RuleSet); ok && r.Class != analysis.UnknownTime {
		r.Checks = append(r.Checks, RateCheck{Check: StatedClass, Met: string(answer(r.Class == c.Class)), Missing: []Fact{}, Rule: source})
	}
	return r
}

// mostDemanding is a rating at which the rules ask for the longest games.
const mostDemanding = 4000

// controlsOf reads a time control in the form of TRF field 222, which may give the players
// different times, or in the form of games. What cannot be read is unknown.
func controlsOf(text string) (white, black analysis.TimeControl) {
	if c, ok := trf.ParseControl(text); ok && c.White.Minutes() != c.Black.Minutes() {
		return c.White, c.Black
	}
	tc, err := pgn.TimeControl(text)
	if err != nil {
		return analysis.TimeControl{}, analysis.TimeControl{}
	}
	return tc, tc
}
