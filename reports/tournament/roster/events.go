package roster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
)

// The limits within which games are of one event: games of one name lie no further apart than the
// longest pause of a league, and two names are taken for one event if they begin within a month of
// each other and most players are the same.
const (
	longestPause = 90 * 24 * time.Hour
	nearestStart = 30 * 24 * time.Hour
	sharedLeast  = 3
)

// divide tells the events of games apart, which come in the order of play. Games are of one event if
// they have its name (EventName, without a round that is part of it) and no pause of more than 90 days
// lies between them. Two names are one event if the games begin within 30 days of each other, three
// players or more and most of the smaller field are the same, and nobody has a game of the same round
// in both. Games without a name belong to the event of the others if there is only one.
func (r *Roster) divide(played []*analysis.Game) {
	parts := r.named(played)
	for i := 0; i < len(parts); i++ {
		for j := i + 1; j < len(parts); j++ {
			if a, b := parts[i], parts[j]; a.sameAs(b) || len(parts) == 2 && (a.name == "" || b.name == "") {
				a.join(b)
				parts = slices.Delete(parts, j, j+1)
				j = i
			}
		}
	}
	r.events = map[any]string{}
	if len(parts) < 2 {
		return
	}
	used := map[string]bool{}
	for _, p := range parts {
		name := cmp.Or(mostFrequent(p.called), "?")
		if used[name] && !p.first.IsZero() {
			name += ", " + p.first.Format("2006.01.02")
		}
		for n, plain := 2, name; used[name]; n++ {
			name = fmt.Sprintf("%s (%d)", plain, n)
		}
		used[name] = true
		for _, g := range p.games {
			r.events[gameKey(g)] = name
		}
	}
}

// EventIn names the event of a game that counts, if the games that count are of several; "" if they are
// of one.
func (r *Roster) EventIn(g *analysis.Game) string { return r.events[gameKey(g)] }

// gameKey tells games apart: by their content identity where they have one.
func gameKey(g *analysis.Game) any {
	if g.ID != "" {
		return g.ID
	}
	return g
}

// partOfGames is a set of games that may be an event.
type partOfGames struct {
	name        string // folded, without round
	called      map[string]int
	games       []*analysis.Game
	first, last time.Time
	rounds      map[*Person]map[int]bool // of each player; 0 for an unknown one
}

// named divides games by name and pauses.
func (r *Roster) named(played []*analysis.Game) (parts []*partOfGames) {
	latest := map[string]*partOfGames{}
	for _, g := range played {
		called := r.texts.name(g)
		name := once(r.texts.plain, called, func(called string) string { return withoutRound(Fold(called)) })
		day, err := time.Parse("2006.01.02", analysis.DateOf(g))
		dated := err == nil
		p := latest[name]
		if p == nil || dated && !p.last.IsZero() && day.Sub(p.last) > longestPause {
			p = &partOfGames{name: name, called: map[string]int{}, rounds: map[*Person]map[int]bool{}}
			latest[name], parts = p, append(parts, p)
		}
		p.add(r, g, called)
		if dated {
			if p.first.IsZero() {
				p.first = day
			}
			p.last = day
		}
	}
	return parts
}

func (p *partOfGames) add(r *Roster, g *analysis.Game, called string) {
	p.games = append(p.games, g)
	if called != "" {
		p.called[called]++
	}
	round, _, _ := analysis.ParseRound(g.Round)
	for _, c := range []analysis.Color{analysis.White, analysis.Black} {
		if who := r.Of(g, c); who != r.unnamed {
			if p.rounds[who] == nil {
				p.rounds[who] = map[int]bool{}
			}
			p.rounds[who][round] = true
		}
	}
}

// sameAs reports whether two sets of games are of one event.
func (p *partOfGames) sameAs(o *partOfGames) bool {
	if p.first.IsZero() || o.first.IsZero() || p.first.Sub(o.first).Abs() > nearestStart {
		return false
	}
	shared := 0
	for who, rounds := range p.rounds {
		there := o.rounds[who]
		if there == nil {
			continue
		}
		shared++
		for n := range rounds {
			if n == 0 || there[0] || there[n] {
				return false
			}
		}
	}
	return shared >= sharedLeast && 2*shared > min(len(p.rounds), len(o.rounds))
}

// join adds the games of another part.
func (p *partOfGames) join(o *partOfGames) {
	p.games = append(p.games, o.games...)
	for name, n := range o.called {
		p.called[name] += n
	}
	for who, rounds := range o.rounds {
		if p.rounds[who] == nil {
			p.rounds[who] = map[int]bool{}
		}
		for n := range rounds {
			p.rounds[who][n] = true
		}
	}
	if p.first.IsZero() || !o.first.IsZero() && o.first.Before(p.first) {
		p.first = o.first
	}
	if o.last.After(p.last) {
		p.last = o.last
	}
}

// withoutRound returns the words of a name without "round 3" and the like.
func withoutRound(words []string) string {
	var kept []string
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && isRoundName(words[i]+" "+words[i+1]) {
			i++
			continue
		}
		kept = append(kept, words[i])
	}
	return strings.Join(kept, " ")
}

// mostFrequent returns the text that is counted most often, the first in alphabetical order of several;
// "" if there is none.
func mostFrequent(counts map[string]int) (most string) {
	for text, n := range counts {
		if n > counts[most] || n == counts[most] && text < most {
			most = text
		}
	}
	return most
}
