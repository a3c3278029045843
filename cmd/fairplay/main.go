// Command fairplay is the whole program: it wires the packages together, reads
// flags and maps errors to exit codes, and does nothing else.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// program is the outside world for a run of fairplay, which tests can replace.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	environ        func() []string // the whole environment, as NAME=value
	width          int             // columns of the terminal, 0 if stdout is not one
	interactive    bool            // stderr is a terminal: progress may be drawn in place
	typed          bool            // stdin is a terminal: nothing is piped in
	now            func() time.Time
}

func main() { os.Exit(runProcess(time.Now)) }

// runProcess runs the command line of this process by a clock, and returns the exit code.
func runProcess(now func() time.Time) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p := &program{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv, environ: os.Environ,
		interactive: term.IsTerminal(int(os.Stderr.Fd())),
		typed:       term.IsTerminal(int(os.Stdin.Fd())),
		now:         now,
	}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		p.width = columns
	}
	return p.run(ctx, os.Args[1:])
}

// run executes one command line and returns the exit code.
func (p *program) run(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintln(p.stderr, "fairplay:", message(err))
	}
	return exitCode(err)
}
