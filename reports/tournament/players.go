package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/roster"
)

// PlayersList says who takes part: a whole list, or changes of single players.
type PlayersList struct {
	File   string `json:"file,omitempty"`   // that the list came from; "" for a change by hand
	SHA256 string `json:"sha256,omitempty"` // of the file
	List   string `json:"list,omitempty"`   // FIDE list that gave the ratings, as "2021-10 standard"; "" for none
	// Whole tells whether the list replaces every player known before; else each replaces
	// the one of his number.
	Whole   bool           `json:"whole"`
	Players []roster.Entry `json:"players"`
}

// Kind returns PlayersEntered.
func (PlayersList) Kind() EntryKind { return PlayersEntered }

// mostEntered is how many players may take part in an event.
const mostEntered = 20_000

// Validate returns an Invalid error for a list in which two players have one number or one FIDE id,
// or one has a name or rating that nobody can have.
func (l PlayersList) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "roster", format, args...) }
	if len(l.Players) > mostEntered {
		return wrong("an event has at most %d players", mostEntered)
	}
	numbers, ids := map[int]string{}, map[string]string{}
	for _, p := range l.Players {
		switch other, id := numbers[p.Number], roster.FideID(p.FideID); {
		case p.Number < 1 || p.Number > mostEntered:
			return wrong("%s has number %d; numbers run from 1 to %d", cmp.Or(p.Name, "a player"), p.Number, mostEntered)
		case !analysis.IsName(p.Name):
			return wrong("number %d has no name of 1 to %d printable characters", p.Number, analysis.LongestName)
		case other != "":
			return wrong("%s and %s have the same number %d", other, p.Name, p.Number)
		case p.FideID != "" && id == "":
			return wrong("number %d: %.20q is no FIDE id", p.Number, p.FideID)
		case id != "" && ids[id] != "":
			return wrong("%s and %s have the same FIDE id %s", ids[id], p.Name, id)
		case p.Rating < 0 || p.Rating > highestRating:
			return wrong("number %d: %d is no rating", p.Number, p.Rating)
		case p.Federation != "" && !analysis.IsFederation(p.Federation):
			return wrong("number %d: a federation is three capital letters, as FIDE writes it", p.Number)
		case id != "":
			ids[id] = p.Name
		}
		numbers[p.Number] = p.Name
	}
	return nil
}

// highestRating is above every rating that anybody has had.
const highestRating = 3500

// Players returns who takes part as a journal has it, by number, with the names that people have
// said to be theirs; nil where it holds no list. An entry that cannot be read is a Corrupt error.
func Players(journal []JournalEntry) ([]roster.Entry, error) {
	lists, err := EntriesOf[PlayersList](journal)
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	var all []roster.Entry
	for _, l := range lists {
		if l.Says.Whole {
			all = nil
		}
		for _, p := range l.Says.Players {
			all = slices.DeleteFunc(all, func(q roster.Entry) bool { return q.Number == p.Number })
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b roster.Entry) int { return cmp.Compare(a.Number, b.Number) })
	answers, err := Answers(journal)
	for i := range all {
		all[i].CalledAs = nil
		for _, a := range answers {
			if a.Number == all[i].Number {
				all[i].CalledAs = append(all[i].CalledAs, a.Called)
			}
		}
	}
	return all, err
}

// Answers returns the answers that hold, in the order in which they were first given. An entry that
// cannot be read is a Corrupt error.
func Answers(journal []JournalEntry) ([]NameAnswer, error) {
	written, err := EntriesOf[NameAnswer](journal)
	all := []NameAnswer{}
	for _, w := range written {
		if i := slices.IndexFunc(all, func(a NameAnswer) bool { return a.Called == w.Says.Called }); i >= 0 {
			all[i] = w.Says
		} else {
			all = append(all, w.Says)
		}
	}
	return all, err
}

// TournamentFile is the tournament file of an event as it was received. The latest governs.
type TournamentFile struct {
	File   string `json:"file"`   // name
	SHA256 string `json:"sha256"` // of its bytes, which are kept with the uploads
	Bytes  int64  `json:"bytes"`
}

// Kind returns FileReceived.
func (TournamentFile) Kind() EntryKind { return FileReceived }

// Validate returns an Invalid error where no bytes are named.
func (f TournamentFile) Validate() error {
	if len(f.SHA256) != 64 || f.Bytes <= 0 {
		return fault.New(fault.Invalid, "tournament_file", "the tournament file is empty")
	}
	return nil
}

// Current returns what the latest entry of one kind says; false where there is none. An entry that
// cannot be read is a Corrupt error.
func Current[B EntryBody](journal []JournalEntry) (w Written[B], found bool, err error) {
	all, err := EntriesOf[B](journal)
	if err != nil || len(all) == 0 {
		return w, false, err
	}
	return all[len(all)-1], true, nil
}

// NameAnswer says who a name in the games is: answered once by a person, it holds for all
// rounds. The last answer to a name governs.
type NameAnswer struct {
	roster.Called
	Number int `json:"number"` // of the player; 0: nobody on the list
}

// Kind returns NameAnswered.
func (NameAnswer) Kind() EntryKind { return NameAnswered }

// Validate returns an Invalid error where nobody is named, or by an impossible number.
func (a NameAnswer) Validate() error {
	switch {
	case !analysis.IsName(a.Name) && a.FideID == "":
		return fault.New(fault.Invalid, "answer", "an answer is about a name, or a FIDE id, as the games have it")
	case a.Number < 0 || a.Number > mostEntered:
		return fault.New(fault.Invalid, "answer", "number is that of a player on the list, or 0 for nobody on it")
	}
	return nil
}
