package queue

import (
	"io"
	"net"
	"testing"
)

func TestPipeKeepsOrderAndDoesNotWait(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	p := newPipe(near)
	want := make([]byte, 1<<16)
	for i := range want {
		want[i] = byte(i)
		if _, err := p.Write(want[i : i+1]); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]byte, len(want))
	if _, err := io.ReadFull(far, got); err != nil || string(got) != string(want) {
		t.Errorf("what arrives is not what was written: %v", err)
	}
	p.Close()
	if _, err := p.Write(want); err == nil {
		t.Error("a closed pipe takes more")
	}
	if _, err := far.Read(got); err != io.EOF {
		t.Errorf("the other end gets %v, want the end", err)
	}
}
