package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
)

// moveText is the main line of a game.
type moveText struct {
	words  []written
	result analysis.Result
	ended  bool // there is a result after the moves
	notes  []analysis.Oddity
	number int // of the next move, 0 if none is written
}

// readMoveText sorts the tokens of a game's main line: moves, with the clock
// readings of the comments after them, and the result. Move numbers and signs
// are dropped.
func readMoveText(raw *rawGame, page codePage) moveText {
	m := moveText{result: analysis.Unknown, words: make([]written, 0, raw.words*2/3+1)}
	for _, t := range raw.tokens {
		text := raw.text[t.from:t.to]
		switch t.kind {
		case wordToken:
			m.addWord(page.decode(text), t.line)
		case commentToken:
			if n := len(m.words); n > 0 && m.words[n-1].clock < 0 {
				m.words[n-1].clock = clock(string(text))
			}
		case resultToken:
			m.result, _, m.ended = endOfGame(text)
		}
	}
	m.dropLastNull()
	return m
}

func (m *moveText) addWord(s string, line int) {
	s = weighty(s)
	if s == "" {
		return
	}
	if !isNull(s) && isDigit(s[0]) {
		if n := writtenNumber(s); n > 0 {
			m.number = n
		}
	}
	if !isNull(s) && (isNumber(s) || isSign(s)) {
		return
	}
	m.words = append(m.words, written{text: s, line: line, number: m.number, clock: -1})
	m.number, m.ended = 0, false
}

// isNumber reports whether a word is a move number alone: 12 12. 12...
func isNumber(s string) bool {
	return isDigit(s[0]) && strings.Trim(s, "0123456789.…") == "" || strings.Trim(s, ".…") == ""
}

// dropLastNull drops a null move at the very end: some programs write one where a game ends.
func (m *moveText) dropLastNull() {
	n := len(m.words)
	if n == 0 || !isNull(m.words[n-1].text) {
		return
	}
	m.notes = append(m.notes, analysis.Oddity{Line: m.words[n-1].line,
		Text: fmt.Sprintf("the null move %q at the end is passed over", m.words[n-1].text)})
	m.words = m.words[:n-1]
}

// clock reads the command [%clk h:mm:ss] of a comment, with tenths where they
// are given, -1 if there is none.
func clock(comment string) time.Duration {
	_, rest, ok := strings.Cut(comment, "[%clk")
	if !ok {
		return -1
	}
	text, _, ok := strings.Cut(rest, "]")
	fields := strings.Split(strings.TrimSpace(text), ":")
	if !ok || len(fields) != 3 {
		return -1
	}
	h, err1 := strconv.ParseUint(fields[0], 10, 16)
	minute, err2 := strconv.ParseUint(fields[1], 10, 16)
	second, err3 := strconv.ParseFloat(fields[2], 64)
	if err1 != nil || err2 != nil || err3 != nil || !(second >= 0 && second < 3600) {
		return -1
	}
	tenths := time.Duration(float64(second*1000)+0.5) * time.Millisecond
	return time.Duration(h)*time.Hour + time.Duration(minute)*time.Minute + tenths
}
