package uci

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// start starts an engine and shakes hands with it; see Start.
func start(ctx context.Context, path string, with settings) (*conversation, error) {
	file, err := Find(path)
	if err != nil {
		return nil, err
	}
	files, sum, err := examine(file, with.args)
	if err != nil {
		return nil, err
	}
	p, err := launch(file, with.args)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "engine_start", "the engine %q cannot be started", file)
	}
	return greet(ctx, p, Identity{Path: file, Args: with.args, Files: files, SHA256: sum}, with.limits)
}

// greet shakes hands over a connection.
func greet(ctx context.Context, c conn, id Identity, l limits) (*conversation, error) {
	s := &conversation{conn: c, in: bufio.NewReaderSize(c, l.Line), limits: l, id: id, set: map[string]string{}}
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

// handshake asks who the engine is and what it offers.
func (c *conversation) handshake(ctx context.Context) error {
	return c.exchange(ctx, "uci", c.limits.Handshake, func() error {
		c.tell("uci")
		_, err := c.await("uciok", func(line []byte) error {
			if o, ok := parseOffer(line); ok {
				c.id.Offers = append(c.id.Offers, o)
			} else if name, ok := field(line, "name"); ok {
				c.id.Name = name
			} else if author, ok := field(line, "author"); ok {
				c.id.Author = author
			}
			return nil
		})
		network, _ := c.id.Offer(networkOption)
		c.id.Network = network.Default
		return err
	})
}

// identity tells which engine this is and which options are set.
func (c *conversation) identity() Identity {
	id := c.id
	id.Set = []analysis.Option{}
	for _, name := range slices.Sorted(maps.Keys(c.set)) {
		if name != multiPVOption {
			id.Set = append(id.Set, analysis.Option{Name: name, Value: c.set[name]})
		}
	}
	return id
}

// ready waits until the engine has carried out all commands.
func (c *conversation) ready(ctx context.Context) error {
	return c.exchange(ctx, "isready", c.limits.Ready, func() error {
		c.tell("isready")
		_, err := c.await("readyok", ignore)
		return err
	})
}

// configure sets the options of a recipe and resets those of the one before.
func (c *conversation) configure(r analysis.Recipe) error {
	if c.recipe != nil && sameSettings(*c.recipe, r) {
		return nil
	}
	if err := c.id.satisfies(r); err != nil {
		return err
	}
	wanted := settingsOf(r)
	for _, name := range slices.Sorted(maps.Keys(c.set)) {
		if !slices.ContainsFunc(wanted, func(w wantedOption) bool { return strings.EqualFold(w.Name, name) }) {
			o, _ := c.id.Offer(name)
			c.option(name, o.Default)
		}
	}
	for _, w := range wanted {
		if w.Name != multiPVOption {
			c.option(w.Name, w.Value)
		}
	}
	c.recipe = &r
	return nil
}

// sameSettings reports whether two recipes set the same options.
func sameSettings(a, b analysis.Recipe) bool {
	return a.Engine == b.Engine && a.EngineSHA256 == b.EngineSHA256 && slices.Equal(settingsOf(a), settingsOf(b))
}

// option sets one option unless it has that value already. Options that the engine does not
// offer are skipped, because satisfies has checked the necessary ones.
func (c *conversation) option(name, value string) {
	o, ok := c.id.Offer(name)
	if old, done := c.set[o.Name]; !ok || done && old == value {
		return
	}
	c.set[o.Name] = value
	c.tell(o.command(value))
}

// search clears the engine, runs one pass over one position, passes its lines to add, and
// returns the bestmove. An engine that does not keep to the node limit gives a
// fault.Unprocessable error.
func (c *conversation) search(ctx context.Context, p analysis.Position, pass analysis.Pass, add func(Info)) (best analysis.Move, err error) {
	c.option(multiPVOption, strconv.Itoa(pass.MultiPV))
	c.tell("ucinewgame")
	if err := c.ready(ctx); err != nil {
		return 0, err
	}
	count, disobeys := nodeCount{limit: pass.Nodes}, error(nil)
	err = c.exchange(ctx, "go", c.limits.search(pass.Nodes), func() error {
		c.tell("position fen " + p.Key)
		c.tell("go nodes " + strconv.Itoa(pass.Nodes))
		answer, err := c.await("bestmove", func(line []byte) error {
			if disobeys = count.note(line); disobeys != nil {
				return disobeys
			}
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
	if err == nil {
		disobeys = count.verdict()
	}
	if disobeys != nil {
		return 0, disobedient(c.id, p.Key, disobeys)
	}
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
