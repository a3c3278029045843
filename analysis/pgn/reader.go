package pgn

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// DefaultMaxGameBytes is the size of the longest game that is read by default: 4 MiB of text.
// The longest real ones, with comments, have a tenth of that.
const DefaultMaxGameBytes = 4 << 20

// Options of a Reader. The zero value holds the defaults.
type Options struct {
	// MaxGameBytes limits the text of one game, in bytes; 0 is
	// DefaultMaxGameBytes. A longer game gives a GameError.
	MaxGameBytes int
	// HeadersOnly skips the moves: games come without ID, Start, End and Plies, several times
	// faster.
	HeadersOnly bool
}

// Reader reads the games of a PGN text one after the other. It holds one game
// at a time, whatever the size of the input.
type Reader struct {
	lexer   *lexer
	file    string
	options Options
	input   *unmarked
	games   int   // games and errors handed out
	between stray // first text between games that belongs to none, not yet reported
	first   stray // first text of any kind, where there is no game yet
}

// NewReader returns a Reader for a text in UTF-8, UTF-16 or one of the code pages Windows-1250,
// 1251, 1252 and 1254, KOI8-U (which contains KOI8-R) and CP866. The code page is guessed for
// each game by itself. The name of the file is used in messages only.
func NewReader(r io.Reader, file string, o Options) *Reader {
	if o.MaxGameBytes <= 0 {
		o.MaxGameBytes = DefaultMaxGameBytes
	}
	text := &unmarked{r: bufio.NewReaderSize(r, chunk)}
	return &Reader{lexer: newLexer(text, o.MaxGameBytes), input: text, file: file, options: o}
}

// Games yields the games of a PGN text and the errors between them, in order. It stops after an
// error that ends the reading.
func Games(r io.Reader, file string, o Options) iter.Seq2[*analysis.Game, error] {
	return func(yield func(*analysis.Game, error) bool) {
		reader := NewReader(r, file, o)
		for {
			g, err := reader.Next()
			if err == io.EOF || !yield(g, err) {
				return
			}
			if _, one := errors.AsType[*analysis.GameError](err); err != nil && !one {
				return
			}
		}
	}
}

// Next returns the next game, or io.EOF after the last. An *analysis.GameError concerns one
// game only, and the following call goes on behind it; any other error is a fault.Error and
// ends the reading. Text that belongs to no game gives an error with the code pgn_no_game or
// pgn_text_after_games at the end of the input; no game is lost by it.
func (r *Reader) Next() (*analysis.Game, error) {
	for {
		raw := r.lexer.next()
		if err := r.lexer.err; err != nil && (raw == nil || raw.last) {
			return nil, r.final(err)
		}
		if raw != nil && raw.nests && !raw.tooLong && (raw.tags > 0 || r.startsWithMove(raw)) {
			raw = r.settle(raw)
		}
		switch {
		case raw == nil:
			return nil, r.end()
		case raw.tooLong:
			return nil, r.tooLong(raw)
		case raw.tags == 0 && !r.startsWithMove(raw):
			r.remember(raw)
		default:
			return r.game(raw), nil
		}
	}
}

// final wraps an error of the input.
func (r *Reader) final(err error) error {
	kind := fault.KindOf(err)
	if kind == fault.Internal {
		kind = fault.Invalid
	}
	return fault.Wrap(err, kind, "pgn_input", "%s cannot be read on after game %d, near line %d", r.file, r.games, r.lexer.window.line)
}

// end returns io.EOF, but first an error about text after the last game that is not a game.
func (r *Reader) end() error {
	text := cmp.Or(r.between, r.first)
	r.between, r.first = stray{}, stray{}
	switch {
	case text.text == "":
		return io.EOF
	case r.games == 0:
		return fault.New(fault.Invalid, "pgn_no_game", "there is text in %s but no game: line %d reads %s", r.file, text.line, text)
	}
	return fault.New(fault.Invalid, "pgn_text_after_games",
		"the text at the end of %s, from line %d on, belongs to no game: %s", r.file, text.line, text)
}

func (r *Reader) tooLong(raw *rawGame) error {
	return &analysis.GameError{Source: r.source(raw.line), Line: raw.line, Ply: -1,
		Reason: fmt.Sprintf("the game is longer than %d bytes, the limit for one game", r.options.MaxGameBytes)}
}

// source counts a game and returns where it stands.
func (r *Reader) source(line int) analysis.Source {
	r.games++
	return analysis.Source{File: r.file, Game: r.games, Line: line}
}

// startsWithMove reports whether text without tags begins with something like a
// move and not with words.
func (r *Reader) startsWithMove(raw *rawGame) bool {
	page := guessReading(raw).page
	for _, t := range raw.tokens {
		s := page.decode(raw.text[t.from:t.to])
		if t.kind != wordToken || isNumber(s) {
			continue
		}
		return isMove(s)
	}
	return false
}

// shorten cuts a text for a message, at most 60 characters.
func shorten(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	return string([]rune(s)[:most]) + "…"
}
