package render

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Carlsen, Magnus", "Carlsen, Magnus"},
		{"two\n lines\tand tabs", "two lines and tabs"},
		{"\x1b[31mred\x07", "?[31mred?"},
		{"right\u202eleft", "right?left"},
		{"bad \xff byte", "bad ? byte"},
		{"丁立人 Олександр", "丁立人 Олександр"},
	}
	for _, tt := range tests {
		if got := printable(tt.in); got != tt.want {
			t.Errorf("printable(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestTruncate(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"Anand", 5, "Anand"},
		{"Anand", 4, "Ana…"},
		{"丁立人", 5, "丁立…"},
		{"丁立人", 4, "丁…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"", 0, ""},
	}
	for _, tt := range tests {
		if got := truncate(tt.in, tt.n); got != tt.want {
			t.Errorf("truncate(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		in, first, indent string
		n                 int
		want              string
	}{
		{"one two three", "", "", 7, "one two|three"},
		{"one two three", "", "  ", 7, "one two|  three"},
		{"one two three", "- ", "  ", 7, "- one|  two|  three"},
		{"two\u00a0words", "", "", 6, "two\u00a0wo|rds"},
		{"abcdefghij", "", "  ", 4, "abcd|  ef|  gh|  ij"},
		{"", "", "", 4, ""},
	}
	for _, tt := range tests {
		if got := strings.Join(wrap(tt.in, tt.n, tt.first, tt.indent), "|"); got != tt.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("丁立人", 3)
	f.Add("e\u0301\u200dx", 1)
	f.Add("\xff\xfe", 1)
	f.Fuzz(func(t *testing.T, text string, n int) {
		head, tail := cut(text, n)
		if head+tail != text || n >= 0 && width(head) > n {
			t.Fatalf("cut(%q, %d) = %q, %q", text, n, head, tail)
		}
		if utf8.ValidString(text) && !utf8.ValidString(head) {
			t.Fatalf("cut(%q, %d) cuts inside a letter", text, n)
		}
	})
}

// The name of a boundary that comes down late ends with the plot, and does not
// run out of it.
func TestTheNameOfTheBoundaryStaysInThePicture(t *testing.T) {
	text := wordsOf(t, "uk").say("rounds.boundary_label", fields{"Z": "3,35"})
	if l := boundaryLabel(560, text); l.Anchor != "end" || l.X != plotRight {
		t.Errorf("late: %+v", l)
	}
	if l := boundaryLabel(60, text); l.Anchor != "start" || l.X != 60 {
		t.Errorf("early: %+v", l)
	}
}
