package api

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
)

// mostJSON is how long a JSON body may be.
const mostJSON = 64 << 10

// readJSON reads the body of a request into v: one JSON object without unknown
// fields.
func (s *Server) readJSON(c echo.Context, v any) error {
	if kind, _, err := mime.ParseMediaType(c.Request().Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault.New(fault.Invalid, codeMediaType, "this takes application/json")
	}
	if c.Request().ContentLength > mostJSON {
		return bodyLimit(mostJSON)
	}
	body := http.MaxBytesReader(c.Response().Writer, s.patient(c), mostJSON)
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(more, errors.New("there is more than one value"))
		}
	}
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return bodyLimit(mostJSON)
	}
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "json", "the body cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

func bodyLimit(limit int64) error {
	return fault.New(fault.TooLarge, "body_limit", "a body may have at most %d bytes here", limit)
}

// patient returns the body of a request with a deadline that moves on with
// every part that comes in: a slow line has all the time it needs, and a silent
// one is cut off. The time for the answer begins when the body is there.
func (s *Server) patient(c echo.Context) io.ReadCloser {
	return &patientBody{ReadCloser: c.Request().Body, line: s.line(c)}
}

type patientBody struct {
	io.ReadCloser
	line line
}

func (p *patientBody) Read(b []byte) (int, error) {
	p.line.listen()
	n, err := p.ReadCloser.Read(b)
	if err != nil {
		p.line.work()
	}
	return n, err
}
