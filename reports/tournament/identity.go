package tournament

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// players maps the players of games to the participants of a tournament file.
type players struct {
	roster *roster.Roster
	by     map[*roster.Person]*trf.Participant
}

// names holds the names by which games call participants, as people have answered.
type names map[*trf.Participant][]roster.Called

// identify identifies people over games and tournament file together. Two participants whom nothing
// tells apart match nobody.
func identify(t *trf.Tournament, called names, games []*analysis.Game) *players {
	entries := roster.FromTournament(t)
	for i, p := range t.Participants {
		entries[i].CalledAs = called[p]
	}
	all := slices.Clone(games)
	for i, p := range t.Pairings() {
		all = append(all, &analysis.Game{ID: fmt.Sprintf("pairing %d", i), White: playerOf(p.White), Black: playerOf(p.Black), Variant: analysis.Standard})
	}
	w := &players{roster: roster.Identify(all, entries...), by: map[*roster.Person]*trf.Participant{}}
	of := map[*roster.Entry]*trf.Participant{}
	for i, p := range t.Participants {
		of[&entries[i]] = p
	}
	for _, person := range w.roster.Persons() {
		w.by[person] = of[person.Entry]
	}
	return w
}

func playerOf(p *trf.Participant) analysis.Player {
	return analysis.Player{Name: p.Name, FideID: p.FideID, Rating: p.Rating, Title: p.Title, Federation: p.Federation}
}

// participant returns the player of a colour in a game, nil if the file does not know him.
func (p *players) participant(g *analysis.Game, c analysis.Color) *trf.Participant {
	return p.by[p.roster.Of(g, c)]
}

// nameColumns is the number of letters that a tournament file has for a name.
const nameColumns = 33

// compareNames notes players who are identified by their FIDE id but have another name in the
// games.
func (c *comparing) compareNames(r *filed) {
	for _, side := range []struct {
		p     *trf.Participant
		named string
	}{{r.white, r.game.White.Name}, {r.black, r.game.Black.Name}} {
		listed := side.p.Name
		cutOff := utf8.RuneCountInString(listed) >= nameColumns && strings.HasPrefix(side.named, listed)
		told := number(side.p.Number) + " " + side.named
		if listed == "" || side.named == "" || cutOff || c.misnamed[told] || roster.SameName(listed, side.named) {
			continue
		}
		c.misnamed[told] = true
		c.deviate(OtherName, r.pairing.Round, r, r.white.Name, r.black.Name, listed, side.named)
	}
}

// Question is a name in the games that the tournament file does not know. The program assigns it to
// nobody: a person has to answer.
type Question struct {
	Name   string      `json:"name"`
	FideID string      `json:"fide_id"` // "" if no game gives one
	Rating int         `json:"rating"`  // the last one given; 0 if none is
	Games  int         `json:"games"`
	Maybe  []Candidate `json:"maybe"` // the likeliest first, three at most; never nil
}

// Candidate is a participant whom a name may stand for.
type Candidate struct {
	Number  int      `json:"number"`
	Name    string   `json:"name"`
	FideID  string   `json:"fide_id"`
	Score   float64  `json:"score"`   // from 0 to 1: how much speaks for him; no probability
	Reasons []Ground `json:"reasons"` // never nil
}

// Ground is a reason in favour of a candidate.
type Ground string

// The grounds.
const (
	LikeName    Ground = "like_name"     // the names differ by few letters
	LikeInLatin Ground = "like_in_latin" // so they do once written in Latin letters
	SameRating  Ground = "same_rating"
	SamePairing Ground = "same_pairing" // the file pairs him with the same opponents in the same rounds
)

// The share of each ground in a likelihood of at most 1, and the least likelihood of a candidate.
const (
	nameWeight, pairingWeight, ratingWeight = 0.5, 0.4, 0.1
	leastScore                              = 0.35
	mostCandidates                          = 3
	mostQuestions                           = 500 // for which candidates are sought; with more, the games are those of another event
)

// questions returns the names that the file does not know, in the order of Persons.
func (c *comparing) questions() []Question {
	games := map[*roster.Person][]*filed{}
	for _, r := range c.records {
		for _, side := range []analysis.Color{analysis.White, analysis.Black} {
			if person := c.who.roster.Of(r.game, side); c.who.by[person] == nil && !c.who.roster.Unnamed(person) {
				games[person] = append(games[person], r)
			}
		}
	}
	all := []Question{}
	for _, person := range c.who.roster.Persons() {
		played := games[person]
		if len(played) == 0 {
			continue
		}
		q := Question{Name: person.Name, FideID: person.FideID, Rating: person.Rating, Games: len(played), Maybe: []Candidate{}}
		if len(all) < mostQuestions {
			q.Maybe = c.candidates(person, played)
		}
		all = append(all, q)
	}
	return all
}

func (c *comparing) candidates(person *roster.Person, played []*filed) []Candidate {
	all := []Candidate{}
	for _, p := range c.file.Participants {
		if candidate := c.candidate(p, person, played); candidate.Score >= leastScore {
			all = append(all, candidate)
		}
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Number, b.Number))
	})
	return all[:min(len(all), mostCandidates)]
}

// candidate weighs the grounds in favour of a participant.
func (c *comparing) candidate(p *trf.Participant, person *roster.Person, played []*filed) Candidate {
	candidate := Candidate{Number: p.Number, Name: p.Name, FideID: p.FideID, Reasons: []Ground{}}
	like, latin := roster.Likeness(person.Name, p.Name)
	if like >= 0.7 {
		ground := LikeName
		if latin {
			ground = LikeInLatin
		}
		candidate.Reasons = append(candidate.Reasons, ground)
		candidate.Score += float64(nameWeight * like)
	}
	if n := c.alsoPaired(p, person, played); n > 0 {
		candidate.Reasons = append(candidate.Reasons, SamePairing)
		candidate.Score += pairingWeight * float64(n) / float64(len(played))
	}
	if p.Rating > 0 && p.Rating == person.Rating {
		candidate.Reasons = append(candidate.Reasons, SameRating)
		candidate.Score += ratingWeight
	}
	return candidate
}

// alsoPaired counts the games of a person for which the file pairs a participant with the same
// opponent in that round and has no record.
func (c *comparing) alsoPaired(p *trf.Participant, person *roster.Person, played []*filed) int {
	n := 0
	for _, r := range played {
		opponent := r.white
		if c.who.roster.Of(r.game, analysis.White) == person {
			opponent = r.black
		}
		if opponent == nil {
			continue
		}
		for _, pair := range c.between[coupleOf(p, opponent)] {
			if pair.record == nil && (pair.Round == r.round || r.round == 0) {
				n++
				break
			}
		}
	}
	return n
}
