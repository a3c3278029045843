package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"fairplay/queue/pipeline"
)

// plainEvery is how often a line is printed where no bar can be drawn.
const plainEvery = 10 * time.Second

// progress shows how a run gets on: a bar on a terminal, a line now and then
// elsewhere, nothing when told to be quiet.
type progress struct {
	out   io.Writer // nil when quiet
	bar   *progressbar.ProgressBar
	begun time.Time

	mu     sync.Mutex
	shown  time.Time
	latest pipeline.Progress
}

func (p *program) progress(quiet bool) *progress {
	now := time.Now()
	s := &progress{begun: now, shown: now}
	if quiet {
		return s
	}
	s.out = p.stderr
	if p.interactive {
		s.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(p.stderr), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
			progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
	}
	return s
}

// update takes the latest figures. It is called for every position.
func (s *progress) update(now pipeline.Progress) {
	if s.out == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latest = now
	if s.bar != nil {
		s.bar.ChangeMax(max(now.Positions, 1))
		s.bar.Describe(describe(now, time.Since(s.begun)))
		_ = s.bar.Set(now.PositionsDone) // a bar that cannot be drawn is no reason to stop
		return
	}
	if time.Since(s.shown) >= plainEvery {
		s.shown = time.Now()
		fmt.Fprintln(s.out, describe(now, time.Since(s.begun)))
	}
}

// finish clears the bar and says what was done.
func (s *progress) finish(complete bool) {
	if s.out == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bar != nil {
		_ = s.bar.Finish()
	}
	if complete {
		taken := time.Since(s.begun).Round(100 * time.Millisecond)
		fmt.Fprintf(s.out, "%d games done in %v: %d positions evaluated now, %d taken from the cache.\n",
			s.latest.GamesDone, taken, s.latest.Evaluated, s.latest.PositionsDone-s.latest.Evaluated)
	}
}

// describe puts a Progress into words.
func describe(now pipeline.Progress, taken time.Duration) string {
	text := fmt.Sprintf("games %d/%d, positions %d/%d", now.GamesDone, now.Games, now.PositionsDone, now.Positions)
	if now.Evaluated == 0 || taken <= 0 {
		return text
	}
	rate := float64(now.Evaluated) / taken.Seconds()
	// The rest is taken to need the engine as often as what is done.
	left := time.Duration(float64(now.Positions-now.PositionsDone) / float64(now.PositionsDone) * float64(taken))
	return fmt.Sprintf("%s, %.1f positions/s, %s left", text, rate, roundly(left))
}

// roundly gives a duration as people say it.
func roundly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
