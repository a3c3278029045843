package render

import (
	"embed"
	"fmt"
	"html/template"
	"io"
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
	t, err := template.New(name).Funcs(template.FuncMap{
		"say":    func(id string) string { return words.say(id, nil) },
		"at":     coordinate,
		"points": points,
		"style":  func() template.CSS { return template.CSS(css) }, // our own text, nothing from outside
	}).ParseFS(templates, "templates/*.html")
	if err != nil {
		return fmt.Errorf("read the page templates: %w", err)
	}
	out := withoutOrders(w)
	if err := t.ExecuteTemplate(out, name, page); err != nil {
		return err
	}
	return out.Close()
}
