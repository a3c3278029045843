package render

import (
	"encoding/csv"
	"regexp"
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
	if len(records) != len(s.Players)+1 {
		t.Fatalf("%d records for %d players", len(records), len(s.Players))
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
		record := records[i+1]
		got, _ := strconv.ParseFloat(record[at["mm"]], 64)
		if r.MM.Actual != nil && got != *r.MM.Actual || r.MM.Actual == nil && record[at["mm"]] != "" {
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
		if got := cell(name); got != "'"+strings.TrimSpace(name) {
			t.Errorf("cell(%q) = %q", name, got)
		}
	}
	for _, name := range []string{"", "Carlsen, Magnus", "O'Neil", "丁立人", "A=B"} {
		if got := cell(name); got != name {
			t.Errorf("cell(%q) = %q", name, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		first := strings.TrimSpace(cell(rapid.String().Draw(t, "name")))
		if first != "" && strings.ContainsRune("=+-@", rune(first[0])) {
			t.Fatalf("cell begins with %q", first[0])
		}
	})
}
