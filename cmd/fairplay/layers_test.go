package main

import "testing"

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
