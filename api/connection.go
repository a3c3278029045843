package api

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// connection sets the deadlines of the connection of a request. They concern the network and not the
// service, so they go by the machine's own clock. A writer without deadlines, such as a
// recorder, needs none.
type connection struct {
	control  *http.ResponseController
	patience time.Duration // with a client that is silent or receives nothing
	answer   time.Duration // for an answer
}

func (s *Server) line(c echo.Context) connection {
	return connection{http.NewResponseController(c.Response()), s.patience, s.answerTime}
}

// listen allows the client to be silent for as long as patience.
func (l connection) listen() {
	_ = l.control.SetReadDeadline(time.Now().Add(l.patience))
}

// listenUntil allows the client to be silent for as long as patience, but not beyond a time.
func (l connection) listenUntil(latest time.Time) {
	at := time.Now().Add(l.patience)
	if latest.Before(at) {
		at = latest
	}
	_ = l.control.SetReadDeadline(at)
}

// work removes the deadline for reading: the client now waits for the answer, and a deadline
// that passed meanwhile would end the request.
func (l connection) work() {
	_ = l.control.SetReadDeadline(time.Time{})
	_ = l.control.SetWriteDeadline(time.Now().Add(l.answer))
}

// send sends a text at once, and gives the client as long as patience to receive it.
func (l connection) send(c echo.Context, text string) error {
	_ = l.control.SetWriteDeadline(time.Now().Add(l.patience))
	if _, err := c.Response().Write([]byte(text)); err != nil {
		return err
	}
	return l.control.Flush()
}
