package web

import (
	"cmp"
	"context"
	"errors"
	"mime/multipart"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
)

// visit is one request of a person who is signed in.
type visit struct {
	*Pages
	*edition
	c       echo.Context
	page    page
	person  api.SignedIn
	late    bool   // the sign-in has ended
	cookie  string // "" unless the person is signed in
	lang    string
	look    string // "light" or "dark", "" as the system has it
	event   *store.Event
	inquiry *registry.View    // the case that the page shows, nil before it is read
	kept    *store.CaseRecord // by which is decided what is open of it
	files   *multipart.Reader // of an upload, after the token of the form
	secret  any               // something made by a form that only its answer may show
	next    string            // where the page is found now, "" if here
	unsaved bool              // the form was sent to be looked at, and is shown as it was filled in
}

// refusal refuses what was filled in, with a message of the pages and its values.
func (v *visit) refusal(id string, values ...any) error {
	return fault.New(fault.Invalid, "form", "%s", v.Say(id, values...))
}

// why says an error in the language of the page.
func (v *visit) why(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return v.Refusal(f)
	}
	return err.Error()
}

// refused reports whether an error is of one of these kinds.
func refused(err error, kinds ...fault.Kind) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && slices.Contains(kinds, f.Kind)
}

// may reports whether a person may do an operation in the event of the page.
func (v *visit) may(operation string) bool {
	on := access.On{}
	if v.event != nil {
		on = v.event.On()
	}
	if v.kept != nil {
		on = v.kept.On()
	}
	return v.mayOn(on, operation)
}

// writes reports whether a person may do operations that a closed event refuses.
func (v *visit) writes(operations ...string) bool {
	return v.event.State != store.EventClosed && v.open(operations...)
}

// mayOn reports whether a person may do an operation on something.
func (v *visit) mayOn(on access.On, operation string) bool {
	return v.api.May(v.person, operation, on)
}

// do lets the person do one operation on the case or the event of the page, or on nothing in particular.
// An error is a *fault.Error.
func (v *visit) do(operation string, act func(context.Context, *door.Caller) error) error {
	return v.attempt(door.Attempt{Operation: operation}, act)
}

// attempt is do where a reading says what it reads, for the audit.
func (v *visit) attempt(a door.Attempt, act func(context.Context, *door.Caller) error) error {
	if id := v.c.Param("case"); id != "" {
		a.Case = cmp.Or(a.Case, id)
	} else if v.event != nil {
		a.Event = cmp.Or(a.Event, v.event.ID)
	}
	return v.api.Do(v.c, v.person, a, func(who *door.Caller) error { return act(v.context(), who) })
}

// ask is do for what an operation finds or makes.
func ask[T any](v *visit, operation string, act func(context.Context, *door.Caller) (T, error)) (T, error) {
	return asked(v, door.Attempt{Operation: operation}, act)
}

// asked is attempt for what an operation finds or makes.
func asked[T any](v *visit, a door.Attempt, act func(context.Context, *door.Caller) (T, error)) (found T, err error) {
	err = v.attempt(a, func(ctx context.Context, who *door.Caller) (err error) {
		found, err = act(ctx, who)
		return err
	})
	return found, err
}

// id returns the id of a thing that the address or the form names. What is no id at all names nothing.
func (v *visit) id(of string) (string, error) {
	id := cmp.Or(v.c.Param(of), v.c.FormValue(of))
	if id == "" || strings.Trim(id, "0123456789abcdef") != "" {
		return "", access.Hidden()
	}
	return id, nil
}

// at is an address of a page within the event.
func (v *visit) at(path string) string { return "/events/" + v.event.ID + path }

// value returns a field of the form, without blanks around it.
func (v *visit) value(name string) string { return strings.TrimSpace(v.c.FormValue(name)) }

// optional returns a field of the form, nil if it is empty.
func (v *visit) optional(name string) *string {
	if text := v.value(name); text != "" {
		return &text
	}
	return nil
}

// context of the request.
func (v *visit) context() context.Context { return v.c.Request().Context() }
