package web

import (
	"slices"
	"strings"
)

// page is one page: its address, the operations that it needs, and what it shows.
type page struct {
	name    string   // of its template, its words (web.NAME.title) and its entry in the log
	path    string   // for the router
	needs   []string // operations; the page is open to those who may do all of them
	show    func(*visit) (any, error)
	forms   []form
	streams []stream
	part    string // of the navigation of its event, "" for none
}

// form is something that a page lets people change. It needs operations beside those of its page.
type form struct {
	path  string // after that of the page
	needs []string
	do    func(*visit) (next string, err error) // the address where the person goes on; "" is the page itself
	keeps bool                                  // what it keeps is a draft, which stays
}

// stream passes the answer of one operation through as it comes: server-sent events, or a file.
type stream struct {
	path   string
	needs  string       // operation
	passes string       // another operation, which answers; "" if it is that one
	of     func(*visit) // completes the address; nil if the page has all that the operation names
}

// pages is the table of all pages.
func pages() []page {
	return slices.Concat(startPages(), eventPages(), arbiterPages(), figurePages(), chiefPages(), casePages(), dataPages(), adminPages(), helpPages())
}

// in returns the address of a page with its placeholders filled in, "" if a value is missing.
func (p page) in(values map[string]string) string {
	steps := strings.Split(p.path, "/")
	for i, step := range steps {
		if name, ok := strings.CutPrefix(step, ":"); ok {
			if steps[i] = values[name]; steps[i] == "" {
				return ""
			}
		}
	}
	return strings.Join(steps, "/")
}

// ownPath is the address of the page of a visit, without that of a form on it.
func (v *visit) ownPath() string {
	values := map[string]string{}
	for _, name := range v.c.ParamNames() {
		values[name] = v.c.Param(name)
	}
	return v.page.in(values)
}

// open reports whether all operations are open to a person here.
func (v *visit) open(operations ...string) bool {
	return !slices.ContainsFunc(operations, func(o string) bool { return !v.may(o) })
}

// policy of every page: nothing from elsewhere, no script or style within a page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// navPart is a link of the navigation.
type navPart struct {
	Name, Path string
	Here       bool
}

// navParts are the parts of the navigation of an event: groups of pages.
func navParts() []string { return []string{"overview", "games", "figures", "log", "papers"} }

// parts returns the parts of the navigation of an event, each with its first page that is open to the person, and the pages of
// the part that is shown; for administrators their pages.
func (v *visit) parts() (parts, row []navPart) {
	if strings.HasPrefix(v.page.path, "/admin/") {
		for _, g := range adminPages() {
			parts = append(parts, navPart{Name: g.name, Path: g.path, Here: g.name == v.page.name})
		}
	}
	if v.event == nil {
		return parts, nil
	}
	for _, name := range navParts() {
		part := navPart{Name: name, Here: v.page.part == name}
		for _, g := range v.table {
			path := g.in(map[string]string{"event": v.event.ID})
			if g.part != name || path == "" || !v.open(g.needs...) {
				continue
			}
			if part.Path == "" {
				part.Path = path
			}
			if part.Here {
				row = append(row, navPart{Name: g.name, Path: path, Here: g.name == v.page.name})
			}
		}
		if part.Path != "" {
			parts = append(parts, part)
		}
	}
	if len(row) < 2 {
		row = nil
	}
	return parts, row
}
