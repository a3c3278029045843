package store

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"fairplay/analysis/fault"
)

// Checked is the result of Check.
type Checked struct {
	Uploads, Games, Recipes, Evaluations, Reports, Performances, Sheets, Journal, Audit, Seals int

	Cases, CaseEntries, Attachments int

	Rows int // sealed rows

	// Marked is the number of rows that let somebody in and carry the mark of the server key. KeyID names the key
	// that the database is marked with, "" for none. Keyless says that the key is not here, so that
	// no mark was checked and no case opened.
	Marked  int
	KeyID   string
	Keyless bool

	// SealHead is the last entry of the log, 0 for an empty one. Noted elsewhere from time to time, it shows later whether the
	// log was made anew.
	SealHead int64
	SealHash []byte

	Damages []Damage
}

// Damage is a stored piece that does not match its hash or its seal.
type Damage struct {
	What   string // "evaluation", "audit", "seal", "database", or sealedTable.what
	ID     string // digest, place or number
	Reason string // in words
}

// CheckProgress says how far Check has come.
type CheckProgress struct {
	What  string // as in Damage
	Done  int    // pieces of this kind
	Total int    // likewise
}

// progressEvery is how many pieces are checked between two calls of progress.
const progressEvery = 1000

// Check verifies everything that is stored under a hash: uploads, games, recipes, evaluations,
// reports, and the log. It verifies that performances agree with their reports, and
// that every row of the sealed tables is as the log has it, with none missing and none
// added. It also checks the database itself. All this is as of one moment, while others may go
// on writing. Damages are returned in the result and are no error. progress, which may be nil,
// is called now and then, and once at the end of each kind.
func (db *DB) Check(ctx context.Context, progress func(CheckProgress)) (Checked, error) {
	if progress == nil {
		progress = func(CheckProgress) {}
	}
	c := &checker{db: db, progress: progress, counted: map[string]digestSum{}, damagedUnder: map[string]bool{},
		end: logEnd{hash: make([]byte, 32)}, rows: map[rowName]rowSum{}}
	c.tallies = map[string]*int{"audit": &c.found.Audit, "journal": &c.found.Journal}
	err := db.snapshot(ctx, func(s session) error {
		damages, err := db.dialect.integrity(ctx, s)
		c.found.Damages = damages
		if err := c.unreadable("database", err); err != nil {
			return err
		}
		for _, p := range c.parts(ctx) {
			if err := c.part(ctx, s, p); err != nil {
				return err
			}
		}
		return c.rest(ctx, s)
	})
	return c.found, err
}

type checker struct {
	db       *DB
	progress func(CheckProgress)
	found    Checked
	end      logEnd             // the entry of the log looked at last
	rows     map[rowName]rowSum // as the log has them
	lines    int                // of the log
	tallies  map[string]*int    // numbers of rows to be told, by table

	counted      map[string]digestSum // evaluations, by recipe
	damagedUnder map[string]bool      // recipes with a damaged evaluation

	reading string         // the report of the performance checked last
	read    map[string]any // its members, nil if it cannot be read
}

// pieceKind is one kind of piece.
type pieceKind struct {
	what    string
	count   *int
	columns string
	from    string
	order   string                                       // empty for any order
	look    func(scanner) (id, reason string, err error) // reason is empty for a sound piece
}

func (c *checker) parts(ctx context.Context) []pieceKind {
	return []pieceKind{
		{"upload", &c.found.Uploads, `sha256`, `FROM uploads`, `sha256`,
			func(row scanner) (string, string, error) { return c.upload(ctx, row) }},
		{"game", &c.found.Games, `sha256, body`, `FROM games`, `sha256`, c.packed},
		{"recipe", &c.found.Recipes, `fingerprint, recipe`, `FROM recipes WHERE recipe IS NOT NULL`, `fingerprint`, c.recipe},
		{"evaluation", &c.found.Evaluations, `r.fingerprint, e.position, e.pass, e.body, e.digest`,
			`FROM evaluations e JOIN recipes r ON r.id = e.recipe`, ``, c.evaluation},
		{"report", &c.found.Reports, `id, body`, `FROM report_bodies`, `id`, c.packed},
		{"performance", &c.found.Performances, statementColumns,
			`FROM performances p JOIN report_bodies b ON b.id = p.report`, `p.report, p.seq`, c.performance},
		{"sheet", &c.found.Sheets, `name, digest, body`, `FROM sheets`, `name`, c.sheet},
		{"seal", &c.found.Seals, sealColumns, `FROM seals`, `seq`, c.seal},
	}
}

func (c *checker) part(ctx context.Context, s session, p pieceKind) error {
	total, err := one(ctx, s, nil, scanInt, `SELECT count(*) `+p.from)
	if err != nil {
		return c.unreadable(p.what, err)
	}
	query := `SELECT ` + p.columns + ` ` + p.from
	if p.order != "" {
		query += ` ORDER BY ` + p.order
	}
	err = each(ctx, s, func(row scanner) error {
		id, reason, err := p.look(row)
		if err != nil {
			return err
		}
		if reason != "" {
			c.damage(p.what, id, reason)
		}
		if *p.count++; *p.count%progressEvery == 0 {
			c.progress(CheckProgress{p.what, *p.count, total})
		}
		return nil
	}, query)
	c.progress(CheckProgress{p.what, *p.count, total})
	return c.unreadable(p.what, err)
}

// damage adds a damage; of several reasons for one piece, the first counts.
func (c *checker) damage(what, id, reason string) {
	if slices.ContainsFunc(c.found.Damages, func(d Damage) bool { return d.What == what && d.ID == id }) {
		return
	}
	c.found.Damages = append(c.found.Damages, Damage{what, id, reason})
}

const differsFromDigest = "it does not match its digest"

// upload reads one upload through. Uploads never change, so it may read outside the snapshot.
func (c *checker) upload(ctx context.Context, row scanner) (id, reason string, err error) {
	if err := row.Scan(&id); err != nil {
		return "", "", err
	}
	r, err := c.db.OpenUpload(ctx, id)
	if err != nil {
		return id, "", err
	}
	defer r.Close()
	_, err = io.Copy(io.Discard, r)
	if fault.KindOf(err) == fault.Corrupt {
		return id, differsFromDigest, nil
	}
	return id, "", err
}

// packed checks the body of a game or a report.
func (c *checker) packed(row scanner) (id, reason string, err error) {
	var body []byte
	if err := row.Scan(&id, &body); err != nil {
		return "", "", err
	}
	text, err := c.db.packing.unpack(body)
	switch {
	case err != nil:
		return id, "it cannot be unpacked", nil
	case hexDigest(text) != id:
		return id, differsFromDigest, nil
	}
	return id, "", nil
}

func (c *checker) sheet(row scanner) (name, reason string, err error) {
	var digest string
	var body []byte
	if err := row.Scan(&name, &digest, &body); err != nil {
		return "", "", err
	}
	if digest != sheetDigest(name, body) {
		reason = differsFromDigest
	}
	return name, reason, nil
}

func (c *checker) recipe(row scanner) (id, reason string, err error) {
	var text string
	if err := row.Scan(&id, &text); err != nil {
		return "", "", err
	}
	if hexDigest([]byte(text)) != id {
		reason = "it does not match its fingerprint"
	}
	return id, reason, nil
}

func (c *checker) evaluation(row scanner) (id, reason string, err error) {
	var key rowKey
	var body, sum []byte
	if err := row.Scan(&key.recipe, &key.position, &key.pass, &body, &sum); err != nil {
		return "", "", err
	}
	if verify(key, body, sum) != nil {
		reason = differsFromDigest
		c.damagedUnder[key.recipe] = true
	}
	c.counted[key.recipe] = c.counted[key.recipe].plus(digestSum{1, numberOf(sum)})
	return placeOf(key), reason, nil
}

func placeOf(key rowKey) string {
	return fmt.Sprintf("%s pass of %q under recipe %s", key.pass, key.position, key.recipe)
}

// rest checks what can be known only after everything has been read.
func (c *checker) rest(ctx context.Context, s session) error {
	for _, last := range []func(context.Context, session) error{c.marks, c.caseFiles, c.sealedRows, c.sums, c.fideLists, c.chunks, c.versions, c.logEnds} {
		if err := last(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// logEnds compares the end of the log with its record.
func (c *checker) logEnds(ctx context.Context, s session) error {
	c.found.SealHead, c.found.SealHash = c.end.seq, c.end.hash
	kept, err := one(ctx, s, noLogEnd(), scanEnd, `SELECT seq, digest FROM seal_head WHERE one = 1`)
	switch {
	case fault.KindOf(err) == fault.Corrupt:
		c.damage("seal", "end", "the record of where the log ends is missing")
	case err != nil:
		return err
	case kept.seq != c.end.seq || !bytes.Equal(kept.hash, c.end.hash):
		c.damage("seal", "end", fmt.Sprintf("the log ended with number %d when it was last written, and ends with number %d now", kept.seq, c.end.seq))
	}
	return nil
}

// chunks finds chunks of uploads that no reader would reach.
func (c *checker) chunks(ctx context.Context, s session) error {
	return each(ctx, s, func(row scanner) error {
		var digest string
		var n int
		err := row.Scan(&digest, &n)
		c.damage("upload", digest, fmt.Sprintf("somebody else than fairplay has put in its chunk %d", n))
		return err
	}, `SELECT c.sha256, c.n FROM upload_chunks c JOIN uploads u ON u.sha256 = c.sha256
		WHERE c.n < 0 OR c.n >= (u.size + ?) / ? ORDER BY c.sha256, c.n`, uploadChunk-1, uploadChunk)
}
