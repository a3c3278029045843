package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"fairplay/analysis/fault"
)

// piece is how many rows of a large batch are written in one transaction. Other writers wait
// for at most one piece.
const piece = 1000

// stage is the result of a large batch, settled against the games that its event had at one
// generation.
type stage struct {
	name       string // SHA-256 of all fields below, hex
	batch      Batch
	generation int64
	links      [][]any // rows of event_games
	replaced   bool    // some replace others
	outcomes   []GameOutcome
	counts     BatchCounts
	seals      string // of links and outcomes
}

// finishInPieces is finishBatch for a batch of many games. Its rows are staged in pieces and
// moved at the end, if the event still has the games against which they were settled; otherwise
// they are settled again.
func (db *DB) finishInPieces(ctx context.Context, r BatchResult) (generation int64, err error) {
	for {
		s, done, err := db.settleBatch(ctx, r)
		if err != nil {
			return 0, err
		}
		moved := done
		if !done {
			if err := db.putAside(ctx, s); err != nil {
				return 0, err
			}
			if s.generation, moved, err = db.moveStage(ctx, r, s); err != nil {
				return 0, err
			}
		}
		if err := db.clearStages(ctx, r.ID); err != nil || moved {
			return s.generation, err
		}
	}
}

// settleBatch settles a batch against the games that its event has now.
func (db *DB) settleBatch(ctx context.Context, r BatchResult) (s stage, done bool, err error) {
	err = db.snapshot(ctx, func(look session) error {
		batch, err := readBatch(ctx, look, r.ID)
		if err != nil {
			return err
		}
		event, err := look.event(ctx, batch.Event, ``)
		if err != nil {
			return err
		}
		s = stage{batch: batch, generation: event.Games}
		if done = batch.State == BatchDone; done {
			return nil
		}
		links, err := newLinks(ctx, look, batch, r.Games)
		if err != nil {
			return err
		}
		s.outcomes, s.counts = links.settle(r)
		s.links, s.replaced = links.rows(), len(links.replaced) > 0
		return nil
	})
	if err == nil && !done {
		s.name, err = s.digest()
	}
	if err == nil && !done {
		s.seals, err = s.sealAhead(db.dialect)
	}
	return s, done, err
}

func (s *stage) digest() (string, error) {
	text, err := json.Marshal([]any{s.batch.ID, s.generation, s.links, s.outcomes})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// sealAhead makes the seals of the rows before they are moved, so that nobody waits for it
// during the move.
func (s *stage) sealAhead(d dialect) (string, error) {
	ahead := newSession(nil, d)
	if err := ahead.seal(sealed("event_games"), s.links...); err != nil {
		return "", err
	}
	err := ahead.seal(sealed("outcomes"), outcomeRows(s.batch.ID, s.outcomes)...)
	return ahead.sealing.lines.String(), err
}

// putAside writes the settled rows to the staging tables, which no query reads.
func (db *DB) putAside(ctx context.Context, s stage) error {
	links := make([][]any, len(s.links))
	for i, row := range s.links { // event, seq, game, sha256, batch, file, number, line
		links[i] = []any{s.name, s.batch.ID, row[1], row[2], row[3], row[5], row[6], row[7]}
	}
	if err := db.insertPieces(ctx, `staged_games (stage, batch, seq, game, sha256, file, number, line)`, links); err != nil {
		return err
	}
	outcomes := make([][]any, len(s.outcomes))
	for i, row := range outcomeRows(s.batch.ID, s.outcomes) {
		outcomes[i] = append([]any{s.name}, row...)
	}
	return db.insertPieces(ctx, `staged_outcomes (stage, `+outcomeColumns+`)`, outcomes)
}

func (db *DB) insertPieces(ctx context.Context, into string, rows [][]any) error {
	for some := range slices.Chunk(rows, piece) {
		if err := db.transaction(ctx, func(tx session) error {
			_, err := tx.insert(ctx, into, some)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// moveStage moves the staged rows into the event and marks the batch as done. moved is false if
// the event has changed since the rows were settled.
func (db *DB) moveStage(ctx context.Context, r BatchResult, s stage) (generation int64, moved bool, err error) {
	err = db.transaction(ctx, func(tx session) error {
		event, err := lockEvent(ctx, tx, s.batch.Event)
		if err != nil {
			return err
		}
		batch, err := readBatch(ctx, tx, r.ID)
		if generation, moved = event.Games, batch.State == BatchDone; err != nil || moved || generation != s.generation {
			return err
		}
		if err := s.move(ctx, tx); err != nil {
			return err
		}
		moved = true
		generation, err = endBatch(ctx, tx, r, batch, event, len(s.links) > 0, s.counts)
		return err
	})
	return generation, moved, err
}

// move copies the rows from the staging tables.
func (s *stage) move(ctx context.Context, tx session) error {
	if s.replaced {
		if _, err := tx.exec(ctx, `DELETE FROM event_games WHERE event = ? AND game IN (SELECT game FROM staged_games WHERE stage = ?)`,
			s.batch.Event, s.name); err != nil {
			return err
		}
	}
	links, err := tx.exec(ctx, `INSERT INTO event_games (event, seq, game, sha256, batch, file, number, line)
		SELECT CAST(? AS TEXT), seq, game, sha256, batch, file, number, line FROM staged_games WHERE stage = ? ORDER BY seq`, s.batch.Event, s.name)
	if err != nil {
		return err
	}
	outcomes, err := tx.exec(ctx, `INSERT INTO outcomes (`+outcomeColumns+`)
		SELECT `+outcomeColumns+` FROM staged_outcomes WHERE stage = ? ORDER BY n`, s.name)
	if err == nil && (links != len(s.links) || outcomes != len(s.outcomes)) {
		// Another caller has finished and cleared the same batch meanwhile, or given up.
		err = fault.New(fault.Unavailable, "batch_disturbed", "batch %s is being finished twice: try again", s.batch.ID)
	}
	tx.sealing.lines.WriteString(s.seals)
	return err
}

// clearStages removes the staged rows of a batch, also in pieces.
func (db *DB) clearStages(ctx context.Context, batch string) error {
	for _, table := range [...][2]string{{"staged_games", "seq"}, {"staged_outcomes", "n"}} {
		for {
			removed := 0
			err := db.single(func(s session) (err error) {
				removed, err = s.exec(ctx, `DELETE FROM `+table[0]+` WHERE batch = ? AND (stage, `+table[1]+`) IN
					(SELECT stage, `+table[1]+` FROM `+table[0]+` WHERE batch = ? LIMIT ?)`, batch, batch, piece)
				return err
			})
			if err != nil {
				return err
			}
			if removed == 0 {
				break
			}
		}
	}
	return nil
}
