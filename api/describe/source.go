package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// source is what the sources say of types beyond what reflection tells: comments, and the values of texts.
type source struct {
	root  string
	read  map[string]map[string]*said // by package and type
	files *token.FileSet
}

// said is what is said of one type.
type said struct {
	doc    string
	fields map[string]string // comments, by name
	values []string          // of its constants, in order
}

func newSource(root string) *source {
	return &source{root: root, read: map[string]map[string]*said{}, files: token.NewFileSet()}
}

// of returns what is said of a named type.
func (s *source) of(t reflect.Type) (*said, error) {
	types, ok := s.read[t.PkgPath()]
	if !ok {
		types = map[string]*said{}
		s.read[t.PkgPath()] = types
		folder := filepath.Join(s.root, filepath.FromSlash(strings.TrimPrefix(t.PkgPath(), "fairplay/")))
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(s.files, name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range file.Decls {
				if d, ok := d.(*ast.GenDecl); ok {
					readDeclaration(types, d)
				}
			}
		}
	}
	if found := types[t.Name()]; found != nil {
		return found, nil
	}
	return &said{}, nil
}

// field returns the comment of a field, which may be promoted from an embedded type.
func (s *source) field(t reflect.Type, f reflect.StructField) (string, error) {
	for _, i := range f.Index[:len(f.Index)-1] {
		t = t.Field(i).Type
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	found, err := s.of(t)
	if err != nil {
		return "", err
	}
	return found.fields[f.Name], nil
}

func readDeclaration(types map[string]*said, d *ast.GenDecl) {
	entry := func(name string) *said {
		if types[name] == nil {
			types[name] = &said{fields: map[string]string{}}
		}
		return types[name]
	}
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			e := entry(spec.Name.Name)
			if e.doc = words(spec.Doc, spec.Comment); e.doc == "" {
				e.doc = words(d.Doc)
			}
			if structure, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range structure.Fields.List {
					for _, name := range f.Names {
						e.fields[name.Name] = words(f.Doc, f.Comment)
					}
				}
			}
		case *ast.ValueSpec:
			of, ok := spec.Type.(*ast.Ident)
			if d.Tok != token.CONST || !ok {
				continue
			}
			for _, v := range spec.Values {
				if text, ok := v.(*ast.BasicLit); ok && text.Kind == token.STRING {
					if plain, err := strconv.Unquote(text.Value); err == nil {
						e := entry(of.Name)
						e.values = append(e.values, plain)
					}
				}
			}
		}
	}
}

// words returns comments as a sentence in one line.
func words(comments ...*ast.CommentGroup) string {
	var all []string
	for _, c := range comments {
		all = append(all, strings.Fields(c.Text())...)
	}
	text := strings.Join(all, " ")
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
