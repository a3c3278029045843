package pgn

import (
	"bufio"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// unmarked passes its input on, and converts UTF-16 to UTF-8. It recognises UTF-16 by a byte
// order mark or, without one, by the places of its zero bytes.
type unmarked struct {
	r       *bufio.Reader
	wide    func(lo, hi byte) uint16 // nil for single bytes
	guessed bool                     // it is UTF-16 without a mark
	done    bool                     // the mark has been looked for
	high    uint16                   // first half of a surrogate pair, 0 if there is none
	half    bool                     // the input ends within a unit
	left    []byte                   // bytes that did not fit
}

// Read implements io.Reader.
func (u *unmarked) Read(p []byte) (int, error) {
	if !u.done {
		u.done = true
		u.lookForMark()
	}
	if u.wide == nil {
		return u.r.Read(p)
	}
	for len(u.left) < len(p) {
		lo, err := u.r.ReadByte()
		var hi byte
		if err == nil {
			hi, err = u.r.ReadByte()
			u.half = err != nil
		}
		if err != nil {
			return u.end(p, err)
		}
		u.unit(u.wide(lo, hi))
	}
	return u.flush(p, nil)
}

func (u *unmarked) lookForMark() {
	head, _ := u.r.Peek(zerosLooked) // an error comes again with the first read
	order, marked := wideOrder(head)
	switch order {
	case 'L':
		u.wide = func(lo, hi byte) uint16 { return uint16(hi)<<8 | uint16(lo) }
	case 'B':
		u.wide = func(hi, lo byte) uint16 { return uint16(hi)<<8 | uint16(lo) }
	}
	if marked {
		_, _ = u.r.Discard(2) // cannot fail after the Peek
	}
	u.guessed = order != 0 && !marked
}

// IsUTF16 reports whether a text that begins with head is UTF-16, with a byte order mark or
// without.
func IsUTF16(head []byte) bool {
	order, _ := wideOrder(head)
	return order != 0
}

// zerosLooked is how many bytes are searched for the zeros of UTF-16.
const zerosLooked = 256

// wideOrder returns 'L' for UTF-16 with the lower byte first, 'B' for UTF-16 with the higher
// byte first and 0 for any other text, and whether a byte order mark says so. Without a mark,
// at least half of the first units, and no fewer than four, must have a zero in the same place
// and none in the other: tags and moves are ASCII.
func wideOrder(head []byte) (order byte, marked bool) {
	head = head[:min(len(head), zerosLooked)]
	if len(head) >= 2 {
		switch string(head[:2]) {
		case "\xFF\xFE":
			return 'L', true
		case "\xFE\xFF":
			return 'B', true
		}
	}
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	enough := max(4, len(head)/4)
	switch {
	case zeros[0] == 0 && zeros[1] >= enough:
		return 'L', false
	case zeros[1] == 0 && zeros[0] >= enough:
		return 'B', false
	}
	return 0, false
}

// unit decodes one unit of UTF-16.
func (u *unmarked) unit(c uint16) {
	high := u.high
	u.high = 0
	switch {
	case high != 0 && utf16.IsSurrogate(rune(c)):
		u.left = utf8.AppendRune(u.left, utf16.DecodeRune(rune(high), rune(c)))
	case c >= 0xD800 && c < 0xDC00:
		u.high = c
	default:
		if high != 0 {
			u.left = utf8.AppendRune(u.left, utf8.RuneError)
		}
		u.left = utf8.AppendRune(u.left, rune(c))
	}
}

// end hands out what is left, with U+FFFD for half a character.
func (u *unmarked) end(p []byte, err error) (int, error) {
	if u.half || u.high != 0 {
		u.left = utf8.AppendRune(u.left, utf8.RuneError)
	}
	u.half, u.high = false, 0
	return u.flush(p, err)
}

// flush hands out what has been decoded; an error waits until all of it is
// out.
func (u *unmarked) flush(p []byte, err error) (int, error) {
	n := copy(p, u.left)
	u.left = append(u.left[:0], u.left[n:]...)
	if len(u.left) > 0 || n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}
