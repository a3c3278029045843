package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// line sets the deadlines of the connection that a request came on. They are of
// the network and not of the service, so they go by the machine's own clock. A
// writer that knows no deadlines, such as a recorder, needs none.
type line struct {
	control  *http.ResponseController
	patience time.Duration // with a client that is silent, or takes nothing in
	answer   time.Duration // for an answer
}

func (s *Server) line(c echo.Context) line {
	return line{http.NewResponseController(c.Response()), s.patience, s.answerTime}
}

// listen waits for the client for as long as patience goes.
func (l line) listen() {
	_ = l.control.SetReadDeadline(time.Now().Add(l.patience))
}

// listenUntil waits for the client for as long as patience goes, but not beyond a
// time.
func (l line) listenUntil(latest time.Time) {
	at := time.Now().Add(l.patience)
	if latest.Before(at) {
		at = latest
	}
	_ = l.control.SetReadDeadline(at)
}

// work waits for nothing from the client, who now waits for the answer: a
// deadline for reading that passed meanwhile would end the request.
func (l line) work() {
	_ = l.control.SetReadDeadline(time.Time{})
	_ = l.control.SetWriteDeadline(time.Now().Add(l.answer))
}

// send sends what is written at once, to a client who takes it in within the
// time that patience goes.
func (l line) send(c echo.Context, text string) error {
	_ = l.control.SetWriteDeadline(time.Now().Add(l.patience))
	if _, err := c.Response().Write([]byte(text)); err != nil {
		return err
	}
	return l.control.Flush()
}
