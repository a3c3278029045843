package api

import (
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
)

// ListCases answers the cases in which the caller has a part, the newest first.
func (s *Server) ListCases(c echo.Context) error {
	list, err := s.cases.List(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[registry.View]{Items: list}, err)
}

// answerCase answers the case of the caller in its present state.
func (s *Server) answerCase(c echo.Context, status int) error {
	shown, err := s.cases.Read(c.Request().Context(), callerOf(c))
	if err != nil {
		return err
	}
	return c.JSON(status, shown)
}

// OpenCase opens a case.
func (s *Server) OpenCase(c echo.Context) error {
	var asked registry.NewCase
	if err := s.readJSONTo(c, &asked, mostCaseJSON); err != nil {
		return err
	}
	id, err := s.cases.Open(c.Request().Context(), callerOf(c), asked)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/cases/"+id)
	return s.answerCase(c, http.StatusCreated)
}

// mostCaseJSON is the greatest length of the JSON of a case entry, in bytes: people write reports.
const mostCaseJSON = 1 << 20

// ReadCase answers a case.
func (s *Server) ReadCase(c echo.Context, id wire.CaseID) error {
	return s.answerCase(c, http.StatusOK)
}

// ReadCasePart answers one part of a case.
func (s *Server) ReadCasePart(c echo.Context, id wire.CaseID, part wire.CasePart) error {
	if !part.Valid() {
		return access.Hidden()
	}
	shown, err := s.cases.Read(c.Request().Context(), callerOf(c))
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
	if err := s.cases.Write(c.Request().Context(), callerOf(c), asked.Kind, asked.Body); err != nil {
		return err
	}
	return s.answerCase(c, http.StatusCreated)
}

// CheckForm answers whether a form could be admitted as it is.
func (s *Server) CheckForm(c echo.Context) error {
	var asked registry.FormCheck
	if err := s.readJSONTo(c, &asked, mostCaseJSON); err != nil {
		return err
	}
	found, err := s.cases.Check(c.Request().Context(), callerOf(c), asked)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Rules []registry.RuleView `json:"rules"`
	}{found})
}

// AddAttachment adds a file to a case.
func (s *Server) AddAttachment(c echo.Context, id wire.CaseID, params wire.AddAttachmentParams) error {
	if c.Request().ContentLength > store.LargestBlob {
		return bodyLimit(store.LargestBlob)
	}
	if err := s.Attach(c.Request().Context(), callerOf(c), params.Name, s.patient(c)); err != nil {
		return retryLater(c, err)
	}
	return s.answerCase(c, http.StatusCreated)
}

// Attach adds a file to the case of the caller, who may send as many at a time as batches of games.
func (s *Server) Attach(ctx context.Context, who *door.Caller, name string, body io.Reader) error {
	if !analysis.IsName(name) {
		return fault.New(fault.Invalid, "attachment_name", "a file has a name of 1 to %d printable characters", analysis.LongestName)
	}
	end, err := s.uploads.begin(who.Token.ID)
	if err != nil {
		return err
	}
	defer end()
	return s.cases.Attach(ctx, who, name, body)
}

// ReadAttachment answers a file of a case, always as a download.
func (s *Server) ReadAttachment(c echo.Context, id wire.CaseID, digest wire.AttachmentID) error {
	file, body, err := s.cases.Attachment(c.Request().Context(), callerOf(c), digest)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	h.Set("Content-Length", strconv.FormatInt(file.Size, 10))
	return c.Stream(http.StatusOK, "application/octet-stream", body)
}

// InviteParty admits a party to a case.
func (s *Server) InviteParty(c echo.Context, id wire.CaseID, role wire.CaseRole) error {
	var asked wire.NewInvitation
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	invited, err := s.Invite(c.Request().Context(), callerOf(c), role, asked)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, invited)
}

// Invite admits a party to the case of the caller: under a new token, whose secret only this answer contains, or under an existing
// one.
func (s *Server) Invite(ctx context.Context, who *door.Caller, role wire.CaseRole, asked wire.NewInvitation) (wire.Invited, error) {
	if !role.Valid() {
		return wire.Invited{}, access.Hidden()
	}
	id := who.Case.ID
	token, err := newToken(wire.NewToken{Name: asked.Name, Grants: []access.Grant{{Role: access.Role(role), Case: id}}}, s.now().UTC())
	if err == nil && asked.Token != nil {
		token, err = s.usable(ctx, *asked.Token)
	} else if err == nil {
		token.ID, err = store.NewID(s.random)
		token.Name, token.Grants = invitedName(token.ID), nil
	}
	if err != nil {
		return wire.Invited{}, err
	}
	party := registry.Invitation{Role: access.Role(role), Token: token.ID, Name: asked.Name, Capacity: value(asked.Capacity)}
	if err := s.cases.Invite(ctx, who, party); err != nil {
		return wire.Invited{}, err
	}
	invited := wire.Invited{Token: token.ID}
	if asked.Token == nil {
		secret, err := s.addToken(ctx, &token)
		if err != nil {
			return wire.Invited{}, err
		}
		invited.Secret = &secret
		if err := s.cases.Admit(ctx, id); err != nil {
			return wire.Invited{}, err
		}
	}
	return invited, who.Audit(ctx, string(role)+" "+invited.Token)
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
	if err := s.cases.Letter(c.Request().Context(), callerOf(c), &body, letter, string(value(params.To)), value(params.Name), view.format, view.options()); err != nil {
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
	release, err := s.take(c.Request().Context(), callerOf(c))
	if err != nil {
		return err
	}
	defer release()
	var body bytes.Buffer
	err = s.cases.Export(c.Request().Context(), callerOf(c), &body, registry.Export{Lang: lang, Masked: value(params.Masked), Made: s.made})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="`+id[:8]+`.zip"`)
	return c.Blob(http.StatusOK, "application/zip", body.Bytes())
}

// EraseCase destroys the content of a case.
func (s *Server) EraseCase(c echo.Context, id wire.CaseID) error {
	reason, err := s.reason(c)
	if err != nil {
		return err
	}
	if err := s.cases.Erase(c.Request().Context(), callerOf(c), reason); err != nil {
		return err
	}
	return s.answerCase(c, http.StatusOK)
}

// sayWhy refuses the removal of an event without a reason.
func sayWhy(reason string) error {
	if strings.TrimSpace(reason) == "" {
		return fault.New(fault.Invalid, "reason", "say why: this cannot be undone")
	}
	return nil
}

// Cases is the register of cases.
func (s *Server) Cases() *registry.Register { return s.cases }

// ListMembers answers who may be appointed, in the order of rotation.
func (s *Server) ListMembers(c echo.Context) error {
	members, err := s.cases.Members(c.Request().Context())
	if err != nil {
		return err
	}
	list := wire.List[wire.CommissionMember]{Items: []wire.CommissionMember{}}
	for _, m := range members {
		list.Items = append(list.Items, wire.CommissionMember{Token: m.Token, Name: m.Name, Cases: m.Cases})
	}
	return c.JSON(http.StatusOK, list)
}
