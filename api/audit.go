package api

import (
	"encoding/hex"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/reports/store"
)

// ListAudit answers the entries of the audit in their order.
func (s *Server) ListAudit(c echo.Context, params wire.ListAuditParams) error {
	p, err := countedPage(params.Cursor, params.Limit)
	if err != nil {
		return err
	}
	entries, err := s.store.AuditEntries(c.Request().Context(), p.from, p.limit+1)
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
