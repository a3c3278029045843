package access

import (
	"errors"

	"fairplay/analysis/fault"
)

// Refusal returns how the audit says that somebody was refused an action; ok is false for errors that are not on record.
// That a token is not known, that a role may not do this, and that something is not open to it is on record for every action;
// where a procedure decides beyond the table of actions, that it stands against this, too. entry is the kind of entry that was to
// be written, "" for none: what it was to say is no part of the record.
func (a Action) Refusal(why error, entry string) (detail string, ok bool) {
	known, is := errors.AsType[*fault.Error](why)
	if !is {
		return "", false
	}
	switch known.Kind {
	case fault.Unauthenticated, fault.Forbidden, fault.NotFound:
	case fault.Conflict:
		if !a.ByProcedure() {
			return "", false
		}
	default:
		return "", false
	}
	detail = "refused: " + known.Code
	if entry != "" {
		detail += ", " + entry
	}
	return detail, true
}
