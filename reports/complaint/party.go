package complaint

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// PartyRole is the role of a party in a case.
type PartyRole string

// The roles.
const (
	ComplainantParty PartyRole = "complainant"
	RespondentParty  PartyRole = "respondent"
	WitnessParty     PartyRole = "witness"
)

// Capacity is the capacity in which a person took part in the event (II.1).
type Capacity string

// The capacities; II.1 names no others.
const (
	AsPlayer       Capacity = "player"
	AsCaptain      Capacity = "team_captain"
	AsDelegate     Capacity = "head_of_delegation"
	AsSecond       Capacity = "second"
	AsCoach        Capacity = "coach"
	AsManager      Capacity = "manager"
	AsPsychologist Capacity = "psychologist"
	AsOrganiser    Capacity = "organiser"
	AsSpectator    Capacity = "spectator"
	AsRelative     Capacity = "relative"
	AsJournalist   Capacity = "journalist"
	AsOfficial     Capacity = "chess_official"
	AsArbiter      Capacity = "arbiter"
	AsOther        Capacity = "other" // the list of II.1 is not closed
)

// Capacities returns every capacity, in the order of II.1.
func Capacities() []Capacity {
	return []Capacity{
		AsPlayer, AsCaptain, AsDelegate, AsSecond, AsCoach, AsManager, AsPsychologist, AsOrganiser, AsSpectator, AsRelative,
		AsJournalist, AsOfficial, AsArbiter, AsOther,
	}
}

// Individual is a person as the forms name him. Only the name is always set.
type Individual struct {
	Name       string `json:"name"`
	FideID     string `json:"fide_id,omitempty"`
	Federation string `json:"federation,omitempty"` // three letters
	Address    string `json:"address,omitempty"`
	Email      string `json:"email,omitempty"`
	Telephone  string `json:"telephone,omitempty"`
	Title      string `json:"title,omitempty"` // of a player: "GM"; routing asks for it (II.5)
}

func (i Individual) check(field string) error {
	switch {
	case !analysis.IsName(i.Name):
		return wrong("%s: a name has 1 to %d printable characters", field, analysis.LongestName)
	case i.FideID != "" && roster.FideID(i.FideID) == "":
		return wrong("%s: %.20q is no FIDE ID", field, i.FideID)
	case i.Federation != "" && !analysis.IsFederation(i.Federation):
		return wrong("%s: a federation is three capital letters, as FIDE writes it, not %.20q", field, i.Federation)
	}
	title := error(nil)
	if i.Title != "" {
		title = oneOf(field+", title", i.Title, tournament.Titles())
	}
	return cmp.Or(title, optionalLine(field+", address", i.Address), optionalLine(field+", e-mail", i.Email), optionalLine(field+", telephone", i.Telephone))
}

// Party is a person with a role in a case.
type Party struct {
	Role     PartyRole `json:"role"`
	Capacity Capacity  `json:"capacity,omitempty"`
	Token    string    `json:"token,omitempty"` // ID of the token under which he acts, "" if he acts under none
	Individual
}

// Kind returns EntryParty.
func (Party) Kind() EntryKind { return EntryParty }

// Validate returns an Invalid error unless the person has a name and a role.
func (p Party) Validate() error {
	capacity := error(nil)
	if p.Capacity != "" {
		capacity = oneOf("capacity", p.Capacity, Capacities())
	}
	return cmp.Or(oneOf("role", p.Role, []PartyRole{ComplainantParty, RespondentParty, WitnessParty}), capacity, p.check(string(p.Role)))
}

// Member is a member of the FPL, or an investigator, who is appointed or votes.
type Member struct {
	Token      string `json:"token"` // ID of the token under which he acts
	Name       string `json:"name"`
	FideID     string `json:"fide_id,omitempty"`
	Federation string `json:"federation"` // three letters; a party's federation bars him
}

func (m Member) check() error {
	switch {
	case m.Token == "" || !analysis.IsText(m.Token, analysis.LongestName):
		return wrong("a member acts under a token; name it by its ID")
	case !analysis.IsFederation(m.Federation):
		return wrong("the federation of %s is missing; without it nobody can tell whether he may judge", m.Name)
	}
	return Individual{Name: m.Name, FideID: m.FideID, Federation: m.Federation}.check("member")
}

// Representation records that somebody represents or assists a party (VI.4).
type Representation struct {
	Of       PartyRole  `json:"of"`
	Party    string     `json:"party"` // name of the party
	By       Individual `json:"by"`
	Assists  bool       `json:"assists,omitempty"` // and does not represent
	Token    string     `json:"token,omitempty"`   // ID of the token under which he acts
	Mandated string     `json:"mandated"`          // how he proved it
}

// Kind returns EntryRepresented.
func (Representation) Kind() EntryKind { return EntryRepresented }

// Validate returns an Invalid error unless party, representative and proof are named.
func (r Representation) Validate() error {
	return cmp.Or(oneOf("of", r.Of, []PartyRole{ComplainantParty, RespondentParty}), line("party", r.Party), r.By.check("representative"),
		line("proof of the mandate", r.Mandated))
}

// Parties returns the parties with a role in the case, as the latest form and the entries after it
// name them.
func (c Case) Parties(role PartyRole) (all []Party) {
	filing, _ := Latest[Filing](c)
	initiation, _ := Latest[Initiation](c)
	named := append([]Party{filing.Says.Form.Complainant}, filing.Says.Form.Respondents...)
	named = append(named, initiation.Says.Respondents...)
	for _, added := range Every[Party](c) {
		named = append(named, added.Says)
	}
	for _, p := range named {
		same := func(q Party) bool { return samePerson(p.Individual, q.Individual) }
		if p.Role != role {
			continue
		}
		if i := slices.IndexFunc(all, same); i >= 0 { // a later entry may add the token
			if all[i].Token == "" {
				all[i].Token = p.Token
			}
		} else {
			all = append(all, p)
		}
	}
	return all
}

// samePerson compares by FIDE ID if both have one, and otherwise by the words of the name.
func samePerson(p, q Individual) bool {
	if a, b := roster.FideID(p.FideID), roster.FideID(q.FideID); a != "" && b != "" {
		return a == b
	}
	words := func(s string) []string { return slices.Sorted(slices.Values(roster.Fold(s))) }
	return p.Name != "" && slices.Equal(words(p.Name), words(q.Name))
}

// As returns the party for whom somebody acts: the one with his token, or the only one of that
// role.
func (c Case) As(by Actor) (Party, bool) {
	role := PartyRole(by.Role)
	all := c.Parties(role)
	if i := slices.IndexFunc(all, func(p Party) bool { return p.Token != "" && p.Token == by.Token }); i >= 0 {
		return all[i], true
	}
	if len(all) == 1 && all[0].Token == "" {
		return all[0], true
	}
	return Party{}, false
}
