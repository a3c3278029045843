package reports

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// Career is one player over several events: every event and year by itself, the moving windows of games
// among which one may be chosen after looking, the place at which his play changes most, and what so many
// games could have shown (MODEL 5f). What he shares over events is the error of his rating alone.
type Career struct {
	Events []CareerPart `json:"events"` // in the order of play; without games if all of them are left out
	Years  []CareerPart `json:"years"`

	// Log is the sum of ln BF of the events: the product of their odds is an e-value again, because each
	// is one given those before it. It may be looked at after every event. Nil if an event with games has none.
	Log *float64 `json:"ln_bf_product"`

	Window        *CareerWindow `json:"window"` // nil with no more games than one window
	WindowMissing Reason        `json:"window_missing,omitempty"`
	Change        *CareerChange `json:"change"` // nil with too few events
	ChangeMissing Reason        `json:"change_missing,omitempty"`
	Found         []FoundChance `json:"found"` // never nil

	// LeftOut are the games of the player that were handed in and have no figures, in the order of play. A
	// game that is there once more is not among them. Never nil.
	LeftOut []GameLeftOut `json:"left_out"`

	// Honest says what honest players share over events; nil if that was not measured.
	Honest *calibration.Careers `json:"honest_players,omitempty"`
}

// CareerPart is the play of a part of the games: an event, a year, or a window.
type CareerPart struct {
	Name   string  `json:"name"` // of the event, or the year; "" of a window
	From   string  `json:"from"` // first and last day as the games have it, "" if unknown
	To     string  `json:"to"`
	Games  int     `json:"games"`
	Moves  int     `json:"moves"` // counted
	Rating float64 `json:"rating"`

	// Judged is false if Z rests on too few moves to be compared with any threshold.
	Judged   bool           `json:"judged"`
	Z        *float64       `json:"z"`
	ZMissing Reason         `json:"z_missing,omitempty"`
	Log      *float64       `json:"ln_bf"`
	IPR      RatingEstimate `json:"ipr"`
}

// CareerWindow is the window of successive games with the highest Z.
type CareerWindow struct {
	Highest CareerPart `json:"highest"`
	Size    int        `json:"size"`    // games in a window
	Windows int        `json:"windows"` // that were looked at
	P       float64    `json:"p"`       // that chance lifts any of them so high, at most
}

// CareerChange is the place between two events at which Z changes most.
type CareerChange struct {
	After      string  `json:"after"`      // the event before it
	Before     string  `json:"before"`     // the event after it
	Difference float64 `json:"difference"` // in standard deviations, positive: closer to the engine afterwards
	P          float64 `json:"p"`          // that the events in any other order show so great a change somewhere
	Orders     int     `json:"orders"`     // that P rests on
}

// FoundChance says how probable it was that Z reaches a threshold, had a helper made a share of the moves.
type FoundChance struct {
	Helper    string  `json:"helper"` // choice.Assistant.Kind
	Share     float64 `json:"share"`
	Threshold float64 `json:"threshold"` // of Z over all games
	Chance    float64 `json:"probability"`
	// Games is the number of games that Z rests on: those of the player, or as many like them.
	Games int `json:"games"`
}

// CareerWindowGames is the number of games of a moving window (MODEL 5f).
const CareerWindowGames = 30

// careerLengths returns the numbers of games for which Found is given beside that of the player: what more
// such games would show, or fewer (MODEL 5f).
func careerLengths() []int { return []int{30, 60} }

// careerShares are the shares of moves for which Found is given.
func careerShares() []float64 { return []float64{0.05, 0.1, 0.2} }

// career describes a player over several events; nil if his games are of one.
func (in *FullTestInput) career(own *score.Performance, field, apart score.Offset, all score.Assessment) *Career {
	events := runs(in.Games, func(g *TestedGame) string { return g.Event })
	if len(events) < 2 {
		return nil
	}
	c := &Career{Found: []FoundChance{}, LeftOut: append([]GameLeftOut{}, in.LeftOut...)}
	if in.Honest != nil {
		c.Honest = in.Honest.Careers
	}
	sum, known := 0.0, true
	for _, games := range events {
		part := in.part(games, field, apart)
		part.Name = games[0].Event
		c.Events = append(c.Events, part)
		if known = known && part.Log != nil; known {
			sum += *part.Log
		}
	}
	if known {
		c.Log = &sum
	}
	c.without()
	for _, games := range runs(in.Games, func(g *TestedGame) string { return yearOf(g.Game) }) {
		part := in.part(games, field, apart)
		part.Name = yearOf(games[0].Game)
		c.Years = append(c.Years, part)
	}
	c.Window, c.WindowMissing = in.window(field, apart)
	c.Change, c.ChangeMissing = change(c.Events)
	if all.Bank != nil && judged(all.Footing) {
		c.found(all.Bank, len(in.Games))
		for _, n := range careerLengths() {
			if n == len(in.Games) {
				continue
			}
			more := alike(own, n)
			if a := in.Parameters.Assess(&more); a.Bank != nil {
				c.found(a.Bank, n)
			}
		}
	}
	return c
}

// found adds what a bank over that many games would have found.
func (c *Career) found(bank *score.BankResult, games int) {
	for k := range bank.Detectors {
		for _, threshold := range powerThresholds() {
			for _, share := range careerShares() {
				c.Found = append(c.Found, FoundChance{bank.Detectors[k].Kind, share, threshold, bank.Found(k, share, threshold), games})
			}
		}
	}
}

// alike returns a performance of n games like those of a player: every so many of them or, beyond their
// number, the same again in events and against opponents of their own. What the rating is wrong by stays
// the same in all.
func alike(own *score.Performance, n int) score.Performance {
	p, have := *own, len(own.Games)
	p.Games, p.Opponents = make([]score.Game, n), make([]score.Game, n)
	p.Field, p.Apart = repeated(own.Field, n/have), repeated(own.Apart, n/have)
	for i := range n {
		from, turn := i%have, i/have
		if n < have {
			from, turn = i*have/n, 0
		}
		p.Games[i], p.Opponents[i] = again(own.Games[from], turn), again(own.Opponents[from], turn)
	}
	return p
}

// again returns a game as it comes for the turn-th time, from 0.
func again(g score.Game, turn int) score.Game {
	g.ID, g.Event = nameAgain(g.ID, turn), nameAgain(g.Event, turn)
	if g.Player != "" {
		g.Player = nameAgain(g.Player, turn)
	}
	return g
}

func nameAgain(name string, turn int) string {
	if turn == 0 {
		return name
	}
	return name + "\x00" + strconv.Itoa(turn)
}

// repeated returns offsets with those of the events that come again up to so many times.
func repeated(o score.Offset, times int) score.Offset {
	if o.Events == nil {
		return o
	}
	events := map[string]score.Offset{}
	for name, of := range *o.Events {
		for turn := range times + 1 {
			events[nameAgain(name, turn)] = of
		}
	}
	o.Events = &events
	return o
}

// without adds the events of which no game counts, in the order of play.
func (c *Career) without() {
	known := map[string]bool{}
	for i := range c.Events {
		known[c.Events[i].Name] = true
	}
	parts := map[string]*CareerPart{}
	var names []string
	for i := range c.LeftOut {
		g := &c.LeftOut[i]
		if known[g.Event] {
			continue
		}
		p := parts[g.Event]
		if p == nil {
			why := exclusionReason(g.Excluded)
			p = &CareerPart{Name: g.Event, ZMissing: why, IPR: RatingEstimate{Missing: why}}
			parts[g.Event], names = p, append(names, g.Event)
		}
		p.played(g.Date)
	}
	for _, name := range names {
		c.Events = append(c.Events, *parts[name])
	}
	if len(names) > 0 {
		slices.SortStableFunc(c.Events, func(a, b CareerPart) int { return strings.Compare(a.From, b.From) })
	}
}

// played notes a day on which a game of the part was played, "" if it is unknown.
func (p *CareerPart) played(day string) {
	if day != "" {
		p.From, p.To = min(cmp.Or(p.From, day), day), max(p.To, day)
	}
}

// exclusionReason is the reason of a figure that rests on games which are left out for this one.
func exclusionReason(excluded string) Reason {
	switch analysis.Exclusion(excluded) {
	case analysis.WrongTimeClass:
		return OtherTimeClass
	case analysis.OtherRuleSet:
		return OtherRuleSet
	case analysis.NotEvaluated:
		return NotEvaluated
	}
	return NoMoves
}

// OverEvents returns an Unprocessable error unless the games of the test are of several events.
func (f *FullTest) OverEvents() error {
	if f.Career == nil {
		return fault.New(fault.Unprocessable, "one_event", "the games of %s that count are all of one event: its test tells what they show", f.Player.Name)
	}
	return nil
}

// runs divides games by a key, in the order in which each key comes first.
func runs(games []TestedGame, key func(*TestedGame) string) (parts [][]TestedGame) {
	place := map[string]int{}
	for i := range games {
		k := key(&games[i])
		at, there := place[k]
		if !there {
			at, place[k] = len(parts), len(parts)
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], games[i])
	}
	return parts
}

// yearOf returns the year of a game, "" if unknown.
func yearOf(g *analysis.Game) string {
	year, _, _ := strings.Cut(analysis.DateOf(g), ".")
	return year
}

// part assesses a part of the games, each game in the field of its event.
func (in *FullTestInput) part(games []TestedGame, field, apart score.Offset) CareerPart {
	some := *in
	some.Games = games
	some.rate()
	own, found := some.assess(field, apart)
	p := CareerPart{Games: len(games), Moves: found.Moves, Rating: some.Rating, Judged: judged(found.Footing),
		IPR: some.estimate(&own, func(g *TestedGame, m *ScoredMove) bool { return m.Record.Color == g.Color }), Log: some.odds(found).Log}
	if found.Combined.OK && !found.Footing.Refused {
		p.Z = pointer(found.Combined.Z)
	} else {
		p.ZMissing = some.withoutZ(found.Moves)
	}
	for i := range games {
		p.played(analysis.DateOf(games[i].Game))
	}
	return p
}

// window returns the window with the highest Z, or why there is none.
func (in *FullTestInput) window(field, apart score.Offset) (*CareerWindow, Reason) {
	const size = CareerWindowGames
	if len(in.Games) <= size {
		return nil, FewGames
	}
	information := make([]float64, len(in.Games))
	for i := range in.Games {
		information[i] = float64(max(1, len(countedMoves(in.Games[i].Moves, in.Games[i].Color))))
	}
	w := &CareerWindow{Size: size, Windows: len(in.Games) - size + 1}
	highest, from := 0.0, -1
	for i := range w.Windows {
		some := *in
		some.Games = in.Games[i : i+size]
		some.rate()
		if _, found := some.assess(field, apart); found.Combined.OK && judged(found.Footing) && (from < 0 || found.Combined.Z > highest) {
			highest, from = found.Combined.Z, i
		}
	}
	if from < 0 {
		return nil, NotJudged
	}
	w.Highest, w.P = in.part(in.Games[from:from+size], field, apart), score.WindowsTail(highest, information, size)
	return w, ""
}

// change looks for the place between events at which Z changes most. Its random source has a fixed seed,
// so that the same games give the same p.
func change(events []CareerPart) (*CareerChange, Reason) {
	var z, moves []float64
	var names []string
	for i := range events {
		if e := &events[i]; e.Z != nil && e.Moves > 0 {
			z, moves, names = append(z, *e.Z), append(moves, float64(e.Moves)), append(names, e.Name)
		}
	}
	found, ok := score.FindChange(z, moves, rand.New(rand.NewPCG(1, 0)), permutations)
	if !ok || found.Before == 0 {
		return nil, FewEvents
	}
	return &CareerChange{After: names[found.Before-1], Before: names[found.Before], Difference: found.Difference, P: found.P, Orders: found.Arrangements}, ""
}
