package corpus

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"fairplay/analysis"
	"fairplay/analysis/fit"
)

// LoadForFit reads a corpus into the form that fitting needs.
func LoadForFit(ctx context.Context, c *Loader) (*fit.Corpus, Loaded, error) {
	corpus := &fit.Corpus{}
	loaded, err := c.Load(ctx, func(g LoadedGame) error {
		return corpus.Add(&fit.Game{
			ID: g.ID, Event: g.Event, Date: g.Date, Round: g.Round, Part: fit.PartOf(g.Part, g.Event, g.Date),
			White: fitPlayer(g.White), Black: fitPlayer(g.Black), Records: g.Records,
		})
	})
	return corpus, loaded, err
}

func fitPlayer(p analysis.Player) fit.Player {
	return fit.Player{ID: cmp.Or(p.FideID, p.Name), Rating: p.Rating}
}

// OnAllCores is the fit.Runner that uses every core. Results do not depend on the number of cores.
func OnAllCores(n int, task func(i int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := range next {
				task(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}
