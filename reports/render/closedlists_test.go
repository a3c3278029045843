package render

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// constantsOf returns the values of the constants of a type in a package, as its source has them.
func constantsOf(t *testing.T, folder, typ string) (values []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			group, is := d.(*ast.GenDecl)
			if !is || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				of := spec.(*ast.ValueSpec)
				name := ""
				switch x := of.Type.(type) {
				case *ast.Ident:
					name = x.Name
				case *ast.SelectorExpr:
					name = x.Sel.Name
				}
				if name != typ {
					continue
				}
				for _, v := range of.Values {
					text, err := strconv.Unquote(v.(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					values = append(values, text)
				}
			}
		}
	}
	return values
}

// valuesOf returns the texts that stand under a key anywhere in the tables of the regulations.
func valuesOf(t *testing.T, key string) (values []string) {
	t.Helper()
	files, err := filepath.Glob("../regulations/tables/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var walk func(any)
	walk = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			for name, child := range node {
				if text, is := child.(string); is && name == key {
					values = append(values, text)
				}
				if inner, is := child.(map[string]any); is && name == key {
					for _, v := range inner {
						if text, is := v.(string); is {
							values = append(values, text)
						}
					}
				}
				walk(child)
			}
		case []any:
			for _, child := range node {
				walk(child)
			}
		}
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var table any
		if err := json.Unmarshal(text, &table); err != nil {
			t.Fatal(err)
		}
		walk(table)
	}
	return values
}

// The words of what belongs to an event name every value that the program has, and no other: a key that
// is missing would be shown as it is, and one that is no value any more would never be.
func TestClosedListsAreWhole(t *testing.T) {
	of := func(folder string, types ...string) (all []string) {
		for _, typ := range types {
			all = append(all, constantsOf(t, folder, typ)...)
		}
		return all
	}
	exist := ids(messages(t, "en"))
	for list, want := range map[string][]string{
		"fact":           append(of("tournament", "Fact"), of("tournament/norm", "Fact")...),
		"deviation":      of("tournament", "DeviationKind"),
		"here":           of("tournament", "CoverageBasis"),
		"games_basis":    append(of("tournament", "CoverageBasis"), "none"),
		"name_ground":    of("tournament", "Ground"),
		"duty_state":     of("tournament", "DutyState"),
		"breach":         of("tournament", "Breach"),
		"rate_rule":      of("tournament", "RateRule"),
		"rate_met":       {"yes", "no", "unknown"},
		"norm_answer":    {"yes", "no", "unknown"},
		"duty_demand":    of("regulations", "Demand"),
		"duty":           valuesOf(t, "duty"),
		"duty_who":       append(valuesOf(t, "who"), valuesOf(t, "granted_by")...),
		"norm_state":     of("tournament/norm", "Decision"),
		"requirement":    of("tournament/norm", "Requirement"),
		"ground":         of("tournament/norm", "ClaimKind"),
		"evidence_kind":  of("tournament", "EvidenceKind"),
		"watch_standing": of("tournament", "WatchStanding"),
		"protection":     of("regulations", "ProtectionLevel"),
		"system":         of("tournament", "System"),

		"case_kind":           of("complaint", "CaseKind"),
		"case_state":          of("complaint", "State"),
		"case_entry":          of("complaint", "EntryKind"),
		"web.case_do":         of("complaint", "EntryKind"),
		"case_subject":        of("complaint", "Subject"),
		"case_party":          of("complaint", "PartyRole"),
		"case_link":           of("complaint", "LinkKind"),
		"case_goes_to":        of("complaint", "Jurisdiction"),
		"capacity":            of("complaint", "Capacity"),
		"criterion":           of("complaint", "Criterion"),
		"criterion_missing":   of("complaint", "Criterion"),
		"criterion_refused":   of("complaint", "Criterion"),
		"criterion_undecided": of("complaint", "Criterion"),
		"criterion_answer":    of("complaint", "Answer"),
		"ballot_question":     of("complaint", "BallotQuestion"),
		"vote_choice":         of("complaint", "VoteChoice"),
		"exhibit_kind":        of("complaint", "ExhibitKind"),
		"foundation":          of("complaint", "Foundation"),
		"scanned":             of("complaint", "Scanned"),
		"form_channel":        of("complaint", "Channel"),
		"letter_subject":      append(of("complaint", "LetterKind"), "forwarded_fpl", "national_fpl"),
		"letter_text":         append(of("complaint", "LetterKind"), "forwarded_fpl", "national_fpl"),
		"letter_decides":      append(of("complaint", "LetterKind"), "national_fpl"),
		"letter_next":         append(of("complaint", "LetterKind"), "to_federation_federation", "referred_federation", "national_federation", "forwarded_fpl", "national_fpl", "dismissed_fpl"),
		"letter_rules":        of("complaint", "LetterKind"),
		"letter_to":           of("complaint", "Addressee"),
	} {
		if len(want) == 0 {
			t.Errorf("%s: the program has no values", list)
		}
		for _, value := range want {
			if value == "other" {
				value = "another" // which the catalogues keep for plural forms
			}
			if exist[list+"."+value] == nil {
				t.Errorf("no words for %s.%s", list, value)
			}
		}
		for id := range exist {
			if value, is := strings.CutPrefix(id, list+"."); is && !slices.Contains(want, value) && !(value == "another" && slices.Contains(want, "other")) {
				t.Errorf("%s is no value of the program", id)
			}
		}
	}
}
