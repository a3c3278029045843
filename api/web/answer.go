package web

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// shown is the data of a template.
type shown struct {
	Page    string // its name
	Title   string
	Subject string // what the page is about, as text from outside; "" if the title is enough
	Lang    string
	Look    string
	CSRF    string
	Path    string // of the request, with its query
	Person  string // the name of his token, "" at the door
	Event   *store.Event
	Parts   []navPart // of the navigation
	Row     []navPart // pages of the part that is shown, if there are several
	Headed  bool      // the page writes its own heading
	Unwell  []string  // parts of the service that do not work now
	Problem string    // why a form was refused, in the API's words
	Admin   bool      // the person manages the machine and its users
	Cases   bool      // the person may have a part in cases
	Closed  bool      // the event takes nothing that this page could write
	Notice  string    // id of a message that something was done
	Content any
	Typed   url.Values // content of a refused or interrupted form
	Next    string     // where the browser goes after signing in
}

// show returns the handler of a page.
func (p *Pages) show(g page) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := p.enter(c, g)
		if err != nil {
			return p.failed(v, err)
		}
		return p.present(v, nil)
	}
}

// take returns the handler of a form. Afterwards the browser goes on to a page, unless only the
// answer shows what was made. A refused form is shown again as it was filled in, with the reason.
func (p *Pages) take(g page, f form) echo.HandlerFunc {
	return func(c echo.Context) error {
		p.api.Patient(c)
		v, err := p.enter(c, g, f.needs...)
		if err != nil {
			return p.failed(v, err)
		}
		if !p.isOwnForm(v) {
			return p.trouble(v, http.StatusForbidden, v.Say("web.trouble.form"))
		}
		next, err := f.do(v)
		if problem, ok := errors.AsType[*fault.Error](err); ok && !hidden(err) && problem.Kind != fault.Unauthenticated {
			return p.present(v, problem)
		} else if err != nil {
			return p.failed(v, err)
		}
		if v.unsaved {
			return p.present(v, nil)
		}
		if !f.keeps {
			if err := p.api.KeepDraft(v.context(), v.person, v.ownPath(), ""); err != nil {
				return p.failed(v, err)
			}
		}
		if v.secret != nil {
			return p.present(v, nil)
		}
		return c.Redirect(http.StatusSeeOther, cmp.Or(next, v.ownPath()))
	}
}

// pass returns the handler of a stream.
func (p *Pages) pass(g page, s stream) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := p.enter(c, g, s.needs)
		if err != nil {
			return p.failed(v, err)
		}
		if s.of != nil {
			s.of(v)
		}
		return p.api.Pass(c, v.person, cmp.Or(s.passes, s.needs))
	}
}

// present makes the page of a visit; problem is the refusal of one of its forms, nil for none.
func (p *Pages) present(v *visit, problem *fault.Error) error {
	if v.c.Param("case") != "" && v.inquiry == nil {
		if err := v.readCase(); err != nil {
			return p.failed(v, err)
		}
	}
	content, err := v.page.show(v)
	if err != nil {
		return p.failed(v, err)
	}
	if v.next != "" {
		return v.c.Redirect(http.StatusFound, v.next)
	}
	status, s := http.StatusOK, p.layout(v)
	s.Content, s.Notice = content, v.c.QueryParam("done")
	if v.Slug("web.done", s.Notice) == s.Notice {
		s.Notice = "" // a link from elsewhere puts no words of its own on a page
	}
	if problem != nil || v.unsaved {
		s.Typed, s.Notice = v.c.Request().Form, ""
	}
	if problem != nil {
		status, s.Problem = api.StatusOf(problem), v.Refusal(problem)
	} else if v.unsaved {
		return p.write(v, status, v.page.name, s)
	} else if len(v.page.forms) == 0 {
		return p.write(v, status, v.page.name, s)
	} else if draft, err := p.api.Draft(v.context(), v.person, v.ownPath()); err != nil {
		return p.failed(v, err)
	} else if s.Typed, err = url.ParseQuery(draft); err != nil {
		s.Typed = url.Values{}
	}
	return p.write(v, status, v.page.name, s)
}

// layout is what all pages show.
func (p *Pages) layout(v *visit) shown {
	s := shown{Page: v.page.name, Lang: v.lang, Look: v.look, Path: v.c.Request().URL.RequestURI(), Next: next(v.c.QueryParam("next")), Event: v.event, Typed: url.Values{}}
	s.Closed = v.event != nil && v.event.State == store.EventClosed && slices.Contains([]string{"facts", "roster", "entry", "questions", "rounds", "watch", "log", "upload"}, v.page.name)
	if v.cookie != "" {
		s.CSRF, s.Person, s.Unwell, s.Admin = csrf(v.cookie), v.person.Token.Name, v.unwell(), v.may("listTokens")
		s.Parts, s.Row = v.parts()
		s.Cases = v.seesCases()
	}
	return s
}

// write executes a template and answers.
func (p *Pages) write(v *visit, status int, name string, s shown) error {
	s.Title = v.Say("web." + name + ".title")
	if of, ok := s.Content.(interface{ Subject() string }); ok && of.Subject() != "" {
		s.Subject = of.Subject()
	}
	if of, ok := s.Content.(interface{ Headed() bool }); ok {
		s.Headed = of.Headed()
	}
	var page bytes.Buffer
	if err := v.pages.ExecuteTemplate(&page, name+".html", s); err != nil && name != "trouble" {
		p.log.Error("a page cannot be shown", "page", name, "error", err)
		s.Content, s.Problem = nil, v.Say("web.trouble.internal")
		return p.write(v, http.StatusInternalServerError, "trouble", s)
	} else if err != nil {
		return fault.Wrap(err, fault.Internal, "page", "the page cannot be shown")
	}
	h := v.c.Response().Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Content-Language", s.Lang)
	return v.c.HTMLBlob(status, page.Bytes())
}

// failed answers an error. A person who is not signed in is asked for his token. Missing pages and
// pages that are not open look the same.
func (p *Pages) failed(v *visit, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	switch status := api.StatusOf(err); {
	case refused(err, fault.Unauthenticated):
		return p.toTheDoor(v)
	case hidden(err):
		return p.lost(v.c)
	case ok && (status < http.StatusInternalServerError || status == http.StatusServiceUnavailable):
		return p.trouble(v, status, v.Refusal(f))
	}
	p.log.Error("a page failed", "page", v.page.name, "error", err)
	return p.trouble(v, http.StatusInternalServerError, v.Say("web.trouble.internal"))
}

// trouble answers with a page that says what is wrong.
func (p *Pages) trouble(v *visit, status int, what string) error {
	s := p.layout(v)
	s.Problem = what
	return p.write(v, status, "trouble", s)
}

// hidden reports whether an error says that something is not there or not open.
func hidden(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && (f.Kind == fault.Forbidden || f.Kind == fault.NotFound && f.Code == access.HiddenCode)
}

// lost answers an address that does not exist, or not for this person.
func (p *Pages) lost(c echo.Context) error {
	v := p.stranger(c, page{name: "lost"})
	return p.write(v, http.StatusNotFound, "lost", p.layout(v))
}
