// Command fairplay is the program that people use: one file for each command, which reads its
// flags, calls the packages that do the work, and does nothing else.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/inconshreveable/mousetrap"
	"github.com/spf13/cobra"

	"fairplay/cmd/config"
)

func main() {
	cobra.MousetrapHelpText = "" // a double click opens the pages
	os.Exit(runProcess(time.Now))
}

// runProcess runs the command line of this process by a clock, and returns the exit code.
func runProcess(now func() time.Time) int {
	ctx, p := config.Process(now)
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

// doubleClicked reports whether the program was started from the desktop: on Windows by the Explorer, on macOS in
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
func execute(ctx context.Context, p *config.Program, args []string) int {
	return p.Execute(ctx, root(p), args)
}
