// Package client calls the service from Go. Its methods are generated from
// openapi.yaml (make generate); the types of requests and answers are those of
// package wire.
package client

import (
	"context"
	"net/http"
)

// WithBearer sends a token with every request.
func WithBearer(secret string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+secret)
		return nil
	})
}
