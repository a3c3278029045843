package web

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"fairplay/api/wire"
	"fairplay/reports/access"
)

// adminPages are the pages of the administrator: no games and no figures.
func adminPages() []page {
	return []page{
		{name: "tokens", path: "/admin/tokens", needs: []string{"listTokens"}, show: showTokens,
			forms: []form{{needs: []string{"createToken"}, do: createToken}, {path: "/grant", needs: []string{"grantToken"}, do: grantToken},
				{path: "/revoke", needs: []string{"revokeToken"}, do: revokeToken}}},
		{name: "audit", path: "/admin/audit", needs: []string{"listAudit"}, show: showAudit},
		{name: "health", path: "/admin/health", needs: []string{"listTokens"}, show: showHealth},
	}
}

// tokensContent are the tokens of all people.
type tokensContent struct {
	Tokens []tokenRow
	Next   string // cursor
	Made   *wire.CreatedToken
	Events []wire.Event
	Roles  []access.Role
	Names  map[string]string // of tokens and events by their ids
}

// tokenRow is a token as it is shown.
type tokenRow struct {
	wire.Token
	Over bool // revoked or expired
}

// givenRoles are the roles that can be given on a page. Administrators are made on the server itself.
func givenRoles() []access.Role {
	return []access.Role{access.ChiefArbiter, access.FairPlayOfficer, access.Arbiter, access.Organiser, access.FederationOfficer,
		access.FPLMember, access.FPLChair, access.FPLSecretary}
}

func showTokens(v *visit) (any, error) {
	content := tokensContent{Roles: givenRoles(), Names: map[string]string{}}
	if made, ok := v.secret.(wire.CreatedToken); ok {
		content.Made = &made
	}
	var list wire.List[wire.Token]
	if _, err := v.read("/v1/tokens", v.asked("cursor"), &list); err != nil {
		return nil, err
	}
	for _, t := range list.Items {
		content.Tokens = append(content.Tokens, tokenRow{t, t.Revoked != nil || t.Expires != nil && !t.Expires.After(v.now())})
		content.Names[t.ID] = t.Name
	}
	content.Next = list.Next
	var events wire.List[wire.Event]
	if err := v.get("/v1/events?limit=500", &events); err != nil {
		return nil, err
	}
	for _, e := range events.Items {
		content.Events = append(content.Events, e)
		content.Names[e.ID] = e.Name
	}
	return content, nil
}

// grant reads a role and what it is bound to from a form.
func (v *visit) grant() access.Grant {
	return access.Grant{Role: access.Role(v.value("role")), Event: v.value("event"), Federation: v.value("federation")}
}

func createToken(v *visit) (string, error) {
	asked := wire.NewToken{Name: v.value("name"), Grants: []access.Grant{v.grant()}}
	if day, err := time.Parse(time.DateOnly, v.value("expires")); err == nil {
		asked.Expires = &day
	}
	var made wire.CreatedToken
	if err := v.send(http.MethodPost, "/v1/tokens", asked, &made); err != nil {
		return "", err
	}
	v.secret = made
	return "", nil
}

func grantToken(v *visit) (string, error) {
	return v.done(), v.send(http.MethodPost, "/v1/tokens/"+v.token()+"/grants", v.grant(), nil)
}

func revokeToken(v *visit) (string, error) {
	return v.done(), v.send(http.MethodDelete, "/v1/tokens/"+v.token(), nil, nil)
}

// token is the token that a form is about.
func (v *visit) token() string {
	if id := v.value("token"); plain(id) {
		return id
	}
	return "none"
}

// auditContent is a part of the audit.
type auditContent struct {
	Entries []wire.AuditEntry
	Query   url.Values
	More    string // address of the entries that follow
	Names   map[string]string
	Actions []string // of this part
}

func showAudit(v *visit) (any, error) {
	content := auditContent{Query: v.asked("token", "action", "subject", "order"), Names: map[string]string{}}
	if content.Query.Get("order") == "" {
		content.Query.Set("order", "newest")
	}
	query := v.asked("token", "action", "subject", "order", "cursor")
	query.Set("order", content.Query.Get("order"))
	query.Set("limit", "100")
	var list wire.List[wire.AuditEntry]
	if _, err := v.read("/v1/audit", query, &list); err != nil {
		return nil, err
	}
	content.Entries = list.Items
	if list.Next != "" {
		more, err := url.ParseQuery(content.Query.Encode())
		if err != nil {
			return nil, err
		}
		more.Set("cursor", list.Next)
		content.More = "/admin/audit?" + more.Encode()
	}
	for _, e := range list.Items {
		if !slices.Contains(content.Actions, e.Action) {
			content.Actions = append(content.Actions, e.Action)
		}
	}
	slices.Sort(content.Actions)
	var tokens wire.List[wire.Token]
	if err := v.get("/v1/tokens?limit=500", &tokens); err != nil {
		return nil, err
	}
	for _, t := range tokens.Items {
		content.Names[t.ID] = t.Name
	}
	return content, nil
}

// healthContent is what the parts of the service say.
type healthContent struct{ wire.Readiness }

func showHealth(v *visit) (any, error) {
	state, err := v.readiness()
	return healthContent{state}, err
}
