package wire

import (
	"time"

	"fairplay/reports/access"
	"fairplay/reports/store"
)

// ListedToken is a token without its secret.
type ListedToken struct {
	store.Token
	Proposed []store.Proposal `json:"proposed,omitempty"` // what one administrator has proposed; absent where there is nothing
	Expires  *time.Time       `json:"expires"`            // null where it does not
	LastUsed *time.Time       `json:"last_used"`          // to the minute; null where it never was
	Revoked  *time.Time       `json:"revoked"`            // null where it is not
}

// NewToken asks for a token.
type NewToken struct {
	Name    string         `json:"name"` // whose it is, for the list of tokens
	Grants  []access.Grant `json:"grants"`
	Expires *time.Time     `json:"expires,omitempty"` // without it the token ends after a year
}

// CreatedToken is a token with its secret, which is shown once.
type CreatedToken struct {
	Secret string      `json:"secret"` // what goes into `Authorization`. It is not shown again
	Token  ListedToken `json:"token"`
}

// EventGrant is who has a role in an event.
type EventGrant struct {
	Token      string      `json:"token"`
	Name       string      `json:"name"` // the token's name
	Role       access.Role `json:"role"`
	ProposedBy string      `json:"proposed_by,omitempty"` // id of the administrator who has proposed it; absent where the role is held
}

// NewGrant gives a role in an event.
type NewGrant struct {
	Token string    `json:"token"`
	Role  EventRole `json:"role"`
}

// ListedAudit is an entry of the audit as its reader may see it.
type ListedAudit struct {
	store.AuditEntry
	Hash string `json:"hash"` // the entry's digest in the log, hexadecimal
}

// CommissionMember is a member of the commission.
type CommissionMember struct {
	Token string `json:"token"`
	Name  string `json:"name"`
	Cases int    `json:"cases"` // open cases that he works on
}

// NewInvitation asks for a token for a party of a case.
type NewInvitation struct {
	Name     string  `json:"name"`
	Token    *string `json:"token,omitempty"`    // id of a token that is there already
	Capacity *string `json:"capacity,omitempty"` // of a respondent: in which capacity he took part in the event (Guidelines, II.1)
}

// Invited is the token of a party who was invited.
type Invited struct {
	Token  string  `json:"token"`
	Secret *string `json:"secret,omitempty"` // shown only here, and only of a new token
}
