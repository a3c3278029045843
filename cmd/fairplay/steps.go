package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// steps shows how a task with a known number of steps gets on.
type steps struct {
	*program
	quiet bool
	what  string
	bar   *progressbar.ProgressBar
	shown time.Time
}

func (p *program) steps(quiet bool, what string) *steps {
	return &steps{program: p, quiet: quiet, what: what, shown: time.Now()}
}

// update takes how many steps of how many are done.
func (s *steps) update(done, total int) {
	switch {
	case s.quiet:
	case s.interactive:
		if s.bar == nil {
			s.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(s.stderr),
				progressbar.OptionSetDescription(s.what), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())
		}
		_ = s.bar.Set(done) // a bar that cannot be drawn is no reason to stop
	case time.Since(s.shown) >= plainEvery:
		s.shown = time.Now()
		fmt.Fprintf(s.stderr, "%d of %d %s\n", done, total, s.what)
	}
}

func (s *steps) finish() {
	if s.bar != nil {
		_ = s.bar.Finish()
	}
}
