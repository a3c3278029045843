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
	aside   bool // it has no place in the navigation of its event
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

// navPart is a part of the navigation of an event.
type navPart struct {
	Name, Path string
	Here       bool
}
