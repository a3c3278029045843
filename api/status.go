package api

import (
	"net/http"

	"fairplay/analysis/fault"
)

// errorStatus is the HTTP status and title for a kind of error.
type errorStatus struct {
	status int
	title  string
}

// answerOf is the one table of error kinds for this edge of the program.
func answerOf(kind fault.Kind) errorStatus {
	switch kind {
	case fault.Invalid:
		return errorStatus{http.StatusBadRequest, "The request is wrong"}
	case fault.TooLarge:
		return errorStatus{http.StatusRequestEntityTooLarge, "More than a limit allows"}
	case fault.Unauthenticated:
		return errorStatus{http.StatusUnauthorized, "Who you are is not known"}
	case fault.Forbidden:
		return errorStatus{http.StatusForbidden, "You may not do this"}
	case fault.NotFound:
		return errorStatus{http.StatusNotFound, "There is no such thing"}
	case fault.Conflict:
		return errorStatus{http.StatusConflict, "The state does not permit this"}
	case fault.Unprocessable:
		return errorStatus{http.StatusUnprocessableEntity, "There is no honest answer"}
	case fault.Unavailable:
		return errorStatus{http.StatusServiceUnavailable, "Something that is needed does not answer"}
	}
	return errorStatus{http.StatusInternalServerError, "A fault of the server"}
}

// Codes that have an HTTP status of their own, different from that of their kind.
const (
	codeEventChanged  = "event_changed"
	codeNoIfMatch     = "if_match"
	codeRate          = "rate_limit"
	codeMethod        = "method_not_allowed"
	codeMediaType     = "media_type"
	codeNotAcceptable = "not_acceptable"
)

// statusOf returns the status of a fault: that of its code, if it has one, or else of its kind.
func statusOf(e *fault.Error) int {
	switch e.Code {
	case codeEventChanged:
		return http.StatusPreconditionFailed
	case codeNoIfMatch:
		return http.StatusPreconditionRequired
	case codeRate:
		return http.StatusTooManyRequests
	case codeMethod:
		return http.StatusMethodNotAllowed
	case codeMediaType:
		return http.StatusUnsupportedMediaType
	case codeNotAcceptable:
		return http.StatusNotAcceptable
	}
	return answerOf(e.Kind).status
}
