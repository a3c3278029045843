package config

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"fairplay/queue/pipeline"
)

// PlainEvery is how often a line is printed where no bar can be drawn.
const PlainEvery = 10 * time.Second

// Bar shows the progress of something long: a bar on a terminal, a line now and then elsewhere,
// nothing if quiet.
type Bar struct {
	out         io.Writer // nil when quiet
	interactive bool
	begun       time.Time

	mu    sync.Mutex
	drawn *progressbar.ProgressBar // from the first step on, on a terminal
	shown time.Time
}

// Bar begins to show the progress of something on the terminal, or nothing if quiet.
func (p *Program) Bar(quiet bool) Bar {
	now := time.Now()
	if quiet {
		return Bar{begun: now}
	}
	return Bar{out: p.Stderr, interactive: p.Interactive, begun: now, shown: now}
}

// Show takes the number of done steps and the total. text puts it into words; taken is the time
// since the beginning.
func (b *Bar) Show(done, total int, text func(taken time.Duration) string) {
	if b.out == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := time.Since(b.begun)
	switch {
	case b.interactive:
		if b.drawn == nil {
			b.drawn = progressbar.NewOptions(1,
				progressbar.OptionSetWriter(b.out), progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
				progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
		}
		b.drawn.ChangeMax(max(total, 1))
		b.drawn.Describe(text(taken))
		_ = b.drawn.Set(done) // a failure to draw is no reason to stop
	case time.Since(b.shown) >= PlainEvery:
		b.shown = time.Now()
		fmt.Fprintln(b.out, text(taken))
	}
}

// Clear removes the bar from the terminal.
func (b *Bar) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.drawn != nil {
		_ = b.drawn.Finish()
	}
}

// GamesBar shows the progress of the evaluation of games.
type GamesBar struct {
	Bar
	latest pipeline.RunProgress
	pace   stretches
}

// GamesBar begins to show the evaluation of games.
func (p *Program) GamesBar(quiet bool) *GamesBar { return &GamesBar{Bar: p.Bar(quiet)} }

// Update takes the latest figures. It is called for every position, from one goroutine
// at a time.
func (g *GamesBar) Update(now pipeline.RunProgress) {
	g.latest = now
	g.pace.look(now.Evaluated, time.Since(g.begun))
	g.Show(now.PositionsDone, now.Positions, func(taken time.Duration) string { return describe(now, taken, &g.pace) })
}

// Finish clears the bar and says what was done.
func (g *GamesBar) Finish(complete bool) {
	g.Clear()
	if g.out != nil && complete {
		taken := time.Since(g.begun).Round(100 * time.Millisecond)
		fmt.Fprintf(g.out, "%d games done in %v: %d positions evaluated now, %d taken from the cache.\n",
			g.latest.GamesDone, taken, g.latest.Evaluated, g.latest.PositionsDone-g.latest.Evaluated)
	}
}

// StepsBar shows the progress of something with a known number of steps.
type StepsBar struct {
	Bar
	what string
	pace stretches
}

// StepsBar begins to show steps; what names them in the plural.
func (p *Program) StepsBar(quiet bool, what string) *StepsBar {
	return &StepsBar{Bar: p.Bar(quiet), what: what}
}

// Update takes the number of done steps and the total.
func (s *StepsBar) Update(done, total int) {
	s.pace.look(done, time.Since(s.begun))
	s.Show(done, total, func(time.Duration) string {
		return fmt.Sprintf("%d of %d %s", done, total, s.what) + s.pace.left(total-done)
	})
}

// Finish removes the bar from the terminal.
func (s *StepsBar) Finish() { s.Clear() }

// stretches measures the pace of work between looks at it.
type stretches struct {
	pipeline.Pace
	done int
	at   time.Duration // of the last step, since the beginning
}

// look notes how many steps are done after some time.
func (s *stretches) look(done int, at time.Duration) {
	if done > s.done {
		s.Took(done-s.done, at-s.at)
		s.done, s.at = done, at
	}
}

// left says how long further steps take, once that is known to a third.
func (s *stretches) left(steps int) string {
	left, known := s.Left(steps)
	if !known {
		return ""
	}
	return ", " + spell(left) + " left"
}

// describe puts a Progress into words. Games of which nothing is known yet are expected to need the
// engine as often as the part that is done.
func describe(now pipeline.RunProgress, taken time.Duration, pace *stretches) string {
	text := fmt.Sprintf("games %d/%d, positions %d/%d", now.GamesDone, now.Games, now.PositionsDone, now.Positions)
	if now.Evaluated == 0 || taken <= 0 {
		return text
	}
	rate := float64(now.Evaluated) / taken.Seconds()
	needed := float64(now.Positions-now.PositionsDone) * float64(now.Evaluated) / float64(max(now.PositionsDone, 1))
	return fmt.Sprintf("%s, %.1f positions/s", text, rate) + pace.left(int(needed+0.5))
}

// spell writes how long something takes.
func spell(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
