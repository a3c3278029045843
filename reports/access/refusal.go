package access

import (
	"errors"
	"slices"

	"fairplay/analysis/fault"
)

// Refusal returns how the audit records that somebody was refused an action. ok is false for errors
// that are not recorded. Recorded for every action are an unknown token, a role without the right,
// and an object that is not open to the caller; if a procedure decides beyond the table, also that
// it does not allow the action. entry is the kind of entry that was to be written, "" for none; its
// content is not recorded.
func (a Action) Refusal(why error, entry string) (detail string, ok bool) {
	known, is := errors.AsType[*fault.Error](why)
	if !is {
		return "", false
	}
	told := []fault.Kind{fault.Unauthenticated, fault.Forbidden, fault.NotFound}
	if a.ByProcedure() {
		told = append(told, fault.Conflict)
	}
	if !slices.Contains(told, known.Kind) {
		return "", false
	}
	detail = "refused: " + known.Code
	if entry != "" {
		detail += ", " + entry
	}
	return detail, true
}
