package roster

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"", nil},
		{" ?.-, ", nil},
		{"Carlsen,Magnus", []string{"carlsen", "magnus"}},
		{"VACHIER-LAGRAVE", []string{"vachier", "lagrave"}},
		{"d'Angelo", []string{"dangelo"}},
		{"D’Angelo", []string{"dangelo"}},
		{"Mårtensson Ćirić Nguyễn", []string{"martensson", "ciric", "nguyen"}},
		{"Łukasz Đurić Ægir Weiß Işık", []string{"lukasz", "duric", "aegir", "weiss", "isik"}},
		{"Семён Фёдоров", []string{"семен", "федоров"}},
		{"Андрій Їжак Йосип", []string{"андрій", "їжак", "йосип"}},
		{"ﬁne Ａｎｎａ", []string{"fine", "anna"}}, // ligature and full-width letters
		{"王皓", []string{"王皓"}},
		{"B\u0301obby", []string{"bobby"}},
	}
	for _, tt := range tests {
		if got := Fold(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("fold(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestNameless(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "?": true, "NN": true, "N.N.": true, "N, N": true, "Unknown": true, "bye": true,
		"Nn, Anna": false, "Nowak": false, "Bye, Johan": false,
	} {
		if got := parseName(s).nameless(); got != want {
			t.Errorf("%q names nobody: %v, want %v", s, got, want)
		}
	}
}

func TestTitles(t *testing.T) {
	tests := []struct{ in, want string }{
		{"GM Carlsen, Magnus", "carlsen,magnus"},
		{"gm Carlsen, Magnus", "carlsen,magnus"},
		{" WGM  Hou, Yifan", "hou,yifan"},
		{"GM Dr. Hübner, Robert", "hubner,robert"},
		{"Hübner, Prof. Dr. Robert", "hubner,robert"},
		{"Dr.Hübner", "hubner,"},
		{"IM Bellaïche, Anthony", "bellaiche,anthony"},
		{"GM 王皓", "王皓,"},
		{"Im, Sunghyun", "im,sunghyun"},
		{"Im Sunghyun", "im sunghyun,"},
		{"IM SUNGHYUN", "im sunghyun,"},
		{"Wim Andriessen", "wim andriessen,"},
		{"Andriessen, Wim", "andriessen,wim"},
		{"WIM Andriessen, Ana", "andriessen,ana"},
		{"GM", "gm,"},
		{"Dr., Anna", "dr,anna"},
		{"Drazen, Fm", "drazen,fm"},
		{"Gmeiner, A", "gmeiner,a"},
	}
	for _, tt := range tests {
		if got := parseName(tt.in).written(); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestAbbreviates(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"Carlsen, M.", "Carlsen, Magnus", true},
		{"Carlsen M", "Carlsen, Magnus", true},
		{"M. Carlsen", "Magnus Carlsen", true},
		{"M Carlsen", "Carlsen Magnus", true},
		{"Carlsen, M", "Carlsen, Magnus Oen", true},
		{"Carlsen, M.O.", "Carlsen, Magnus Oen", true},
		{"Van Foreest, J.", "Van Foreest, Jorden", true},
		{"J. van Foreest", "Van Foreest, Jorden", true},
		{"Carlsen, Magnus", "Carlsen, Magnus", false}, // alike, not abbreviated
		{"Carlsen, Magnus", "Carlsen, Magnus Oen", false},
		{"Carlsen, M.", "Carlsen, Sven Magnus", false},
		{"Carlsen, H.", "Carlsen, Magnus", false},
		{"Carlsen, Ma.", "Carlsen, Magnus", false}, // longer than an initial
		{"Carlson, M.", "Carlsen, Magnus", false},
		{"Carlsen", "Carlsen, Magnus", false},
		{"Foreest, J.", "Van Foreest, Jorden", false},
		{"Карлсен, М.", "Carlsen, Magnus", false},
	}
	for _, tt := range tests {
		a, b := parseName(tt.a), parseName(tt.b)
		if a.abbreviates(b) != tt.want || b.abbreviates(a) != tt.want {
			t.Errorf("%q and %q: %v and %v, want %v", tt.a, tt.b, a.abbreviates(b), b.abbreviates(a), tt.want)
		}
	}
}

// Folding what is folded changes nothing, and neither case nor punctuation
// around words matters.
func TestFoldProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		once := Fold(s)
		if again := Fold(strings.Join(once, " ")); !slices.Equal(once, again) {
			t.Fatalf("%q folds to %q, and that to %q", s, once, again)
		}
		if spaced := Fold(" .. " + strings.Join(once, " - ") + "; "); !slices.Equal(once, spaced) {
			t.Fatalf("%q folds to %q, with punctuation to %q", s, once, spaced)
		}
	})
}
