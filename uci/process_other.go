//go:build !unix

package uci

import (
	"os"
	"os/exec"
)

// isolate does nothing: there are no process groups.
func isolate(*exec.Cmd) {}

// killGroup kills the process alone.
func killGroup(p *os.Process) { p.Kill() }
