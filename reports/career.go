package reports

import (
	"cmp"
	"math/rand/v2"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
)

// Career is one player over several events: every event and year by itself, the moving windows of games
// among which one may be chosen after looking, the place at which his play changes most, and what so many
// games could have shown (MODEL 5f). What he shares over events is the error of his rating alone.
type Career struct {
	Events []CareerPart `json:"events"` // in the order of play
	Years  []CareerPart `json:"years"`

	// Log is the sum of ln BF of the events: the product of their odds is an e-value again, because each
	// is one given those before it. It may be looked at after every event. Nil if an event has none.
	Log *float64 `json:"ln_bf_product"`

	Window        *CareerWindow `json:"window"` // nil with no more games than one window
	WindowMissing Reason        `json:"window_missing,omitempty"`
	Change        *CareerChange `json:"change"` // nil with too few events
	ChangeMissing Reason        `json:"change_missing,omitempty"`
	Found         []FoundChance `json:"found"` // never nil

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
}

// CareerWindowGames is the number of games of a moving window (MODEL 5f).
const CareerWindowGames = 30

// careerShares are the shares of moves for which Found is given.
func careerShares() []float64 { return []float64{0.05, 0.1, 0.2} }

// career describes a player over several events; nil if his games are of one.
func (in *FullTestInput) career(field, apart score.Offset, all score.Assessment) *Career {
	events := runs(in.Games, func(g *TestedGame) string { return g.Event })
	if len(events) < 2 {
		return nil
	}
	c := &Career{Found: []FoundChance{}}
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
	for _, games := range runs(in.Games, func(g *TestedGame) string { return yearOf(g.Game) }) {
		part := in.part(games, field, apart)
		part.Name = yearOf(games[0].Game)
		c.Years = append(c.Years, part)
	}
	c.Window, c.WindowMissing = in.window(field, apart)
	c.Change, c.ChangeMissing = change(c.Events)
	if all.Bank != nil && judged(all.Footing) {
		for k := range all.Bank.Detectors {
			for _, threshold := range powerThresholds() {
				for _, share := range careerShares() {
					c.Found = append(c.Found, FoundChance{all.Bank.Detectors[k].Kind, share, threshold, all.Bank.Found(k, share, threshold)})
				}
			}
		}
	}
	return c
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
		if day := analysis.DateOf(games[i].Game); day != "" {
			p.From, p.To = min(cmp.Or(p.From, day), day), max(p.To, day)
		}
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
