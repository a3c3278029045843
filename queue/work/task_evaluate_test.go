package work

import (
	"sync"
	"testing"
	"time"

	"fairplay/reports/store"
)

// Whatever is noted as done is on the disk at that moment, so that it is done
// still when the process is killed right then.
func TestNotedProgressIsKept(t *testing.T) {
	s := serve(t)
	var mu sync.Mutex
	now := s.clock.look()
	s.Now = func() time.Time { // so that every step is worth a note
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Minute)
		return now
	}
	disk := store.NewCache(s.Store)
	defer disk.Close()
	most := 0
	s.engine.Fail = func(string) error {
		noted := 0
		for _, task := range s.tasks(t, EvaluateQuick) {
			noted += task.PositionsDone
		}
		kept := 0
		recipes, err := disk.Stats(t.Context())
		for _, r := range recipes {
			kept += r.Positions
		}
		if err != nil || noted > kept {
			t.Errorf("%d positions were noted as done, %d are kept, %v", noted, kept, err)
		}
		most = max(most, noted)
		return nil
	}
	s.accept(t, twoGames(t))
	s.work(t)
	if most == 0 {
		t.Error("nothing was noted on the way")
	}
}
