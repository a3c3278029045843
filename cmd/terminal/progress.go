package terminal

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
	latest pipeline.Progress
}

// GamesBar begins to show the evaluation of games.
func (p *Program) GamesBar(quiet bool) *GamesBar { return &GamesBar{Bar: p.Bar(quiet)} }

// Update takes the latest figures. It is called for every position, from one goroutine
// at a time.
func (s *GamesBar) Update(now pipeline.Progress) {
	s.latest = now
	s.Show(now.PositionsDone, now.Positions, func(taken time.Duration) string { return describe(now, taken) })
}

// Finish clears the bar and says what was done.
func (s *GamesBar) Finish(complete bool) {
	s.Clear()
	if s.out != nil && complete {
		taken := time.Since(s.begun).Round(100 * time.Millisecond)
		fmt.Fprintf(s.out, "%d games done in %v: %d positions evaluated now, %d taken from the cache.\n",
			s.latest.GamesDone, taken, s.latest.Evaluated, s.latest.PositionsDone-s.latest.Evaluated)
	}
}

// StepsBar shows the progress of something with a known number of steps.
type StepsBar struct {
	Bar
	what string
}

// StepsBar begins to show steps; what names them in the plural.
func (p *Program) StepsBar(quiet bool, what string) *StepsBar { return &StepsBar{p.Bar(quiet), what} }

// Update takes the number of done steps and the total.
func (s *StepsBar) Update(done, total int) {
	s.Show(done, total, func(taken time.Duration) string {
		text := fmt.Sprintf("%d of %d %s", done, total, s.what)
		if done == 0 {
			return text
		}
		return fmt.Sprintf("%s, %s left", text, left(done, total, taken))
	})
}

// Finish removes the bar from the terminal.
func (s *StepsBar) Finish() { s.Clear() }

// describe puts a Progress into words.
func describe(now pipeline.Progress, taken time.Duration) string {
	text := fmt.Sprintf("games %d/%d, positions %d/%d", now.GamesDone, now.Games, now.PositionsDone, now.Positions)
	if now.Evaluated == 0 || taken <= 0 {
		return text
	}
	rate := float64(now.Evaluated) / taken.Seconds()
	return fmt.Sprintf("%s, %.1f positions/s, %s left", text, rate, left(now.PositionsDone, now.Positions, taken))
}

// left returns how long the rest will take, if it needs the engine as often as the part that is
// done.
func left(done, total int, taken time.Duration) string {
	switch d := time.Duration(float64(total-done) / float64(done) * float64(taken)); {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	default:
		return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
	}
}
