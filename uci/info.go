package uci

import (
	"bytes"
	"strconv"

	"fairplay/analysis"
)

// Bound says whether a score is exact or only a bound of the true one.
type Bound uint8

// The kinds of score that an engine sends. Only exact ones ever count.
const (
	Exact Bound = iota
	Lower       // the true value is at least this
	Upper       // the true value is at most this
)

// Info is the part of an engine's "info" line that counts: one move and its value.
type Info struct {
	Depth   int
	MultiPV int // place of the move, from 1
	Score   analysis.Score
	Bound   Bound
	Move    analysis.Move // first move of the line
}

// maxMate is the longest mate that a line may announce. No known chess position needs that many
// moves, and analysis.Score has no room for more.
const maxMate = 1000

// ParseInfo reads one line of an engine's output, without its line end. ok is false for lines
// without the value of a move: other commands, "info string", progress reports, and lines
// without depth, score or a readable first move. Unknown keys are skipped. It never fails and
// does not keep the slice.
func ParseInfo(line []byte) (in Info, ok bool) {
	word, rest := nextWord(line)
	if string(word) != "info" {
		return Info{}, false
	}
	in.MultiPV = 1
	var depth, score, move bool
	for {
		if word, rest = nextWord(rest); len(word) == 0 {
			return in, depth && score && move
		}
		switch string(word) {
		case "string":
			return in, depth && score && move
		case "depth":
			in.Depth, rest, depth = nextNumber(rest)
		case "multipv":
			if in.MultiPV, rest, ok = nextNumber(rest); !ok {
				return Info{}, false
			}
		case "cp", "mate":
			var n int
			n, rest, score = nextNumber(rest)
			in.Score, score = value(string(word) == "mate", n, score)
		case "lowerbound":
			in.Bound = Lower
		case "upperbound":
			in.Bound = Upper
		case "pv":
			in.Move, rest, move = nextMove(rest)
		}
	}
}

// value makes a score from the number after "cp" or "mate".
func value(mate bool, n int, ok bool) (analysis.Score, bool) {
	switch {
	case !mate:
		return analysis.Centipawns(n), ok
	case n > 0:
		return analysis.MateIn(n), ok && n <= maxMate
	}
	return analysis.MatedIn(-n), ok && n >= -maxMate
}

// Append writes the line as an engine would, without line end.
func (i Info) Append(b []byte) []byte {
	b = append(b, "info depth "...)
	b = strconv.AppendInt(b, int64(i.Depth), 10)
	b = append(b, " multipv "...)
	b = strconv.AppendInt(b, int64(i.MultiPV), 10)
	if n, ok := i.Score.Mate(); ok {
		b = append(b, " score mate "...)
		b = strconv.AppendInt(b, int64(n), 10)
	} else {
		b = append(b, " score cp "...)
		b = strconv.AppendInt(b, int64(i.Score.Int()), 10)
	}
	switch i.Bound {
	case Lower:
		b = append(b, " lowerbound"...)
	case Upper:
		b = append(b, " upperbound"...)
	}
	b = append(b, " pv "...)
	return append(b, i.Move.String()...)
}

// nextWord cuts the first word off a line. The word is empty at the end.
func nextWord(line []byte) (word, rest []byte) {
	start := 0
	for start < len(line) && isSpace(line[start]) {
		start++
	}
	end := start
	for end < len(line) && !isSpace(line[end]) {
		end++
	}
	return line[start:end], line[end:]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// maxNumber is the largest number that is read. Node counts may exceed it; the other numbers
// never do.
const maxNumber = 1 << 30

// nextNumber cuts a decimal number off a line.
func nextNumber(line []byte) (n int, rest []byte, ok bool) {
	word, rest := nextWord(line)
	digits := bytes.TrimPrefix(word, []byte("-"))
	if len(digits) == 0 {
		return 0, rest, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, rest, false
		}
		n = min(n*10+int(c-'0'), maxNumber)
	}
	if len(digits) < len(word) {
		n = -n
	}
	return n, rest, true
}

// nextMove cuts a move off a line.
func nextMove(line []byte) (m analysis.Move, rest []byte, ok bool) {
	word, rest := nextWord(line)
	m, err := analysis.ParseMove(string(word))
	return m, rest, err == nil
}
