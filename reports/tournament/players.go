package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
)

// PlayersList states who takes part: a whole list, or changes of single players.
type PlayersList struct {
	File   string `json:"file,omitempty"`   // that the list came from; "" for a change by hand
	SHA256 string `json:"sha256,omitempty"` // of the file
	List   string `json:"list,omitempty"`   // of entries before FoundRatings: FIDE list that gave the ratings, "" for none
	// Whole reports whether the list replaces all players stated before. Otherwise each player
	// replaces the one with his number.
	Whole   bool           `json:"whole"`
	Players []roster.Entry `json:"players"`
}

// Kind returns PlayersEntered.
func (PlayersList) Kind() JournalKind { return PlayersEntered }

// FoundRatings holds what FIDE's lists say about the stated players: their ratings in force, and
// what differs. It applies until other players are stated, or other ratings found.
type FoundRatings struct {
	List    string         `json:"list"` // lists that were looked at, as "2021-10 standard"; "" for none
	Players []roster.Entry `json:"players"`
}

// Kind returns RatingsFound.
func (FoundRatings) Kind() JournalKind { return RatingsFound }

// Validate returns an Invalid error if a player could not be on a list of players.
func (f FoundRatings) Validate() error { return PlayersList{Players: f.Players}.Validate() }

// mostEntered is the greatest number of players of an event.
const mostEntered = 20_000

// Validate returns an Invalid error for a list in which two players have the same number or FIDE
// id, or one has an impossible name or rating.
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

// highestRating is above every rating that anybody has ever had.
const highestRating = 3500

// Players returns the participants by a journal, ordered by number, with the names in the games
// that people have assigned to them; nil if the journal has no list. Changes of a single player and
// answers about names stay with that player when a later list replaces the one before, whatever his
// new number. They are dropped if nobody on the new list is certainly the same player. An
// unreadable entry is a Corrupt error.
func Players(journal []JournalEntry) ([]roster.Entry, error) {
	k, err := keptPlayers(journal)
	if err != nil || k.members == nil {
		return nil, err
	}
	all := make([]roster.Entry, len(k.members))
	for i, m := range k.members {
		all[i] = m.now
		if m.found != nil {
			all[i] = *m.found
		}
		all[i].CalledAs = nil
		for _, a := range k.answers {
			if a.who != nil && k.find(*a.who) == i {
				all[i].CalledAs = append(all[i].CalledAs, a.Called)
			}
		}
	}
	slices.SortFunc(all, func(a, b roster.Entry) int { return cmp.Compare(a.Number, b.Number) })
	return all, nil
}

// StatedPlayers returns the participants as people have stated them, ordered by number, without
// what FIDE's lists add. An unreadable entry is a Corrupt error.
func StatedPlayers(journal []JournalEntry) ([]roster.Entry, error) {
	k, err := keptPlayers(journal)
	var all []roster.Entry
	for _, m := range k.members {
		all = append(all, m.now)
	}
	slices.SortFunc(all, func(a, b roster.Entry) int { return cmp.Compare(a.Number, b.Number) })
	return all, err
}

// Answers returns the answers that apply, in the order in which they were first given, each with
// the player's present number. An unreadable entry is a Corrupt error.
func Answers(journal []JournalEntry) ([]NameAnswer, error) {
	k, err := keptPlayers(journal)
	all := []NameAnswer{}
	for _, a := range k.answers {
		if a.who != nil {
			i := k.find(*a.who)
			if i < 0 {
				continue // asked again
			}
			a.Number = k.members[i].now.Number
		}
		all = append(all, a.NameAnswer)
	}
	return all, err
}

// playersKept is the state while a journal's lists of players, changes and answers are applied in
// their order.
type playersKept struct {
	members []listedPlayer
	answers []boundAnswer
}

// listedPlayer is a player on the list.
type listedPlayer struct {
	now    roster.Entry
	was    *roster.Entry // as on the list, if somebody has changed him
	byHand bool          // somebody has changed or added him
	found  *roster.Entry // with what FIDE's lists say about him; nil if they were not asked since
}

// boundAnswer is an answer with the player that it meant when it was given; nil for nobody on the
// list, or if there was no list.
type boundAnswer struct {
	NameAnswer
	who *roster.Entry
}

func keptPlayers(journal []JournalEntry) (k playersKept, err error) {
	for i := range journal {
		entry := journal[i : i+1]
		lists, err := EntriesOf[PlayersList](entry)
		if err != nil {
			return k, err
		}
		answers, err := EntriesOf[NameAnswer](entry)
		if err != nil {
			return k, err
		}
		for _, l := range lists {
			k.list(l.Says)
		}
		ratings, err := EntriesOf[FoundRatings](entry)
		if err != nil {
			return k, err
		}
		for _, r := range ratings {
			k.rate(r.Says)
		}
		for _, a := range answers {
			k.answer(a.Says)
		}
	}
	return k, nil
}

// find returns the index of the entry that is certainly the same player, by FIDE id or else by
// name; -1 if there is none, or more than one.
func (k *playersKept) find(p roster.Entry) int {
	found := -1
	for i, m := range k.members {
		if !samePlayer(m.now, p) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

func samePlayer(a, b roster.Entry) bool {
	if id, other := roster.FideID(a.FideID), roster.FideID(b.FideID); id != "" && other != "" {
		return id == other
	}
	return roster.SameName(a.Name, b.Name)
}

// numbered returns the index of the player with a number, -1 if nobody has it.
func (k *playersKept) numbered(number int) int {
	return slices.IndexFunc(k.members, func(m listedPlayer) bool { return m.now.Number == number })
}

func (k *playersKept) list(l PlayersList) {
	if !l.Whole {
		for _, p := range l.Players {
			k.change(p)
		}
		return
	}
	before := k.members
	k.members = make([]listedPlayer, len(l.Players))
	for i, p := range l.Players {
		k.members[i].now = p
	}
	for _, m := range before {
		if m.byHand {
			k.changeAgain(m)
		}
	}
}

// change applies a statement about the player with a number.
func (k *playersKept) change(p roster.Entry) {
	i := k.numbered(p.Number)
	if i < 0 {
		k.members = append(k.members, listedPlayer{now: p, byHand: true})
		return
	}
	m := &k.members[i]
	if !m.byHand {
		m.was = new(m.now)
	}
	for j, a := range k.answers {
		if a.who != nil && samePlayer(*a.who, m.now) {
			k.answers[j].who = &p
		}
	}
	m.now, m.byHand, m.found = p, true, nil
}

// rate applies what FIDE's lists say about players.
func (k *playersKept) rate(f FoundRatings) {
	for _, p := range f.Players {
		if i := k.numbered(p.Number); i >= 0 && samePlayer(k.members[i].now, p) {
			k.members[i].found = &p
		}
	}
}

// changeAgain applies an earlier statement about a player to a list that came later.
func (k *playersKept) changeAgain(m listedPlayer) {
	m.found = nil
	i := k.find(m.now)
	if i < 0 && m.was != nil {
		i = k.find(*m.was)
	}
	switch {
	case i >= 0:
		listed := k.members[i].now
		m.now.Number, m.was = listed.Number, &listed
		k.members[i] = m
	case m.was == nil && k.numbered(m.now.Number) < 0:
		k.members = append(k.members, m)
	}
}

func (k *playersKept) answer(a NameAnswer) {
	bound := boundAnswer{NameAnswer: a}
	if i := k.numbered(a.Number); i >= 0 {
		bound.who = new(k.members[i].now)
	}
	if i := slices.IndexFunc(k.answers, func(b boundAnswer) bool { return b.Called == a.Called }); i >= 0 {
		k.answers[i] = bound
	} else {
		k.answers = append(k.answers, bound)
	}
}

// TournamentFile is the tournament file of an event as it was received. The latest one applies.
type TournamentFile struct {
	File   string `json:"file"`   // name
	SHA256 string `json:"sha256"` // of its bytes, which are kept with the uploads
	Bytes  int64  `json:"bytes"`
}

// Kind returns FileReceived.
func (TournamentFile) Kind() JournalKind { return FileReceived }

// Validate returns an Invalid error if no bytes are named.
func (t TournamentFile) Validate() error {
	if len(t.SHA256) != 64 || t.Bytes <= 0 {
		return fault.New(fault.Invalid, "tournament_file", "the tournament file is empty")
	}
	return nil
}

// Current returns the content of the latest entry of one kind; false if there is none. An
// unreadable entry is a Corrupt error.
func Current[B EntryBody](journal []JournalEntry) (w Written[B], found bool, err error) {
	all, err := EntriesOf[B](journal)
	if err != nil || len(all) == 0 {
		return w, false, err
	}
	return all[len(all)-1], true, nil
}

// NameAnswer says whom a name in the games means. A person answers once, and the answer applies to
// all rounds. The last answer about a name applies.
type NameAnswer struct {
	roster.Called
	Number int `json:"number"` // of the player; 0: nobody on the list
}

// Kind returns NameAnswered.
func (NameAnswer) Kind() JournalKind { return NameAnswered }

// Validate returns an Invalid error if no player is named, or an impossible number.
func (n NameAnswer) Validate() error {
	switch {
	case !analysis.IsName(n.Name) && n.FideID == "":
		return fault.New(fault.Invalid, "answer", "an answer is about a name, or a FIDE id, as the games have it")
	case n.Number < 0 || n.Number > mostEntered:
		return fault.New(fault.Invalid, "answer", "number is that of a player on the list, or 0 for nobody on it")
	}
	return nil
}
