package pipeline

import (
	"testing"
	"time"
)

// The time left is told once a step is known to a third. By hand for 1, 2 and 6 seconds of one step
// each: R = 3, residuals -2, -1, 3, sum of squares 14, sqrt(1.5 * 14) / 9 = 0.509; with six more of
// 3 seconds R = 3, sqrt(9/8 * 14) / 27 = 0.147.
func TestTimeLeftIsKnownToAThird(t *testing.T) {
	t.Parallel()
	var p Pace
	for i, seconds := range []time.Duration{1, 2, 6} {
		if _, known := p.Left(10); known {
			t.Errorf("known after %d steps", i)
		}
		p.Took(1, seconds*time.Second)
	}
	if left, known := p.Left(10); known {
		t.Errorf("known to a half only: %v", left)
	}
	for range 6 {
		p.Took(1, 3*time.Second)
	}
	if left, known := p.Left(10); !known || left != 30*time.Second {
		t.Errorf("10 steps of 3 s: %v, %v", left, known)
	}
	var even Pace
	for range 3 {
		even.Took(40, 8*time.Second)
	}
	if left, known := even.Left(100); !known || left != 20*time.Second {
		t.Errorf("100 steps of 0.2 s: %v, %v", left, known)
	}
}
