package uci

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// way is how a scripted engine is reached: in this process or as a child.
type way struct {
	name  string
	start func(*testing.T, ucitest.Engine, limits) (*Engine, error)
}

func ways() []way {
	return []way{
		{"child", func(t *testing.T, e ucitest.Engine, l limits) (*Engine, error) {
			return Start(t.Context(), e.Command(t), withLimits(l))
		}},
		{"in process", func(t *testing.T, e ucitest.Engine, l limits) (*Engine, error) {
			return connect(t.Context(), e.Dial(t), withLimits(l))
		}},
	}
}

// soon are limits that a scripted engine keeps with ease unless it hangs.
func soon() limits {
	l := standardLimits()
	l.Grace = 100 * time.Millisecond
	return l
}

// scripted is how ucitest.Engine evaluates a position, computed from ucitest.Score.
func scripted(p analysis.Position, r analysis.Recipe) analysis.Evaluation {
	var ev analysis.Evaluation
	for depth := 1; depth <= ucitest.Depths; depth++ {
		table := analysis.DepthTable{Depth: depth}
		for _, m := range p.Legal {
			at := 0
			for at < len(table.Lines) && table.Lines[at].Value.Compare(ucitest.Score(p.Key, m, depth)) >= 0 {
				at++
			}
			table.Lines = append(table.Lines[:at:at], append([]analysis.Line{{Move: m, Value: ucitest.Score(p.Key, m, depth)}}, table.Lines[at:]...)...)
		}
		ev.Deep = append(ev.Deep, analysis.DepthLine{Depth: depth, Line: table.Lines[0]})
		ev.BestMove = table.Lines[0].Move
		if _, ok := r.Pass(analysis.Wide); ok {
			ev.Wide = append(ev.Wide, table)
		}
	}
	return ev
}

// TestScripted shows that an engine is understood if it behaves, or sends meaningless lines
// besides.
func TestScripted(t *testing.T) {
	p := position(t, lonely)
	for _, how := range ways() {
		for _, e := range []ucitest.Engine{{}, {Fault: ucitest.Noise}, {Lacks: []string{"Threads"}}, {Delay: time.Millisecond}} {
			engine, err := how.start(t, e, soon())
			if err != nil {
				t.Fatal(err)
			}
			got, err := engine.Evaluate(t.Context(), Request{Position: p, Recipe: tiny()})
			if diff := cmp.Diff(scripted(p, tiny()), got, byInt); diff != "" || err != nil {
				t.Errorf("%s, %+v: %v (-want +got):\n%s", how.name, e, err, diff)
			}
			engine.Close()
		}
	}
}

// TestFaults shows what happens to an engine that fails in a search: an error says how, and no
// process is left.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		fault  ucitest.Fault
		limit  func(*limits)
		reason string
		exit   int // of the child
	}{
		{ucitest.DiesInSearch, nil, "ended without being asked", 3},
		{ucitest.PartialLine, nil, "ended without being asked", 0},
		{ucitest.HangsInReady, func(l *limits) { l.Ready = time.Second / 2 }, `did not answer "isready"`, -1},
		{ucitest.HangsInSearch, func(l *limits) { l.Search = time.Second / 2 }, `did not answer "go"`, -1},
		{ucitest.WaitsForStop, func(l *limits) { l.Search = time.Second / 2 }, `did not answer "go"`, -1},
		{ucitest.OnlyBounds, nil, "without one exact score", -1},
		{ucitest.IllegalMove, nil, "a1b8, which is not legal", -1},
		{ucitest.IllegalLine, nil, "a1b8, which is not legal", -1},
		{ucitest.NoMove, nil, `bestmove "(none)" for a position with 3 legal moves`, -1},
		{ucitest.OtherMove, nil, "but the last line begins with", -1},
		{ucitest.Floods, nil, "more than 67108864 bytes", -1},
		{ucitest.LongLines, nil, "a line of more than 65536 bytes", -1},
		{ucitest.EndlessLine, nil, "a line of more than 65536 bytes", -1},
		{ucitest.SkipsIndex, nil, "without one depth complete for all 3 moves", -1},
	} {
		for _, how := range ways() {
			t.Run(string(c.fault)+"/"+how.name, func(t *testing.T) {
				t.Parallel()
				limits := soon()
				if c.limit != nil {
					c.limit(&limits)
				}
				e := ucitest.Engine{Fault: c.fault, After: 1} // the first search, the deep pass, goes well
				engine, err := how.start(t, e, limits)
				if err != nil {
					t.Fatal(err)
				}
				defer engine.Close()
				req := Request{Position: position(t, lonely), Recipe: tiny()}
				if c.fault == ucitest.OtherMove {
					req.Passes = []string{analysis.Deep}
					engine.Evaluate(t.Context(), req)
				}
				_, err = engine.Evaluate(t.Context(), req)
				wantTerminated(t, err, c.reason, c.exit, how)
				if _, again := engine.Evaluate(t.Context(), req); fault.KindOf(again) != fault.Unavailable {
					t.Errorf("the dead engine answered %v", again)
				}
			})
		}
	}
}

func wantTerminated(t *testing.T, err error, reason string, exit int, how way) {
	t.Helper()
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("kind %v of %v", fault.KindOf(err), err)
	}
	end, ok := errors.AsType[*TerminatedError](err)
	if !ok || !strings.Contains(end.Reason, reason) {
		t.Fatalf("%v, want a TerminatedError that says %q", err, reason)
	}
	if how.name == "child" && end.ExitCode != exit {
		t.Errorf("exit code %d, want %d", end.ExitCode, exit)
	}
	if how.name == "child" && exit == 3 && !strings.Contains(err.Error(), "told to die") {
		t.Errorf("%v does not quote standard error", err)
	}
}

// TestStartFaults shows engines that cannot be started.
func TestStartFaults(t *testing.T) {
	for _, how := range ways() {
		for _, c := range []struct {
			fault  ucitest.Fault
			limit  func(*limits)
			reason string
			exit   int
		}{
			{ucitest.DiesAtStart, nil, "ended without being asked", 3},
			{ucitest.NeverGreets, func(l *limits) { l.Handshake = time.Second / 2 }, `did not answer "uci" within 500ms`, -1},
			{ucitest.HangsInReady, func(l *limits) { l.Ready = time.Second / 2 }, `did not answer "isready" within 500ms`, -1},
		} {
			limits := soon()
			if c.limit != nil {
				c.limit(&limits)
			}
			_, err := how.start(t, ucitest.Engine{Fault: c.fault}, limits)
			wantTerminated(t, err, c.reason, c.exit, how)
		}
	}
}

// TestStartMissing shows paths at which there is no engine.
func TestStartMissing(t *testing.T) {
	for _, path := range []string{filepath.Join(t.TempDir(), "nothing"), t.TempDir(), "no-such-engine-anywhere", "script_test.go"} {
		if _, err := Start(t.Context(), path); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestFloodMemory shows that meaningless output is not kept.
func TestFloodMemory(t *testing.T) {
	e, err := Start(t.Context(), ucitest.Engine{Fault: ucitest.Floods}.Command(t))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := e.Evaluate(t.Context(), Request{Position: position(t, lonely), Recipe: tiny()}); err == nil {
		t.Error("no error")
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

// calling is a connection that calls a function when a command is written.
type calling struct {
	io.ReadWriteCloser
	command string
	call    func()
}

func (c calling) Write(b []byte) (int, error) {
	n, err := c.ReadWriteCloser.Write(b)
	if strings.Contains(string(b), c.command) {
		c.call()
	}
	return n, err
}

// TestCancel cancels a search as soon as it has begun. An engine that obeys remains in use; one
// that does not is killed.
func TestCancel(t *testing.T) {
	req := Request{Position: position(t, lonely), Recipe: tiny()}
	for _, c := range []struct {
		fault   ucitest.Fault
		command string
		lives   bool
	}{
		{ucitest.WaitsForStop, "go nodes", true},
		{"", "isready", true},
		{ucitest.HangsAfterStop, "go nodes", false},
		{ucitest.HangsInSearch, "go nodes", false},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		mine := errors.New("the caller has had enough")
		armed := false
		conn := calling{ucitest.Engine{Fault: c.fault, Once: filepath.Join(t.TempDir(), "once")}.Dial(t), c.command, func() {
			if armed {
				cancel(mine)
			}
		}}
		e, err := connect(t.Context(), conn, withLimits(soon()))
		if err != nil {
			t.Fatal(err)
		}
		armed = true
		if _, err := e.Evaluate(ctx, req); !errors.Is(err, mine) {
			t.Errorf("%s: %v", c.fault, err)
		}
		got, err := e.Evaluate(t.Context(), req)
		if c.lives && (err != nil || !cmp.Equal(got, scripted(req.Position, req.Recipe), byInt)) {
			t.Errorf("%s: the engine was lost: %v", c.fault, err)
		}
		if !c.lives && fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v from an engine that should be dead", c.fault, err)
		}
		e.Close()
	}
}

// TestClose ends an engine in the middle of a search, twice.
func TestClose(t *testing.T) {
	searching := make(chan struct{})
	conn := calling{ucitest.Engine{Fault: ucitest.WaitsForStop}.Dial(t), "go nodes", func() { close(searching) }}
	e, err := connect(t.Context(), conn, withLimits(soon()))
	if err != nil {
		t.Fatal(err)
	}
	failed := make(chan error)
	go func() {
		_, err := e.Evaluate(t.Context(), Request{Position: position(t, lonely), Recipe: tiny()})
		failed <- err
	}()
	<-searching
	e.Close()
	e.Close()
	if err := <-failed; fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
}

// TestIgnoresQuit closes an engine that reacts neither to "quit" nor to the end of input.
func TestIgnoresQuit(t *testing.T) {
	e, err := Start(t.Context(), ucitest.Engine{Fault: ucitest.IgnoresQuit}.Command(t), withLimits(soon()))
	if err != nil {
		t.Fatal(err)
	}
	e.Close() // returns when the process is gone
}
