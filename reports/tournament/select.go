package tournament

import (
	"cmp"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/roster"
)

// Options says under which rules games are selected.
type Options struct {
	Policy  analysis.Policy
	Edition regulations.Edition
	RuleSet regulations.RuleSet // "" is FIDE

	// TimeClasses are the classes whose games count, those with a calibration;
	// none means all.
	TimeClasses []analysis.TimeClass
	// Assume is the class of games that do not say theirs. Without it they do
	// not count where TimeClasses names any.
	Assume analysis.TimeClass

	// Left names games, by content identity, that no engine could get through, with the
	// reason. They do not count.
	Left map[string]string

	Entries []roster.Entry // who takes part, where somebody has said so
}

// Selected is one game of the input and what became of it.
type Selected struct {
	Game        *analysis.Game
	Excluded    analysis.Exclusion // analysis.Counted for games that count
	DuplicateOf *analysis.Game     // the game that counts instead; nil but for duplicates
	TimeClass   analysis.TimeClass // "fast" where a name tells only that it was not standard time
	ClassBasis  ClassBasis         // what TimeClass rests on
}

// Select decides for every game whether it counts (MODEL 2), and returns all of
// them in the order of analysis.CompareGames. The first of these reasons is given that
// holds:
//
//   - duplicate: the game stands in the input once more (see findDuplicates);
//   - variant: not standard chess;
//   - unplayed: not both sides made a move, and the record is whole;
//   - too short: in what can be read of the record, neither player made
//     Policy.MinTurns turns. Where one did, the game stays in, since no move
//     should be left out for how the game went on after it;
//   - rule set: the event's rules are none that a baseline exists for;
//   - time class: not one of Options.TimeClasses;
//   - not evaluated: it is among Options.Left.
//
// The decisions do not depend on the order of the games.
func Select(games []*analysis.Game, o Options) []Selected {
	played := analysis.InOrder(games)
	duplicateOf := findDuplicates(played)
	out := make([]Selected, len(played))
	for i, g := range played {
		class, basis := o.timeClass(g)
		s := Selected{Game: g, DuplicateOf: duplicateOf[i], TimeClass: class, ClassBasis: basis}
		s.Excluded = cmp.Or(s.duplicate(), o.byGame(g), o.byRules(class), o.byEngine(g))
		out[i] = s
	}
	return out
}

func (s Selected) duplicate() analysis.Exclusion {
	if s.DuplicateOf != nil {
		return analysis.DuplicateOfGame
	}
	return analysis.Counted
}

// byGame decides by the game alone.
func (o Options) byGame(g *analysis.Game) analysis.Exclusion {
	switch {
	case g.Variant != analysis.Standard:
		return analysis.NonStandard
	case g.Cut == nil && !g.Played:
		return analysis.Unplayed
	case turns(g) < o.Policy.MinTurns:
		return analysis.TooShort
	}
	return analysis.Counted
}

// byRules decides by the rule set and the time class.
func (o Options) byRules(class analysis.TimeClass) analysis.Exclusion {
	switch {
	case o.RuleSet == regulations.OtherRules:
		return analysis.OtherRuleSet
	case !o.admits(class):
		return analysis.WrongTimeClass
	}
	return analysis.Counted
}

// byEngine decides by what engines could do with the game.
func (o Options) byEngine(g *analysis.Game) analysis.Exclusion {
	if _, left := o.Left[g.ID]; left {
		return analysis.NotEvaluated
	}
	return analysis.Counted
}

// turns returns the turns of the player who made more of them.
func turns(g *analysis.Game) int { return (len(g.Plies) + 1) / 2 }
