package main

import (
	"database/sql"
	"os"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptCommands are what the scenarios can do besides running programs:
//
//	serve [FLAGS]      start a server; $URL is where it listens, $TOKEN the token that it shows
//	await WHAT         wait until the server's log says so
//	stop               end the server in good order; what it printed can be looked at
//	capture NAME WHAT  $NAME becomes what the pattern finds in the last standard output, or its last group
//	private FILE       the file can be read by its owner alone
//	sql FILE STATEMENT change a database behind fairplay's back
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"serve": scriptServe, "await": scriptAwait, "stop": scriptStop, "capture": scriptCapture, "private": scriptPrivate, "sql": scriptSQL,
	}
}

// serverKey is the key under which a script keeps its servers.
type serverKey struct{}

func scriptServe(ts *testscript.TestScript, _ bool, flags []string) {
	slot := ts.Value(serverKey{}).(*[]*launched)
	l, err := launch(ts.MkAbs("."), []string{"HOME=" + ts.Getenv("HOME")},
		append([]string{"serve", "--listen", "127.0.0.1:0", "--engine", ts.Getenv("ENGINE")}, flags...)...)
	ts.Check(err)
	ts.Defer(l.kill)
	*slot = append(*slot, l)
	ts.Setenv("URL", l.awaitLine(ts, &l.stdout, `Listening on (\S+);`))
	if path, first := l.stdout.find(`Token of the administrator: in the file (\S+),`); first {
		secret, err := os.ReadFile(ts.MkAbs(path))
		ts.Check(err)
		ts.Setenv("TOKEN", strings.TrimSpace(string(secret)))
	}
}

// awaitLine waits until the process prints a line that matches the pattern.
func (l *launched) awaitLine(ts *testscript.TestScript, said *transcript, pattern string) string {
	tick, late := time.NewTicker(2*time.Millisecond), time.After(patience)
	defer tick.Stop()
	for {
		if found, ok := said.find(pattern); ok {
			return found
		}
		select {
		case <-tick.C:
		case <-l.ended:
			ts.Fatalf("the server ended: %s", l.stderr.tail())
		case <-late:
			ts.Fatalf("the server does not say %s: %s", pattern, l.stderr.tail())
		}
	}
}

// scriptServer returns the server that was started last.
func scriptServer(ts *testscript.TestScript) *launched {
	servers := *ts.Value(serverKey{}).(*[]*launched)
	return servers[len(servers)-1]
}

func scriptAwait(ts *testscript.TestScript, _ bool, arguments []string) {
	l := scriptServer(ts)
	l.awaitLine(ts, &l.stderr, arguments[0])
}

func scriptStop(ts *testscript.TestScript, _ bool, _ []string) {
	l := scriptServer(ts)
	ts.Check(l.cmd.Process.Signal(syscall.SIGTERM))
	select {
	case <-l.ended:
	case <-time.After(patience):
		ts.Fatalf("the server does not stop: %s", l.stderr.tail())
	}
	if !l.cmd.ProcessState.Success() {
		ts.Fatalf("the server: %v\n%s", l.cmd.ProcessState, l.stderr.tail())
	}
	_, err := ts.Stdout().Write([]byte(l.stdout.String()))
	ts.Check(err)
	_, err = ts.Stderr().Write([]byte(l.stderr.String()))
	ts.Check(err)
}

func scriptCapture(ts *testscript.TestScript, _ bool, arguments []string) {
	found := regexp.MustCompile("(?m)" + arguments[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("nothing matches %s", arguments[1])
	}
	ts.Setenv(arguments[0], found[len(found)-1])
}

func scriptPrivate(ts *testscript.TestScript, _ bool, arguments []string) {
	at, err := os.Stat(ts.MkAbs(arguments[0]))
	ts.Check(err)
	if at.Mode().Perm()&0o077 != 0 {
		ts.Fatalf("others may read %s: %v", arguments[0], at.Mode())
	}
}

func scriptSQL(ts *testscript.TestScript, _ bool, arguments []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(arguments[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec(arguments[1])
	ts.Check(err)
}
