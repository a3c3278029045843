// Command fairplay is the whole program: it wires the packages together, reads
// flags and maps errors to exit codes, and does nothing else.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/inconshreveable/mousetrap"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"fairplay/cmd/terminal"
)

func main() {
	cobra.MousetrapHelpText = "" // a double click opens the pages
	os.Exit(runProcess(time.Now))
}

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
	args := os.Args[1:]
	if len(args) == 0 && doubleClicked() {
		code := execute(ctx, p, []string{"open"})
		if code != 0 { // the window would close before anybody can read why
			fmt.Fprintln(p.Stderr, "Press Enter to close this window.")
			_, _ = bufio.NewReader(p.Stdin).ReadString('\n')
		}
		return code
	}
	return execute(ctx, p, args)
}

// doubleClicked tells whether the program was started from the desktop: on Windows by the Explorer, on macOS in
// a new terminal, which starts a program by its whole path in the user's home.
func doubleClicked() bool {
	if runtime.GOOS != "darwin" {
		return mousetrap.StartedByExplorer()
	}
	home, err1 := os.UserHomeDir()
	at, err2 := os.Getwd()
	return err1 == nil && err2 == nil && at == home && filepath.IsAbs(os.Args[0])
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
