package access

import "slices"

// Role is somebody's part in fair-play work.
type Role string

// The roles. FPL is FIDE's Fair Play Commission.
const (
	Administrator     Role = "administrator" // looks after the machine and its users, and never sees games or figures
	ChiefArbiter      Role = "chief-arbiter"
	FairPlayOfficer   Role = "fair-play-officer"
	Arbiter           Role = "arbiter"            // keeps roster, rounds and a log of his own, and sees no statistics
	Organiser         Role = "organiser"          // hands in games and sees whether they were read, but no statistics
	FederationOfficer Role = "federation-officer" // of all events of a federation; sees statistics once an event is closed
	FPLMember         Role = "fpl-member"
	FPLChair          Role = "fpl-chair"
	FPLSecretary      Role = "fpl-secretary" // keeps the register and does not judge
	Investigator      Role = "investigator"  // of one case, by himself
	Complainant       Role = "complainant"   // of one case
	Respondent        Role = "respondent"    // of one case, from the day on which he was told of it
)

// Roles returns all roles, in the order of the columns of the table.
func Roles() []Role {
	return []Role{Administrator, ChiefArbiter, FairPlayOfficer, Arbiter, Organiser, FederationOfficer, FPLMember, FPLChair, FPLSecretary,
		Investigator, Complainant, Respondent}
}

// ofCase reports whether the role exists only within one case.
func (r Role) ofCase() bool { return r == Investigator || r == Complainant || r == Respondent }

// Valid reports whether the role exists.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }
