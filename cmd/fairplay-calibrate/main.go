// Command fairplay-calibrate makes the calibrations that come with fairplay, for those who
// maintain it: it takes recorded evaluations into a corpus and fits calibrations to that. It also
// writes the public benchmark, and scores what tools say of it.
package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
)

func main() {
	ctx, p := config.Process(time.Now)
	os.Exit(execute(ctx, p, os.Args[1:]))
}

const rootHelp = `fairplay-calibrate makes the calibrations that come with fairplay, and the public
benchmark. It is for those who maintain them; "fairplay calibration report" says how
far they can be trusted.

Every flag can also be given by the environment: --cache as FAIRPLAY_CACHE, and
so on. A flag on the command line wins.`

// execute runs one command line and returns the exit code.
func execute(ctx context.Context, p *config.Program, args []string) int {
	root := &cobra.Command{Use: "fairplay-calibrate", Short: "Make the calibrations of fairplay", Long: rootHelp}
	root.AddCommand(corpusCommand(p), fitCommand(p), benchmarkCommand(p))
	return p.Execute(ctx, root, args)
}
