package pipelinetest

import (
	"syscall"
	"testing"
	"time"
)

// OwnCPU is the processor time that this process has used, without engines.
func OwnCPU(b testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
