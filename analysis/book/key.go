package book

import (
	_ "embed"
	"encoding/binary"
	"strings"

	"fairplay/analysis/fault"
)

// randomTable holds the 781 numbers of the format, eight bytes each, highest
// byte first: 768 for pieces on squares, 4 for castling rights, 8 for the files
// of en-passant squares, 1 for White to move. They are a fact of the format,
// taken from the table Random64 of Debian's polyglot 2.0.4+git20210322-1 (the
// same as in its book_format.html). SHA-256
// 9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8.
//
//go:embed random.bin
var randomTable string

const (
	castleOffset  = 768
	passantOffset = 772
	turnOffset    = 780
)

// kinds holds the pieces in the order in which the format numbers them.
const kinds = "pPnNbBrRqQkK"

func random(i int) uint64 { return binary.BigEndian.Uint64([]byte(randomTable[8*i : 8*i+8])) }

// Key returns the Polyglot key of a position given by its position key, or by any other FEN, of
// which it reads the first four fields. An en-passant square counts only where a pawn stands
// ready to capture there. A string that is not a FEN is an error of kind fault.Invalid. Key
// does not ask whether the position is legal.
func Key(positionKey string) (uint64, error) {
	fields := strings.Fields(positionKey)
	if len(fields) < 4 {
		return 0, invalid(positionKey, "it has fewer than four fields")
	}
	var b squares
	if !b.place(fields[0]) {
		return 0, invalid(positionKey, "its first field is not a board of 8 by 8 squares")
	}
	key := b.key()
	switch fields[1] {
	case "w":
		key ^= random(turnOffset)
	case "b":
	default:
		return 0, invalid(positionKey, "its side to move is neither w nor b")
	}
	rights, ok := castling(fields[2])
	if !ok {
		return 0, invalid(positionKey, "its castling rights are not written with K, Q, k, q or -")
	}
	passant, ok := b.passant(fields[3], fields[1] == "w")
	if !ok {
		return 0, invalid(positionKey, "its en-passant square is not on the third or sixth rank")
	}
	return key ^ rights ^ passant, nil
}

func invalid(positionKey, reason string) error {
	return fault.New(fault.Invalid, "position_key", "%q is not a position in FEN: %s", positionKey, reason)
}

// castling returns the part of the key for the castling rights.
func castling(field string) (key uint64, ok bool) {
	if field == "-" {
		return 0, true
	}
	for _, c := range field {
		i := strings.IndexRune("KQkq", c)
		if i < 0 {
			return 0, false
		}
		key ^= random(castleOffset + i)
	}
	return key, true
}
