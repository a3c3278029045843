package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strings"
)

// rowName is half of a SHA-256 over the table and the key of a row. It is kept in memory while
// all rows are checked.
type rowName [16]byte

func nameRow(table, key string) rowName {
	sum := sha256.Sum256([]byte(table + "\t" + key))
	return rowName(sum[:16])
}

func scanSeal(row scanner, unpack func([]byte) ([]byte, error), e *sealEntry) error {
	var packed []byte
	var audit, prev, digest string
	if err := row.Scan(&e.seq, &packed, &e.audit.seq, &audit, &prev, &digest); err != nil {
		return err
	}
	e.body, _ = unpack(packed) // a body that cannot be unpacked matches no hash
	e.audit.hash, e.prev, e.hash = unhex(audit), unhex(prev), unhex(digest)
	if hex.EncodeToString(e.audit.hash) != audit {
		e.hash = nil // so that no text in place of no digest goes unnoticed
	}
	return nil
}

// seal checks one entry of the log, and takes what it says of rows.
func (c *checker) seal(row scanner) (id, reason string, err error) {
	var e sealEntry
	if err := scanSeal(row, c.db.packing.unpack, &e); err != nil {
		return "", "", err
	}
	switch {
	case e.seq != c.end.seq+1:
		reason = fmt.Sprintf("it comes after number %d: entries between them are missing", c.end.seq)
	case !bytes.Equal(e.hash, e.digest()):
		reason = "it has been altered: it does not match its hash"
	case !bytes.Equal(e.prev, c.end.hash):
		reason = "it does not continue the entry before: one of them has been put in later"
	}
	c.end = logEnd{e.seq, e.hash}
	for l := range sealLines(e.body) {
		var sum rowSum // stays zero for a row that was removed
		copy(sum[:], unhex(l.digest))
		c.rows[nameRow(l.table, l.key)] = sum
		c.lines++
	}
	return fmt.Sprint(e.seq), reason, nil
}

// sealLine is one line of an entry.
type sealLine struct{ table, digest, key string }

// sealLines reads the lines of an entry.
func sealLines(body []byte) iter.Seq[sealLine] {
	return func(yield func(sealLine) bool) {
		for line := range strings.Lines(string(body)) {
			fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
			if len(fields) == 3 && !yield(sealLine{fields[0], fields[1], fields[2]}) {
				return
			}
		}
	}
}

// sealedRows compares all rows of the sealed tables with the seals.
func (c *checker) sealedRows(ctx context.Context, s session) error {
	for _, t := range sealedTables() {
		err := each(ctx, s, func(row scanner) error { return c.sealedRow(t, row) }, `SELECT `+strings.Join(t.columns, ", ")+` FROM `+t.rows())
		if err := c.unreadable(t.what, err); err != nil {
			return err
		}
	}
	c.progress(CheckProgress{"row", c.found.Rows, c.found.Rows})
	return c.missing(ctx, s)
}

func (c *checker) sealedRow(t sealedTable, row scanner) error {
	values, err := scanValues(row, len(t.columns))
	if err != nil {
		return err
	}
	name := nameRow(t.name, keyText(values[:t.key]))
	sum, known := c.rows[name]
	delete(c.rows, name)
	reason := ""
	switch {
	case !known:
		reason = "it was put in by somebody else than fairplay"
	case sum == rowSum{}:
		reason = "it was removed, and somebody else than fairplay has put it back"
	case sum != rowDigest(t, values):
		reason = "it has been changed by somebody else than fairplay"
	}
	if reason != "" {
		c.damage(t.what, t.words(values[:t.key]), reason)
	}
	if n := c.tallies[t.name]; n != nil {
		*n++
	}
	if c.found.Rows++; c.found.Rows%progressEvery == 0 {
		c.progress(CheckProgress{"row", c.found.Rows, max(c.found.Rows, c.lines)})
	}
	return nil
}

// words returns the name of a row for people.
func (s sealedTable) words(key []any) string { return fmt.Sprintf(s.place, key...) }

// missing adds a damage for each sealed row that does not exist.
func (c *checker) missing(ctx context.Context, s session) error {
	for name, sum := range c.rows {
		if sum == (rowSum{}) {
			delete(c.rows, name)
		}
	}
	if len(c.rows) == 0 {
		return nil
	}
	return each(ctx, s, func(row scanner) error {
		var e sealEntry
		if err := scanSeal(row, c.db.packing.unpack, &e); err != nil {
			return err
		}
		for l := range sealLines(e.body) {
			name := nameRow(l.table, l.key)
			if _, is := c.rows[name]; is {
				c.gone(l.table, l.key)
				delete(c.rows, name)
			}
		}
		return nil
	}, `SELECT `+sealColumns+` FROM seals ORDER BY seq`)
}

func (c *checker) gone(table, key string) {
	const reason = "it is missing: somebody else than fairplay has removed it"
	values, _ := decodeAny([]byte(key)).([]any)
	for _, t := range sealedTables() {
		switch {
		case t.name == table && t.isDerived():
			return
		case t.name == table && len(values) == t.key:
			c.damage(t.what, t.words(values), reason)
			return
		}
	}
	c.damage(table, key, reason)
}

// sums compares the evaluations with their stored sums.
func (c *checker) sums(ctx context.Context, s session) error {
	kept := map[string]digestSum{}
	err := each(ctx, s, func(row scanner) error {
		var fingerprint, text string
		var d digestSum
		err := row.Scan(&fingerprint, &d.passes, &text)
		d.sum = numberOf(unhex(text))
		kept[fingerprint] = d
		return err
	}, `SELECT r.fingerprint, e.passes, e.sum FROM evaluation_sums e JOIN recipes r ON r.id = e.recipe`)
	if err != nil {
		return err
	}
	for recipe := range c.counted {
		kept[recipe] = kept[recipe].plus(digestSum{})
	}
	for recipe, want := range kept {
		if err := c.sum(ctx, s, recipe, c.counted[recipe].minus(want)); err != nil {
			return err
		}
	}
	return nil
}

// sum adds a damage where the evaluations under a recipe differ from their stored sum.
func (c *checker) sum(ctx context.Context, s session, recipe string, more digestSum) error {
	if more == (digestSum{}) || more.passes == 0 && c.damagedUnder[recipe] {
		return nil
	}
	if more.passes == 1 { // the difference is the digest of the one too many
		added, err := all(ctx, s, func(row scanner, key *rowKey) error { return row.Scan(&key.position, &key.pass) },
			`SELECT position, pass FROM evaluations WHERE digest = ?`, more.bytes())
		if err != nil {
			return err
		}
		for _, key := range added {
			c.damage("evaluation", placeOf(rowKey{recipe, key.position, key.pass}), "it was put in by somebody else than fairplay")
			return nil
		}
	}
	reason := "one of them has been replaced by somebody else than fairplay: remove them with fairplay cache prune, and they are computed again"
	if more.passes < 0 {
		reason = fmt.Sprintf("somebody else than fairplay has removed %d of them", -more.passes)
	} else if more.passes > 0 {
		reason = fmt.Sprintf("somebody else than fairplay has put in %d of them", more.passes)
	}
	c.damage("evaluation", "all under recipe "+recipe, reason)
	return nil
}
