package web

import (
	"bytes"
	"net/http"
)

// answerRecorder keeps an answer of the API.
type answerRecorder struct {
	bytes.Buffer
	status int
	header http.Header
}

func newRecorder() *answerRecorder {
	return &answerRecorder{status: http.StatusOK, header: http.Header{}}
}

// Header returns the headers of the answer.
func (r *answerRecorder) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *answerRecorder) WriteHeader(status int) { r.status = status }
