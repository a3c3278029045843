package main

import "testing"

// The distances are the textbook's (Wagner and Fischer, The string-to-string
// correction problem, J. ACM 21, 1974) and can be counted by hand.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "", 3}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"listen", "lisen", 1},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, not %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"listen", "log-level", "log-format", "max-upload"}
	for word, want := range map[string]string{
		"lissten": "listen", "log-levle": "log-level", "max_upload": "max-upload", "colour": "", "": "",
	} {
		if got := nearest(word, names); got != want {
			t.Errorf("nearest(%q) = %q, not %q", word, got, want)
		}
	}
}
