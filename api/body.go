package api

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
)

// mostJSON is the greatest length of a JSON body, in bytes.
const mostJSON = 64 << 10

// readJSON reads the body of a request into v: one JSON object without unknown
// fields.
func (s *Server) readJSON(c echo.Context, v any) error { return s.readJSONTo(c, v, mostJSON) }

// readJSONTo is readJSON for a body of at most most bytes.
func (s *Server) readJSONTo(c echo.Context, v any, most int64) error {
	if kind, _, err := mime.ParseMediaType(c.Request().Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fault.New(fault.Invalid, codeMediaType, "this takes application/json")
	}
	if c.Request().ContentLength > most {
		return bodyLimit(most)
	}
	body := http.MaxBytesReader(c.Response().Writer, s.patient(c), most)
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); !errors.Is(more, io.EOF) {
			err = errors.Join(more, errors.New("there is more than one value"))
		}
	}
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return bodyLimit(most)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fault.Wrap(err, fault.Invalid, "body_slow",
			"the body stopped coming, or came slower than %d bytes a second: send it again", slowest)
	}
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "json", "the body cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

func bodyLimit(limit int64) error {
	return fault.New(fault.TooLarge, "body_limit", "a body may have at most %d bytes here", limit)
}

// slowest is the least speed of a body, in bytes a second, once patience has run out. Otherwise
// a client that sends a byte now and then would hold the connection for ever.
const slowest = 1 << 10

// patient returns the body of a request with a deadline that moves with the bytes received. A
// slow line has as much time as it needs; a silent one is cut off, and so is one that stays
// slower than slowest. The time for the answer begins when the body is complete.
func (s *Server) patient(c echo.Context) io.ReadCloser {
	return &patientBody{ReadCloser: c.Request().Body, line: s.line(c), began: time.Now()}
}

// Patient gives the body of a request the deadline of patient, for handlers outside this package.
func (s *Server) Patient(c echo.Context) { c.Request().Body = s.patient(c) }

type patientBody struct {
	io.ReadCloser
	line  connection
	began time.Time
	read  int64
}

func (p *patientBody) Read(b []byte) (int, error) {
	earned := time.Duration(float64(p.read) / slowest * float64(time.Second))
	p.line.listenUntil(p.began.Add(p.line.patience + earned))
	n, err := p.ReadCloser.Read(b)
	p.read += int64(n)
	if err != nil {
		p.line.work()
	}
	return n, err
}
