package render

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
)

//go:embed templates/*.html style.css
var templates embed.FS

// writePage executes the template of that name in templates. html/template escapes
// whatever comes from games for the place where it stands; control characters become
// "?", in charts and titles too.
func writePage(w io.Writer, name string, words *words, page any) error {
	css, err := templates.ReadFile("style.css")
	if err != nil {
		return fmt.Errorf("read the style sheet: %w", err)
	}
	t, err := parsePage(name, words, "templates/*.html", template.CSS(css)) // our own text, nothing from outside
	if err != nil {
		return err
	}
	out := withoutOrders(w)
	if err := t.ExecuteTemplate(out, name, page); err != nil {
		return err
	}
	return out.Close()
}

// parsePage reads the templates of that pattern, with what they call.
func parsePage(name string, words *words, pattern string, style template.CSS) (*template.Template, error) {
	t, err := template.New(name).Funcs(template.FuncMap{
		"say":    func(id string) string { return words.say(id, nil) },
		"at":     coordinate,
		"points": points,
		"style":  func() template.CSS { return style },
	}).ParseFS(templates, pattern)
	if err != nil {
		return nil, fmt.Errorf("read the page templates: %w", err)
	}
	return t, nil
}

// picture executes a template, for a page outside this package.
func picture(name string, words *words, of any) (template.HTML, error) {
	t, err := parsePage(name, words, "templates/*.html", "")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	out := withoutOrders(&b)
	if err := t.ExecuteTemplate(out, name, of); err != nil {
		return "", err
	}
	if err := out.Close(); err != nil {
		return "", err
	}
	return template.HTML(b.String()), nil // html/template has escaped it
}
