package uci

import (
	"os"
	"os/exec"

	"fairplay/analysis/fault"
)

// Find returns the path of the engine to use: the one that is named, looked up
// as the shell would, or else Stockfish from the search path or from where
// Debian puts games.
//
// Errors: fault.Unavailable where there is no such program.
func Find(name string) (string, error) {
	if name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fault.Wrap(err, fault.Unavailable, "no_engine", "there is no engine %q", name)
		}
		return path, nil
	}
	if path, err := exec.LookPath("stockfish"); err == nil {
		return path, nil
	}
	const debian = "/usr/games/stockfish"
	if _, err := os.Stat(debian); err == nil {
		return debian, nil
	}
	return "", fault.New(fault.Unavailable, "no_engine",
		"no Stockfish is installed; install it (Debian: apt install stockfish) or name an engine with --engine")
}
