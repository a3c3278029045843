package queue

import (
	"fmt"
	"testing"

	"fairplay/queue/queuetest"
)

// BenchmarkTasks enqueues tasks and serves them, while 5 000 others wait.
func BenchmarkTasks(b *testing.B) {
	for _, where := range []string{"embedded", "redis"} {
		b.Run(where, func(b *testing.B) {
			address := Address{}
			if where == "redis" {
				var err error
				if address, err = ParseAddress(queuetest.Start(b).Address()); err != nil {
					b.Fatal(err)
				}
			}
			q, err := Open(b.Context(), address, Options{Kinds: []ItemKind{game, report}})
			if err != nil {
				b.Fatal(err)
			}
			defer q.Close()
			for i := range 5000 {
				if _, err := q.Enqueue(b.Context(), Item{ID: fmt.Sprint("waits", i), Kind: report}); err != nil {
					b.Fatal(err)
				}
			}
			done := make(chan string, 100)
			go q.Serve(b.Context(), Duties{Concurrency: 6, Handlers: map[ItemKind]Handler{game: each(done)}})
			b.ResetTimer()
			for i := range b.N {
				if _, err := q.Enqueue(b.Context(), Item{ID: fmt.Sprint(i), Kind: game}); err != nil {
					b.Fatal(err)
				}
			}
			for range b.N {
				<-done
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tasks/s")
		})
	}
}
