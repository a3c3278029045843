package pipeline

import (
	"sync"

	"fairplay/analysis"
)

// RunProgress says how far a run has come. Positions includes an estimate of games that are not
// planned yet, so it may shrink a little.
type RunProgress struct {
	Games, GamesDone         int
	Positions, PositionsDone int // needed in all; evaluated now or found in the cache
	Evaluated                int // evaluated now
}

// meter keeps the RunProgress of a run.
type meter struct {
	mu     sync.Mutex
	now    RunProgress
	guess  []int // estimated positions of each game that is not planned yet
	report func(RunProgress)
}

func newMeter(p analysis.Policy, games []*analysis.Game, report func(RunProgress)) *meter {
	m := &meter{guess: make([]int, len(games)), report: report}
	m.now.Games = len(games)
	for i, g := range games {
		m.guess[i] = ExpectedPositions(p, g)
		m.now.Positions += m.guess[i]
	}
	return m
}

// ExpectedPositions estimates how many positions of a game lie between the policy's turns.
func ExpectedPositions(p analysis.Policy, g *analysis.Game) int {
	last := len(g.Plies)
	if p.LastTurn > 0 {
		last = min(last, 2*p.LastTurn)
	}
	return max(last-2*(p.FirstTurn-1)+1, 0)
}

func (m *meter) planned(game, cached, missing int) {
	m.step(func(p *RunProgress) {
		p.Positions += cached + missing - m.guess[game]
		p.PositionsDone += cached
	})
}

func (m *meter) evaluated() {
	m.step(func(p *RunProgress) { p.PositionsDone++; p.Evaluated++ })
}

func (m *meter) finished() { m.step(func(p *RunProgress) { p.GamesDone++ }) }

func (m *meter) step(change func(*RunProgress)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.now)
	if m.report != nil {
		m.report(m.now)
	}
}
