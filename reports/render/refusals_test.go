package render

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fairplay/analysis/fault"
)

// sentences are the errors of the source: by code, or anyCode, the English formats with a place where each stands.
type sentences map[string]map[string]string

// source finds them. It reads calls of fault.New and fault.Wrap, and of functions that pass their format on to one of these.
type source struct {
	fset    *token.FileSet
	consts  map[string]string      // by package and name
	named   map[string]*throughput // the same, by package or function, and name
	found   sentences
	literal map[string]bool // every text of the source
	unread  []string        // calls whose format is unknown
}

// throughput is a function that passes a format on: with which code, and behind which text.
type throughput struct {
	code, prefix string
	internal     bool
	at           int // of the format among the arguments
}

var calls = map[string]int{"New": 2, "Wrap": 3}

// inEnglish are the packages of fairplay-calibrate, and of what only it and its maker can get wrong. They say everything in
// English.
var inEnglish = regexp.MustCompile(`/(analysis/(calibration|choice|encoding|fit)|queue/corpus|cmd/fairplay-calibrate)$`)

// readSource reads the program whose root is at ../...
func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{fset: token.NewFileSet(), consts: map[string]string{}, named: map[string]*throughput{}, found: sentences{}, literal: map[string]bool{}}
	var files []*ast.File
	folders := map[*ast.File]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go") {
			return err
		}
		f, err := parser.ParseFile(s.fset, path, nil, parser.SkipObjectResolution)
		files, folders[f] = append(files, f), filepath.Dir(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
				for i, name := range v.Names {
					if text, ok := s.text(folders[f], v.Values[i]); ok {
						s.consts[folders[f]+"."+name.Name] = text
					}
				}
			}
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					s.literal[text] = true
				}
			}
			return true
		})
	}
	for _, citation := range citations(t) {
		s.literal[citation] = true
	}
	for _, look := range []func(folder string, f *ast.File){s.throughputs, s.read} {
		for _, f := range files {
			look(folders[f], f)
		}
	}
	return s
}

// citations returns the citations of all articles, by our own keys.
func citations(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../regulations/tables/citations.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Every citation is in the language of the reader.
func TestEveryCitationIsSaidInEveryLanguage(t *testing.T) {
	for _, lang := range Languages()[1:] {
		for article, printed := range citations(t) {
			if wordsOf(t, lang).citation(article, printed) == printed {
				t.Errorf("%s: nothing says %q", lang, printed)
			}
		}
	}
}

// text returns a text that is known from the source alone.
func (s *source) text(folder string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, ok := s.consts[folder+"."+e.Name]
		return text, ok
	case *ast.BinaryExpr:
		x, okX := s.text(folder, e.X)
		y, okY := s.text(folder, e.Y)
		return x + y, okX && okY && e.Op == token.ADD
	}
	return "", false
}

// call reads a call of fault.New or fault.Wrap: the expressions of kind, code and format.
func call(n ast.Node) (kind, code, format ast.Expr) {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return nil, nil, nil
	}
	f, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, nil, nil
	}
	at, ok := calls[f.Sel.Name]
	if of, is := f.X.(*ast.Ident); !ok || !is || of.Name != "fault" {
		return nil, nil, nil
	}
	return c.Args[at-2], c.Args[at-1], c.Args[at]
}

func isInternal(kind ast.Expr) bool {
	k, ok := kind.(*ast.SelectorExpr)
	return ok && k.Sel.Name == "Internal"
}

// throughputs notes the functions of a file with a parameter format that goes on to fault.New or fault.Wrap.
func (s *source) throughputs(folder string, f *ast.File) {
	note := func(name, place string, of *ast.FuncType, body *ast.BlockStmt) {
		at, i := -1, 0
		for _, p := range of.Params.List {
			for _, n := range p.Names {
				if n.Name == "format" {
					at = i
				}
				i++
			}
		}
		if at < 0 || body == nil {
			return
		}
		ast.Inspect(body, func(n ast.Node) bool {
			kind, code, format := call(n)
			if format == nil {
				return true
			}
			t := &throughput{at: at, internal: isInternal(kind)}
			if sum, ok := format.(*ast.BinaryExpr); ok {
				t.prefix, _ = s.text(folder, sum.X)
				format = sum.Y
			}
			if id, ok := format.(*ast.Ident); ok && id.Name == "format" {
				t.code, ok = s.text(folder, code)
				if !ok {
					t.code = anyCode
				}
				s.named[place+"."+name] = t
			}
			return true
		})
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		note(fn.Name.Name, folder, fn.Type, fn.Body)
		ast.Inspect(fn, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 {
				id, isName := a.Lhs[0].(*ast.Ident)
				if lit, ok := a.Rhs[0].(*ast.FuncLit); ok && isName {
					note(id.Name, s.fset.Position(fn.Pos()).String(), lit.Type, lit.Body)
				}
			}
			return true
		})
	}
}

// read notes every sentence of a file.
func (s *source) read(folder string, f *ast.File) {
	add := func(code, format string, at ast.Node) {
		if s.found[code] == nil {
			s.found[code] = map[string]string{}
		}
		s.found[code][format] = s.fset.Position(at.Pos()).String()
	}
	for _, d := range f.Decls {
		place := s.fset.Position(d.Pos()).String()
		ast.Inspect(d, func(n ast.Node) bool {
			if inEnglish.MatchString(folder) {
				return false
			}
			if kind, code, format := call(n); format != nil {
				text, known := s.text(folder, format)
				name, ok := s.text(folder, code)
				if !ok {
					name = anyCode
				}
				switch {
				case isInternal(kind) || strings.Trim(text, "%sv") == "" && known:
				case known:
					add(name, text, n)
				case !strings.HasSuffix(exprText(format), "format"):
					s.unread = append(s.unread, s.fset.Position(n.Pos()).String())
				}
				return true
			}
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var through *throughput
			switch fn := c.Fun.(type) {
			case *ast.Ident:
				if through = s.named[place+"."+fn.Name]; through == nil {
					through = s.named[folder+"."+fn.Name]
				}
			case *ast.SelectorExpr:
				if through = s.named[folder+"."+fn.Sel.Name]; through == nil && fn.Sel.Name == "Wrong" {
					through = s.named["../../reports/yamlfile.Wrong"]
				}
			}
			if through == nil || through.internal || len(c.Args) <= through.at {
				return true
			}
			text, ok := s.text(folder, c.Args[through.at])
			if ok && strings.Trim(text, "%sv") == "" {
				return true // all of it is a value
			}
			if !ok {
				s.unread = append(s.unread, s.fset.Position(n.Pos()).String())
			} else {
				add(through.code, through.prefix+text, n)
			}
			return true
		})
	}
}

func exprText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.BinaryExpr:
		return exprText(e.Y)
	}
	return ""
}

// verbs returns the values that a format takes, in their order.
func verbs(t *testing.T, format string) []string {
	t.Helper()
	var all []string
	next := 1
	for _, m := range regexp.MustCompile(`%(?:%|([-+# 0]*)(?:\[(\d+)\])?((?:\d+)?(?:\.\d+)?)([a-zA-Z]))`).FindAllStringSubmatch(format, -1) {
		if m[0] == "%%" {
			continue
		}
		at := next
		if m[2] != "" {
			at, _ = strconv.Atoi(m[2])
		}
		next = at + 1
		all = append(all, fmt.Sprintf("%d %s%s%s", at, m[1], m[3], m[4]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Every sentence of an error that people may see has a translation with the same values, and every translation is of a
// sentence, or a word, that the source has.
func TestEveryRefusalIsSaidInEveryLanguage(t *testing.T) {
	s := readSource(t)
	for _, at := range s.unread {
		t.Errorf("%s: the sentence is not known from the source", at)
	}
	if len(s.found) < 250 {
		t.Fatalf("only %d codes are found", len(s.found))
	}
	for _, lang := range Languages()[1:] {
		w := wordsOf(t, lang)
		for code, formats := range s.found {
			for format, place := range formats {
				said, ok := w.refusals[code][format]
				switch {
				case !ok:
					t.Errorf("%s: %s: nothing says %q (%s)", lang, code, format, place)
				case !slices.Equal(verbs(t, said), verbs(t, format)):
					t.Errorf("%s: %s: %q takes other values than %q", lang, code, said, format)
				}
			}
		}
		for code, formats := range w.refusals {
			for format := range formats {
				if s.found[code][format] == "" && !s.literal[format] {
					t.Errorf("%s: %s: the source has no %q", lang, code, format)
				}
			}
		}
	}
}

func TestRefusal(t *testing.T) {
	away := fault.Wrap(errors.New("connection refused"), fault.Unavailable, "database_unreachable", "the database %s %s", "fair", "does not answer")
	for _, tt := range []struct {
		name, lang, want string
		err              error
	}{
		{"values in their places", "ru", `турнира "e1" нет`, fault.New(fault.NotFound, "event_unknown", "there is no event %q", "e1")},
		{"values in another order", "uk", "справ із номером C-1: 2; назвіть справу за її ID", fault.New(fault.Conflict, "case_number", "%d cases have the number %s; name the case by its ID", 2, "C-1")},
		{"a word within, a cause from elsewhere", "ru", "база данных fair не отвечает: connection refused", away},
		{"an error within an error", "uk", "служба запускається й чекає на свою базу даних: база даних fair не відповідає",
			fault.New(fault.Unavailable, "starting", "the service starts and waits for its database: %s", away.Told())},
		{"an error within text from elsewhere", "ru", "read: токен отозван; попросите новый",
			fmt.Errorf("read: %w", fault.New(fault.Unauthenticated, "token_revoked", "this token was revoked; ask for a new one"))},
		{"a sentence that nobody has translated", "ru", "new", fault.New(fault.Invalid, "new", "new")},
		{"English", "en", "the database fair does not answer: connection refused", away},
		{"no fault", "ru", "foreign", errors.New("foreign")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Phrases{wordsOf(t, tt.lang)}).Failure(tt.err); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
