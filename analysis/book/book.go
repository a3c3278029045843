package book

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"io"
	"slices"
	"sort"
	"sync"

	"fairplay/analysis/fault"
)

// Book is an opening book in memory. It does not change and may be used from several
// goroutines. The nil *Book contains no position.
type Book struct {
	entries string
	digest  string
}

// maxSize is the size of the largest book that is read: 512 MiB, or 33 million moves.
const maxSize = 512 << 20

// Read reads a book. A book that is too large is an error of kind fault.TooLarge; one that is
// not made of 16-byte entries in ascending order of key is of kind fault.Invalid. Errors of r
// are returned unchanged.
func Read(r io.Reader) (*Book, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(b) > maxSize:
		return nil, fault.New(fault.TooLarge, "book_limit", "the opening book is larger than %d MiB", maxSize>>20)
	case len(b)%entryLen != 0:
		return nil, fault.New(fault.Invalid, "book_form",
			"this is not a Polyglot opening book: its length of %d bytes is not a multiple of %d", len(b), entryLen)
	}
	for i := entryLen; i < len(b); i += entryLen {
		if bytes.Compare(b[i:i+8], b[i-entryLen:i-entryLen+8]) < 0 {
			return nil, fault.New(fault.Invalid, "book_form",
				"this is not a Polyglot opening book: entry %d is out of order", i/entryLen+1)
		}
	}
	return newBook(string(b)), nil
}

func newBook(entries string) *Book {
	sum := sha256.Sum256([]byte(entries))
	return &Book{entries: entries, digest: hex.EncodeToString(sum[:])}
}

// standard is the book that is shipped; books/README.md tells how it was made.
//
//go:embed books/standard.bin
var standard string

// Standard returns the reference book that is shipped with the program.
func Standard() *Book { return openStandard() }

// openStandard computes the digest once.
//
//nolint:gochecknoglobals // never changes
var openStandard = sync.OnceValue(func() *Book { return newBook(standard) })

// Len returns the number of entries; each is a move in a position.
func (b *Book) Len() int {
	if b == nil {
		return 0
	}
	return len(b.entries) / entryLen
}

// SHA256 returns the digest of the book's bytes in hex, "" for the nil book.
func (b *Book) SHA256() string {
	if b == nil {
		return ""
	}
	return b.digest
}

// Contains reports whether the book has a move for the position. A string that
// is not a FEN is in no book.
func (b *Book) Contains(positionKey string) bool {
	key, err := Key(positionKey)
	return err == nil && len(b.find(key)) > 0
}

// Moves returns the moves that the book has for the position, heaviest first,
// nil if there are none.
func (b *Book) Moves(positionKey string) []BookMove {
	key, err := Key(positionKey)
	if err != nil {
		return nil
	}
	place := squaresOf(positionKey)
	var found []BookMove
	for rest := b.find(key); rest != ""; rest = rest[entryLen:] {
		raw := []byte(rest[:entryLen])
		if m, ok := moveOf(binary.BigEndian.Uint16(raw[8:]), place); ok {
			found = append(found, BookMove{Move: m, Weight: int(binary.BigEndian.Uint16(raw[10:]))})
		}
	}
	slices.SortStableFunc(found, func(x, y BookMove) int {
		return cmp.Or(y.Weight-x.Weight, cmp.Compare(x.Move, y.Move))
	})
	return found
}

// find returns the bytes of the entries of that key, "" for none.
func (b *Book) find(key uint64) string {
	if b == nil {
		return ""
	}
	n := b.Len()
	at := func(i int) uint64 { return binary.BigEndian.Uint64([]byte(b.entries[i*entryLen : i*entryLen+8])) }
	first := sort.Search(n, func(i int) bool { return at(i) >= key })
	end := first
	for end < n && at(end) == key {
		end++
	}
	return b.entries[first*entryLen : end*entryLen]
}
