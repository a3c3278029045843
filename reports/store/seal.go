package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
)

// sealedTable is a table whose rows are sealed: digests of what every transaction writes into it are appended to the log, so
// that Check can tell rows that this program wrote from others. The log is a chain of entries, one for each transaction.
type sealedTable struct {
	name    string
	what    string // name of one row, as in Damage.What
	place   string // format of the key for people
	columns []string
	key     int // number of leading columns that form the key
}

// isDerived reports whether missing rows are made again from other tables.
func (s sealedTable) isDerived() bool { return s.name == "sheets" }

// isLater reports whether the table came after the seals.
func (s sealedTable) isLater() bool {
	switch s.name {
	case "sheets", "event_facts", "journal", "fide_lists", "cases", "case_entries", "case_parties", "case_blobs", "holds", "data_requests", "sign_ins", "server_key", "checkpoints", "task_ends", "audit":
		return true
	}
	return false
}

// rows is what its rows are selected from.
func (s sealedTable) rows() string {
	if s.name == "task_ends" {
		return `tasks WHERE state <> 'open'`
	}
	return s.name
}

func columnsOf(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \n\t", r) })
}

// sealedTables lists all sealed tables. Columns that change all the time and prove nothing are
// not sealed: how far open tasks have come, and the day on which something was last used. The body of a
// game, report or sheet has its own digest, and so have the chunks of an attachment; evaluations and the players of a rating list have a sum, which
// is sealed.
func sealedTables() []sealedTable {
	return []sealedTable{
		auditTable(),
		{"events", "event", "%v", columnsOf(eventColumns), 1},
		{"event_facts", "facts", "of event %v", columnsOf(factColumns), 1},
		{"journal", "journal entry", "%[2]v of event %[1]v", columnsOf(journalColumns), 2},
		{"uploads", "upload", "%v", columnsOf(uploadColumns), 1},
		{"batches", "batch", "%v", columnsOf(batchColumns), 1},
		{"batch_files", "file", "%[2]v of batch %[1]v", columnsOf(batchFileColumns), 2},
		{"outcomes", "outcome", "%[2]v of batch %[1]v", columnsOf(outcomeColumns), 2},
		{"idempotency_keys", "idempotency key", "%[2]q of token %[1]v", columnsOf(rememberedColumns), 2},
		{"games", "game", "%v", columnsOf(gameColumns), 1},
		{"event_games", "link", "%[2]v of event %[1]v", columnsOf(eventGameColumns), 2},
		{"event_inputs", "note", "on file %[2]q of event %[1]v", columnsOf(inputColumns), 2},
		{"tasks", "task", "%v", columnsOf(taskIdentity), 1},
		{"task_ends", "end of task", "%v", columnsOf(taskEnd), 1}, // how those tasks ended that are not open
		{"report_bodies", "report", "%v", []string{"id"}, 1},
		{"reports", "report link", "%v", columnsOf(reportLinkColumns), 1},
		{"performances", "performance", "%[3]v of report %[1]v", columnsOf(performanceColumns), 3},
		{"tests", "test", "%v", columnsOf(testColumns), 1},
		{"tokens", "token", "%v", columnsOf(tokenSealed), 1},
		{"grants", "grant", grantPlace, columnsOf(grantColumns), 5},
		{"grant_proposals", "proposed grant", grantPlace, columnsOf(proposalColumns), 5},
		{"sign_ins", "sign-in", "%v", columnsOf(signInColumns), 1},
		{"server_key", "mark of the server key", "%v", columnsOf(keyMarkColumns), 1},
		{"checkpoints", "checkpoint", "%[1]v", columnsOf(checkpointColumns), 2},
		{"recipes", "recipe", "%v", []string{"fingerprint", "recipe"}, 1},
		{"evaluation_sums", "sum of evaluations", "of recipe %v", columnsOf(sumColumns), 1},
		{"sheets", "sheet", "%v", columnsOf(sheetSealed), 1},
		{"fide_lists", "rating list", "%v", columnsOf(listColumns), 1},
		{"cases", "case", "%v", columnsOf(caseColumns), 1},
		{"case_entries", "case entry", "%[2]v of case %[1]v", columnsOf(caseEntryColumns), 2},
		{"case_parties", "case party", "%[2]v %[3]v%[4]v of case %[1]v", columnsOf(partyColumns), 4},
		{"case_blobs", "attachment", "%[2]v of case %[1]v", columnsOf(blobColumns), 2},
		{"holds", "hold", "%[2]v of case %[1]v", columnsOf(holdColumns), 2},
		{"data_requests", "data request", "%[2]v of request %[1]v", columnsOf(dataColumns), 2},
	}
}

const grantPlace = "of token %v: role %v, event %q, case %q, federation %q"

// sealed returns the table with that name.
func sealed(name string) sealedTable {
	all := sealedTables()
	return all[slices.IndexFunc(all, func(t sealedTable) bool { return t.name == name })]
}

// sealing collects what a transaction writes, for one entry at its end.
type sealing struct {
	lines strings.Builder
	sums  map[int64]digestSum // evaluations written and removed, by recipe
	audit []AuditEntry        // to be written
}

// seal notes rows that have been written into a table. Each begins with the values of the
// sealed columns, in their order.
func (s session) seal(t sealedTable, rows ...[]any) error {
	for _, row := range rows {
		bound, err := bind(row[:len(t.columns)])
		if err != nil {
			return err
		}
		sum := rowDigest(t, bound)
		s.sealing.line(t.name, bound[:t.key], hex.EncodeToString(sum[:]))
	}
	return nil
}

// unseal notes that the row with this key has been removed.
func (s session) unseal(t sealedTable, key ...any) error {
	bound, err := bind(key)
	if err == nil {
		s.sealing.line(t.name, bound, "")
	}
	return err
}

// line adds one line: table, digest (empty for a row that was removed) and key,
// with a tab between them.
func (s *sealing) line(table string, key []any, digest string) {
	s.lines.WriteString(table + "\t" + digest + "\t" + keyText(key) + "\n")
}

// keyText writes a key as a JSON list.
func keyText(key []any) string {
	text := []byte{'['}
	for i, v := range key {
		if i > 0 {
			text = append(text, ',')
		}
		switch v := v.(type) {
		case int64:
			text = strconv.AppendInt(text, v, 10)
		case string:
			quoted, _ := json.Marshal(v) // text can always be encoded
			text = append(text, quoted...)
		default:
			quoted, _ := json.Marshal(fmt.Sprint(v))
			text = append(text, quoted...)
		}
	}
	return string(append(text, ']'))
}

// rowSum is half of a SHA-256, which suffices to tell rows apart.
type rowSum [16]byte

// rowDigest is the SHA-256, cut in half, over the words "fairplay row 1", the name of the table
// and the values, each as a netstring: numbers decimal, NULL as a netstring without length.
func rowDigest(t sealedTable, values []any) rowSum {
	sum := sha256.Sum256(rowText(t.name, values))
	return rowSum(sum[:16])
}

// rowText is what the digest of a row is taken of.
func rowText(table string, values []any) []byte {
	text := netstring(make([]byte, 0, 512), "fairplay row 1", table)
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			text = append(text, ":,"...)
		case int64:
			text = netstring(text, strconv.FormatInt(v, 10))
		case string:
			text = netstring(text, v)
		case []byte:
			text = netstring(text, string(v))
		default:
			text = netstring(text, fmt.Sprint(v))
		}
	}
	return text
}

// netstring appends texts, each as its length in bytes, decimal, a colon, the
// bytes, and a comma.
func netstring(to []byte, texts ...string) []byte {
	for _, text := range texts {
		to = strconv.AppendInt(to, int64(len(text)), 10)
		to = append(append(append(to, ':'), text...), ',')
	}
	return to
}

// change runs a statement that writes rows of a sealed table, and seals the new rows.
func (s session) change(ctx context.Context, t sealedTable, text string, args ...any) error {
	_, err := s.changed(ctx, t, text, args...)
	return err
}

// changed is like change and returns how many rows were written.
func (s session) changed(ctx context.Context, t sealedTable, text string, args ...any) (n int, err error) {
	err = each(ctx, s, func(row scanner) error {
		n++
		values, err := scanValues(row, len(t.columns))
		if err != nil {
			return err
		}
		return s.seal(t, values)
	}, text+` RETURNING `+strings.Join(t.columns, ", "), args...)
	return n, err
}

// remove removes the row with this key, if it exists.
func (s session) remove(ctx context.Context, t sealedTable, key ...any) error {
	return s.removeWhere(ctx, t, strings.Join(t.columns[:t.key], " = ? AND ")+` = ?`, key...)
}

// removeWhere removes the rows that meet a condition.
func (s session) removeWhere(ctx context.Context, t sealedTable, where string, args ...any) error {
	_, err := s.unsealEach(ctx, t, `DELETE FROM `+t.name+` WHERE `+where+` RETURNING `+strings.Join(t.columns[:t.key], ", "), args...)
	return err
}

// unsealEach notes that the rows have been removed whose keys a statement returns, and returns how many they are.
func (s session) unsealEach(ctx context.Context, t sealedTable, text string, args ...any) (n int, err error) {
	err = each(ctx, s, func(row scanner) error {
		n++
		key, err := scanValues(row, t.key)
		if err != nil {
			return err
		}
		return s.unseal(t, key...)
	}, text, args...)
	return n, err
}

// insertSealed is insert for a sealed table. Each row holds the sealed columns in their order
// and then the other named columns. Existing rows are neither written nor sealed.
func (s session) insertSealed(ctx context.Context, t sealedTable, others string, rows [][]any) (added int, err error) {
	into := t.name + ` (` + strings.Join(t.columns, ", ")
	if others != "" {
		into += ", " + others
	}
	for len(rows) > 0 {
		n := statementRows(len(rows))
		written, err := s.insertSome(ctx, t, into+`)`, rows[:n])
		if err != nil {
			return added, err
		}
		if err := s.seal(t, written...); err != nil {
			return added, err
		}
		added += len(written)
		rows = rows[n:]
	}
	return added, nil
}

// insertSome inserts rows in one statement and returns the new ones.
func (s session) insertSome(ctx context.Context, t sealedTable, into string, rows [][]any) (written [][]any, err error) {
	text, args := insertion(into, rows)
	keys, err := all(ctx, s, t.scanKey, text+` ON CONFLICT DO NOTHING RETURNING `+strings.Join(t.columns[:t.key], ", "), args...)
	if err != nil || len(keys) == len(rows) {
		return rows, err
	}
	were := map[string]bool{}
	for _, key := range keys {
		were[key] = true
	}
	for _, row := range rows {
		bound, err := bind(row[:t.key])
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprintf("%q", bound); were[key] {
			written, were[key] = append(written, row), false
		}
	}
	return written, nil
}

func (s sealedTable) scanKey(row scanner, key *string) error {
	values, err := scanValues(row, s.key)
	*key = fmt.Sprintf("%q", values)
	return err
}

// scanValues reads n columns as the database returns them.
func scanValues(row scanner, n int) ([]any, error) {
	values, into := make([]any, n), make([]any, n)
	for i := range values {
		into[i] = &values[i]
	}
	err := row.Scan(into...)
	return values, err
}

// sealEntry is one entry of the log: what one transaction wrote.
type sealEntry struct {
	seq   int64
	body  []byte // lines, as sealing.line writes them
	audit logEnd // of the audit, in entries of a time when it had a chain of its own
	prev  []byte
	hash  []byte
}

// logEnd is the last entry of the log.
type logEnd struct {
	seq  int64
	hash []byte
}

func scanEnd(row scanner, e *logEnd) error {
	var digest string
	err := row.Scan(&e.seq, &digest)
	e.hash = unhex(digest)
	return err
}

// unhex reads a digest as this program writes it: in small hexadecimal digits, nothing before or after. Any other text is
// nil, which matches no digest.
func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil || hex.EncodeToString(b) != text {
		return nil
	}
	return b
}

// lockLog reads the end of the log and locks it until the transaction ends.
func (s session) lockLog(ctx context.Context) (logEnd, error) {
	return one(ctx, s, noLogEnd(), scanEnd, `SELECT seq, digest FROM seal_head WHERE one = 1{lock}`)
}

func noLogEnd() error {
	return fault.New(fault.Corrupt, "log_end", "the end of the log is missing, or the log goes on after it: it has been altered")
}

const sealColumns = `seq, body, audit, audit_digest, prev, digest`

// digest is the SHA-256 of the words "fairplay seal 1" and of the fields, as
// netstrings.
func (s sealEntry) digest() []byte {
	sum := sha256.Sum256(netstring(nil, "fairplay seal 1", strconv.FormatInt(s.seq, 10), string(s.body),
		strconv.FormatInt(s.audit.seq, 10), string(s.audit.hash), string(s.prev)))
	return sum[:]
}

// closeLog appends what a transaction wrote to the log, at its end, so that others wait for the end of the log no longer than a
// commit takes. It returns the entry; the zero entry if nothing was written.
func (db *DB) closeLog(ctx context.Context, tx session) (e sealEntry, err error) {
	if err := tx.writeSums(ctx); err != nil || tx.sealing.lines.Len() == 0 && len(tx.sealing.audit) == 0 {
		return e, err
	}
	end, err := tx.lockLog(ctx)
	if err != nil {
		return e, err
	}
	if err := tx.writeAudit(ctx); err != nil {
		return e, err
	}
	e = sealEntry{seq: end.seq + 1, body: []byte(tx.sealing.lines.String()), prev: end.hash}
	e.hash = e.digest()
	digest := hex.EncodeToString(e.hash)
	const insert = `INSERT INTO seals (` + sealColumns + `) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	const update = `UPDATE seal_head SET seq = ?, digest = ? WHERE one = 1`
	row, ending := []any{e.seq, db.packing.pack(e.body), 0, "", hex.EncodeToString(e.prev), digest}, []any{e.seq, digest}
	var n int
	if both := tx.dialect.together(insert, update); both != "" {
		n, err = tx.exec(ctx, both, append(row, ending...)...)
	} else if n, err = tx.exec(ctx, insert, row...); err == nil && n > 0 {
		n, err = tx.exec(ctx, update, ending...)
	}
	if err == nil && n == 0 {
		err = noLogEnd()
	}
	tx.sealing.lines.Reset()
	tx.sealing.sums = nil
	return e, err
}
