package web

import (
	"bytes"
	"net/http"
)

// recorder keeps an answer of the API.
type recorder struct {
	bytes.Buffer
	status int
	header http.Header
}

func newRecorder() *recorder { return &recorder{status: http.StatusOK, header: http.Header{}} }

// Header returns the headers of the answer.
func (r *recorder) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *recorder) WriteHeader(status int) { r.status = status }
