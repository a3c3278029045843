package api

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// During live work a token rests after each view nine times as long as the view took, at most
// five seconds, and nobody else waits for it. Without live work it goes on at once.
func TestATokenRestsBesideLiveWork(t *testing.T) {
	for _, c := range []struct {
		name       string
		live       bool
		took, want time.Duration
	}{
		{"live work", true, 100 * time.Millisecond, 900 * time.Millisecond},
		{"a long view", true, 2 * time.Second, 5 * time.Second},
		{"no live work", false, 100 * time.Millisecond, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSlots(1, func() bool { return c.live })
				take := func(token string) (func(), time.Duration) {
					begun := time.Now()
					release, err := takeSlot(t.Context(), s, token)
					if err != nil {
						t.Fatal(err)
					}
					return release, time.Since(begun)
				}
				release, _ := take("greedy")
				time.Sleep(c.took)
				release()
				release, waited := take("other")
				release()
				if waited != 0 {
					t.Errorf("another token waited %v", waited)
				}
				release, waited = take("greedy")
				release()
				if waited != c.want {
					t.Errorf("the token rested %v, not %v", waited, c.want)
				}
			})
		})
	}
}

// takeSlot waits for the token's turn and for a slot. release gives both back.
func takeSlot(ctx context.Context, s *slots, token string) (release func(), err error) {
	t, end, err := s.turn(ctx, token)
	if err != nil {
		return nil, err
	}
	back, err := s.slot(ctx, t)
	if err != nil {
		end()
		return nil, err
	}
	return func() { back(); end() }, nil
}
