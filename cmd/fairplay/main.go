// Command fairplay is the whole program: it wires the packages together, reads
// flags and maps errors to exit codes, and does nothing else.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"fairplay/cmd/terminal"
)

func main() { os.Exit(runProcess(time.Now)) }

// runProcess runs the command line of this process by a clock, and returns the exit code.
func runProcess(now func() time.Time) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	p := &terminal.Program{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Getenv, Environ: os.Environ,
		Interactive: term.IsTerminal(int(os.Stderr.Fd())),
		Typed:       term.IsTerminal(int(os.Stdin.Fd())),
		Now:         now,
	}
	if columns, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		p.Width = columns
	}
	return execute(ctx, p, os.Args[1:])
}

// execute runs one command line and returns the exit code.
func execute(ctx context.Context, p *terminal.Program, args []string) int {
	root := root(p)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintln(p.Stderr, "fairplay:", message(err))
	}
	return exitCode(err)
}
