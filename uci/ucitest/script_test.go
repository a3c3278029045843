package ucitest

import (
	"strings"
	"testing"
)

func TestPlay(t *testing.T) {
	const script = `
		# a greeting
		> uci
		< uciok
		> setoption name Hash...
		< done
	`
	for name, c := range map[string]struct{ script, commands, sent, err string }{
		"all said":       {script, "uci\nsetoption name Hash value 3\n", "uciok\ndone\n", ""},
		"more said":      {script, "uci\nsetoption name Hash\nquit\n", "uciok\ndone\n", ""},
		"other command":  {script, "isready\n", "", `line 3: "uci" was expected, not "isready"`},
		"longer command": {script, "uci 2\n", "", `line 3: "uci" was expected, not "uci 2"`},
		"not all said":   {script, "uci\n", "uciok\n", `line 5: not all was said: "setoption name Hash..." was expected`},
		"no step":        {"= uci", "uci\n", "", `line 1: "= uci" is not a step`},
	} {
		var sent strings.Builder
		err := Play(c.script, strings.NewReader(c.commands), &sent)
		if said := sent.String(); said != c.sent || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s: sent %q, %v", name, said, err)
		}
	}
}
