package web

import (
	"context"
	"net/url"
	"slices"
	"time"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/store"
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
	Events []store.Event
	Roles  []access.Role
	Names  map[string]string // of tokens and events by their ids
}

// tokenRow is a token as it is shown.
type tokenRow struct {
	wire.ListedToken
	Over bool // revoked or expired
}

// givenRoles are the roles that can be given on a page. Administrators are made on the server itself.
func givenRoles() []access.Role {
	return slices.DeleteFunc(access.Roles(), func(r access.Role) bool { return r == access.Administrator || r.OfCase() })
}

func showTokens(v *visit) (any, error) {
	content := tokensContent{Roles: givenRoles(), Names: map[string]string{}}
	if made, ok := v.secret.(wire.CreatedToken); ok {
		content.Made = &made
	}
	list, err := v.tokens(wire.ListTokensParams{Cursor: v.wanted("cursor")})
	if err != nil {
		return nil, err
	}
	for _, t := range list.Items {
		content.Tokens = append(content.Tokens, tokenRow{t, t.Revoked != nil || t.Expires != nil && !t.Expires.After(v.now())})
		content.Names[t.ID] = t.Name
	}
	content.Next = list.Next
	events, err := v.events(wire.ListEventsParams{Limit: new(most)})
	if err != nil {
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
	made, err := ask(v, "createToken", func(ctx context.Context, who *door.Caller) (wire.CreatedToken, error) {
		return v.api.IssueToken(ctx, who, asked)
	})
	if err != nil {
		return "", err
	}
	v.secret = made
	return "", nil
}

func grantToken(v *visit) (string, error) {
	return v.done(), v.do("grantToken", func(ctx context.Context, who *door.Caller) error {
		_, err := v.api.GiveGrant(ctx, who, v.value("token"), v.grant())
		return err
	})
}

func revokeToken(v *visit) (string, error) {
	return v.done(), v.do("revokeToken", func(ctx context.Context, who *door.Caller) error {
		return v.api.EndToken(ctx, who, v.value("token"))
	})
}

// most is how many things of a list are shown at most where people choose among them.
const most = 500

// tokens returns the tokens that a list shows.
func (v *visit) tokens(of wire.ListTokensParams) (wire.List[wire.ListedToken], error) {
	return ask(v, "listTokens", func(ctx context.Context, who *door.Caller) (wire.List[wire.ListedToken], error) {
		return v.api.Tokens(ctx, who, of)
	})
}

// events returns the events that a list shows.
func (v *visit) events(of wire.ListEventsParams) (wire.List[store.Event], error) {
	return ask(v, "listEvents", func(ctx context.Context, who *door.Caller) (wire.List[store.Event], error) {
		return v.api.Events(ctx, who, of)
	})
}

// wanted returns a field of the address, nil if it is empty.
func (v *visit) wanted(name string) *string {
	if text := v.asked(name).Get(name); text != "" {
		return &text
	}
	return nil
}

// auditContent is a part of the audit.
type auditContent struct {
	Entries []wire.ListedAudit
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
	part := wire.ListAuditParams{Token: v.wanted("token"), Action: v.wanted("action"), Subject: v.wanted("subject"), Cursor: v.wanted("cursor"),
		Order: new(wire.ListAuditParamsOrder(content.Query.Get("order")))}
	list, err := ask(v, "listAudit", func(ctx context.Context, who *door.Caller) (wire.List[wire.ListedAudit], error) {
		return v.api.Audit(ctx, who, part)
	})
	if err != nil {
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
	tokens, err := v.tokens(wire.ListTokensParams{Limit: new(most)})
	if err != nil {
		return nil, err
	}
	for _, t := range tokens.Items {
		content.Names[t.ID] = t.Name
	}
	return content, nil
}

func showHealth(v *visit) (any, error) {
	return v.api.Readiness(v.context()), nil
}
