package roster

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/trf"
)

// Entry is one player on the list of participants, as a tournament file, a table or the tags of
// games name him.
type Entry struct {
	Number     int    `json:"number"` // starting rank; 0 if none is given
	Name       string `json:"name"`
	FideID     string `json:"fide_id"`    // "" if none is given
	Title      string `json:"title"`      // likewise
	Federation string `json:"federation"` // likewise
	Sex        string `json:"sex"`        // "m", "w", or "" where not given
	Born       int    `json:"born"`       // year; 0 if not given
	Rating     int    `json:"rating"`     // as given; 0 for none
	Estimated  bool   `json:"estimated"`  // the rating is an arbiter's estimate
	InForce    Rating `json:"in_force"`   // at the start of the event
	// Later holds the ratings for games of later months, in events of more than 30 days (B01
	// 1.1.4). Months without a known list are left out.
	Later []MonthRating `json:"later,omitempty"`
	// Caveats are differences between what was given and the rating list; never nil.
	Caveats []EntryCaveat `json:"caveats"`
	// CalledAs holds the names and FIDE ids by which games call the player, as people have stated.
	CalledAs []Called `json:"called_as,omitempty"`
}

// Called is a name under which games have somebody.
type Called struct {
	Name   string `json:"name"`
	FideID string `json:"fide_id,omitempty"` // "" if they give none
}

func (c Called) player() analysis.Player { return analysis.Player{Name: c.Name, FideID: c.FideID} }

// Digest returns the SHA-256, in hex, of the JSON of a list of players with everything that a
// report takes from it; "" for an empty list.
func Digest(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	text, _ := json.Marshal(entries) // texts and whole numbers can always be encoded
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
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
