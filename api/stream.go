package api

import (
	"cmp"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
)

// stream sends the progress of an event as server-sent events, until nothing is
// under way, the client leaves, the server closes, or the client's right ends.
func (s *Server) stream(c echo.Context, of watched, now wire.Progress, last *string) error {
	first, err := newsOf(now)
	if err != nil {
		return err
	}
	seen := ""
	put(&seen, last)
	if first.last != "" && first.id == seen {
		return c.NoContent(http.StatusNoContent)
	}
	end, err := s.streams.begin(callerOf(c).Token.ID)
	if err != nil {
		return retryLater(c, err)
	}
	defer end()
	c.Response().Header().Set("Content-Type", streamType)
	c.Response().Header().Set("X-Accel-Buffering", "no") // a proxy must not hold it back
	c.Response().WriteHeader(http.StatusOK)
	out := &eventStream{c: c, line: s.line(c)}
	if first.id != seen {
		if err := out.tell(first); err != nil || first.last != "" {
			return nil // the client is gone, or has everything
		}
		seen = first.id
	}
	s.follow(out, of, seen)
	return nil
}

// follow sends the news after seen. It returns no error, because a stream that has begun cannot
// become another answer.
func (s *Server) follow(out *eventStream, of watched, seen string) {
	feed, leave := s.feeds.join(of)
	defer leave()
	beat := time.NewTicker(s.heartbeat)
	defer beat.Stop()
	for {
		latest, more := feed.hear()
		if latest.id != "" && latest.id != seen {
			if !s.stillAllowed(out.c, of) || out.tell(latest) != nil || latest.last != "" {
				return
			}
			seen = latest.id
		}
		select {
		case <-more:
		case <-beat.C:
			if !s.stillAllowed(out.c, of) || out.beat() != nil {
				return
			}
		case <-out.c.Request().Context().Done():
			return
		case <-s.feeds.ctx.Done():
			return
		}
	}
}

// stillAllowed reports whether a stream may go on.
func (s *Server) stillAllowed(c echo.Context, of watched) bool {
	who, err := callerOf(c).Again(c.Request().Context())
	return err == nil && (!of.tests || seesTests(who))
}

// eventStream writes server-sent events. A client that receives nothing for too long is
// dropped.
type eventStream struct {
	c    echo.Context
	line connection
}

func (e *eventStream) tell(n news) error {
	return e.line.send(e.c, fmt.Sprintf("id: %s\nevent: %s\ndata: %s\n\n", n.id, cmp.Or(n.last, "progress"), n.data))
}

// beat writes a comment, which clients ignore.
func (e *eventStream) beat() error { return e.line.send(e.c, ": still here\n\n") }
