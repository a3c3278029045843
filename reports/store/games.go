package store

import (
	"cmp"
	"context"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// StoredGame is a game in a list.
type StoredGame struct {
	ID        string `json:"id"`     // names the game by its players, date, round and moves
	SHA256    string `json:"sha256"` // of this version of the game with all its tags
	White     string `json:"white"`
	Black     string `json:"black"`
	WhiteFide string `json:"white_fide_id"` // empty where none is given
	BlackFide string `json:"black_fide_id"`
	Round     string `json:"round"`
	Date      string `json:"date"`   // as PGN has it
	Result    string `json:"result"` // as the file has it
	Plies     int    `json:"plies"`  // half-moves
	File      string `json:"file"`   // where it was read
	Number    int    `json:"number"` // number of the game in that file
	Line      int    `json:"line"`

	Seq  int64  `json:"-"` // place within the event, from 1; 0 if it was not read from an event
	Body []byte `json:"-"` // canonical JSON of an analysis.Game without its Source, whose digest is SHA256; nil in lists
}

// Source returns where the event got the game from.
func (s StoredGame) Source() analysis.Source {
	return analysis.Source{File: s.File, Game: s.Number, Line: s.Line}
}

// At returns the game as another source has it.
func (s StoredGame) At(from analysis.Source) StoredGame {
	s.File, s.Number, s.Line = from.File, from.Game, from.Line
	return s
}

const gameColumns = `sha256, id, white, black, white_fide, black_fide, round, played, result, plies`

// PutGames stores games by the SHA-256 of their bodies; existing ones stay unchanged.
// FinishBatch links them to an event. A body that does not match its digest is a fault.Invalid
// error.
func (db *DB) PutGames(ctx context.Context, games []StoredGame) error {
	games = slices.SortedFunc(slices.Values(games), func(a, b StoredGame) int { return cmp.Compare(a.SHA256, b.SHA256) })
	for chunk := range slices.Chunk(games, chunkLen) {
		rows := make([][]any, len(chunk))
		for i, g := range chunk {
			if hexDigest(g.Body) != g.SHA256 {
				return fault.New(fault.Invalid, "game_digest", "the game %s does not have the digest %s", g.ID, g.SHA256)
			}
			rows[i] = []any{g.SHA256, g.ID, g.White, g.Black, g.WhiteFide, g.BlackFide,
				g.Round, g.Date, g.Result, g.Plies, db.packing.pack(g.Body)}
		}
		if err := db.transaction(ctx, func(tx session) error {
			_, err := tx.insertSealed(ctx, sealed("games"), `body`, rows)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func withBody(games []StoredGame) []StoredGame {
	return slices.DeleteFunc(slices.Clone(games), func(g StoredGame) bool { return g.Body == nil })
}

// The columns of a game in lists, and those with its source in an event.
const (
	listedColumns = `g.sha256, g.id, g.white, g.black, g.white_fide, g.black_fide, g.round, g.played, g.result, g.plies`
	linkColumns   = `l.seq, l.file, l.number, l.line, `
	linkedGames   = ` FROM event_games l JOIN games g ON g.sha256 = l.sha256 WHERE l.event = ?`
)

func (s *StoredGame) listed() []any {
	return []any{&s.SHA256, &s.ID, &s.White, &s.Black, &s.WhiteFide, &s.BlackFide, &s.Round, &s.Date, &s.Result, &s.Plies}
}

func (s *StoredGame) linked() []any {
	return append([]any{&s.Seq, &s.File, &s.Number, &s.Line}, s.listed()...)
}

// EventGames returns the games of an event in the order of Seq, without bodies: those after a
// given Seq, at most n, or all for n = 0.
func (db *DB) EventGames(ctx context.Context, event string, after int64, n int) ([]StoredGame, error) {
	return readAll(ctx, db, func(row scanner, g *StoredGame) error { return row.Scan(g.linked()...) },
		`SELECT `+linkColumns+listedColumns+linkedGames+` AND l.seq > ? ORDER BY l.seq LIMIT ?`, event, after, limit(n))
}

// EventPlaces is EventGames with no more of each game than ID, SHA256, Source and Seq: a large event is chosen from anew
// with every game that comes.
func (db *DB) EventPlaces(ctx context.Context, event string, after int64, n int) ([]StoredGame, error) {
	return readAll(ctx, db, func(row scanner, g *StoredGame) error {
		return row.Scan(&g.Seq, &g.File, &g.Number, &g.Line, &g.SHA256, &g.ID)
	}, `SELECT `+linkColumns+`l.sha256, l.game FROM event_games l WHERE l.event = ? AND l.seq > ? ORDER BY l.seq LIMIT ?`, event, after, limit(n))
}

// PlayedIn returns the ids of those among events in which somebody with a FIDE id plays, by their games or
// their reports, in ascending order. The id is without leading zeros.
func (db *DB) PlayedIn(ctx context.Context, fideID string, events []string) ([]string, error) {
	return readAll(ctx, db, func(row scanner, id *string) error { return row.Scan(id) },
		`SELECT l.event FROM event_games l JOIN games g ON g.sha256 = l.sha256
			WHERE l.event IN {list} AND (ltrim(g.white_fide, '0') = ? OR ltrim(g.black_fide, '0') = ?)
		UNION SELECT event FROM performances WHERE fide_id = ? AND event IN {list} ORDER BY 1`,
		list(events), fideID, fideID, fideID, list(events))
}

// EventGame returns the game with that id in the event; fault.NotFound if there is none.
func (db *DB) EventGame(ctx context.Context, event, id string) (StoredGame, error) {
	return readOne(ctx, db, unknownGame(id), db.scanLinked,
		`SELECT g.body, `+linkColumns+listedColumns+linkedGames+` AND l.game = ?`, event, id)
}

// Game returns the game whose body has that digest; fault.NotFound if there
// is none, fault.Corrupt where its body does not match the digest.
func (db *DB) Game(ctx context.Context, sha256 string) (StoredGame, error) {
	return readOne(ctx, db, unknownGame(sha256), func(row scanner, g *StoredGame) error {
		var packed []byte
		if err := row.Scan(append([]any{&packed}, g.listed()...)...); err != nil {
			return err
		}
		return db.open(packed, g)
	}, `SELECT g.body, `+listedColumns+` FROM games g WHERE g.sha256 = ?`, sha256)
}

func (db *DB) scanLinked(row scanner, g *StoredGame) error {
	var packed []byte
	if err := row.Scan(append([]any{&packed}, g.linked()...)...); err != nil {
		return err
	}
	return db.open(packed, g)
}

// open unpacks the body of a game and checks it.
func (db *DB) open(packed []byte, g *StoredGame) (err error) {
	g.Body, err = db.packing.unpack(packed)
	if err != nil || hexDigest(g.Body) != g.SHA256 {
		return fault.Wrap(err, fault.Corrupt, "game_damaged", "the stored game %s does not match its digest", g.SHA256)
	}
	return nil
}
