package uci

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// session is a conversation with one engine. It belongs to one goroutine; only
// write and the connection's kill may be used by others.
type session struct {
	conn   conn
	in     *bufio.Reader
	limits Limits
	heard  int // bytes of output since the last command

	id     Identity
	set    map[string]string // options as they stand, by the engine's spelling
	recipe *analysis.Recipe  // the recipe that set them
	dead   *TerminatedError  // why the conversation is over

	pending []byte     // commands not sent yet
	writing sync.Mutex // taken by whoever writes to conn
}

// start starts an engine and shakes hands with it (Start).
func start(ctx context.Context, path string, with settings) (*session, error) {
	file, err := Find(path)
	if err != nil {
		return nil, err
	}
	sum, err := digest(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "no_engine", "the engine %q cannot be read", file)
	}
	p, err := launch(file, with.args)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "engine_start", "the engine %q cannot be started", file)
	}
	return greet(ctx, p, Identity{Path: file, SHA256: sum}, with.limits)
}

// greet shakes hands over a connection.
func greet(ctx context.Context, c conn, id Identity, l Limits) (*session, error) {
	s := &session{conn: c, in: bufio.NewReaderSize(c, l.Line), limits: l, id: id, set: map[string]string{}}
	err := s.handshake(ctx)
	if err == nil {
		err = s.ready(ctx)
	}
	if err != nil {
		s.quit()
		return nil, failure(err, "engine_start", "the engine at %q does not speak UCI as it should", id.Path)
	}
	return s, nil
}

// failure makes a fault of the end of an engine and leaves other errors alone.
func failure(err error, code, format string, args ...any) error {
	if _, ok := errors.AsType[*TerminatedError](err); ok {
		return fault.Wrap(err, fault.Unavailable, code, format, args...)
	}
	return err
}

// tell notes a command that is sent with the next exchange, and so under its
// limit: an engine that does not read may hold up a writer.
func (s *session) tell(command string) { s.pending = append(append(s.pending, command...), '\n') }

// write sends commands. Its failure shows as the end of output, so it is not
// reported here.
func (s *session) write(commands []byte) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.conn.Write(commands)
}

// line returns the next whole line of output, valid until the next call. What
// an engine leaves without a line end when it dies is not a line.
func (s *session) line() ([]byte, error) {
	line, err := s.in.ReadSlice('\n')
	s.heard += len(line)
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("the engine sent a line of more than %d bytes", s.limits.Line)
	case err != nil:
		return nil, errors.New("the engine ended without being asked to")
	case s.heard > s.limits.Output:
		return nil, fmt.Errorf("the engine sent more than %d bytes without coming to an answer", s.limits.Output)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// await sends what is pending and reads lines up to the one that begins with
// the answer. It gives those before it to other and returns what follows the
// word.
func (s *session) await(answer string, other func(line []byte) error) ([]byte, error) {
	s.write(s.pending)
	s.pending, s.heard = s.pending[:0], 0
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		if word, rest := nextWord(line); string(word) == answer {
			return rest, nil
		}
		if err := other(line); err != nil {
			return nil, err
		}
	}
}

func ignore([]byte) error { return nil }

// exchange runs one question and answer under the caller's context and a limit
// of its own. When the context ends, the engine is told to stop and has
// Limits.Grace to answer; then, or when the limit passes, it is killed.
func (s *session) exchange(ctx context.Context, what string, limit time.Duration, f func() error) error {
	if s.dead != nil {
		return s.dead
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	release := s.watch(ctx, limit)
	err := f()
	killed := release()
	switch {
	case killed && ctx.Err() != nil:
		s.fail(fmt.Errorf("the engine did not stop within %v", s.limits.Grace))
		return context.Cause(ctx)
	case killed:
		return s.fail(fmt.Errorf("the engine did not answer %q within %v", what, limit))
	case err != nil:
		return s.fail(err)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// watch stops or kills the engine when the time for an exchange is over.
// release ends the watch and tells whether the engine was killed.
func (s *session) watch(ctx context.Context, limit time.Duration) (release func() (killed bool)) {
	limited, cancel := context.WithTimeout(ctx, limit)
	over, verdict := make(chan struct{}), make(chan bool, 1)
	intime := context.AfterFunc(limited, func() {
		killed := ctx.Err() == nil || !s.stopped(over)
		if killed {
			s.conn.kill()
		}
		verdict <- killed
	})
	return func() bool {
		defer cancel()
		if intime() {
			return false
		}
		close(over)
		return <-verdict
	}
}

// stopped tells the engine to stop and reports whether the exchange was over in time.
// It returns only when the command has left, lest it should end a later search.
func (s *session) stopped(over <-chan struct{}) bool {
	sent := make(chan struct{})
	go func() {
		s.write([]byte("stop\n"))
		close(sent)
	}()
	grace := time.After(s.limits.Grace)
	for over != nil || sent != nil {
		select {
		case <-over:
			over = nil
		case <-sent:
			sent = nil
		case <-grace:
			return false
		}
	}
	return true
}

// fail ends the engine for good and says why.
func (s *session) fail(reason error) error {
	s.conn.kill()
	<-s.conn.ended()
	code, stderr := s.conn.end()
	s.dead = &TerminatedError{Reason: reason.Error(), ExitCode: code, Stderr: stderr}
	return s.dead
}

// handshake asks who the engine is and what it offers.
func (s *session) handshake(ctx context.Context) error {
	return s.exchange(ctx, "uci", s.limits.Handshake, func() error {
		s.tell("uci")
		_, err := s.await("uciok", func(line []byte) error {
			if o, ok := parseOffer(line); ok {
				s.id.Offers = append(s.id.Offers, o)
			} else if name, ok := field(line, "name"); ok {
				s.id.Name = name
			} else if author, ok := field(line, "author"); ok {
				s.id.Author = author
			}
			return nil
		})
		network, _ := s.id.Offer(networkOption)
		s.id.Network = network.Default
		return err
	})
}

// identity tells which engine this is and which options are set.
func (s *session) identity() Identity {
	id := s.id
	id.Set = []analysis.Option{}
	for _, name := range slices.Sorted(maps.Keys(s.set)) {
		if name != multiPVOption {
			id.Set = append(id.Set, analysis.Option{Name: name, Value: s.set[name]})
		}
	}
	return id
}

// ready waits until the engine has done all it was told.
func (s *session) ready(ctx context.Context) error {
	return s.exchange(ctx, "isready", s.limits.Ready, func() error {
		s.tell("isready")
		_, err := s.await("readyok", ignore)
		return err
	})
}

// configure sets the options of a recipe and sets back those of the one before.
func (s *session) configure(r analysis.Recipe) error {
	if s.recipe != nil && sameSettings(*s.recipe, r) {
		return nil
	}
	if err := s.id.satisfies(r); err != nil {
		return err
	}
	wanted := settingsOf(r)
	for name := range s.set {
		if !slices.ContainsFunc(wanted, func(w setting) bool { return strings.EqualFold(w.Name, name) }) {
			o, _ := s.id.Offer(name)
			s.option(name, o.Default)
		}
	}
	for _, w := range wanted {
		if w.Name != multiPVOption {
			s.option(w.Name, w.Value)
		}
	}
	s.recipe = &r
	return nil
}

// sameSettings tells whether two recipes set the same options.
func sameSettings(a, b analysis.Recipe) bool {
	return a.Engine == b.Engine && a.EngineSHA256 == b.EngineSHA256 && slices.Equal(settingsOf(a), settingsOf(b))
}

// option sets one option unless it has that value already. Options that the
// engine does not offer are passed over: satisfies has refused those needed.
func (s *session) option(name, value string) {
	o, ok := s.id.Offer(name)
	if old, done := s.set[o.Name]; !ok || done && old == value {
		return
	}
	s.set[o.Name] = value
	s.tell(o.command(value))
}

// search runs one pass over one position and gives its lines to add. It
// returns the bestmove. The engine has forgotten everything before.
func (s *session) search(ctx context.Context, p analysis.Position, pass analysis.Pass, add func(Info)) (best analysis.Move, err error) {
	s.option(multiPVOption, strconv.Itoa(pass.MultiPV))
	s.tell("ucinewgame")
	if err := s.ready(ctx); err != nil {
		return 0, err
	}
	err = s.exchange(ctx, "go", s.limits.Search, func() error {
		s.tell("position fen " + p.Key)
		s.tell("go nodes " + strconv.Itoa(pass.Nodes))
		answer, err := s.await("bestmove", func(line []byte) error {
			in, ok := ParseInfo(line)
			if !ok {
				return nil
			}
			add(in)
			return legal(p, in.Move)
		})
		if err != nil {
			return err
		}
		best, err = bestmove(p, answer)
		return err
	})
	return best, err
}

// bestmove reads what follows the word "bestmove".
func bestmove(p analysis.Position, answer []byte) (analysis.Move, error) {
	m, _, ok := nextMove(answer)
	if !ok {
		word, _ := nextWord(answer)
		return 0, fmt.Errorf("the engine sent bestmove %q for a position with %d legal moves", word, len(p.Legal))
	}
	return m, legal(p, m)
}

func legal(p analysis.Position, m analysis.Move) error {
	if _, ok := slices.BinarySearch(p.Legal, m); !ok {
		return fmt.Errorf("the engine sent the move %v, which is not legal", m)
	}
	return nil
}

// quit asks the engine to end, and kills it when it does not. It returns when
// the engine is gone.
func (s *session) quit() {
	if s.dead != nil {
		return
	}
	go func() {
		s.write([]byte("quit\n"))
		s.conn.hangUp()
	}()
	select {
	case <-s.conn.ended():
	case <-time.After(s.limits.Grace):
	}
	s.conn.kill()
	<-s.conn.ended()
}
