// Package api is the service as programs see it: HTTP under /v1, described in
// openapi.yaml, from which package wire (types and routes) is generated (make
// generate).
//
// A request passes through these steps in order: request (an id, the log, recovery, limits),
// guard (who asks, how often, whether he may, and the audit), the generated reading of its
// parameters, and a handler, which does little more than call a Store or Work and translate.
// Every error ends in problem, the one place where an error becomes an answer.
//
// The table in package access says who may do what; actions in access.go names the action of
// each operation.
package api
