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
	ready int // plies that are kept as games have them
}

// mostPlies and mostOutlines limit the plies and games kept: some 100 MB. mostReady limits the plies that are kept as games
// have them, of those asked for last: as much again for more than 20 000 games.
const (
	mostPlies    = 3_000_000
	mostOutlines = 40_000
	mostReady    = 2_000_000
)

// keptOutline is an outline in compact form.
type keptOutline struct {
	game   analysis.Game // without plies, its place the first line of no file
	moves  []analysis.Move
	clocks []time.Duration // nil if none is known
	plies  []analysis.Ply  // of both, nil until somebody asks; never changed
}

// get returns a copy of the outline of a game, placed at a source, if it is kept. Nobody may change its plies.
func (o *outlines) get(digest string, at analysis.Source) (*analysis.Game, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	kept := o.kept[digest]
	if kept == nil {
		return nil, false
	}
	if kept.plies == nil {
		o.expand(kept)
	}
	g := kept.game
	g.Plies = kept.plies
	g.Source = at
	if g.Cut != nil {
		cut := *g.Cut
		cut.Source, cut.Line = at, cut.Line+at.Line
		g.Cut = &cut
	}
	return &g, true
}

// expand makes the plies of an outline. If there are too many, all others are dropped together. o.mu is held.
func (o *outlines) expand(kept *keptOutline) {
	if o.ready += len(kept.moves); o.ready > mostReady {
		for _, other := range o.kept {
			other.plies = nil
		}
		o.ready = len(kept.moves)
	}
	kept.plies = make([]analysis.Ply, len(kept.moves))
	for i, m := range kept.moves {
		kept.plies[i] = analysis.Ply{Move: m, Clock: -1}
		if kept.clocks != nil {
			kept.plies[i].Clock = kept.clocks[i]
		}
	}
}

// keep keeps a game, complete or as an outline, and returns its outline.
func (o *outlines) keep(digest string, g *analysis.Game) *analysis.Game {
	o.mu.Lock()
	if o.kept == nil || o.plies > mostPlies || len(o.kept) >= mostOutlines {
		o.kept, o.words, o.plies = map[string]*keptOutline{}, sharedTexts{}, 0
		o.ready = 0
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
