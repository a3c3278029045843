package api

import (
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/store"
)

// ListAudit answers the entries of the audit in their order, all or those of a token, an action, a subject.
func (s *Server) ListAudit(c echo.Context, params wire.ListAuditParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	q := store.AuditQuery{After: p.from, Limit: p.limit + 1}
	if params.Order != nil {
		if !params.Order.Valid() {
			return fault.New(fault.Invalid, "order", "the audit comes with the oldest or the newest entry first")
		}
		q.Newest = *params.Order == wire.ListAuditParamsOrderNewest
	}
	put(&q.Token, params.Token)
	put(&q.Action, params.Action)
	put(&q.Subject, params.Subject)
	entries, err := s.store.AuditEntries(c.Request().Context(), q)
	if err != nil {
		return err
	}
	entries, next := cut(entries, p.limit, func(e store.AuditEntry) string { return strconv.FormatInt(e.Seq, 10) })
	return c.JSON(http.StatusOK, wire.AuditList{Items: translated(entries, wireAudit), Next: next})
}

func wireAudit(e store.AuditEntry) wire.AuditEntry {
	return wire.AuditEntry{
		Seq: e.Seq, At: e.At.UTC(), Token: e.Token, Role: e.Role, Action: e.Action, Subject: e.Subject, Detail: e.Detail,
		Prev: hex.EncodeToString(e.Prev), Hash: hex.EncodeToString(e.Hash),
	}
}
