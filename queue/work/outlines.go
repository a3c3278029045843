package work

import (
	"slices"
	"sync"
	"time"

	"fairplay/analysis"
)

// outlines caches the outlines of recently used games, by the digest of their bodies, so that a
// game added to an event does not cause all others to be read and unpacked again. Bodies never
// change, so nothing here becomes outdated. When it is full, everything is dropped together.
type outlines struct {
	mu    sync.Mutex
	kept  map[string]*keptOutline
	words sharedTexts
	plies int
}

// mostPlies and mostOutlines limit the plies and games kept: some 100 MB.
const (
	mostPlies    = 3_000_000
	mostOutlines = 40_000
)

// keptOutline is an outline in compact form.
type keptOutline struct {
	game   analysis.Game // without plies, its place the first line of no file
	moves  []analysis.Move
	clocks []time.Duration // nil if none is known
}

// get returns a copy of the outline of a game, placed at a source, if it is kept.
func (o *outlines) get(digest string, at analysis.Source) (*analysis.Game, bool) {
	o.mu.Lock()
	kept := o.kept[digest]
	o.mu.Unlock()
	if kept == nil {
		return nil, false
	}
	g := kept.game
	g.Source = at
	if g.Cut != nil {
		cut := *g.Cut
		cut.Source, cut.Line = at, cut.Line+at.Line
		g.Cut = &cut
	}
	g.Plies = make([]analysis.Ply, len(kept.moves))
	for i, m := range kept.moves {
		g.Plies[i] = analysis.Ply{Move: m, Clock: -1}
		if kept.clocks != nil {
			g.Plies[i].Clock = kept.clocks[i]
		}
	}
	return &g, true
}

// keep keeps a game, complete or as an outline, and returns its outline.
func (o *outlines) keep(digest string, g *analysis.Game) *analysis.Game {
	o.mu.Lock()
	if o.kept == nil || o.plies > mostPlies || len(o.kept) >= mostOutlines {
		o.kept, o.words, o.plies = map[string]*keptOutline{}, sharedTexts{}, 0
	}
	outline(g, o.words)
	kept := &keptOutline{game: *g, moves: make([]analysis.Move, len(g.Plies))}
	for i, ply := range g.Plies {
		kept.moves[i] = ply.Move
	}
	if slices.ContainsFunc(g.Plies, func(p analysis.Ply) bool { return p.Clock != -1 }) {
		kept.clocks = make([]time.Duration, len(g.Plies))
		for i, ply := range g.Plies {
			kept.clocks[i] = ply.Clock
		}
	}
	kept.game.Plies, kept.game.Source = nil, analysis.Source{}
	if g.Cut != nil {
		cut := *g.Cut
		cut.Source, cut.Line = analysis.Source{}, cut.Line-g.Source.Line
		kept.game.Cut = &cut
	}
	o.kept[digest] = kept
	o.plies += len(kept.moves)
	o.mu.Unlock()
	return g
}
