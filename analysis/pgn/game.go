package pgn

import (
	"fmt"
	"strings"

	"fairplay/analysis"
)

// game makes a game from its tokens.
func (r *Reader) game(raw *rawGame) *analysis.Game {
	guess := guessReading(raw)
	page := guess.page
	g := &analysis.Game{Source: r.source(raw.line), RepeatsFrom: -1, Board: analysis.Unknown}
	if r.between.text != "" {
		g.Notes = append(g.Notes, analysis.Oddity{Line: r.between.line,
			Text: "text before the game belongs to no game: " + r.between.String()})
	}
	r.between, r.first = stray{}, stray{}
	r.noteEncoding(g, guess, raw)
	for _, note := range raw.notes {
		g.Notes = append(g.Notes, analysis.Oddity{Line: note.Line, Text: page.decode([]byte(note.Text))})
	}
	if raw.more > 0 {
		remark(g, "and %d more remarks of this kind", raw.more)
	}
	readTags(g, raw, page)
	readHeader(g)
	text := readMoveText(raw, page)
	g.Notes = append(g.Notes, text.notes...)
	g.Board, g.Played = text.result, len(text.words) > 1
	g.Unfinished = unfinished(g, raw, text)
	noteResults(g, text)
	if !r.options.HeadersOnly {
		play(g, text.words, raw.defect)
	}
	return g
}

// remark adds a note on the whole game.
func remark(g *analysis.Game, format string, args ...any) {
	g.Notes = append(g.Notes, analysis.Oddity{Line: g.Source.Line, Text: fmt.Sprintf(format, args...)})
}

// noteEncoding adds a note on how the bytes of a game are read, where they are not UTF-8.
func (r *Reader) noteEncoding(g *analysis.Game, guess reading, raw *rawGame) {
	if r.input.guessed && r.games == 1 {
		remark(g, "the file has no byte order mark; it is read as UTF-16, since every second byte is 0")
	}
	if text := guess.note(raw.text); text != "" {
		g.Notes = append(g.Notes, analysis.Oddity{Line: guess.example.line, Text: text})
	}
}

// readTags copies the tag pairs. Where a name comes twice, both stay and the first counts.
func readTags(g *analysis.Game, raw *rawGame, page codePage) {
	g.Tags = make([]analysis.Tag, 0, raw.tags)
	for _, t := range raw.tokens {
		text := raw.text[t.from:t.to]
		switch t.kind {
		case tagNameToken:
			g.Tags = append(g.Tags, analysis.Tag{Name: canonical(string(text))})
		case tagValueToken:
			tag := &g.Tags[len(g.Tags)-1]
			if tag.Value = unquote(page.decode(text)); len(tag.Value) > longestValue {
				remark(g, "the %s tag has %d bytes; what comes after the first %d is left out", shorten(tag.Name), len(tag.Value), longestValue)
				tag.Value = strings.ToValidUTF8(tag.Value[:longestValue], "")
			}
		}
	}
}

// longestValue is how many bytes the value of a tag may have. The standard allows lines of 255.
// Names are compared with each other, and long ones take long.
const longestValue = 1000

// unfinished reports whether the input ends with an incomplete game. A game without moves but
// with its Result tag is complete: forfeits are written so.
func unfinished(g *analysis.Game, raw *rawGame, text moveText) bool {
	switch {
	case !raw.last || text.ended:
		return false
	case raw.torn:
		return true
	case len(text.words) == 0:
		return g.Awarded == "" && raw.tags > 0
	}
	return known(g.Awarded) != "" && g.Awarded != string(analysis.Unknown)
}

// noteResults adds a note on a missing result after the moves, and on a Result tag that differs
// from the result after the moves.
func noteResults(g *analysis.Game, text moveText) {
	awarded, unplayed, ok := parseResult(plainResult([]byte(g.Awarded)))
	switch {
	case g.Unfinished && len(text.words) == 0:
		remark(g, "the file ends within the tags of this game: it may have been handed in incomplete")
	case g.Unfinished:
		remark(g, "no result follows the moves, although the Result tag says %q, "+
			"and the file ends here: it may have been handed in incomplete", g.Awarded)
	case !text.ended && len(text.words) > 0:
		remark(g, "no result follows the moves")
	case ok && unplayed && g.Played:
		remark(g, "the Result tag %q stands for an unplayed game, but there are moves", g.Awarded)
	case ok && text.ended && awarded != analysis.Unknown && text.result != analysis.Unknown && awarded != text.result:
		remark(g, "the Result tag says %q, but the moves end with %q", g.Awarded, text.result)
	}
}

// play replays the moves of a game.
func play(g *analysis.Game, words []written, broken *defect) {
	start, reason := setUp(g)
	switch {
	case reason != "":
		g.Cut = &analysis.GameError{Source: g.Source, Line: g.Source.Line, Ply: -1, Reason: reason, Token: g.Tag("FEN")}
	case g.Variant != analysis.Standard:
		remark(g, "a game of %s: its moves are not replayed", g.Variant)
		for _, w := range words {
			g.Unread = append(g.Unread, w.text)
		}
	default:
		replayInAlphabet(g, start, words, broken)
	}
	g.ID = identity(g, words)
}

// replayInAlphabet replays the moves in the alphabet in which most of them are legal, English
// first. Another alphabet counts only where some word is a move in it and none in English.
// Otherwise an illegal Bd4 would be a pawn move in German (Bauer), and an illegal Re2 a king
// move in French (roi).
func replayInAlphabet(g *analysis.Game, start position, words []written, broken *defect) {
	plies, end, cut := replay(start, words, english())
	if cut != nil {
		letters := ""
		for _, a := range others() {
			if !a.speaksIn(words) {
				continue
			}
			if p, e, c := replay(start, words, a); len(p) > len(plies) {
				plies, end, cut, letters = p, e, c, a.name
			}
		}
		if letters != "" {
			remark(g, "the piece letters are %s", letters)
		}
	}
	if cut == nil {
		cut = broken
	}
	if cut != nil {
		g.Cut = &analysis.GameError{Source: g.Source, Line: cut.line, Ply: len(plies), Reason: cut.reason, Token: shorten(cut.token)}
	}
	g.Plies, g.End, g.Start = plies, end.snapshot(), start.key()
	noteNumbers(g, words[:min(len(words), len(plies)+1)])
	for i := range plies {
		if plies[i].Repeats > 0 {
			g.RepeatsFrom = i
			break
		}
	}
}
