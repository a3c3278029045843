package analysis

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// Every constant of the type stands in the one order of the reasons, and nothing
// twice.
func TestEveryExclusionHasItsPlace(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "policy.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared []Exclusion
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if kind, ok := v.Type.(*ast.Ident); ok && kind.Name == "Exclusion" {
				slug, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				declared = append(declared, Exclusion(slug))
			}
		}
		return true
	})
	declared = slices.DeleteFunc(declared, func(e Exclusion) bool { return e == Counted })
	if len(declared) < 16 {
		t.Fatalf("only %d reasons are found in the source", len(declared))
	}
	if got := Exclusions(); !slices.Equal(got, declared) {
		t.Errorf("Exclusions() = %q, but declared are %q", got, declared)
	}
}
