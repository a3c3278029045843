//go:build unix && !linux

package uci

import (
	"os/exec"
	"syscall"
)

// isolate gives the process a group of its own, out of reach of the terminal's
// Ctrl-C.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
