package book

import (
	"cmp"
	"encoding/binary"
	"io"
	"iter"
	"slices"

	"fairplay/analysis"
)

// Options says which games and positions may enter a book. The zero value lets
// everything in.
type Options struct {
	FirstTurn int            // first turn whose positions enter, of the player to move, from 1
	MinRating int            // the least rating of both players
	MinGames  int            // a position enters if it occurred in at least as many games
	Tags      []analysis.Tag // only games that carry all of these tags enter
}

// Sensible options for a book from a large collection. DefaultFirstTurn is the first turn that
// counts under the standard policy; earlier positions need no book.
const (
	DefaultFirstTurn = 9
	DefaultMinRating = 2300
	DefaultMinGames  = 5
)

// occurrence says in how many games a move was played in a position.
type occurrence struct {
	key   uint64
	move  uint16 // as the format writes it
	games uint32
}

// Builder counts the positions of games. It needs 16 bytes for each different move in each
// different position, about 1.5 GiB for a million games.
type Builder struct {
	options Options
	counted []occurrence    // sorted and merged
	recent  []occurrence    // not yet sorted and merged
	seen    map[string]bool // by content identity
}

// NewBuilder returns a builder that has seen no games.
func NewBuilder(o Options) *Builder {
	return &Builder{options: o, seen: map[string]bool{}}
}

// Add counts each position of one game once, however often it occurred there, and reports whether
// it counted the game. It passes over games that are not standard chess, start from a set-up
// position, lack the ratings or tags or were added before. Of a game that is cut, it counts the
// part that was read. A malformed position key is an error of kind fault.Invalid.
func (b *Builder) Add(g *analysis.Game) (counted bool, err error) {
	if !b.wanted(g) || b.seen[g.ID] {
		return false, nil
	}
	b.seen[g.ID] = true
	for i, ply := range g.Plies {
		if i/2+1 < b.options.FirstTurn || ply.Repeats > 0 {
			continue
		}
		key, err := Key(ply.Key)
		if err != nil {
			return false, err
		}
		move := polyglotMove(ply.Move, squaresOf(ply.Key))
		b.recent = append(b.recent, occurrence{key: key, move: move, games: 1})
	}
	if len(b.recent) > mergeAt+len(b.counted)/2 {
		b.merge()
	}
	return true, nil
}

func (b *Builder) wanted(g *analysis.Game) bool {
	for _, t := range b.options.Tags {
		if g.Tag(t.Name) != t.Value {
			return false
		}
	}
	return g.Variant == analysis.Standard && !g.SetUp &&
		min(g.White.Rating, g.Black.Rating) >= b.options.MinRating
}

// mergeAt is the least number of occurrences that are gathered before they are merged.
const mergeAt = 1 << 20

// merge sorts the recent occurrences into the counted ones.
func (b *Builder) merge() {
	all := append(b.counted, b.recent...)
	slices.SortFunc(all, func(x, y occurrence) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.move, y.move))
	})
	merged := all[:0]
	for _, o := range all {
		if last := len(merged) - 1; last >= 0 && merged[last].key == o.key && merged[last].move == o.move {
			merged[last].games += o.games
			continue
		}
		merged = append(merged, o)
	}
	b.counted, b.recent = merged, b.recent[:0]
}

// Write writes the book of the positions that occurred in enough games: their moves, in
// ascending order of key and then of move, each with the number of games in which it was played
// as its weight. If a number exceeds 65535, all are scaled down by the same factor, to at least
// 1. The same games give the same bytes in any order. It returns the number of positions and
// moves.
func (b *Builder) Write(w io.Writer) (positions, moves int, err error) {
	b.merge()
	var most uint32
	var kept []occurrence
	for same := range samePosition(b.counted) {
		games := uint32(0)
		for _, o := range same {
			games += o.games
		}
		if int(games) < b.options.MinGames {
			continue
		}
		positions++
		kept = append(kept, same...)
		for _, o := range same {
			most = max(most, o.games)
		}
	}
	entries := make([]byte, 0, entryLen*len(kept))
	for _, o := range kept {
		entries = appendEntry(entries, o, most)
	}
	_, err = w.Write(entries)
	return positions, len(kept), err
}

// samePosition yields the runs of occurrences with the same key.
func samePosition(sorted []occurrence) iter.Seq[[]occurrence] {
	return func(yield func([]occurrence) bool) {
		for len(sorted) > 0 {
			n := 1
			for n < len(sorted) && sorted[n].key == sorted[0].key {
				n++
			}
			if !yield(sorted[:n]) {
				return
			}
			sorted = sorted[n:]
		}
	}
}

// appendEntry appends one entry; most is the greatest number of games of any move.
func appendEntry(b []byte, o occurrence, most uint32) []byte {
	const heaviest = 1<<16 - 1
	weight := o.games
	if most > heaviest {
		weight = max(1, uint32(uint64(o.games)*heaviest/uint64(most)))
	}
	b = binary.BigEndian.AppendUint64(b, o.key)
	b = binary.BigEndian.AppendUint16(b, o.move)
	b = binary.BigEndian.AppendUint16(b, uint16(weight))
	return append(b, 0, 0, 0, 0)
}
