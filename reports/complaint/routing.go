package complaint

import (
	"cmp"
	"slices"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// Jurisdiction says who deals with a case (II.2 to II.5).
type Jurisdiction string

// The jurisdictions.
const (
	OfNobodyHere      Jurisdiction = "outside"            // not rated; or online, and no official competition of FIDE
	OfFPL             Jurisdiction = "fpl"                // and at level A or B the FPL may hand it to the federation (II.4)
	OfFederation      Jurisdiction = "federation"         // level C (II.5)
	OfFederationAndUs Jurisdiction = "federation_and_fpl" // level C, with one of the titles of II.5, or an award of WFM or FM
)

// Routing holds the facts that decide jurisdiction.
type Routing struct {
	Online   bool                        `json:"online"`             // the case goes by Annex I
	Official tournament.YesNo            `json:"official,omitempty"` // a competition of FIDE; asked of online play
	Rated    tournament.YesNo            `json:"rated,omitempty"`    // by FIDE; asked of play over the board
	Level    regulations.ProtectionLevel `json:"level,omitempty"`    // asked of play over the board
	Titles   []string                    `json:"titles"`             // of complainants and respondents; never nil
	Award    tournament.YesNo            `json:"award,omitempty"`    // it affects the award of a WFM or FM title; asked at level C
	Host     string                      `json:"host,omitempty"`     // federation that a case of level C goes to
}

// Validate returns an Invalid error if a deciding fact is missing or impossible.
func (r Routing) Validate() error {
	level, host := error(nil), error(nil)
	if r.Level != "" {
		level = oneOf("level", r.Level, []regulations.ProtectionLevel{regulations.Maximum, regulations.Increased, regulations.Standard})
	}
	if r.Host != "" {
		host = federation(r.Host)
	}
	_, _, undecided := r.Goes()
	return cmp.Or(yesNo("official", r.Official), yesNo("rated", r.Rated), yesNo("award", r.Award), level, host,
		each("titles", r.Titles, 2*mostPeople, func(t string) error { return oneOf("title", t, tournament.Titles()) }), undecided)
}

// routedTitles returns the titles, of complainant or respondent, that bring a case of level C
// before the FPL (II.5). CM and WCM are not among them.
func routedTitles() []string { return []string{"WFM", "FM", "WIM", "IM", "WGM", "GM"} }

// Goes returns who has jurisdiction, and the articles that say so. If a deciding fact is missing,
// the error (Invalid) says which.
func (r Routing) Goes() (to Jurisdiction, articles []string, err error) {
	titled := slices.ContainsFunc(r.Titles, func(t string) bool { return slices.Contains(routedTitles(), t) })
	switch {
	case r.Online && r.Official == tournament.Yes:
		return OfFPL, []string{"AC-II-3"}, nil
	case r.Online && r.Official == tournament.No:
		return OfNobodyHere, []string{"AC-II-3", "ON-A7"}, nil
	case r.Online:
		return "", nil, wrong("official: online play is under the FPL only where it is an official competition of FIDE (%s); say yes or no", citation("AC-II-3"))
	case r.Rated == tournament.No:
		return OfNobodyHere, []string{"AC-II-2"}, nil
	case r.Rated == tournament.Unanswered:
		return "", nil, wrong("rated: games over the board are under the FPL where FIDE rates them (%s); say yes or no", citation("AC-II-2"))
	case r.Level == regulations.Maximum || r.Level == regulations.Increased:
		return OfFPL, []string{"AC-II-2", "AC-II-4"}, nil
	case r.Level == "":
		return "", nil, wrong("level: the level of protection decides whether the FPL or a federation deals with the case (%s, %s)", citation("AC-II-4"), citation("AC-II-5"))
	case r.Host == "":
		return "", nil, wrong("host: a case of level C goes to a federation (%s); name it", citation("AC-II-5"))
	case titled || r.Award == tournament.Yes:
		return OfFederationAndUs, []string{"AC-II-5"}, nil
	case r.Award == tournament.Unanswered:
		return "", nil, wrong("award: say whether the case affects the award of a WFM or FM title (%s)", citation("AC-II-5"))
	}
	return OfFederation, []string{"AC-II-5"}, nil
}
