package api

import (
	"bytes"
	"cmp"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/registry"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// reader returns the caller as a reader of cases.
func reader(c echo.Context) registry.CaseReader {
	return registry.ReaderOf(callerOf(c).token, callerOf(c).role)
}

// ListCases answers the cases in which the caller has a part, the newest first.
func (s *Server) ListCases(c echo.Context) error {
	list, err := s.cases.List(c.Request().Context(), callerOf(c).token)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, items[registry.View]{list})
}

// answerCase answers a case in its present state.
func (s *Server) answerCase(c echo.Context, status int, id string) error {
	shown, err := s.seenCase(c, id)
	if err != nil {
		return err
	}
	return c.JSON(status, shown)
}

// seenCase returns a case as the caller may see it, with the addresses of reports in evidence that are open to him.
func (s *Server) seenCase(c echo.Context, id string) (registry.View, error) {
	ctx := c.Request().Context()
	shown, err := s.cases.Read(ctx, id, reader(c))
	if err != nil || shown.Event == "" {
		return shown, err
	}
	event, err := s.store.Event(ctx, shown.Event)
	if err != nil {
		return shown, err
	}
	if _, err := access.Allow(access.SeeStatistics, callerOf(c).token.Grants, event.On()); err == nil {
		shown.LinkReports()
	}
	return shown, nil
}

// OpenCase opens a case. A chief arbiter opens cases about his own events; chair and secretary
// about any.
func (s *Server) OpenCase(c echo.Context) error {
	var asked registry.NewCase
	if err := s.readJSONTo(c, &asked, mostCaseJSON); err != nil {
		return err
	}
	event, err := s.cases.EventNamed(c.Request().Context(), asked.Event)
	if err != nil {
		return err
	}
	who := callerOf(c)
	if who.role, err = access.Allow(access.FileCases, who.token.Grants, registry.About(event)); err != nil {
		return err
	}
	id, err := NewID(s.random)
	if err != nil {
		return err
	}
	requestOf(c).entry = string(registry.EntryOpened)
	kept, err := s.cases.Open(c.Request().Context(), id, asked, event, reader(c))
	if err != nil {
		return err
	}
	who.inquiry = &kept
	if err := s.audit(c, string(asked.Kind)); err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/cases/"+id)
	return s.answerCase(c, http.StatusCreated, id)
}

// mostCaseJSON is the greatest length of the JSON of a case entry, in bytes: people write reports.
const mostCaseJSON = 1 << 20

// ReadCase answers a case.
func (s *Server) ReadCase(c echo.Context, id wire.CaseID) error {
	return s.answerCase(c, http.StatusOK, id)
}

// ReadCasePart answers one part of a case.
func (s *Server) ReadCasePart(c echo.Context, id wire.CaseID, part wire.CasePart) error {
	if !part.Valid() {
		return access.Hidden()
	}
	shown, err := s.seenCase(c, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, shown.Part(string(part)))
}

// WriteCase writes an entry of the caller into a case.
func (s *Server) WriteCase(c echo.Context, id wire.CaseID, part wire.CasePart) error {
	var asked registry.NewEntry
	if !part.Valid() {
		return access.Hidden()
	}
	if err := s.readJSONTo(c, &asked, mostCaseJSON); err != nil {
		return err
	}
	requestOf(c).entry = string(asked.Kind) // a known kind, unless the error is Invalid
	if err := s.cases.Write(c.Request().Context(), id, asked, reader(c)); err != nil {
		return err
	}
	if err := s.audit(c, string(asked.Kind)); err != nil {
		return err
	}
	return s.answerCase(c, http.StatusCreated, id)
}

// CheckForm answers whether a form could be admitted as it is.
func (s *Server) CheckForm(c echo.Context) error {
	var asked registry.FormCheck
	if err := s.readJSONTo(c, &asked, mostCaseJSON); err != nil {
		return err
	}
	ctx, grants := c.Request().Context(), callerOf(c).token.Grants
	event, err := s.cases.EventNamed(c.Request().Context(), asked.Event)
	switch {
	case err != nil:
		return err
	case asked.Case != "":
		kept, err := s.store.Case(ctx, asked.Case)
		if err == nil {
			_, err = access.Allow(access.SeeCases, grants, kept.On())
		}
		if err != nil {
			return access.Hidden()
		}
	case event != nil:
		if _, err := access.Allow(access.FileCases, grants, on(event)); err != nil {
			return err
		}
	}
	found, err := s.cases.Check(ctx, asked, event)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Rules []registry.RuleView `json:"rules"`
	}{found})
}

// AddAttachment adds a file to a case.
func (s *Server) AddAttachment(c echo.Context, id wire.CaseID, params wire.AddAttachmentParams) error {
	if !analysis.IsName(params.Name) {
		return fault.New(fault.Invalid, "attachment_name", "a file has a name of 1 to %d printable characters", analysis.LongestName)
	}
	if c.Request().ContentLength > store.LargestBlob {
		return bodyLimit(store.LargestBlob)
	}
	end, err := s.uploads.begin(callerOf(c).token.ID)
	if err != nil {
		return retryLater(c, err)
	}
	defer end()
	blob, err := NewID(s.random)
	if err != nil {
		return err
	}
	file := store.CaseBlob{ID: blob, By: callerOf(c).token.ID, Added: s.now().UTC(), BlobFacts: store.BlobFacts{Name: params.Name}}
	requestOf(c).entry = string(registry.EntryAttachment)
	if err := s.cases.Attach(c.Request().Context(), id, file, s.patient(c), reader(c)); err != nil {
		if faultOf(err).Code == "virus_found" {
			return cmp.Or(s.audit(c, "attachment refused: a virus was found in it"), err)
		}
		return err
	}
	if err := s.audit(c, "attachment "+blob); err != nil {
		return err
	}
	return s.answerCase(c, http.StatusCreated, id)
}

// ReadAttachment answers a file of a case, always as a download.
func (s *Server) ReadAttachment(c echo.Context, id wire.CaseID, digest wire.AttachmentID) error {
	file, body, err := s.cases.Attachment(c.Request().Context(), id, digest, reader(c))
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	h.Set("Content-Length", strconv.FormatInt(file.Size, 10))
	return c.Stream(http.StatusOK, "application/octet-stream", body)
}

// InviteParty admits a party to a case: under a new token, whose secret only this answer contains,
// or under an existing one.
func (s *Server) InviteParty(c echo.Context, id wire.CaseID, role wire.CaseRole) error {
	var asked wire.Invitation
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if !role.Valid() {
		return access.Hidden()
	}
	ctx := c.Request().Context()
	token, err := newToken(wire.NewToken{Name: asked.Name, Grants: []wire.Grant{{Role: wire.Role(role), Case: &id}}}, s.now().UTC())
	if err == nil && asked.Token != nil {
		token, err = s.usable(ctx, *asked.Token)
	} else if err == nil {
		token.ID, err = NewID(s.random)
		token.Name, token.Grants = invitedName(token.ID), nil
	}
	if err != nil {
		return err
	}
	party := registry.Invitation{Role: access.Role(role), Token: token.ID, Name: asked.Name, Capacity: value(asked.Capacity)}
	requestOf(c).entry = string(registry.EntryParty)
	if err := s.cases.Invite(ctx, id, party, reader(c)); err != nil {
		return err
	}
	answer := wire.Invited{Token: token.ID}
	if asked.Token == nil {
		secret, err := s.addToken(ctx, &token)
		if err != nil {
			return err
		}
		answer.Secret = &secret
		if err := s.cases.Admit(ctx, id); err != nil {
			return err
		}
	}
	if err := s.audit(c, string(role)+" "+answer.Token); err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, answer)
}

// invitedName is the name of the token of a party. Tokens are listed, outlive the case, and are not
// sealed; the name therefore does not say who the party is.
func invitedName(id string) string { return "invited " + id[:8] }

// ReadLetter answers a letter of a case, or its form as it was filed.
func (s *Server) ReadLetter(c echo.Context, id wire.CaseID, letter string, params wire.ReadLetterParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	if view.format == "json" {
		view.format = "html" // letters are for people
	}
	var body bytes.Buffer
	if err := s.cases.Letter(c.Request().Context(), &body, id, letter, string(value(params.To)), value(params.Name), view.format, view.options(), reader(c)); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}

// ExportCase answers the case file.
func (s *Server) ExportCase(c echo.Context, id wire.CaseID, params wire.ExportCaseParams) error {
	lang, err := langOf(params.Lang)
	if err != nil {
		return err
	}
	release, err := s.take(c)
	if err != nil {
		return err
	}
	defer release()
	var body bytes.Buffer
	err = s.cases.Export(c.Request().Context(), &body, registry.Export{
		Case: id, By: reader(c), Name: callerOf(c).token.Name, Lang: lang, Masked: value(params.Masked), Made: s.made,
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="`+id[:8]+`.zip"`)
	return c.Blob(http.StatusOK, "application/zip", body.Bytes())
}

// EraseCase destroys the content of a case.
func (s *Server) EraseCase(c echo.Context, id wire.CaseID) error {
	reason, err := s.reasonOfErasure(c)
	if err != nil {
		return err
	}
	if err := s.store.EraseCase(c.Request().Context(), id, s.now().UTC()); err != nil {
		return err
	}
	if err := s.audit(c, reason); err != nil {
		return err
	}
	return s.answerCase(c, http.StatusOK, id)
}

// reasonOfErasure reads why something is erased. The error is Invalid if nothing is said.
func (s *Server) reasonOfErasure(c echo.Context) (string, error) {
	reason, err := s.reason(c)
	if err == nil && strings.TrimSpace(reason) == "" {
		err = fault.New(fault.Invalid, "reason", "say why: this cannot be undone")
	}
	return reason, err
}

// ListMembers answers who may be appointed, in the order of rotation.
func (s *Server) ListMembers(c echo.Context) error {
	members, err := s.cases.Members(c.Request().Context())
	if err != nil {
		return err
	}
	list := wire.MemberList{Items: []wire.CommissionMember{}}
	for _, m := range members {
		list.Items = append(list.Items, wire.CommissionMember{Token: m.Token, Name: m.Name, Cases: m.Cases})
	}
	return c.JSON(http.StatusOK, list)
}
