package fault

import "testing"

func TestParseKind(t *testing.T) {
	seen := map[string]bool{}
	for k := Internal; k <= Corrupt; k++ {
		if got := ParseKind(k.String()); got != k || seen[k.String()] {
			t.Errorf("%d is called %q, which is %d", k, k, got)
		}
		seen[k.String()] = true
	}
	for _, name := range []string{"", "Invalid", "unheard of"} {
		if got := ParseKind(name); got != Internal {
			t.Errorf("%q is %d", name, got)
		}
	}
}
