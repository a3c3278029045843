package reports

import (
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Approval is who has approved the method of a recipe, as the operator of the service states ([AM] ch. 3, Guidelines,
// I.6). Documents name it; a recipe without one is not approved by FIDE. None comes with this program.
type Approval struct {
	Name   string `json:"name"` // of the decision
	By     string `json:"by"`   // who has approved
	On     string `json:"on"`   // YYYY-MM-DD
	Recipe string `json:"-"`    // its fingerprint: lower-case SHA-256
}

// longestApproval is how many characters a part of an approval may have.
const longestApproval = 200

// ParseApproval reads an approval as it is set, with the four parts in any order:
//
//	name=Decision 7/2027; by=FIDE Fair Play Commission; on=2027-03-01; recipe=6b1f...
//
// A part that is missing, named twice or wrong is fault.Invalid.
func ParseApproval(text string) (Approval, error) {
	wrong := func(format string, args ...any) (Approval, error) {
		return Approval{}, fault.New(fault.Invalid, "approval", format, args...)
	}
	var a Approval
	parts := map[string]*string{"name": &a.Name, "by": &a.By, "on": &a.On, "recipe": &a.Recipe}
	for part := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		into := parts[strings.TrimSpace(name)]
		switch value = strings.TrimSpace(value); {
		case !ok || into == nil:
			return wrong("%q is no part of an approval; write name=...; by=...; on=2027-03-01; recipe=...", strings.TrimSpace(part))
		case *into != "":
			return wrong("it has two parts %s", name)
		case value == "" || !analysis.IsText(value, longestApproval):
			return wrong("%s needs a text of at most %d characters, all printable", name, longestApproval)
		}
		*into = value
	}
	for _, name := range []string{"name", "by", "on", "recipe"} {
		if *parts[name] == "" {
			return wrong("it does not say %s", map[string]string{"name": "which decision it is (name=)", "by": "who has approved (by=)",
				"on": "on which day (on=)", "recipe": "for which recipe (recipe=)"}[name])
		}
	}
	if _, err := time.Parse(time.DateOnly, a.On); err != nil {
		return wrong("%q is no day; write on=2027-03-01", a.On)
	}
	if len(a.Recipe) != 64 || strings.Trim(a.Recipe, "0123456789abcdef") != "" {
		return wrong("%q is no fingerprint of a recipe, which has 64 of the digits 0-9 and a-f; /v1/recipes names those of the service", a.Recipe)
	}
	return a, nil
}

// ApprovalOf returns the approval of a recipe, by its fingerprint; false if there is none.
func ApprovalOf(all []Approval, recipe string) (Approval, bool) {
	i := slices.IndexFunc(all, func(a Approval) bool { return a.Recipe == recipe })
	if i < 0 {
		return Approval{}, false
	}
	return all[i], true
}
