package pgn

import (
	"fmt"

	"fairplay/analysis"
)

// game makes a game of its tokens.
func (r *Reader) game(raw *rawGame) *analysis.Game {
	page := r.codePage(raw.text)
	g := &analysis.Game{Source: r.source(raw.line), RepeatsFrom: -1, Board: analysis.Unknown}
	if r.between.text != "" {
		g.Notes = append(g.Notes, fmt.Sprintf("line %d: text before the game belongs to no game: %s", r.between.line, r.between))
	}
	r.between, r.first = stray{}, stray{}
	for _, note := range raw.notes {
		g.Notes = append(g.Notes, page.decode([]byte(note)))
	}
	if raw.more > 0 {
		g.Notes = append(g.Notes, fmt.Sprintf("and %d more remarks of this kind", raw.more))
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

// readTags copies the tag pairs. Of a name that comes twice both stay, and the
// first counts.
func readTags(g *analysis.Game, raw *rawGame, page codePage) {
	g.Tags = make([]analysis.Tag, 0, raw.tags)
	for _, t := range raw.tokens {
		text := raw.text[t.from:t.to]
		switch t.kind {
		case tagNameToken:
			g.Tags = append(g.Tags, analysis.Tag{Name: string(text)})
		case tagValueToken:
			g.Tags[len(g.Tags)-1].Value = unquote(page.decode(text))
		}
	}
}

// unfinished tells whether the input ends with a game that is not complete. A
// game without moves that has its Result tag is none: a forfeit is written so.
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

// noteResults remarks on a result that is missing after the moves, and on a
// result tag that says something else than the result after the moves.
func noteResults(g *analysis.Game, text moveText) {
	awarded, unplayed, ok := parseResult(plainResult([]byte(g.Awarded)))
	switch {
	case g.Unfinished && len(text.words) == 0:
		g.Notes = append(g.Notes, "the file ends within the tags of this game: it may have been handed in incomplete")
	case g.Unfinished:
		g.Notes = append(g.Notes, fmt.Sprintf("no result follows the moves, although the Result tag says %q, "+
			"and the file ends here: it may have been handed in incomplete", g.Awarded))
	case !text.ended && len(text.words) > 0:
		g.Notes = append(g.Notes, "no result follows the moves")
	case ok && unplayed && g.Played:
		g.Notes = append(g.Notes, fmt.Sprintf("the Result tag %q stands for an unplayed game, but there are moves", g.Awarded))
	case ok && text.ended && awarded != analysis.Unknown && text.result != analysis.Unknown && awarded != text.result:
		g.Notes = append(g.Notes, fmt.Sprintf("the Result tag says %q, but the moves end with %q", g.Awarded, text.result))
	}
}

// play replays the moves of a game.
func play(g *analysis.Game, words []written, broken *defect) {
	start, reason := setUp(g)
	switch {
	case reason != "":
		g.Cut = &analysis.GameError{Source: g.Source, Line: g.Source.Line, Ply: -1, Reason: reason, Token: g.Tag("FEN")}
	case g.Variant != analysis.Standard:
		g.Notes = append(g.Notes, fmt.Sprintf("a game of %s: its moves are not replayed", g.Variant))
	default:
		replayInAlphabet(g, start, words, broken)
	}
	g.ID = identity(g, words)
}

// replayInAlphabet replays the moves in the alphabet in which most of them are
// legal, English first.
func replayInAlphabet(g *analysis.Game, start position, words []written, broken *defect) {
	plies, end, cut := replay(start, words, english())
	if cut != nil {
		letters := ""
		for _, a := range others() {
			if p, e, c := replay(start, words, a); len(p) > len(plies) {
				plies, end, cut, letters = p, e, c, a.name
			}
		}
		if letters != "" {
			g.Notes = append(g.Notes, "the piece letters are "+letters)
		}
	}
	if cut == nil {
		cut = broken
	}
	if cut != nil {
		g.Cut = &analysis.GameError{Source: g.Source, Line: cut.line, Ply: len(plies), Reason: cut.reason, Token: shorten(cut.token)}
	}
	g.Plies, g.End, g.Start = plies, end.snapshot(), start.key()
	for i := range plies {
		if plies[i].Repeats > 0 {
			g.RepeatsFrom = i
			break
		}
	}
}
