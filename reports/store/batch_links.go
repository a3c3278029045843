package store

import (
	"context"
	"maps"
	"slices"

	"fairplay/analysis/fault"
)

// links is which games an event has, while a batch is brought in. Only the
// games that the batch names are looked at.
type links struct {
	event, batch string
	next         int64           // number of the next new game
	known        map[string]link // by game id
	changed      map[string]bool // game ids whose link is to be written
	replaced     []string        // of these, those that have one already
}

const eventGameColumns = `event, seq, game, sha256, batch, file, number, line`

type link struct {
	seq    int64
	sha256 string
	game   *StoredGame // nil for one that the event had before
}

func newLinks(ctx context.Context, tx session, b Batch, games []StoredGame) (*links, error) {
	l := &links{event: b.Event, batch: b.ID, known: map[string]link{}, changed: map[string]bool{}}
	var err error
	if l.next, err = nextSeq(ctx, tx, "event_games", b.Event); err != nil {
		return nil, err
	}
	for chunk := range slices.Chunk(games, chunkLen) {
		ids := make([]string, len(chunk))
		for i, g := range chunk {
			ids[i] = g.ID
		}
		err := each(ctx, tx, func(row scanner) error {
			var id string
			var known link
			err := row.Scan(&id, &known.sha256, &known.seq)
			l.known[id] = known
			return err
		}, `SELECT game, sha256, seq FROM event_games WHERE event = ? AND game IN {list}`, b.Event, list(ids))
		if err != nil {
			return nil, err
		}
	}
	return l, nil
}

// settle links the games and says what became of each.
func (l *links) settle(r BatchResult) (outcomes []Outcome, counts BatchCounts) {
	games := r.Games
	for i, o := range r.Outcomes {
		o.N = i + 1
		counts.Read++
		if o.GameID == "" {
			counts.Bad++
		} else if len(games) > 0 {
			kind := l.add(&games[0])
			games = games[1:]
			counts.add(kind)
			if o.Kind != OutcomeCut {
				o.Kind = kind
			}
		}
		outcomes = append(outcomes, o)
	}
	return outcomes, counts
}

func (c *BatchCounts) add(kind OutcomeKind) {
	switch kind {
	case OutcomeNew:
		c.New++
	case OutcomeKnown:
		c.Known++
	case OutcomeCorrected:
		c.Corrected++
	}
}

// add links one game.
func (l *links) add(g *StoredGame) OutcomeKind {
	before, known := l.known[g.ID]
	if known && before.sha256 == g.SHA256 {
		return OutcomeKnown
	}
	now := link{seq: before.seq, sha256: g.SHA256, game: g}
	if !known {
		now.seq = l.next
		l.next++
	}
	l.known[g.ID] = now
	l.changed[g.ID] = true
	if !known {
		return OutcomeNew
	}
	l.replaced = append(l.replaced, g.ID)
	return OutcomeCorrected
}

// rows are the links that have changed, as event_games has them.
func (l *links) rows() [][]any {
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(l.changed)) {
		now := l.known[id]
		g := now.game
		rows = append(rows, []any{l.event, now.seq, id, now.sha256, l.batch, g.Source.File, g.Source.Game, g.Source.Line})
	}
	return rows
}

// write writes the links that have changed and tells whether there are any.
func (l *links) write(ctx context.Context, tx session) (bool, error) {
	rows := l.rows()
	for chunk := range slices.Chunk(l.replaced, chunkLen) {
		if _, err := tx.exec(ctx, `DELETE FROM event_games WHERE event = ? AND game IN {list}`, l.event, list(chunk)); err != nil {
			return false, err
		}
	}
	n, err := tx.insertSealed(ctx, sealed("event_games"), ``, rows)
	if err == nil && n != len(rows) {
		err = fault.New(fault.Internal, "games_linked", "%d games of batch %s could not be linked", len(rows)-n, l.batch)
	}
	return len(rows) > 0, err
}
