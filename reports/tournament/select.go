package tournament

import (
	"cmp"

	"fairplay/analysis"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament/roster"
)

// Options are the rules by which games are selected.
type Options struct {
	Policy  analysis.Policy
	Edition regulations.Edition
	RuleSet regulations.RuleSet // "" is FIDE

	// TimeClasses are the classes whose games count, those with a calibration; empty means all.
	TimeClasses []analysis.TimeClass
	// Assume is the class of games that do not state theirs. Without it they do not count if
	// TimeClasses names any.
	Assume analysis.TimeClass

	// Left names games, by content identity, that no engine could evaluate, with the reason. They
	// do not count.
	Left map[string]string

	Entries []roster.Entry // participants, if somebody has stated them

	// Stated returns the rule set and the class to assume of a game, if the games are of several events
	// that state their own; nil for RuleSet and Assume in all.
	Stated func(*analysis.Game) (regulations.RuleSet, analysis.TimeClass)
}

// of returns the options that hold for a game.
func (o Options) of(g *analysis.Game) Options {
	if o.Stated != nil {
		o.RuleSet, o.Assume = o.Stated(g)
	}
	return o
}

// Selected is one game of the input with the decision about it.
type Selected struct {
	Game        *analysis.Game
	Excluded    analysis.Exclusion // analysis.Counted for games that count
	DuplicateOf *analysis.Game     // the game that counts instead, for duplicates; otherwise nil
	TimeClass   analysis.TimeClass // "fast" if a name says only that it was not standard time
	ClassBasis  ClassBasis         // how TimeClass is known
}

// Select decides for every game whether it counts (MODEL 2), and returns all of them in the order
// of analysis.CompareGames. It gives the first of these reasons that applies:
//
//   - duplicate: the input holds the game once more (see findDuplicates);
//   - variant: not standard chess;
//   - unplayed: not both sides made a move, and the record is complete;
//   - too short: in the readable part of the record, neither player made Policy.MinTurns turns. If one did, the game stays in, since no move should be left out for how the game went on after it;
//   - rule set: there is no baseline for the event's rules;
//   - time class: not one of Options.TimeClasses;
//   - not evaluated: it is among Options.Left.
//
// The decisions do not depend on the order of the games.
func Select(games []*analysis.Game, o Options) []Selected {
	played := analysis.InOrder(games)
	return o.decide(played, roster.Identify(played))
}

// decide is Select for games in order, who being the players as the games alone name them.
func (o Options) decide(played []*analysis.Game, who *roster.Roster) []Selected {
	duplicateOf := findDuplicates(played, who)
	out := make([]Selected, len(played))
	for i, g := range played {
		own := o.of(g)
		class, basis := own.timeClass(g)
		s := Selected{Game: g, DuplicateOf: duplicateOf[i], TimeClass: class, ClassBasis: basis}
		s.Excluded = cmp.Or(s.duplicate(), own.byGame(g), own.byRules(class), own.byEngine(g))
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

// byEngine decides by whether engines could evaluate the game.
func (o Options) byEngine(g *analysis.Game) analysis.Exclusion {
	if _, left := o.Left[g.ID]; left {
		return analysis.NotEvaluated
	}
	return analysis.Counted
}

// turns returns the number of turns of the player who made more of them.
func turns(g *analysis.Game) int { return (len(g.Plies) + 1) / 2 }
