package access

import (
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Grant is one role of a holder, bound to an event, a case or a federation; an empty field binds to
// nothing.
type Grant struct {
	Role       Role   `json:"role"`
	Event      string `json:"event,omitempty"` // its id
	Case       string `json:"case,omitempty"`
	Federation string `json:"federation,omitempty"`
}

const longestCase = 64

// Validate returns an Invalid error for an unknown role, or one bound to something that it cannot
// be bound to. A federation officer is bound to his federation, an administrator to nothing.
// Investigator, complainant and respondent are roles in one case; only they and members of the FPL
// are bound to a case.
func (g Grant) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "grant", format, args...) }
	switch {
	case !g.Role.Valid():
		return wrong("there is no role %.100q", string(g.Role))
	case g.Role == Administrator && g.bound():
		return wrong("an administrator is bound to nothing")
	case g.Role == FederationOfficer && (!analysis.IsFederation(g.Federation) || g.Event != "" || g.Case != ""):
		return wrong("a federation officer is bound to a federation, and to nothing else; a federation is three capital letters, as FIDE writes it")
	case g.Role != FederationOfficer && g.Federation != "":
		return wrong("only a federation officer is bound to a federation")
	case g.Event != "" && !IsID(g.Event):
		return wrong("an event is named by its id, 32 hexadecimal digits")
	case g.Role.OfCase() && g.Case == "":
		return wrong("investigator, complainant and respondent are roles in a case: name it")
	case g.Case != "" && !g.Role.OfCase() && g.Role != FPLMember:
		return wrong("only members of the FPL, investigators, complainants and respondents are bound to a case")
	case !analysis.IsText(g.Case, longestCase) || g.Event != "" && g.Case != "":
		return wrong("a grant is bound to one event or one case")
	}
	return nil
}

// IsID reports whether a text is the id of an event or of a token: 16 bytes in hexadecimal.
func IsID(s string) bool { return len(s) == 32 && strings.Trim(s, "0123456789abcdef") == "" }

// bound reports whether a grant is bound to anything.
func (g Grant) bound() bool { return g.Event != "" || g.Case != "" || g.Federation != "" }

// covers reports whether a grant is bound to an event or to a case, by its id or, for a federation
// officer, by its federation.
func (g Grant) covers(on On) bool {
	switch {
	case g.Role == FederationOfficer && on.Case != "":
		return slices.Contains(on.SentTo, g.Federation)
	case g.Role == FederationOfficer:
		return g.Federation != "" && g.Federation == on.Federation
	case on.Case != "":
		return g.Case == on.Case
	}
	return g.Event != "" && g.Event == on.Event
}

// NeedsSecond reports whether a grant lets its holder see statistics of players or complaints. An
// administrator cannot give such a grant alone.
func (g Grant) NeedsSecond() bool {
	return g.bound() && g.level(SeeStatistics) != never || g.level(SeeCases) == own && g.Case != "" || g.opensAllCases()
}

// opensAllCases reports whether a grant opens every case.
func (g Grant) opensAllCases() bool { return g.level(SeeCases) == free && !g.bound() }
