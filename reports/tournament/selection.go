package tournament

import (
	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
)

// Selection says which games of an input count, and why the others do not.
type Selection struct {
	Games  []*analysis.Game   // the chosen ones, in the order of analysis.CompareGames
	Class  analysis.TimeClass // of all of them
	Counts GameCounts
	All    []Selected // the whole input, as Select returns it
	Roster *roster.Roster
	Rules  Options
}

// Survey identifies the players of games and the games that count. Choose then selects the wanted
// ones. bad is the number of games that could not be read at all.
func Survey(games []*analysis.Game, bad int, o Options) *Selection {
	played := analysis.InOrder(games)
	alone := roster.Identify(played)
	who := alone
	if len(o.Entries) > 0 {
		who = roster.Identify(played, o.Entries...)
	}
	return &Selection{
		Roster: who, Rules: o, All: o.decide(played, alone),
		Counts: GameCounts{Read: len(games) + bad, Bad: bad, Excluded: map[string]int{}},
	}
}

// Choose selects the games that count, are wanted, and have the time class of most of these.
func (s *Selection) Choose(wanted func(*analysis.Game) bool) {
	for i := range s.All {
		if s.All[i].Excluded == analysis.Counted && !wanted(s.All[i].Game) {
			s.All[i].Excluded = analysis.NotSelected
		}
	}
	s.Class = commonClass(s.All)
	s.rate()
	for _, game := range s.All {
		s.add(game.Game, s.Excluded(game))
	}
}

// Excluded says why a game is not chosen; analysis.Counted if it is.
func (s *Selection) Excluded(game Selected) analysis.Exclusion {
	if game.Excluded == analysis.Counted && game.TimeClass != s.Class {
		return analysis.WrongTimeClass
	}
	return game.Excluded
}

// Find returns the game with a content identity, after Choose, and why it was not chosen. If there
// are several such games, it returns the chosen one. It is nil if there is none.
func (s *Selection) Find(id string) (found *analysis.Game, excluded analysis.Exclusion) {
	for _, game := range s.All {
		if game.Game.ID == id && (found == nil || excluded == analysis.DuplicateOfGame) {
			found, excluded = game.Game, s.Excluded(game)
		}
	}
	return found, excluded
}

// rate sets the players' ratings, and the oddities of their rounds, from all games that count and
// have the class, wanted or not: a rapid rating must not stand beside standard games, and the
// choice of games must not change a rating.
func (s *Selection) rate() {
	counted := s.Counted()
	s.Roster.Rate(counted)
	s.Roster.CheckRounds(counted)
}

// Counted returns the games that count and have the class, wanted or not, in the order of play.
func (s *Selection) Counted() (games []*analysis.Game) {
	for _, game := range s.All {
		if game.TimeClass == s.Class && (game.Excluded == analysis.Counted || game.Excluded == analysis.NotSelected) {
			games = append(games, game.Game)
		}
	}
	return games
}

func (s *Selection) add(g *analysis.Game, excluded analysis.Exclusion) {
	if g.Played {
		s.Counts.Played++
	}
	if excluded != analysis.Counted {
		s.Counts.Excluded[string(excluded)]++
		return
	}
	if g.Cut != nil {
		s.Counts.Cut++
	}
	s.Counts.Analysed++
	s.Games = append(s.Games, g)
}

// commonClass returns the time class of most games that count, the slower one of two that are
// equally frequent. A table holds one class only: players choose differently with less time.
func commonClass(all []Selected) analysis.TimeClass {
	games := map[analysis.TimeClass]int{}
	for _, s := range all {
		if s.Excluded == analysis.Counted {
			games[s.TimeClass]++
		}
	}
	common := analysis.StandardTime
	for _, class := range []analysis.TimeClass{analysis.Rapid, analysis.Blitz} {
		if games[class] > games[common] {
			common = class
		}
	}
	return common
}

// GameCounts counts the games of the input by what was decided about them. Read is the sum of
// Analysed, Bad and everything in Excluded.
type GameCounts struct {
	Read     int            `json:"read"`     // games found in the input
	Played   int            `json:"played"`   // both sides made a move
	Analysed int            `json:"analysed"` // their moves stand in the table
	Bad      int            `json:"bad"`      // could not be read, see Errors
	Cut      int            `json:"cut"`      // analysed up to the move where the record breaks, see Errors
	Excluded map[string]int `json:"excluded"` // games left out, by analysis.Exclusion; never nil
}
