//go:build unix

package uci

import (
	"os"
	"syscall"
)

// killGroup kills the process group that the process leads. There is nothing to
// do where the group is gone already.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
