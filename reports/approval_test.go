package reports

import (
	"strings"
	"testing"

	"fairplay/analysis/fault"
)

func TestParseApproval(t *testing.T) {
	recipe := strings.Repeat("6b", 32)
	whole := "recipe=" + recipe + "; name=Decision 7/2027;by = FIDE Fair Play Commission ; on=2027-03-01"
	a, err := ParseApproval(whole)
	if want := (Approval{"Decision 7/2027", "FIDE Fair Play Commission", "2027-03-01", recipe}); err != nil || a != want {
		t.Errorf("%+v, %v", a, err)
	}
	if _, ok := ApprovalOf([]Approval{a}, strings.Repeat("6c", 32)); ok {
		t.Error("another recipe is approved")
	}
	for text, says := range map[string]string{
		"":    "no part of an approval",
		"yes": "no part of an approval",
		strings.Replace(whole, "name=Decision 7/2027;", "", 1): "which decision",
		strings.Replace(whole, "by =", "who=", 1):              "no part",
		strings.Replace(whole, "2027-03-01", "1 March", 1):     "no day",
		strings.Replace(whole, "6b6b", "6b", 1):                "no fingerprint",
		strings.Replace(whole, "6b6b", "6BX6", 1):              "no fingerprint",
		whole + "; on=2027-03-02":                              "two parts on",
		strings.Replace(whole, "Decision 7/2027", " ", 1):      "needs a text",
		strings.Replace(whole, "Decision", "Deci\x07sion", 1):  "needs a text",
		"name=a; by=b; on=2027-03-01":                          "for which recipe",
		"name=a; on=2027-03-01; recipe=" + recipe:              "who has approved",
		"name=a; by=b; recipe=" + recipe:                       "on which day",
	} {
		if _, err := ParseApproval(text); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
