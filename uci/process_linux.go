package uci

import (
	"os/exec"
	"syscall"
)

// isolate gives the process a group of its own, out of reach of the terminal's Ctrl-C, and lets
// the kernel kill it if this program is killed.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
