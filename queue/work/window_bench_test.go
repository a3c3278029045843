package work

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fairplay/queue"
	"fairplay/reports/store"
)

// BenchmarkArchive hands six games in, five times, while an archive of 49 000 waits, and reports how many times as long they take as
// alone, by the medians, and how long cancelling the archive takes. Two engines are shared by six games at a time, as in the service.
func BenchmarkArchive(b *testing.B) {
	for b.Loop() {
		alone, _ := sixGames(b, 0)
		beside, cancel := sixGames(b, 49_000)
		b.ReportMetric(alone.Seconds(), "alone-s")
		b.ReportMetric(beside.Seconds(), "beside-s")
		b.ReportMetric(beside.Seconds()/alone.Seconds(), "ratio")
		b.ReportMetric(cancel.Seconds(), "cancel-s")
	}
}

func sixGames(b *testing.B, archive int) (took, cancel time.Duration) {
	s := serve(b)
	q := embedded(b, s)
	s.Queue, s.Now = q, time.Now
	if archive > 0 {
		s.waits(b, "archive", "anna", archive)
	}
	engines, begun, done := make(chan bool, 2), make(chan bool, 1), make(chan bool, 6)
	game := s.handler(func(ctx context.Context, t store.Task, _ store.Event) error {
		select {
		case begun <- true:
		default:
		}
		for range 40 { // positions
			engines <- true
			<-time.After(2 * time.Millisecond)
			<-engines
		}
		err := s.Store.FinishTask(ctx, t.ID, s.at())
		if t.Event != "archive" {
			done <- err == nil
		}
		return err
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		kind := listed(EvaluateQuick, s.recipe(EvaluateQuick))
		ended <- q.Serve(ctx, queue.Duties{Concurrency: 6, Handlers: map[queue.ItemKind]queue.Handler{kind: game}})
	}()
	if archive > 0 {
		s.wake(ctx)
		<-begun
	}
	var all []time.Duration
	for i := range 5 {
		at := time.Now()
		s.waits(b, fmt.Sprint("other ", i), "boris", 6)
		s.wake(ctx)
		for range 6 {
			if !<-done {
				b.Error("a game is not finished")
			}
		}
		all = append(all, time.Since(at))
	}
	slices.Sort(all)
	if took = all[2]; archive > 0 {
		at := time.Now()
		if err := s.Cancel(ctx, "archive"); err != nil {
			b.Error(err)
		}
		cancel = time.Since(at)
	}
	stop()
	if err := <-ended; err != nil {
		b.Error(err)
	}
	return took, cancel
}
