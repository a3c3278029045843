package render

import (
	"encoding/csv"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCSVReadsBack(t *testing.T) {
	s := fixture()
	text := written(t, "csv", s, Options{Lang: "ru"})
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	players := slices.DeleteFunc(slices.Clone(records[1:]), func(r []string) bool { return r[0] != "player" })
	if len(players) != len(s.Players) {
		t.Fatalf("%d records for %d players", len(players), len(s.Players))
	}
	at := map[string]int{}
	for i, name := range records[0] {
		if !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(name) {
			t.Errorf("heading %q is not in snake_case", name)
		}
		at[name] = i
	}
	if len(at) != len(records[0]) {
		t.Error("two columns have the same name")
	}
	for i, r := range s.Players {
		record := players[i]
		got, _ := strconv.ParseFloat(record[at["mm"]], 64)
		if r.MM.Actual != nil && math.Abs(got-*r.MM.Actual) > .00005001 || r.MM.Actual == nil && record[at["mm"]] != "" {
			t.Errorf("%s: mm %q", r.Name, record[at["mm"]])
		}
		if want := strings.TrimPrefix(record[at["name"]], "'"); want != r.Name {
			t.Errorf("name %q, want %q", want, r.Name)
		}
	}
	if strings.Count(text, "\r\n") != len(records) {
		t.Error("lines do not end in CRLF")
	}
}

func TestCSVCellsAreNoFormulas(t *testing.T) {
	for _, name := range []string{"=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "＝1", "\v@1", "\u2003-1"} {
		if got := harmless(name); got != "'"+strings.TrimSpace(name) {
			t.Errorf("harmless(%q) = %q", name, got)
		}
	}
	for _, name := range []string{"", "Carlsen, Magnus", "O'Neil", "丁立人", "A=B"} {
		if got := harmless(name); got != name {
			t.Errorf("harmless(%q) = %q", name, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		first := strings.TrimSpace(harmless(rapid.String().Draw(t, "name")))
		if first != "" && strings.ContainsRune("=+-@", rune(first[0])) {
			t.Fatalf("cell begins with %q", first[0])
		}
	})
}

// Figures carry the digits that mean something, and no more.
func TestCSVDigits(t *testing.T) {
	records, err := csv.NewReader(strings.NewReader(written(t, "csv", calibrated(), Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	form := map[string]string{
		"mm": `^[01]\.\d{4}$`, "ev_low": `^[01]\.\d{4}$`, "ae_se": `^[01]\.\d{4}$`, "asd_expected": `^[01]\.\d{4}$`, "mm_z": `^-?\d\.\d\d$`,
		"roi": `^\d\d\.\d$`, "roi_z": `^-?\d\.\d\d$`, "rating": `^\d{4}$`, "match_hint_line": `^[01]\.\d{4}$`, "roi_holm_p": `^(1|0\.0*\d{1,3})$`,
	}
	for j, name := range records[0] {
		seen := 0
		for _, r := range records[1:] {
			if want := form[name]; want != "" && r[j] != "" {
				seen++
				if !regexp.MustCompile(want).MatchString(r[j]) {
					t.Errorf("%s: %q", name, r[j])
				}
			}
		}
		if form[name] != "" && seen == 0 {
			t.Errorf("no figure under %s", name)
		}
	}
	for x, want := range map[float64]string{741.3: "741", 1234567: "1230000", .0123456: "0.0123", 3.2e-9: "3.2e-09", 0: "0", -.5: "-0.5"} {
		if got := significant(&x); got != want {
			t.Errorf("significant(%v) = %q, want %q", x, got, want)
		}
	}
	if x := -.00001; number(&x, 2) != "0.00" {
		t.Errorf("a zero has a sign: %q", number(&x, 2))
	}
}
