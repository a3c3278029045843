package store

import (
	"context"
	"crypto/hmac"
)

// notMarkedRow is the reason for a row that lets somebody in and that no server wrote so.
const notMarkedRow = "it does not carry the mark of the server: somebody else than fairplay has written or changed it"

// marks checks the marks of everything that lets somebody in, and the note on the key itself.
func (c *checker) marks(ctx context.Context, s session) error {
	m, err := s.keyMark(ctx)
	if err != nil {
		return c.unreadable("mark of the server key", err)
	}
	c.found.KeyID, c.found.Keyless = m.key, s.ring == nil && m.key != ""
	if s.ring == nil {
		return nil
	}
	key, here := s.ring.find(m.key)
	if want, err := key.mark("server_key", m.values()); here && (err != nil || !hmac.Equal([]byte(want), []byte(m.mark))) || !here {
		c.damage("mark of the server key", m.key, notMarkedRow)
	}
	for _, kind := range markedKinds() {
		rows, err := kind.rows(ctx, s)
		if err := c.unreadable(kind.what, err); err != nil {
			return err
		}
		for _, row := range rows {
			if !s.fits(row.mark, kind.table, row.values) {
				c.damage(kind.what, row.id, notMarkedRow)
			}
			c.found.Marked++
		}
	}
	return nil
}
