package complaint

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fairplay/reports/access"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s differs; look at it and run: go test ./reports/complaint -update\n%s", path, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}

func joined[S ~string](all []S) string {
	names := make([]string, len(all))
	for i, s := range all {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

// The table as people read it.
func TestTransitions(t *testing.T) {
	var b strings.Builder
	for _, row := range table() {
		from, to := joined(row.In), string(row.To)
		switch {
		case len(row.In) == len(States()):
			from = "every state"
		case len(row.In) == 0:
			from = "no case yet"
		}
		if to == "" {
			to = "as it was"
		}
		fmt.Fprintf(&b, "%s\n  %s -> %s\n  by     %s\n", row.Kind, from, to, joined(row.By))
		line := func(name, text string) {
			if text != "" {
				fmt.Fprintf(&b, "  %-6s %s\n", name, text)
			}
		}
		line("if", string(row.If))
		line("needs", joined(row.Needs))
		line("under", strings.Join(row.Citations(), "; "))
		line("until", string(row.Deadline))
		var letters []string
		for _, n := range row.Notices {
			letters = append(letters, fmt.Sprintf("%s to %s", n.Letter, n.To))
		}
		line("letter", strings.Join(letters, ", "))
		b.WriteString("\n")
	}
	golden(t, "transitions.txt", b.String())
}

// Every row is reachable, cites texts that there are, and asks only for conditions and words that there are.
func TestTransitionsAreWhole(t *testing.T) {
	used := map[Condition]bool{}
	for i, row := range table() {
		at := fmt.Sprintf("row %d, %s in %s", i+1, row.Kind, joined(row.In))
		for _, s := range append(slices.Clone(row.In), row.To) {
			if s != "" && !slices.Contains(States(), s) {
				t.Errorf("%s: there is no state %q", at, s)
			}
		}
		for _, r := range row.By {
			if !r.Valid() || r == access.Administrator || r == access.Organiser {
				t.Errorf("%s: role %q", at, r)
			}
		}
		for _, c := range append(slices.Clone(row.Needs), row.If) {
			used[c] = true
			if c != "" && tests()[c].holds == nil {
				t.Errorf("%s: there is no condition %q", at, c)
			}
		}
		for k, c := range row.Citations() {
			if c == "" {
				t.Errorf("%s: %s has no citation", at, row.Articles[k])
			}
		}
		for _, n := range row.Notices {
			if !slices.Contains(LetterKinds(), n.Letter) || !slices.Contains(Addressees(), n.To) {
				t.Errorf("%s: letter %+v", at, n)
			}
		}
		if len(row.Articles) == 0 || !slices.Contains(EntryKinds(), row.Kind) || row.Deadline != "" && !slices.Contains(DeadlineKinds(), row.Deadline) {
			t.Errorf("%s: no article, an unknown kind, or an unknown deadline", at)
		}
	}
	for _, k := range tests() {
		if !used[k.condition] {
			t.Errorf("no row asks for %q", k.condition)
		}
	}
	for _, kind := range EntryKinds() {
		if !slices.ContainsFunc(table(), func(r Transition) bool { return r.Kind == kind }) {
			t.Errorf("no row is of the kind %s", kind)
		}
	}
	for _, s := range States() {
		if !slices.ContainsFunc(table(), func(r Transition) bool { return r.To == s }) {
			t.Errorf("no row leads to %s", s)
		}
	}
}

// The routing matrix in full: level, rated, official, online, title of either side, award.
func TestRouting(t *testing.T) {
	var b strings.Builder
	titles := append([]string{""}, tournament.Titles()...)
	answers := []tournament.YesNo{tournament.Unanswered, tournament.No, tournament.Yes}
	say := func(a tournament.YesNo) string {
		if a == "" {
			return "-"
		}
		return string(a)
	}
	b.WriteString("play    official rated level title award -> who, under which article\n")
	for _, online := range []bool{false, true} {
		for _, official := range answers {
			for _, rated := range answers {
				for _, level := range []regulations.ProtectionLevel{"", regulations.Maximum, regulations.Increased, regulations.Standard} {
					for _, title := range titles {
						for _, award := range answers {
							r := Routing{Online: online, Official: official, Rated: rated, Level: level, Award: award, Host: "UKR", Titles: []string{}}
							if title != "" {
								r.Titles = append(r.Titles, title)
							}
							if !telling(r) {
								continue
							}
							play := map[bool]string{false: "board", true: "online"}[online]
							to, articles, err := r.Goes()
							result := fmt.Sprintf("%s, %s", to, strings.Join(citations(articles), "; "))
							if err != nil {
								result = "undecided: " + err.Error()
							}
							fmt.Fprintf(&b, "%-7s %-8s %-5s %-5s %-5s %-5s -> %s\n", play, say(official), say(rated), orDash(string(level)), orDash(title), say(award), result)
						}
					}
				}
			}
		}
	}
	golden(t, "routing.txt", b.String())
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// telling leaves out rows that differ from another only in what is not asked of them; TestRoutingIgnores tries those.
func telling(r Routing) bool {
	if r.Online {
		return r.Rated == "" && r.Level == "" && len(r.Titles) == 0 && r.Award == ""
	}
	if r.Official != "" {
		return false
	}
	if r.Rated != tournament.Yes {
		return r.Level == "" && len(r.Titles) == 0 && r.Award == ""
	}
	return r.Level == regulations.Standard || len(r.Titles) == 0 && r.Award == ""
}

// What is not asked changes nothing: over the board whether the event is official, online everything else, and at levels
// A and B titles and awards.
func TestRoutingIgnores(t *testing.T) {
	routes := func(r Routing) string {
		to, _, err := r.Goes()
		return fmt.Sprint(to, err)
	}
	for _, title := range append([]string{""}, tournament.Titles()...) {
		for _, award := range []tournament.YesNo{"", tournament.No, tournament.Yes} {
			for _, official := range []tournament.YesNo{"", tournament.No, tournament.Yes} {
				for _, level := range []regulations.ProtectionLevel{regulations.Maximum, regulations.Increased} {
					r := Routing{Official: official, Rated: tournament.Yes, Level: level, Titles: []string{title}, Award: award}
					if routes(r) != routes(Routing{Rated: tournament.Yes, Level: level}) {
						t.Errorf("%+v: %s", r, routes(r))
					}
				}
				r := Routing{Online: true, Official: official, Titles: []string{title}, Award: award, Rated: award, Level: regulations.Standard}
				if routes(r) != routes(Routing{Online: true, Official: official}) {
					t.Errorf("%+v: %s", r, routes(r))
				}
			}
		}
	}
	one := Routing{Rated: tournament.Yes, Level: regulations.Standard, Host: "UKR", Award: tournament.No, Titles: []string{"CM", "WFM"}}
	if to, _, err := one.Goes(); to != OfFederationAndUs || err != nil {
		t.Errorf("WFM on one side: %s, %v", to, err)
	}
	one.Host = ""
	if _, _, err := one.Goes(); err == nil {
		t.Error("a case of level C without a federation has a route")
	}
}
