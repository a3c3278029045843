package api

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/store"
)

// inConfidence is the action shown for an entry of the audit whose content its reader may not know.
const inConfidence = "in_confidence"

// ListAudit answers the entries of the audit in their order, all or those of a token, an action, a
// subject. Readers of the audit have no part in cases: of actions in cases and data requests they
// see only that there is an entry, and in a search not even that.
func (s *Server) ListAudit(c echo.Context, params wire.ListAuditParams) error {
	list, err := s.Audit(c.Request().Context(), callerOf(c), params)
	return answered(c, list, err)
}

// Audit returns entries of the audit as ListAudit answers them.
func (s *Server) Audit(ctx context.Context, _ *door.Caller, params wire.ListAuditParams) (list wire.List[wire.ListedAudit], err error) {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return list, err
	}
	q := store.AuditQuery{After: p.from, Limit: p.limit + 1}
	if params.Order != nil {
		if !params.Order.Valid() {
			return list, fault.New(fault.Invalid, "order", "the audit comes with the oldest or the newest entry first")
		}
		q.Newest = *params.Order == wire.ListAuditParamsOrderNewest
	}
	put(&q.Token, params.Token)
	put(&q.Action, params.Action)
	put(&q.Subject, params.Subject)
	if q.Token != "" || q.Action != "" || q.Subject != "" {
		q.Without = s.confidential()
	}
	entries, err := s.store.AuditEntries(ctx, q)
	if err != nil {
		return list, err
	}
	entries, list.Next = cut(entries, p.limit, func(e store.AuditEntry) string { return strconv.FormatInt(e.Seq, 10) })
	list.Items = translated(entries, s.listedAudit)
	return list, nil
}

// confidential returns the actions of the audit that concern cases and data requests.
func (s *Server) confidential() []string {
	all := []string{"erase"} // by the end of their retention
	for operation, action := range s.actions {
		if action.ByProcedure() {
			all = append(all, operation)
		}
	}
	return all
}

// listedAudit returns an entry as its reader may see it. An entry on a refusal of something that is
// open to none of the caller's roles looks the same whether or not there is a case.
func (s *Server) listedAudit(e store.AuditEntry) wire.ListedAudit {
	shown := wire.ListedAudit{AuditEntry: store.AuditEntry{Seq: e.Seq, At: e.At, Action: inConfidence}, Hash: e.Hash()}
	secret := slices.Contains(s.confidential(), e.Action)
	refused := e.Role == "" && strings.HasPrefix(e.Detail, "refused: ") && !strings.HasPrefix(e.Detail, "refused: not_allowed")
	if !secret || refused {
		shown.Token, shown.Role, shown.Action, shown.Detail = e.Token, e.Role, e.Action, e.Detail
	}
	if !secret {
		shown.Subject = e.Subject
	}
	return shown
}
