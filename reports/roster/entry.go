package roster

import (
	"cmp"
	"slices"

	"fairplay/reports/trf"
)

// Entry is one player on the list of those who take part, as a tournament file, a table or the
// tags of games name him.
type Entry struct {
	Number     int    `json:"number"` // starting rank; 0 where none is given
	Name       string `json:"name"`
	FideID     string `json:"fide_id"`    // "" where none is given
	Title      string `json:"title"`      // likewise
	Federation string `json:"federation"` // likewise
	Sex        string `json:"sex"`        // "m", "w", or "" where not given
	Born       int    `json:"born"`       // year; 0 where not given
	Rating     int    `json:"rating"`     // as given; 0 for none
	Estimated  bool   `json:"estimated"`  // the rating is an arbiter's estimate
	InForce    Rating `json:"in_force"`
	// Caveats are what differs between what was given and the rating list; never nil.
	Caveats []EntryCaveat `json:"caveats"`
}

// FromTournament returns the entries of a tournament file, in its order.
func FromTournament(t *trf.Tournament) []Entry {
	all := make([]Entry, len(t.Participants))
	for i, p := range t.Participants {
		all[i] = Entry{
			Number: p.Number, Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Sex: p.Sex,
			Born: p.Birth.Year, Rating: p.Rating, Caveats: []EntryCaveat{},
		}
	}
	return all
}

// Entries returns the persons of a set of games as entries, the highest rating first.
func (r *Roster) Entries() []Entry {
	all := make([]Entry, len(r.persons))
	for i, p := range r.persons {
		all[i] = Entry{Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Rating: p.Rating, Caveats: []EntryCaveat{}}
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return cmp.Compare(b.Rating, a.Rating) })
	return all
}
