package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// doesNotOpen is the reason if sealed data cannot be opened although its row is as it was written.
const doesNotOpen = "it does not open with the key of its case: the key is another one"

// caseChecks checks everything stored about cases and data requests, and that all of it can be
// opened.
type caseChecks struct {
	*checker
	keys  map[string]caseKey
	gone  map[string]bool      // data requests that were erased
	ends  map[string]caseEntry // the last entry of each case
	cases map[string]CaseRecord
	holds map[string]string // steps of holds in entries that the table of holds has not shown yet, by place
}

// caseFiles checks cases, their entries, attachments, holds and keys, and data requests.
func (c *checker) caseFiles(ctx context.Context, s session) error {
	cc := caseChecks{c, map[string]caseKey{}, map[string]bool{}, map[string]caseEntry{}, map[string]CaseRecord{}, map[string]string{}}
	if err := cc.readKeys(ctx, s); err != nil {
		return c.unreadable("case", err)
	}
	for _, p := range []pieceKind{
		{"case entry", &c.found.CaseEntries, caseEntryColumns, `FROM case_entries`, `case_id, seq`, cc.entry},
		{"case", &c.found.Cases, caseSelected, `FROM cases`, `id`, cc.caseItself},
		{"hold", new(int), holdColumns, `FROM holds`, `case_id, seq`, cc.hold},
		{"data request", new(int), dataColumns, `FROM data_requests`, `id, seq`, cc.request},
	} {
		if err := c.part(ctx, s, p); err != nil {
			return err
		}
	}
	return cc.blobs(ctx, s)
}

func (c caseChecks) readKeys(ctx context.Context, s session) error {
	err := each(ctx, s, func(row scanner) error {
		var id string
		var body []byte
		if err := row.Scan(&id, &body); err != nil {
			return err
		}
		key, err := s.openedKey(id, body)
		if err != nil {
			c.damage("key", "of case "+id, "no server wrapped it: somebody else than fairplay has written it")
		} else if key == nil && !c.found.Keyless {
			c.damage("key", "of case "+id, "the server key that opens it is not here")
		}
		c.keys[id] = key
		return nil
	}, `SELECT id, body FROM case_keys`)
	if err != nil {
		return err
	}
	err = each(ctx, s, func(row scanner) error {
		var id string
		err := row.Scan(&id)
		c.gone[id] = true
		return err
	}, dataErased)
	if err != nil {
		return err
	}
	return each(ctx, s, func(row scanner) error {
		var k CaseRecord
		err := scanCase(row, &k)
		c.cases[k.ID] = k
		return err
	}, `SELECT `+caseSelected+` FROM cases`)
}

// opens returns a reason if data sealed under the key of an id cannot be opened. A missing key is
// reported as a damage of the case or request itself.
func (c caseChecks) opens(at place, sealed []byte) string {
	key, there := c.keys[at[0]]
	if !there || key == nil {
		return ""
	}
	if _, err := key.open(at, sealed); err != nil {
		return doesNotOpen
	}
	return ""
}

// entry checks that one entry of a case opens.
func (c caseChecks) entry(row scanner) (id, reason string, err error) {
	var e caseEntry
	if err := scanCaseEntry(row, &e); err != nil {
		return "", "", err
	}
	c.ends[e.id] = e
	if step := holdStep(e.Kind); step != "" {
		c.holds[holdRow{id: e.id, seq: e.Seq}.place().String()] = step
	}
	return fmt.Sprintf("%d of case %s", e.Seq, e.id), c.opens(e.place(), e.Body), nil
}

// caseItself checks that the state of a case is that of its last entry, and that its key exists or
// was erased.
func (c caseChecks) caseItself(row scanner) (id, reason string, err error) {
	var k CaseRecord
	if err := scanCase(row, &k); err != nil {
		return "", "", err
	}
	_, readable := c.keys[k.ID]
	last := c.ends[k.ID]
	switch {
	case k.Entries != last.Seq || k.State != last.State:
		reason = fmt.Sprintf("it is said to have %d entries and the state %q, and its last entry is number %d with the state %q", k.Entries, k.State, last.Seq, last.State)
	case readable && !k.Erased.IsZero():
		reason = "it was erased, and somebody else than fairplay has put a key back"
	case !readable && k.Erased.IsZero():
		reason = "it cannot be read: its key is missing; a backup restored without its keys leaves it so"
	}
	return k.ID, reason, nil
}

func (c caseChecks) hold(row scanner) (id, reason string, err error) {
	var h holdRow
	if err := scanHold(row, &h); err != nil {
		return "", "", err
	}
	reason = c.opens(h.place(), h.body)
	if c.holds[h.place().String()] != h.step {
		reason = "no entry of the case says so"
	}
	return fmt.Sprintf("%d of case %s", h.seq, h.id), reason, nil
}

func (c caseChecks) request(row scanner) (id, reason string, err error) {
	var d dataRow
	if err := scanData(row, &d); err != nil {
		return "", "", err
	}
	reason = c.opens(d.place(), d.Body)
	switch _, readable := c.keys[d.id]; {
	case readable && c.gone[d.id]:
		reason = "it was erased, and somebody else than fairplay has put a key back"
	case !readable && !c.gone[d.id]:
		reason = "it cannot be read: its key is missing; a backup restored without its keys leaves it so"
	}
	return fmt.Sprintf("%d of request %s", d.Seq, d.id), reason, nil
}

// blobs checks the sealed chunks of attachments against their digests.
func (c caseChecks) blobs(ctx context.Context, s session) error {
	rows, err := all(ctx, s, scanBlob, `SELECT `+blobColumns+` FROM case_blobs ORDER BY case_id, id`)
	if err := c.unreadable("attachment", err); err != nil {
		return err
	}
	for i, b := range rows {
		reason := c.opens(b.place(), b.facts)
		if c.cases[b.id].Erased.IsZero() && reason == "" {
			reason, err = c.blob(ctx, s, b)
			if err := c.unreadable("attachment", err); err != nil {
				return err
			}
		}
		if reason != "" {
			c.damage("attachment", fmt.Sprintf("%s of case %s", b.ID, b.id), reason)
		}
		c.progress(CheckProgress{"attachment", i + 1, len(rows)})
	}
	c.found.Attachments = len(rows)
	return nil
}

// blob checks the chunks of one attachment.
func (c caseChecks) blob(ctx context.Context, s session, b blobRow) (reason string, err error) {
	sealed, n := sha256.New(), 0
	err = each(ctx, s, func(row scanner) error {
		var at int
		var body []byte
		if err := row.Scan(&at, &body); err != nil {
			return err
		}
		sealed.Write(body)
		if reason == "" {
			reason = c.opens(b.chunk(at), body)
		}
		n++
		return nil
	}, `SELECT n, body FROM case_blob_chunks WHERE case_id = ? AND blob = ? ORDER BY n`, b.id, b.ID)
	if n != b.chunks || hex.EncodeToString(sealed.Sum(nil)) != b.Digest {
		reason = differsFromDigest
	}
	return reason, err
}
