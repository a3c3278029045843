package pgn

import "fairplay/analysis"

// settle decides how braces nest in a game that has an opening brace inside a comment. The
// standard's reading, in which they do not nest, counts where its moves can be replayed to the
// end, or at least as far as with nested braces.
func (r *Reader) settle(raw *rawGame) *rawGame {
	flat, line := r.replayed(raw), raw.line
	if flat.whole {
		return r.lexer.again(true)
	}
	if raw = r.lexer.again(false); !raw.tooLong {
		if nested := r.replayed(raw); nested.plies > flat.plies || nested.whole {
			raw.notes = append(raw.notes, analysis.Oddity{Line: line, Text: "comments in braces stand inside others; " +
				"each is read to the brace that closes the outermost, because the moves make no sense otherwise"})
			return raw
		}
	}
	return r.lexer.again(true)
}

// extent is how much of a game's record makes sense.
type extent struct {
	plies int
	whole bool
}

// replayed replays a game to see how far it goes.
func (r *Reader) replayed(raw *rawGame) extent {
	g := &analysis.Game{Board: analysis.Unknown}
	page := guessReading(raw).page
	readTags(g, raw, page)
	readHeader(g)
	play(g, readMoveText(raw, page).words, raw.defect)
	return extent{len(g.Plies), g.Cut == nil || g.Cut.Ply < 0}
}
